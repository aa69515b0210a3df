#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace engine
{
/// Sets that grow together (Tarjan's union-find with path halving).
class DisjointSets
{
public:
    /// Each of so many members is a set of its own.
    explicit DisjointSets(std::size_t count) : m_parents(count)
    {
        std::iota(m_parents.begin(), m_parents.end(), 0U);
    }

    /// The lowest member of the set that a member is in. Shortens the way to it.
    std::uint32_t find(std::uint32_t at)
    {
        while (m_parents[at] != at)
            at = m_parents[at] = m_parents[m_parents[at]];
        return at;
    }

    void join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        m_parents[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> m_parents;
};
} // namespace engine
