#include "editor/operations/brush/quarter_turn.h"

namespace editor
{
using engine::Vec3d;

std::optional<QuarterTurn> QuarterTurn::of(const Vec3d& axis, double angle)
{
    const double quarters = angle / (engine::Pi / 2);
    const double whole = std::round(quarters);
    if (std::abs(quarters - whole) > 1e-9)
        return std::nullopt;
    for (int i = 0; i < 3; ++i) {
        if (std::abs(std::abs(axis[i]) - 1.0) > 1e-12)
            continue;
        const auto count = static_cast<long>(axis[i] > 0 ? whole : -whole);
        return QuarterTurn{i, static_cast<int>(((count % 4) + 4) % 4)};
    }
    return std::nullopt;
}

Vec3d QuarterTurn::apply(Vec3d v) const
{
    const int a = (axis + 1) % 3;
    const int b = (axis + 2) % 3;
    for (int i = 0; i < turns; ++i) {
        const double first = v[a];
        v[a] = -v[b];
        v[b] = first;
    }
    return v;
}

engine::Result<engine::Brush> turnedExactly(const engine::Brush& brush,
                                            const QuarterTurn& turn,
                                            const Vec3d& pivot,
                                            engine::TextureLock lock)
{
    std::vector<engine::BrushFace> faces;
    for (auto face : brush.faces()) {
        const auto normal = face.plane.normal;
        face.plane.normal = turn.apply(normal);
        face.plane.distance += glm::dot(face.plane.normal, pivot) - glm::dot(normal, pivot);
        auto& uv = face.uv;
        if (lock == engine::TextureLock::On) {
            const auto u = uv.uAxis;
            const auto v = uv.vAxis;
            uv.uAxis = turn.apply(u);
            uv.vAxis = turn.apply(v);
            uv.offset.x += glm::dot(pivot, u - uv.uAxis) / uv.scale.x;
            uv.offset.y += glm::dot(pivot, v - uv.vAxis) / uv.scale.y;
        } else {
            const double angle = engine::uvRotation(uv, normal);
            uv = engine::withUvRotation(uv, face.plane.normal, angle);
        }
        faces.push_back(std::move(face));
    }
    return engine::Brush::fromFaces(std::move(faces));
}
} // namespace editor
