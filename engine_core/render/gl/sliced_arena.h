#pragma once

#include "engine_core/render/gl/gpu_arena.h"

#include <cstddef>

namespace engine
{
/// A GPU buffer of equal elements that grows and keeps its contents, and does so in slices: no
/// picture waits until all that was there is moved. Until then the old buffer is drawn from.
class SlicedArena
{
public:
    explicit SlicedArena(std::uint32_t stride) : m_stride{stride} {}

    /// Makes room for so many elements in a row, and goes on with what other calls began. Moves up
    /// to `bytes` and takes what it moved off; false while there is more to move. Unless it says
    /// true nothing may be allocated or written.
    [[nodiscard]] bool makeRoom(std::uint32_t count, std::size_t& bytes);

    /// For which there is room.
    [[nodiscard]] std::uint32_t allocate(std::uint32_t count);

    void free(std::uint32_t first, std::uint32_t count) { m_ranges.free(first, count); }

    void write(std::uint32_t first, std::uint32_t count, const void* elements);

    /// May change with makeRoom().
    [[nodiscard]] GLuint buffer() const { return m_buffer.name(); }

    [[nodiscard]] std::uint32_t used() const { return m_ranges.used(); }

    /// That were written or moved since the start.
    [[nodiscard]] std::size_t bytesMoved() const { return m_bytesMoved; }

private:
    void beginToGrow();
    bool move(std::size_t& bytes);

    std::uint32_t m_stride;
    std::uint32_t m_elements = 0; ///< that the buffer has room for
    RangeAllocator m_ranges;
    GlBuffer m_buffer;
    GlBuffer m_larger; ///< takes the buffer's place once all is moved; null: nothing grows
    std::uint32_t m_largerElements = 0;
    std::size_t m_moved = 0; ///< bytes
    std::size_t m_bytesMoved = 0;
};
} // namespace engine
