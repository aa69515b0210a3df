#pragma once

#include "engine_core/lighting/incremental/stale_ages.h"
#include "engine_core/render/passes/view.h"

#include <QElapsedTimer>

#include <cstdint>
#include <optional>
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

    /// To be called soon after each change, and whenever the tints are about to be shown.
    void follow(const engine::LightingSystem& lighting);

    /// The same at a time that the caller knows: seconds, which do not go back.
    void followAt(const engine::LightingSystem& lighting, double now);

    /// Another scene is open: what is out of date there is so from now on.
    void reset();

    /// In the colours of the legend of ViewMode::Age.
    [[nodiscard]] const std::vector<engine::FaceTint>& tints() const { return m_tints; }

private:
    QElapsedTimer m_clock;
    engine::StaleAges m_ages;
    std::optional<std::uint64_t> m_revision; ///< of the light that the tints show
    double m_madeAt = 0;                     ///< seconds
    std::vector<engine::FaceTint> m_tints;
};
} // namespace editor
