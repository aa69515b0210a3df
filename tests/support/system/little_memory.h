#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

/// Takes the place of the program's `new`, also in its libraries and plugins, and for all tests
/// that are in the program. Weak, so that several of its sources may include this.
namespace mapwright::test
{
/// How many blocks of memory there were, and how many were refused.
inline std::atomic<std::uint64_t> allocations{0};
inline std::atomic<int> refusals{0};

inline std::atomic<std::size_t> biggestBlock{SIZE_MAX}; ///< bytes

/// Hears of each block, in bytes, before it is there; asks for none itself. Null: nobody.
inline std::atomic<void (*)(std::size_t)> onBlock{nullptr};

/// As long as it lives nobody gets big blocks of memory, as where nearly all is used up. A tile of
/// boxes needs none, one with a fineModel() does.
class LittleMemory
{
public:
    explicit LittleMemory(std::size_t biggest = 300'000) { biggestBlock = biggest; }

    ~LittleMemory() { biggestBlock = SIZE_MAX; }

    LittleMemory(const LittleMemory&) = delete;
    LittleMemory& operator=(const LittleMemory&) = delete;
};
} // namespace mapwright::test

[[gnu::weak]] void* operator new(std::size_t size, const std::nothrow_t& /*quiet*/) noexcept
{
    using namespace mapwright::test;
    ++allocations;
    if (auto* const listens = onBlock.load())
        listens(size);
    void* block = size <= biggestBlock ? std::malloc(size > 0 ? size : 1) : nullptr;
    refusals += block == nullptr ? 1 : 0;
    return block;
}

[[gnu::weak]] void* operator new(std::size_t size)
{
    if (void* block = operator new(size, std::nothrow))
        return block;
    throw std::bad_alloc{};
}

[[gnu::weak]] void operator delete(void* block) noexcept
{
    std::free(block);
}

[[gnu::weak]] void operator delete(void* block, std::size_t /*size*/) noexcept
{
    std::free(block);
}
