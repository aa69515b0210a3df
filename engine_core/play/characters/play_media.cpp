#include "engine_core/play/characters/play_media.h"

#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>

namespace engine
{
namespace
{
/// As much of a body must be beside a ladder. Metres.
constexpr double LeastHold = 0.05;
} // namespace

PlayMedia::Box PlayMedia::boxOf(EntityId entity, const Vec3d& size) const
{
    const auto place = worldTransform(m_world, entity);
    const Vec3d half = glm::abs(size * place.scale) * 0.5;
    return {{place.position, place.rotation, Vec3d{1}}, half, glm::length(half)};
}

/// The part of an upright line that lies in a box which is wider by `aside` metres to its sides.
double PlayMedia::partInside(const Box& box, const Vec3d& foot, double height, double aside)
{
    const Vec3d off = glm::abs(foot - box.place.position); // most boxes are far away
    if (std::max({off.x, off.y, off.z}) > box.reach + height + aside * 2)
        return 0;
    const auto turned = glm::conjugate(box.place.rotation);
    const Vec3d from = turned * (foot - box.place.position);
    const Vec3d along = turned * Vec3d{0, height, 0};
    const Vec3d half = box.half + Vec3d{aside, 0, aside};
    double enters = 0;
    double leaves = 1;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(along[axis]) < 1e-9) {
            if (std::abs(from[axis]) > half[axis])
                return 0;
            continue;
        }
        const double a = (-half[axis] - from[axis]) / along[axis];
        const double b = (half[axis] - from[axis]) / along[axis];
        enters = std::max(enters, std::min(a, b));
        leaves = std::min(leaves, std::max(a, b));
    }
    return std::max(0.0, leaves - enters);
}

void PlayMedia::gather()
{
    m_isKnown = true;
    m_ladders.clear();
    m_waters.clear();
    m_world.forEach<Ladder>([this](EntityId entity, const Ladder& ladder) {
        auto box = boxOf(entity, ladder.size);
        const Vec3d ahead = box.place.rotation * Vec3d{0, 0, -1};
        const double level = std::hypot(ahead.x, ahead.z);
        if (level > 1e-6) // one that lies on its back leads nowhere
            m_ladders.push_back({box, Vec3d{ahead.x, 0, ahead.z} / level});
    });
    m_world.forEach<Water>([this](EntityId entity, const Water& water) {
        const auto box = boxOf(entity, water.size);
        m_waters.push_back(
            {box, {0, water.buoyancy, water.drag, box.place.rotation * water.current}});
    });
}

void PlayMedia::surround(CharacterInput& input, const Vec3d& foot, double radius, double height)
{
    if (!m_isKnown)
        gather();
    for (const auto& [box, into] : m_ladders)
        if (partInside(box, foot, height, radius) * height > LeastHold) {
            input.ladder = into;
            break;
        }
    for (const auto& [box, water] : m_waters) {
        const double part = partInside(box, foot, height, 0);
        if (part > (input.water ? input.water->part : 0.0)) {
            input.water = water;
            input.water->part = part;
        }
    }
}
} // namespace engine
