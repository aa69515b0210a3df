#pragma once

#include "engine_core/lighting/incremental/stale_ages.h"
#include "engine_core/render/passes/view.h"

#include <QElapsedTimer>

#include <vector>

namespace engine
{
class LightingSystem;
}

namespace editor
{
/// How views show for how long the light of faces has been out of date, since the scene was opened.
class StaleTints
{
public:
    StaleTints();

    /// To be called now and then.
    void follow(const engine::LightingSystem& lighting);

    /// In the colours of the legend of ViewMode::Age.
    [[nodiscard]] const std::vector<engine::FaceTint>& tints() const { return m_tints; }

private:
    QElapsedTimer m_clock;
    engine::StaleAges m_ages;
    const engine::LightingSystem* m_of = nullptr; ///< whose ages they are
    std::vector<engine::FaceTint> m_tints;
};
} // namespace editor
