#include "editor/app/window/when_any_object.h"

#include <optional>

namespace editor
{
std::function<bool()> whenAnyObject(const Document& document, bool engine::Node::*flag)
{
    return [&document, flag, known = std::optional<std::uint64_t>{}, isAny = false]() mutable {
        if (const auto state = document.history().stateId(); known != state) {
            known = state;
            isAny = false;
            document.world().forEach<engine::Node>(
                [&](EntityId, const engine::Node& node) { isAny = isAny || node.*flag; });
        }
        return isAny;
    };
}
} // namespace editor
