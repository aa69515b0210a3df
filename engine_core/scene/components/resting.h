#pragma once

#include <string_view>

namespace engine
{
/// Of an object of a running game that scripts have switched off: what it had besides is set aside
/// for when it is on again. In no level and in no file.
struct Resting
{
    static constexpr std::string_view TypeName = "resting";

    friend bool operator==(const Resting&, const Resting&) = default;
};
} // namespace engine
