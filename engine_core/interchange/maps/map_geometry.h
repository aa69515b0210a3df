#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/interchange/maps/map_text.h"

#include <functional>
#include <memory>
#include <optional>

namespace engine
{
/// The scale of a Quake level whose player is as tall as ours. Metres per unit.
inline constexpr double DefaultMapScale = 1.0 / 32;

/// What textures are taken to be that the project does not know. Texels.
inline constexpr double AssumedTextureSize = 64;

/// What a project knows of a texture that a .map file names.
struct MapTexture
{
    Name material;                                      ///< as brush faces name it
    Vec2d size{AssumedTextureSize, AssumedTextureSize}; ///< texels
};

/// Nothing for names that the project does not know.
using FindMapTexture = std::function<std::optional<MapTexture>(std::string_view name)>;

/// Between Quake's space (units, Z up) and ours (metres, Y up); both are right-handed.
class MapSpace
{
public:
    explicit MapSpace(double metresPerUnit) : m_scale{metresPerUnit} {}

    [[nodiscard]] double scale() const { return m_scale; }

    [[nodiscard]] static Vec3d directionToOurs(const Vec3d& v) { return {v.x, v.z, -v.y}; }

    [[nodiscard]] static Vec3d directionToMap(const Vec3d& v) { return {v.x, -v.z, v.y}; }

    [[nodiscard]] Vec3d toOurs(const Vec3d& p) const { return directionToOurs(p) * m_scale; }

    [[nodiscard]] Vec3d toMap(const Vec3d& p) const { return directionToMap(p) / m_scale; }

private:
    double m_scale;
};

/// The two rows of a Standard mapping: a texel is dot(point, axis) + offset, in Quake's space.
/// Axes as the game's compiler chooses them by the face's normal (id's TextureAxisFromPlane); a
/// scale of 0 counts as 1.
struct MapProjection
{
    Vec3d u;
    Vec3d v;
    Vec2d offset{0, 0};
};

[[nodiscard]] MapProjection standardProjection(const MapFace& face, const Vec3d& normal);

/// A face as ours. The texture lies as on a new face where the file gives it no direction, or a
/// scale that scene files do not hold; `isTextureReset` tells of the latter.
struct MapBrushFace
{
    BrushFace face;
    bool isTextureReset = false;
};

/// Fails if its three points lie on a line.
[[nodiscard]] Result<MapBrushFace>
toBrushFace(const MapFace& face, const MapTexture& texture, const MapSpace& space);

/// Adds a face as a line of Valve 220, with numbers that read back to the same bits and points that
/// give the plane again: the face's corners where these are good enough.
void writeMapFace(std::string& out,
                  const Brush& brush,
                  FaceIndex face,
                  std::string_view textureName,
                  const Vec2d& textureSize,
                  const MapSpace& space);

/// The shortest text that reads back to the same number; -0 is written as 0.
void appendMapNumber(std::string& out, double number);
} // namespace engine
