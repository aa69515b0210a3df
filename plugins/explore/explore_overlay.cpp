#include "plugins/explore/explore_overlay.h"

#include "editor/operations/navigation/ground_colors.h"

#include <algorithm>
#include <cmath>

namespace explore
{
using engine::DebugDraw;
using engine::DrawColor;
using engine::NavFindingKind;
using engine::Vec3d;
using engine::Vec3f;

namespace
{
constexpr double Post = 1.8;       ///< metres
constexpr float Lift = 0.05F;      ///< metres; keeps it out of the floor
constexpr float HeatAlpha = 0.55F; ///< the ground is seen through it
} // namespace

DrawColor findingColor(NavFindingKind kind)
{
    switch (kind) {
    case NavFindingKind::Unreachable:
        return {0.95F, 0.62F, 0.20F, 1};
    case NavFindingKind::Pit:
        return {0.92F, 0.40F, 0.36F, 1};
    case NavFindingKind::Stuck:
        return {0.90F, 0.30F, 0.65F, 1};
    case NavFindingKind::Trigger:
        return {0.62F, 0.52F, 0.95F, 1};
    case NavFindingKind::ScriptError:
        return {0.95F, 0.45F, 0.30F, 1};
    case NavFindingKind::Expectation:
        return {0.35F, 0.75F, 0.95F, 1};
    case NavFindingKind::Fall:
        break;
    }
    return {0.95F, 0.85F, 0.30F, 1};
}

const char* findingTitle(NavFindingKind kind)
{
    switch (kind) {
    case NavFindingKind::Unreachable:
        return "Unreachable floor";
    case NavFindingKind::Pit:
        return "One-way pit";
    case NavFindingKind::Stuck:
        return "Stuck spot";
    case NavFindingKind::Trigger:
        return "Trigger not visited";
    case NavFindingKind::ScriptError:
        return "Script error";
    case NavFindingKind::Expectation:
        return "Expectation failed";
    case NavFindingKind::Fall:
        break;
    }
    return "Fall out of the level";
}

void drawFindings(DebugDraw& draw, std::span<const engine::NavFinding> findings)
{
    for (const auto& finding : findings) {
        const auto color = findingColor(finding.kind);
        const auto top = finding.place + Vec3d{0, Post, 0};
        draw.line(finding.place, top, color, 3, DebugDraw::Depth::Dimmed);
        draw.point(finding.place, color, 11);
        draw.labels.push_back({Vec3f{top + Vec3d{0, 0.2, 0}}, findingTitle(finding.kind), color});
    }
}

std::vector<DebugDraw::Triangle> heatTriangles(std::span<const engine::HeatPatch> patches)
{
    std::vector<DebugDraw::Triangle> triangles;
    triangles.reserve(patches.size());
    std::uint32_t most = 1;
    for (const auto& patch : patches)
        most = std::max(most, patch.ticks);
    const Vec3f up{0, Lift, 0};
    for (const auto& [corners, ticks] : patches) {
        // By its logarithm: places to wait at would leave all others blue.
        const auto color = editor::heatColor(std::log1p(ticks) / std::log1p(most), HeatAlpha);
        triangles.push_back(
            {corners[0] + up, corners[1] + up, corners[2] + up, color, DebugDraw::Depth::Tested});
    }
    return triangles;
}
} // namespace explore
