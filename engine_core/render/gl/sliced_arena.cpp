#include "engine_core/render/gl/sliced_arena.h"

#include "engine_core/base/contract.h"

#include <algorithm>

namespace engine
{
bool SlicedArena::makeRoom(std::uint32_t count, std::size_t& bytes)
{
    for (;;) {
        if (!m_larger) {
            m_ranges.reserve(count);
            if (m_ranges.capacity() <= m_elements)
                return true;
            beginToGrow();
        }
        if (!move(bytes))
            return false;
    }
}

void SlicedArena::beginToGrow()
{
    m_largerElements = m_ranges.capacity();
    m_larger = makeBuffer();
    glNamedBufferData(m_larger.name(),
                      static_cast<GLsizeiptr>(std::size_t{m_largerElements} * m_stride), nullptr,
                      GL_STATIC_DRAW);
    m_moved = 0;
}

/// Whether all is moved.
bool SlicedArena::move(std::size_t& bytes)
{
    const auto all = std::size_t{m_elements} * m_stride;
    const auto part = std::min(all - m_moved, bytes);
    if (part > 0)
        glCopyNamedBufferSubData(m_buffer.name(), m_larger.name(), static_cast<GLintptr>(m_moved),
                                 static_cast<GLintptr>(m_moved), static_cast<GLsizeiptr>(part));
    m_moved += part;
    m_bytesMoved += part;
    bytes -= part;
    if (m_moved < all)
        return false;
    m_buffer = std::exchange(m_larger, {});
    m_elements = m_largerElements;
    return true;
}

std::uint32_t SlicedArena::allocate(std::uint32_t count)
{
    const auto first = m_ranges.allocate(count);
    ENGINE_EXPECT(!m_larger && m_ranges.capacity() <= m_elements);
    return first;
}

void SlicedArena::write(std::uint32_t first, std::uint32_t count, const void* elements)
{
    ENGINE_EXPECT(!m_larger);
    if (count == 0)
        return;
    const auto bytes = std::size_t{count} * m_stride;
    glNamedBufferSubData(m_buffer.name(), static_cast<GLintptr>(std::size_t{first} * m_stride),
                         static_cast<GLsizeiptr>(bytes), elements);
    m_bytesMoved += bytes;
}
} // namespace engine
