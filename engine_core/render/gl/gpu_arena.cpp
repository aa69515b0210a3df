#include "engine_core/render/gl/gpu_arena.h"

#include "engine_core/base/contract.h"

#include <algorithm>
#include <iterator>

namespace engine
{
std::uint32_t RangeAllocator::allocate(std::uint32_t count)
{
    if (count == 0)
        return 0;
    auto fitting = m_bySize.lower_bound({count, 0});
    if (fitting == m_bySize.end()) {
        grow(count);
        fitting = m_bySize.lower_bound({count, 0});
    }
    const auto first = fitting->second;
    const auto size = fitting->first;
    eraseFree(m_free.find(first));
    if (size > count)
        insertFree(first + count, size - count);
    m_used += count;
    return first;
}

void RangeAllocator::reserve(std::uint32_t count)
{
    if (count > 0 && m_bySize.lower_bound({count, 0}) == m_bySize.end())
        grow(count);
}

void RangeAllocator::grow(std::uint32_t count)
{
    // By an eighth at least, so that building up a level copies little and wastes little.
    const auto more = std::max({count, m_capacity / 8, std::uint32_t{4096}});
    const auto first = m_capacity;
    m_capacity += more;
    m_used += more;
    free(first, more);
}

void RangeAllocator::free(std::uint32_t first, std::uint32_t count)
{
    if (count == 0)
        return;
    ENGINE_EXPECT(count <= m_used);
    m_used -= count;
    auto after = m_free.lower_bound(first);
    if (after != m_free.end() && after->first == first + count) {
        count += after->second;
        const auto merged = after++;
        eraseFree(merged);
    }
    if (after != m_free.begin()) {
        const auto before = std::prev(after);
        ENGINE_EXPECT(before->first + before->second <= first);
        if (before->first + before->second == first) {
            first = before->first;
            count += before->second;
            eraseFree(before);
        }
    }
    insertFree(first, count);
}

void RangeAllocator::insertFree(std::uint32_t first, std::uint32_t count)
{
    m_free.emplace(first, count);
    m_bySize.emplace(count, first);
}

void RangeAllocator::eraseFree(Ranges::iterator range)
{
    m_bySize.erase({range->second, range->first});
    m_free.erase(range);
}

void GpuRow::grow(std::uint32_t elements)
{
    if (elements <= m_elements && m_buffer)
        return;
    const auto oldBytes = static_cast<GLsizeiptr>(bytes());
    m_elements = std::max(elements, std::uint32_t{1});
    auto grown = makeBuffer();
    glNamedBufferData(grown.name(), static_cast<GLsizeiptr>(bytes()), nullptr, GL_STATIC_DRAW);
    if (m_buffer && oldBytes > 0)
        glCopyNamedBufferSubData(m_buffer.name(), grown.name(), 0, 0, oldBytes);
    m_buffer = std::move(grown);
}

void GpuRow::write(std::uint32_t first, std::uint32_t count, const void* elements)
{
    if (count > 0)
        glNamedBufferSubData(m_buffer.name(), static_cast<GLintptr>(first) * m_stride,
                             static_cast<GLsizeiptr>(count) * m_stride, elements);
}

std::uint32_t GpuArena::allocate(std::uint32_t count)
{
    const auto first = m_ranges.allocate(count);
    m_row.grow(m_ranges.capacity());
    return first;
}
} // namespace engine
