#pragma once

#include "engine_core/scene/light/lightmap.h"

#include <array>
#include <map>
#include <set>
#include <vector>

namespace engine
{
/// How long faces have been out of date. Knows of what it is told, from its making on.
class StaleAges
{
public:
    static constexpr std::array<double, 3> Limits{60, 600, 3600}; ///< seconds, where groups end

    /// These faces are out of date now, and no others.
    /// @param now seconds of a clock that does not go back
    void follow(const std::set<Lightmap::Key>& stale, double now);

    /// By how long: each group is younger than its limit, and the last one all that is older.
    [[nodiscard]] std::array<std::vector<Lightmap::Key>, Limits.size() + 1>
    groups(double now) const;

private:
    std::map<Lightmap::Key, double> m_since;
};
} // namespace engine
