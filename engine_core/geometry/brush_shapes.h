#pragma once

#include "engine_core/geometry/brush.h"

#include <span>
#include <string_view>

namespace engine
{
/// A box with world-aligned texture mapping. Refused if it is flatter than WeldDistance on any
/// axis. The faces come in the order +X, -X, +Y, -Y, +Z, -Z.
[[nodiscard]] Result<Brush> makeBox(const Aabb& box, Name material = {});

enum class ShapeKind
{
    Cylinder,
    Cone,
    Sphere,    ///< of rings and sides
    Icosphere, ///< of triangles of nearly equal size
    Wedge,
    Stairs,
    Arch
};

/// "Cylinder", as people read it.
[[nodiscard]] std::string_view shapeName(ShapeKind kind);

/// Whether an edge or a vertex of a round outline is lowest: on the floor for what lies, at the
/// lower edge of the top view for what stands.
enum class ShapeAlignment
{
    Edges,
    Vertices
};

enum class ShapeDirection
{
    PlusX,
    MinusX,
    PlusZ,
    MinusZ
};

/// What makeShape needs besides the bounds; each shape reads its own part.
struct ShapeSettings
{
    int axis = 1; ///< 0, 1, 2 for X, Y, Z: along cylinder, cone, sphere's poles and arch's passage
    int sides = 16; ///< cylinder, cone: 3..100; sphere: 3..64; arch: 2..50 along its half circle
    ShapeAlignment alignment = ShapeAlignment::Edges; ///< cylinder, cone, sphere
    bool hollow = false;                              ///< cylinder: open tube of `sides` brushes
    double thickness = 0.25;  ///< of the walls of tube and arch, metres, above 0
    int rings = 8;            ///< sphere: bands from pole to pole, 2..32; rings * sides <= 1024
    int detail = 2;           ///< icosphere: 1..3 for 20, 80 and 320 faces
    double stepHeight = 0.25; ///< stairs: metres, above 0; the last step may be lower; at most 256
    ShapeDirection direction = ShapeDirection::PlusX; ///< wedge, stairs: where they are high
};

/// The brushes of a shape that fills `bounds` exactly: round ones are stretched to it. Brushes that
/// touch share their planes, so that nothing shows between them. An arch that is higher than half
/// its width stands on straight sides; its opening is down (towards +Z if its axis is Y). Refused,
/// with a sentence: settings out of range, walls that would fill the inside, shapes too small for
/// their number of faces.
[[nodiscard]] Result<std::vector<Brush>>
makeShape(ShapeKind kind, const Aabb& bounds, const ShapeSettings& settings, Name material = {});

/// The prism between two places along an axis. The outline, in coordinates of the next two axes (Y,
/// Z for X; Z, X for Y; X, Y for Z) and either direction, must be convex; corners on a straight
/// side are left out. Refused if it is not convex or flat.
[[nodiscard]] Result<Brush>
makePrism(std::span<const Vec2d> outline, int axis, double from, double to, Name material = {});
} // namespace engine
