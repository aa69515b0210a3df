#pragma once

#include "engine_core/assets/material_loader.h"

#include <QImage>

#include <memory>

namespace editor
{
/// A picture of a material's, made small, with linear values.
class MaterialMap
{
public:
    /// `isColor`: its red, green and blue are sRGB.
    MaterialMap(const engine::Image& image, bool isColor);

    /// Between its texels; it repeats, v downwards.
    [[nodiscard]] engine::Vec4f at(const engine::Vec2f& uv) const;

    /// Width to height of the picture that it was made of.
    [[nodiscard]] double ratio() const { return m_ratio; }

    /// Linear, without alpha.
    [[nodiscard]] const engine::Vec3f& mean() const { return m_mean; }

private:
    [[nodiscard]] const engine::Vec4f& texel(int x, int y) const;

    int m_width = 1;
    int m_height = 1;
    double m_ratio = 1;
    engine::Vec3f m_mean{1};
    std::vector<engine::Vec4f> m_texels;
};

/// What a material shows, ready to be drawn without the GPU; null where it has no such map.
struct MaterialMaps
{
    std::shared_ptr<const MaterialMap> color, normal, roughness, metallic, occlusion, glow;
    std::shared_ptr<const MaterialMap> detail;
    std::vector<std::shared_ptr<const MaterialMap>> frames; ///< that follow `color`
};

/// Reads the images; any thread, and takes its time. Those that cannot be read are left out.
[[nodiscard]] MaterialMaps loadMaterialMaps(const engine::MaterialText& material);

enum class MaterialShape
{
    Flat, ///< the picture as it is, lit from the upper left: for small pictures
    Plane,
    Cube,
    Sphere
};

/// How it is looked at.
struct MaterialLook
{
    MaterialShape shape = MaterialShape::Sphere;
    double turn = 0;    ///< radians that the light has gone around
    double seconds = 0; ///< for what moves
};

/// A square picture of so many pixels, drawn by the processor on any thread: with one light and the
/// same lighting as views have, over checks where it can be seen through.
[[nodiscard]] QImage pictureOfMaterial(const engine::MaterialText& material,
                                       const MaterialMaps& maps,
                                       const MaterialLook& look,
                                       int side);
} // namespace editor
