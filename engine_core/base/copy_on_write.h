#pragma once

#include <memory>

namespace engine
{
/// Whether somebody else holds it, too, so that a writer needs a copy of its own. If not, all that
/// other threads did with it before they let it go has happened, and it may be written to.
template <typename T>
[[nodiscard]] bool isShared(const std::shared_ptr<T>& pointer)
{
    if (pointer.use_count() > 1)
        return true;
    // use_count() alone orders nothing. Letting go of a reference does: it has to see the work of
    // those who let go before, in case it is the one that must destroy.
    static_cast<void>(std::shared_ptr<T>{pointer});
    return false;
}
} // namespace engine
