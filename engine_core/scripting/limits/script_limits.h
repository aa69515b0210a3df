#pragma once

#include <chrono>
#include <cstdint>

namespace engine
{
/// What scripts may use. Tests make do with less.
struct ScriptLimits
{
    /// For everything that one call from the program sets off, its clean-up included.
    std::chrono::milliseconds time{2000};

    /// Of all arrays, strings and objects that scripts hold at a time.
    std::int64_t bytes = std::int64_t{256} << 20U;

    /// Arrays and objects at a time. AngelScript counts the objects of a class, and ends the
    /// program at a million of them.
    std::int64_t objects = 900'000;
};
} // namespace engine
