#include "editor/app/workspace/stale_tints.h"

#include "editor/views/view_choices.h"
#include "engine_core/lighting/lighting_system.h"

namespace editor
{
StaleTints::StaleTints()
{
    m_clock.start();
}

void StaleTints::reset()
{
    m_ages = {};
    m_revision.reset();
    m_shown.reset();
    m_tints.clear();
}

void StaleTints::follow(const engine::LightingSystem& lighting)
{
    followAt(lighting, static_cast<double>(m_clock.elapsed()) / 1000);
}

void StaleTints::followAt(const engine::LightingSystem& lighting, double now)
{
    m_now = now;
    if (m_revision == lighting.revision())
        return;
    m_revision = lighting.revision();
    m_ages.follow(lighting.staleFaces(), now);
}

const std::vector<engine::FaceTint>& StaleTints::tints()
{
    constexpr double OftenEnough = 1; // second: ages are told by minutes, and views paint oftener
    if (!m_revision || (m_shown == m_revision && m_now - m_madeAt < OftenEnough))
        return m_tints;
    m_shown = m_revision;
    m_madeAt = m_now;
    const auto colors = legendOf(engine::ViewMode::Age);
    m_tints.clear();
    std::size_t color = 1; // after that of what is right
    for (const auto& group : m_ages.groups(m_now)) {
        auto& tint = m_tints.emplace_back();
        tint.rgb = colors[color++].rgb;
        for (const auto& [brush, face] : group)
            tint.faces.push_back({brush, face});
    }
    return m_tints;
}
} // namespace editor
