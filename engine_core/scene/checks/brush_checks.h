#pragma once

#include "engine_core/scene/checks/level_checks.h"

namespace engine
{
/// Thinner than this, or with a shorter edge, a brush is most likely left over from a cut. Metres.
inline constexpr double TinyLength = 0.004;

/// What corners should lie on: the finest grid of the editor. Metres.
inline constexpr double FinestGrid = 1.0 / 64;

/// Also those that are too small where their groups put them, and so are nowhere.
void checkTinyBrushes(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Corners that are not on FinestGrid, one issue for each brush.
void checkOffGrid(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Faces of two brushes that lie in one plane, look the same way and cover each other: they
/// flicker. Only where they look different; one issue for each pair of brushes.
void checkOverlappingFaces(const LevelCheckContext& context, std::vector<Issue>& issues);

/// Square metres that two convex polygons in one plane have in common. `normal` is the plane's.
[[nodiscard]] double sharedArea(const Brush& a, FaceIndex faceA, const Brush& b, FaceIndex faceB);
} // namespace engine
