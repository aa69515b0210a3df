#include "engine_core/render/shadows/shadow_atlas.h"

#include "engine_core/base/contract.h"
#include "engine_core/render/foliage/foliage_array.h"
#include "engine_core/render/gl/render_state.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
constexpr int MostCells = TileAllocator::Side * TileAllocator::Side;
constexpr int LargestSpot = 8; ///< cells: a quarter of the texture's side
constexpr int LargestFace = 4; ///< the same of one of several views
constexpr GLuint AtlasUnit = 7;
constexpr GLuint ViewBinding = 2; ///< of shader storage

/// Cells for a light that covers so many pixels, one texel for each.
int sideFor(double pixels, int texelsOfCell, int most)
{
    int side = 1;
    while (side < most && side * texelsOfCell < pixels)
        side *= 2;
    return side;
}

/// Half the height in pixels of what the light reaches, by its nearest part: where the viewer is
/// within its reach, that is large.
double pixelsOf(const Light& light, const Vec3d& place, const ViewRequest& request)
{
    const auto& camera = request.camera;
    const auto range = static_cast<double>(light.range);
    const double away = std::max(glm::length(place - camera.position) - range, range / 10);
    return std::min(range / std::max(camera.metresPerPixel(
                                         camera.position + camera.forward() * away, request.height),
                                     1e-9),
                    4.0 * request.height);
}
} // namespace

void ShadowAtlas::markChanged(const CasterChanges& changes)
{
    if (!changes.all && changes.boxes.empty())
        return;
    m_boundsDirty = true;
    for (auto& shadows : m_shadows)
        for (auto& tile : shadows.tiles)
            if (changes.all ||
                std::any_of(changes.boxes.begin(), changes.boxes.end(), [&](const auto& box) {
                    return tile.view.frustum.touchesBox(box.first, box.second);
                }))
                tile.isCurrent = false;
}

/// The most important first.
std::vector<ShadowAtlas::Wanted>
ShadowAtlas::findWanted(const Request& request, const LightTiles& lights, int side)
{
    const auto& scene = request.scene;
    const auto mode = request.frame.request.mode;
    const bool holdsBaked = scene.lightmap() != nullptr && mode != ViewMode::Direct &&
                            mode != ViewMode::Indirect &&
                            mode != ViewMode::Overlap; // the lightmap, with their shadows
    std::vector<Wanted> wanted;
    for (std::size_t i = 0; i < lights.lights.size(); ++i) {
        const auto* light = scene.world().get<Light>(lights.entities[i]);
        if (light == nullptr || !light->castShadows || (i >= lights.live && holdsBaked))
            continue;
        Wanted each{i, light};
        if (isSun(*light)) {
            each.views = MostCascades;
            each.importance = std::numeric_limits<double>::max();
        } else {
            each.views = shadowViewsOf(*light);
            each.importance =
                pixelsOf(*light, Vec3d{lights.lights[i].place}, request.frame.request);
            each.side = each.views == 1
                            ? sideFor(each.importance, side / TileAllocator::Side, LargestSpot)
                            : sideFor(each.importance / 2, side / TileAllocator::Side, LargestFace);
        }
        wanted.push_back(each);
    }
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const auto& a, const auto& b) { return a.importance > b.importance; });
    return wanted;
}

/// Halves the sides of the largest tiles until all of them have room; those that never have any are
/// left out.
void ShadowAtlas::fit(std::vector<Wanted>& wanted)
{
    const auto suns = std::count_if(wanted.begin(), wanted.end(),
                                    [](const auto& each) { return isSun(*each.source); });
    std::size_t sun = 0;
    std::erase_if(wanted,
                  [&](const Wanted& each) { return isSun(*each.source) && sun++ >= MostSuns; });
    for (auto& each : wanted)
        if (isSun(*each.source))
            each.side = TileAllocator::Side / (suns > 1 ? 4 : 2);
    const auto cells = [&] {
        int sum = 0;
        for (const auto& each : wanted)
            if (!isSun(*each.source))
                sum += each.views * each.side * each.side;
        return sum;
    };
    for (int side = LargestSpot; side > 1 && cells() > MostCells; side /= 2)
        for (auto& each : wanted)
            if (!isSun(*each.source) && each.side == side)
                each.side /= 2;
    while (!wanted.empty() && cells() > MostCells)
        wanted.pop_back();
}

void ShadowAtlas::makeTexture(int side, bool hasLamps, bool hasSuns)
{
    hasLamps = hasLamps || (m_hasLamps && side == m_side);
    hasSuns = hasSuns || (m_hasSuns && side == m_side);
    if (m_texture && side == m_side && hasLamps == m_hasLamps && hasSuns == m_hasSuns)
        return;
    m_shadows.clear();
    m_lampRoom = m_sunRoom = TileAllocator{};
    m_side = side;
    m_hasLamps = hasLamps;
    m_hasSuns = hasSuns;
    m_sunOffset = hasLamps ? side : 0;
    m_texture = {};
    m_texture = makeTexture2D(side, m_sunOffset + (hasSuns ? side : 0));
}

ShadowAtlas::Shadows* ShadowAtlas::find(EntityId entity)
{
    const auto at = std::find_if(m_shadows.begin(), m_shadows.end(),
                                 [&](const auto& shadows) { return shadows.entity == entity; });
    return at != m_shadows.end() ? &*at : nullptr;
}

bool ShadowAtlas::takeTiles(Shadows& shadows)
{
    for (auto& tile : shadows.tiles) {
        const auto place = roomOf(shadows.isSun).take(shadows.side);
        if (!place) {
            giveBack(shadows);
            return false;
        }
        tile.place = *place;
    }
    return true;
}

void ShadowAtlas::giveBack(const Shadows& shadows)
{
    for (const auto& tile : shadows.tiles)
        if (tile.place.side > 0)
            roomOf(shadows.isSun).give(tile.place);
}

/// Takes the tiles of whatever was longest in no picture. False if there is nothing else left.
bool ShadowAtlas::makeRoom(bool isSun)
{
    auto oldest = m_shadows.end();
    for (auto at = m_shadows.begin(); at != m_shadows.end(); ++at)
        if (at->isSun == isSun && at->used < m_picture &&
            (oldest == m_shadows.end() || at->used < oldest->used))
            oldest = at;
    if (oldest == m_shadows.end())
        return false;
    giveBack(*oldest);
    m_shadows.erase(oldest);
    return true;
}

void ShadowAtlas::forgetAll(bool suns)
{
    std::erase_if(m_shadows, [&](const auto& shadows) { return shadows.isSun == suns; });
    roomOf(suns) = TileAllocator{};
}

/// Tiles that are there already stay unless they are too small, or far too large, so that a step of
/// the viewer seldom draws them anew. Null if there is no room.
ShadowAtlas::Shadows* ShadowAtlas::give(const Wanted& wanted, EntityId entity)
{
    constexpr int MuchTooLarge = 4;
    const bool sun = isSun(*wanted.source);
    if (auto* known = find(entity)) {
        if (known->isSun == sun && static_cast<int>(known->tiles.size()) == wanted.views &&
            known->side >= wanted.side && known->side < wanted.side * MuchTooLarge &&
            (!sun || known->side == wanted.side)) {
            known->used = m_picture;
            return known;
        }
        giveBack(*known);
        m_shadows.remove_if([&](const auto& shadows) { return &shadows == known; });
    }
    Shadows made{entity, sun, wanted.side, {}, m_picture};
    made.tiles.resize(static_cast<std::size_t>(wanted.views),
                      Tile{{{}, Frustum{std::array<Vec4f, 6>{}}}});
    while (!takeTiles(made))
        if (!makeRoom(sun))
            return nullptr;
    return &m_shadows.emplace_back(std::move(made));
}

/// Where its views look now; those that look elsewhere than they did are out of date.
void ShadowAtlas::look(Shadows& shadows, const Wanted& wanted, const Request& request)
{
    const int cell = m_side / TileAllocator::Side;
    const auto place = request.scene.placeOf(shadows.entity);
    std::vector<ShadowView> views;
    if (shadows.isSun)
        views = cascades({&request.frame.request.camera, request.frame.aspect, m_sceneMin,
                          m_sceneMax, lightRotation(place), shadows.side * cell});
    else
        views = shadowViews(*wanted.source, place, shadows.side * cell);
    for (std::size_t i = 0; i < views.size(); ++i) {
        auto& tile = shadows.tiles[i];
        const auto half = static_cast<float>(tile.place.side) / 2;
        views[i].gpu.right.w = (static_cast<float>(tile.place.x) + half) * static_cast<float>(cell);
        views[i].gpu.up.w = (static_cast<float>(tile.place.y) + half) * static_cast<float>(cell) +
                            static_cast<float>(shadows.isSun ? m_sunOffset : 0);
        tile.isCurrent = tile.isCurrent && tile.view.gpu == views[i].gpu;
        tile.view = views[i];
        m_order.push_back(&tile);
    }
}

bool ShadowAtlas::arrange(RenderResources::State& state, const Request& request, LightTiles& lights)
{
    ++m_picture;
    m_order.clear();
    m_views.clear();
    auto wanted = findWanted(request, lights, request.side);
    if (wanted.empty())
        return false;
    fit(wanted);
    const auto isOfSun = [](const auto& each) {
        return isSun(*each.source);
    };
    makeTexture(request.side, !std::all_of(wanted.begin(), wanted.end(), isOfSun),
                std::any_of(wanted.begin(), wanted.end(), isOfSun));
    const auto plants = request.scene.foliage().revision();
    if (m_casters.begin(request.scene, state.materials) || plants != m_plants)
        markChanged({});
    m_plants = plants;
    if (std::exchange(m_boundsDirty, false))
        std::tie(m_sceneMin, m_sceneMax) = m_casters.bounds();
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const auto& a, const auto& b) { return a.side > b.side; });
    std::vector<std::pair<const Wanted*, Shadows*>> given;
    for (bool isAnew : {false, true}) {
        given.clear();
        for (const auto& each : wanted)
            given.emplace_back(&each, give(each, lights.entities[each.light]));
        const bool isWhole = std::all_of(given.begin(), given.end(),
                                         [](const auto& each) { return each.second != nullptr; });
        if (isWhole || isAnew)
            break;
        forgetAll(false); // in pieces: from the largest on all of them fit
    }
    for (const auto& [each, shadows] : given) {
        if (shadows == nullptr)
            continue;
        const auto first = m_order.size();
        look(*shadows, *each, request);
        lights.lights[each->light].shadow = {static_cast<float>(first + 1),
                                             static_cast<float>(m_order.size() - first), 0, 0};
    }
    for (const auto* tile : m_order)
        m_views.push_back(tile->view.gpu);
    m_viewBuffer.write(std::span<const GpuShadowView>{m_views});
    return !m_order.empty();
}

void ShadowAtlas::bind() const
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ViewBinding, m_viewBuffer.name());
    glBindTextureUnit(AtlasUnit, m_texture.name());
}
} // namespace engine
