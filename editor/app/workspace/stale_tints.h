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

    /// To be called soon after each change, and whenever the tints are about to be shown. Cheap as
    /// long as nothing changes.
    void follow(const engine::LightingSystem& lighting);

    /// The same at a time that the caller knows: seconds, which do not go back.
    void followAt(const engine::LightingSystem& lighting, double now);

    /// Another scene is open: what is out of date there is so from now on.
    void reset();

    /// As of the last follow(), in the colours of the legend of ViewMode::Age. Made when they are
    /// asked for: mostly no view shows them.
    [[nodiscard]] const std::vector<engine::FaceTint>& tints();

private:
    QElapsedTimer m_clock;
    engine::StaleAges m_ages;
    std::optional<std::uint64_t> m_revision; ///< of the light that was followed last
    double m_now = 0;                        ///< seconds, when that was
    std::vector<engine::FaceTint> m_tints;
    std::optional<std::uint64_t> m_shown; ///< the revision that the tints show
    double m_madeAt = 0;                  ///< seconds
};
} // namespace editor
