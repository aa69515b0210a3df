#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace engine::scriptcore
{
/// What the scripts of a thread hold, and whom to tell when it is too much.
struct ScriptMemory
{
    static constexpr std::int64_t Unlimited = std::numeric_limits<std::int64_t>::max();

    std::int64_t bytes = 0;
    std::int64_t objects = 0;
    std::int64_t maxBytes = Unlimited;
    std::int64_t maxObjects = Unlimited;
    void (*tell)(void* budget) = nullptr;
    void* budget = nullptr;

    void takeLimitsOf(const ScriptMemory& other)
    {
        maxBytes = other.maxBytes;
        maxObjects = other.maxObjects;
        tell = other.tell;
        budget = other.budget;
    }

    /// Whether that much more is not too much.
    [[nodiscard]] bool hasRoomFor(std::uint64_t more) const
    {
        return bytes <= maxBytes && more <= static_cast<std::uint64_t>(maxBytes - bytes);
    }

    void add(std::size_t size)
    {
        bytes += static_cast<std::int64_t>(size);
        ++objects;
        if (bytes > maxBytes || objects > maxObjects)
            tell(budget);
    }

    void take(std::size_t size)
    {
        bytes -= static_cast<std::int64_t>(size);
        --objects;
    }
};

/// That of this thread. Scripts stay on the thread that made their engine.
[[nodiscard]] ScriptMemory& scriptMemory();

/// Makes AngelScript count what it takes; once, before its first engine.
void countScriptMemory();
} // namespace engine::scriptcore
