#pragma once

#include "engine_core/render/gl/gl_device.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace engine
{
/// Hands out ranges of a row of equal places; freed neighbours grow together again.
class RangeAllocator
{
public:
    /// The first place of `count` in a row. The row grows as needed (see capacity()).
    [[nodiscard]] std::uint32_t allocate(std::uint32_t count);

    /// Lets the next pieces, `count` places together, make the row grow once at most.
    void reserve(std::uint32_t count);

    /// Takes a range back, or a part of one.
    void free(std::uint32_t first, std::uint32_t count);

    [[nodiscard]] std::uint32_t capacity() const { return m_capacity; }

    [[nodiscard]] std::uint32_t used() const { return m_used; }

private:
    using Ranges = std::map<std::uint32_t, std::uint32_t>; ///< first place to count

    void grow(std::uint32_t count);
    void insertFree(std::uint32_t first, std::uint32_t count);
    void eraseFree(Ranges::iterator range);

    Ranges m_free;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_bySize; ///< count and first place
    std::uint32_t m_capacity = 0;
    std::uint32_t m_used = 0;
};

/// A GPU buffer of equal elements that grows and keeps its contents.
class GpuRow
{
public:
    explicit GpuRow(std::uint32_t stride) : m_stride{stride} {}

    /// Makes room for so many elements at least; what is added is not set.
    void grow(std::uint32_t elements);

    void write(std::uint32_t first, std::uint32_t count, const void* elements);

    /// Another after grow(); 0 before the first.
    [[nodiscard]] GLuint buffer() const { return m_buffer.name(); }

    [[nodiscard]] std::uint32_t elements() const { return m_elements; }

    [[nodiscard]] std::size_t bytes() const
    {
        return static_cast<std::size_t>(m_elements) * m_stride;
    }

private:
    std::uint32_t m_stride = 0;
    std::uint32_t m_elements = 0; ///< that the buffer has room for
    GlBuffer m_buffer;
};

/// A row whose ranges are handed out.
class GpuArena
{
public:
    explicit GpuArena(std::uint32_t stride) : m_row{stride} {}

    [[nodiscard]] std::uint32_t allocate(std::uint32_t count);

    /// See RangeAllocator.
    void reserve(std::uint32_t count) { m_ranges.reserve(count); }

    void free(std::uint32_t first, std::uint32_t count) { m_ranges.free(first, count); }

    void write(std::uint32_t first, std::uint32_t count, const void* elements)
    {
        m_row.write(first, count, elements);
    }

    /// May change whenever something is allocated.
    [[nodiscard]] GLuint buffer() const { return m_row.buffer(); }

    [[nodiscard]] std::uint32_t elements() const { return m_row.elements(); }

    [[nodiscard]] std::size_t bytes() const { return m_row.bytes(); }

    [[nodiscard]] std::uint32_t used() const { return m_ranges.used(); }

private:
    GpuRow m_row;
    RangeAllocator m_ranges;
};
} // namespace engine
