#include "editor/panels/assets/model_picture.h"

#include "engine_core/assets/material_loader.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/srgb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace editor
{
using engine::Vec2d;
using engine::Vec3d;
using engine::Vec3f;

namespace
{
/// Right, up and towards the viewer, who looks down from a corner.
struct Viewpoint
{
    Vec3d toViewer = glm::normalize(Vec3d{0.8, 0.7, 1.0});
    Vec3d right = glm::normalize(glm::cross(Vec3d{0, 1, 0}, toViewer));
    Vec3d up = glm::cross(toViewer, right);

    /// x to the right and y up in metres, z nearer.
    [[nodiscard]] Vec3d seen(const Vec3d& p) const
    {
        return {glm::dot(p, right), glm::dot(p, up), glm::dot(p, toViewer)};
    }
};

std::map<engine::Name, PictureMaterial> materialsOf(const engine::Model& model)
{
    std::map<engine::Name, PictureMaterial> materials;
    for (const auto& material : model.materials) {
        auto& shown = materials[material.name];
        shown.tint = material.tint;
        if (material.image)
            if (const auto decoded = engine::decodeImage(*material.image, "picture"); decoded.image)
                shown.texture = std::make_shared<const PictureTexture>(*decoded.image);
    }
    return materials;
}

int encoded(float linear)
{
    return static_cast<int>(std::lround(engine::srgbFromLinear(linear) * 255));
}

/// A triangle as it is drawn.
struct Shaded
{
    std::array<Vec3d, 3> corners{}; ///< in pixels, z nearer
    std::array<Vec2d, 3> uvs{};
    PictureMaterial material;
    float light = 1;

    /// How much of the texture a pixel covers: all of them alike, since nothing is nearer.
    [[nodiscard]] double footprint() const
    {
        const Vec2d a{corners[1] - corners[0]};
        const Vec2d b{corners[2] - corners[0]};
        const double area = a.x * b.y - a.y * b.x;
        const auto u = uvs[1] - uvs[0];
        const auto v = uvs[2] - uvs[0];
        return std::max(glm::length(u * b.y - v * a.y), glm::length(v * a.x - u * b.x)) /
               std::abs(area);
    }

    [[nodiscard]] QRgb colorAt(double a, double b, double c, double footprint) const
    {
        auto color = material.tint * light;
        if (material.texture)
            color *= material.texture->at(uvs[0] * a + uvs[1] * b + uvs[2] * c, footprint);
        return qRgb(encoded(color.x), encoded(color.y), encoded(color.z));
    }
};

class Raster
{
public:
    explicit Raster(int side)
        : m_side{side}
        , m_image{side, side, QImage::Format_ARGB32_Premultiplied}
        , m_depth(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), -1e30)
    {
        m_image.fill(Qt::transparent);
    }

    void draw(const Shaded& triangle)
    {
        const auto& p = triangle.corners;
        const double area = cross(p[0], p[1], p[2]);
        if (std::abs(area) < 1e-12)
            return;
        const double footprint = triangle.footprint();
        const auto bound = [&](double value) {
            return static_cast<int>(std::clamp(value, 0.0, m_side - 1.0));
        };
        const int left = bound(std::min({p[0].x, p[1].x, p[2].x}));
        const int right = bound(std::max({p[0].x, p[1].x, p[2].x}));
        const int top = bound(std::min({p[0].y, p[1].y, p[2].y}));
        const int bottom = bound(std::max({p[0].y, p[1].y, p[2].y}));
        for (int y = top; y <= bottom; ++y)
            for (int x = left; x <= right; ++x) {
                const Vec3d at{x + 0.5, y + 0.5, 0};
                const double a = cross(p[1], p[2], at) / area;
                const double b = cross(p[2], p[0], at) / area;
                const double c = 1 - a - b;
                if (a < 0 || b < 0 || c < 0)
                    continue;
                const double z = a * p[0].z + b * p[1].z + c * p[2].z;
                auto& depth = m_depth[static_cast<std::size_t>(y * m_side + x)];
                if (z <= depth)
                    continue;
                depth = z;
                m_image.setPixel(x, y, triangle.colorAt(a, b, c, footprint));
            }
    }

    [[nodiscard]] const QImage& image() const { return m_image; }

private:
    static double cross(const Vec3d& a, const Vec3d& b, const Vec3d& c)
    {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    }

    int m_side;
    QImage m_image;
    std::vector<double> m_depth;
};
} // namespace

QImage pictureOfMesh(const engine::Mesh& mesh,
                     const std::map<engine::Name, PictureMaterial>& materials,
                     int side)
{
    constexpr int Finer = 2; // drawn larger and scaled down: smooth edges
    const Viewpoint view;
    engine::Aabb bounds;
    for (const auto& vertex : mesh.vertices)
        bounds.add(view.seen(Vec3d{vertex.position}));
    const double most = std::max({bounds.size().x, bounds.size().y, 1e-9});
    const double scale = side * Finer * 0.9 / most;
    const auto middle = bounds.center();
    const auto lamp = glm::normalize(view.toViewer + view.up * 0.8 - view.right * 0.5);
    Raster raster{side * Finer};
    for (const auto& face : mesh.faces) {
        Shaded shaded;
        if (const auto known = materials.find(face.material); known != materials.end())
            shaded.material = known->second;
        for (std::uint32_t i = face.firstIndex; i + 2 < face.firstIndex + face.indexCount; i += 3) {
            Vec3d normal{0};
            for (std::size_t k = 0; k < 3; ++k) {
                const auto& vertex = mesh.vertices[mesh.indices[i + k]];
                const auto seen = (view.seen(Vec3d{vertex.position}) - middle) * scale;
                shaded.uvs[k] = Vec2d{vertex.uv};
                shaded.corners[k] = {side * Finer * 0.5 + seen.x, side * Finer * 0.5 - seen.y,
                                     seen.z};
                normal += Vec3d{vertex.normal};
            }
            const double length = glm::length(normal);
            const double facing = length > 0 ? std::abs(glm::dot(normal, lamp)) / length : 1.0;
            shaded.light = static_cast<float>(0.35 + 0.75 * facing);
            raster.draw(shaded);
        }
    }
    return raster.image().scaled(side, side, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QImage pictureOfModel(const engine::Model& model, int side)
{
    return pictureOfMesh(model.mesh, materialsOf(model), side);
}
} // namespace editor
