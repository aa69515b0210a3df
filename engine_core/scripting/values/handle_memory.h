#pragma once

#include <cstring>

/// Handles in the memory of scripts. AngelScript puts members at multiples of four bytes, where a
/// pointer must not be read as one.
namespace engine::scriptcore
{
/// What the handle at the address refers to; null for none. No reference is added.
[[nodiscard]] inline void* handleAt(const void* address)
{
    void* object = nullptr;
    std::memcpy(&object, address, sizeof object);
    return object;
}

/// Sets the handle, and returns what it referred to. References stay as they are.
[[nodiscard]] inline void* exchangeHandle(void* address, void* object)
{
    void* const before = handleAt(address);
    std::memcpy(address, &object, sizeof object);
    return before;
}
} // namespace engine::scriptcore
