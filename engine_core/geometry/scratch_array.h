#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace engine
{
/// An array on the stack, which moves to the heap when it must hold more than N. Its elements are
/// left uninitialised until they are pushed.
template <typename T, std::size_t N>
class ScratchArray
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    void reserve(std::size_t capacity)
    {
        if (capacity <= m_capacity)
            return;
        m_capacity = std::max(capacity, 2 * m_capacity);
        auto heap = std::make_unique<T[]>(m_capacity);
        std::copy(begin(), end(), heap.get());
        m_heap = std::move(heap);
        m_data = m_heap.get();
    }

    /// Only after reserve().
    void push(const T& value) { m_data[m_size++] = value; }

    void resize(std::size_t size) { m_size = size; }

    [[nodiscard]] std::size_t size() const { return m_size; }

    [[nodiscard]] T* data() { return m_data; }

    [[nodiscard]] T& operator[](std::size_t i) { return m_data[i]; }

    [[nodiscard]] const T& operator[](std::size_t i) const { return m_data[i]; }

    [[nodiscard]] const T* begin() const { return m_data; }

    [[nodiscard]] const T* end() const { return m_data + m_size; }

private:
    std::array<T, N> m_stack;
    std::unique_ptr<T[]> m_heap;
    T* m_data = m_stack.data();
    std::size_t m_size = 0;
    std::size_t m_capacity = N;
};
} // namespace engine
