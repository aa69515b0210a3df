#include "engine_core/lighting/incremental/stale_ages.h"

#include <algorithm>

namespace engine
{
void StaleAges::follow(const std::set<Lightmap::Key>& stale, double now)
{
    std::map<Lightmap::Key, double> since;
    auto old = m_since.begin(); // both are in the same order
    for (const auto& face : stale) {
        while (old != m_since.end() && old->first < face)
            ++old;
        const bool isKnown = old != m_since.end() && old->first == face;
        since.emplace_hint(since.end(), face, isKnown ? old->second : now);
    }
    m_since = std::move(since);
}

std::array<std::vector<Lightmap::Key>, StaleAges::Limits.size() + 1>
StaleAges::groups(double now) const
{
    std::array<std::vector<Lightmap::Key>, Limits.size() + 1> groups;
    for (const auto& [face, since] : m_since) {
        const auto limit = std::upper_bound(Limits.begin(), Limits.end(), now - since);
        groups[static_cast<std::size_t>(limit - Limits.begin())].push_back(face);
    }
    return groups;
}
} // namespace engine
