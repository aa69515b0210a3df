#pragma once

#include "engine_core/navigation/mesh/nav_tile.h"

#include <string>
#include <vector>

namespace engine
{
/// What we can do ourselves about a way that is missing.
enum class NavMendKind
{
    None,         ///< only a person can
    EnableLink,   ///< switch `entity` on, a NavLink
    BothWays,     ///< let `entity`, a NavLink, lead back, too
    LinkForAgent, ///< let the agent use `entity`, a NavLink for others
    AddLink,      ///< make `link` at `from`
    EnterArea,    ///< let a metre of `area` cost the agent `value`
    OpenVolume,   ///< make ground of `entity`, a NavVolume that blocks
    SmallerCells, ///< build in cells of `value` metres
    RebuildTiles, ///< build `tiles` anew
    MoreNodes     ///< let the search look at all polygons
};

/// A remedy as data: whoever shows it needs to know nothing of its kinds.
struct NavMend
{
    NavMendKind kind = NavMendKind::None;
    std::string label; ///< "Switch link on": of the button and the step to undo
    EntityId entity;
    Vec3d from{0};
    NavLink link;
    NavArea area = NavArea::Ground;
    double value = 0;
    std::vector<TileCoord> tiles;

    explicit operator bool() const { return kind != NavMendKind::None; }

    /// Whether it changes the scene; the others concern the mesh or the search.
    [[nodiscard]] bool isEdit() const
    {
        return kind != NavMendKind::None && kind != NavMendKind::RebuildTiles &&
               kind != NavMendKind::MoreNodes;
    }
};

/// A link from there that leads `way` on, and back: a jump, or a ladder where that is high.
[[nodiscard]] NavMend mendByLink(const Vec3d& from, const Vec3d& way);

/// "add_link", "enable_link", ...: as commands write it; "none" for nothing.
[[nodiscard]] const char* navMendName(NavMendKind kind);
} // namespace engine
