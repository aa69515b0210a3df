#include "engine_core/play/world/play_decals.h"

#include "engine_core/assets/material.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/decals/decal.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double FadeSeconds = 1;
constexpr int FadeSteps = 10; ///< each cuts the decal anew

std::uint64_t ticksOf(double seconds)
{
    constexpr double Longest = 1e7; ///< seconds
    return static_cast<std::uint64_t>(
        std::ceil(std::clamp(seconds, 0.0, Longest) / PlaySession::TickSeconds));
}

/// As seen from the parent.
TransformComponent below(const Transform& parent, const Transform& place)
{
    const auto back = glm::conjugate(parent.rotation);
    return {.position = back * (place.position - parent.position) / parent.scale,
            .rotation = back * place.rotation,
            .scale = place.scale / parent.scale};
}

Result<void> check(const PlayState& play, const LaidDecal& decal)
{
    if (!isFinite(decal.at) || glm::length(decal.at) > WorldLimit)
        return Error{"A place must be finite and within 65,536 metres of the origin"};
    const double length = glm::length(decal.normal); // endless for huge ones, too
    if (!isFinite(decal.normal) || !std::isfinite(length) || !(length > 1e-9))
        return Error{"The normal of a surface has a length"};
    for (int axis = 0; axis < 3; ++axis)
        if (!(decal.size[axis] >= 0.001 && decal.size[axis] <= 10000))
            return Error{"Width, height and depth of a decal lie between 0.001 and 10,000 metres"};
    if (!std::isfinite(decal.seconds) || !std::isfinite(decal.turn))
        return Error{"Seconds and turns must be finite"};
    if (decal.material.empty() || play.assets.material(Name{decal.material})->missing)
        return Error{"There is no material '{}'", decal.material};
    return {};
}

bool hasPlace(const Transform& place)
{
    return place.scale.x != 0 && place.scale.y != 0 && place.scale.z != 0;
}
} // namespace

Result<EntityId> PlayDecals::lay(const LaidDecal& decal)
{
    if (auto fits = check(m_play, decal); !fits)
        return fits.error();
    if (m_limit == 0)
        return EntityId{};
    makeRoom(static_cast<std::size_t>(m_limit) - 1);
    auto place = placeOnSurface(decal.at, glm::normalize(decal.normal), {0, 1, 0}, decal.turn);
    TransformComponent local{
        .position = place.position, .rotation = place.rotation, .scale = place.scale};
    EntityId parent;
    if (decal.on && m_play.isAlive(decal.on))
        if (const auto above = worldTransform(m_play.world, decal.on); hasPlace(above)) {
            parent = decal.on;
            local = below(above, place);
        }
    const auto entity = m_play.world.newSpawnedId();
    m_play.write(entity, Node{.name = "Decal", .parent = parent});
    m_play.write(entity, local);
    Decal component;
    component.material.path = decal.material;
    component.size = decal.size;
    component.onModels = decal.onModels;
    m_play.write(entity, component);
    const auto end = decal.seconds > 0 ? m_play.tickCount + ticksOf(decal.seconds) : 0;
    m_laid.push_back({.entity = entity, .last = end});
    return entity;
}

void PlayDecals::setLimit(int limit)
{
    m_limit = std::clamp(limit, 0, MostAtOnce);
    makeRoom(static_cast<std::size_t>(m_limit));
}

void PlayDecals::makeRoom(std::size_t most)
{
    // What scripts have destroyed, or went with what it lay on, leaves room already.
    std::erase_if(m_laid, [this](const Laid& laid) { return !m_play.isAlive(laid.entity); });
    while (m_laid.size() > most) {
        m_play.destroy(m_laid.front().entity);
        m_laid.pop_front();
    }
}

void PlayDecals::fade(Laid& laid)
{
    const auto left = static_cast<double>(laid.last - m_play.tickCount) * PlaySession::TickSeconds;
    const int step = FadeSteps - static_cast<int>(std::ceil(left / FadeSeconds * FadeSteps));
    const auto* decal = step > laid.step ? m_play.world.get<Decal>(laid.entity) : nullptr;
    if (decal == nullptr)
        return;
    if (laid.step == 0)
        laid.opacity = decal->opacity; // scripts may have set it
    laid.step = step;
    auto fainter = *decal;
    fainter.opacity = laid.opacity * static_cast<float>(FadeSteps - step) / FadeSteps;
    m_play.write(laid.entity, fainter);
}

void PlayDecals::tick()
{
    for (auto& laid : m_laid)
        if (laid.last != 0 && m_play.tickCount < laid.last)
            fade(laid);
        else if (laid.last != 0 && m_play.isAlive(laid.entity))
            m_play.destroy(laid.entity);
    std::erase_if(m_laid, [this](const Laid& laid) { return !m_play.isAlive(laid.entity); });
}
} // namespace engine
