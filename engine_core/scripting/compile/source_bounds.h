#pragma once

#include "engine_core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace engine::scriptcore
{
/// How far a script may nest and grow. AngelScript's parser and compiler call themselves for each
/// level, so that what goes beyond is refused by its tokens before they see it. What hand-written
/// and generated scripts need lies far below.
struct SourceBounds
{
    static constexpr std::size_t Brackets = 256;      ///< ( [ { inside of each other
    static constexpr std::size_t Controls = 500;      ///< if, else, for, while ... of each other
    static constexpr std::size_t Templates = 8;       ///< array<array<...>>
    static constexpr std::size_t Expression = 10'000; ///< tokens between ; , and brackets
    static constexpr std::size_t Names = 250;         ///< a::b::c in one name
    static constexpr std::size_t Types = 2'000;       ///< classes, interfaces and enums of a file
};

/// Fails with a sentence that begins "name:line: " at the first place beyond a bound. Takes a time
/// that grows with the text's length alone.
[[nodiscard]] Result<void> checkBounds(const std::string& name, std::string_view text);
} // namespace engine::scriptcore
