#include "engine_core/scene/decals/decal.h"

#include <algorithm>
#include <cmath>

namespace engine
{
void describe(TypeBuilder<Decal>& decal)
{
    decal.type("decal", "Decal",
               "A picture laid over the brushes, patches and models within a box, thrown along the "
               "object's -Z");
    decal.property("material", &Decal::material)
        .asset(AssetKind::Material)
        .tooltip("What it shows. Masked and blended materials let the surface show through");
    decal.property("size", &Decal::size)
        .range(0.001, 10000)
        .unit("m")
        .tooltip("Width, height and depth of the box about the object's place");
    decal.property("order", &Decal::order)
        .range(-1000000, 1000000)
        .tooltip("Higher ones lie over lower ones; of equal ones, the one made later");
    decal.property("fadeAngle", &Decal::fadeAngle)
        .range(0, 90)
        .unit("deg")
        .tooltip("Surfaces turned away from it by more than this take nothing; at 0 none takes it");
    decal.property("opacity", &Decal::opacity)
        .range(0, 1)
        .tooltip("Multiplies that of the material");
    decal.property("tint", &Decal::tint).tooltip("Multiplies the colour of the material");
    decal.property("onBrushes", &Decal::onBrushes).tooltip("Brushes and curved patches take it");
    decal.property("onModels", &Decal::onModels).tooltip("Models take it");
}

Mat4d boxOf(const Decal& decal, const Transform& place)
{
    auto box = place.matrix();
    for (int axis = 0; axis < 3; ++axis)
        box[axis] *= decal.size[axis];
    return box;
}

Vec3d facingOf(const Transform& place)
{
    return place.rotation * Vec3d{0, 0, place.scale.z < 0 ? -1 : 1};
}

Transform placeOnSurface(const Vec3d& at, const Vec3d& normal, const Vec3d& upwards, double turn)
{
    constexpr double TooSteep = 1e-3; // of a unit vector: says no direction on the surface
    Vec3d up{0};
    for (const auto& wanted : {upwards, Vec3d{0, 1, 0}, Vec3d{0, 0, -1}})
        if (up = wanted - normal * glm::dot(wanted, normal); glm::length(up) > TooSteep)
            break;
    up = glm::normalize(up);
    const glm::dmat3 axes{glm::cross(up, normal), up, normal};
    const auto upright = glm::normalize(glm::quat_cast(axes));
    return {at, glm::normalize(upright * glm::angleAxis(turn, Vec3d{0, 0, 1})), Vec3d{1}};
}

double coverOf(const Decal& decal, const Vec3d& facing, const Vec3d& surfaceNormal)
{
    const double cosine = std::clamp(glm::dot(facing, surfaceNormal), -1.0, 1.0);
    const double left = decal.fadeAngle - std::acos(cosine) * 180 / Pi;
    const double fade = std::min(DecalFade, decal.fadeAngle);
    return fade > 0 ? std::clamp(left / fade, 0.0, 1.0) : 0;
}
} // namespace engine
