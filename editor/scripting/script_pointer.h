#pragma once

#include "editor/api/tool.h"

namespace editor
{
/// The mouse in the views as scripts see it. A plain value; lies in scripts byte by byte.
struct ScriptPointer
{
    engine::Vec3d place{0};        ///< of the level under it: a surface, or the grid's plane
    engine::Vec3d normal{0, 1, 0}; ///< of the surface; up if there is none
    engine::Vec3d from{0};         ///< where the ray through it starts
    engine::Vec3d direction{0, 0, -1};
    engine::Vec2d pixel{0};    ///< from the view's upper left corner
    double metresPerPixel = 0; ///< at the place
    engine::EntityId entity;   ///< under it; null if there is none
    std::int32_t face = -1;    ///< of a brush; -1 if there is none
    std::int32_t view = 0;     ///< ViewKind
    std::int32_t clicks = 1;   ///< 2 for a double click
    bool inView = false;       ///< it has been in a view at all
    bool hitsLevel = false;    ///< there is a surface under it
    bool shift = false;
    bool ctrl = false;
    bool alt = false;
};

/// What scripts are told of a pointer event. Places lie on the surface, else on the 2D view's
/// plane, else on the ground within 500 metres, else 10 metres away.
[[nodiscard]] ScriptPointer scriptPointer(const PointerEvent& event);
} // namespace editor
