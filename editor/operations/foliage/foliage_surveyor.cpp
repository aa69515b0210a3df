#include "editor/operations/foliage/foliage_surveyor.h"

#include "engine_core/assets/images/image.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/patches/curved_patch.h"

namespace editor
{
namespace
{
using engine::ContentHash;
using engine::DensityPicture;
using engine::EntityId;
using engine::NavConfig;
using engine::NavTilePtr;
using engine::Result;
using engine::WalkableGround;

/// Tiles that are kept for edits to come; about 10 kB each.
constexpr std::size_t MostTiles = 8192;

/// Pixels a side of a mask: 64 MB while it is read, 16 MB kept.
constexpr std::uint32_t MostMaskSide = 4096;

Result<NavConfig> configOf(const engine::World& world, const std::string& agent)
{
    const auto profile = engine::findNavProfile(world, agent);
    if (!profile)
        return profile.error();
    return engine::makeNavConfig(*profile, engine::navSettingsOf(world));
}

/// Everything that carries agents or stands in their way, but for plants.
engine::NavScene sceneOf(const engine::World& world)
{
    std::set<EntityId> entities;
    const auto insert = [&](EntityId entity, const auto&) {
        entities.insert(entity);
    };
    world.forEach<engine::BrushComponent>(insert);
    world.forEach<engine::NavVolume>(insert);
    world.forEach<engine::MeshInstance>(insert);
    world.forEach<engine::CurvedPatch>(insert);
    std::vector<engine::NavPiecePtr> pieces;
    for (const auto entity : entities)
        for (auto& piece : engine::navPiecesOf(world, entity))
            if (piece->kind == engine::NavPieceKind::Solid ||
                piece->kind == engine::NavPieceKind::Box ||
                piece->kind == engine::NavPieceKind::Model)
                pieces.push_back(std::move(piece));
    engine::sortPieces(pieces);
    return engine::NavScene{std::move(pieces)};
}

/// Whose ground the layers' kinds ask for.
std::set<std::string> agentsOf(const engine::World& world, std::span<const EntityId> layers)
{
    std::set<std::string> agents;
    for (const auto layer : layers)
        for (const auto& [entity, type] : engine::foliageTypes(world, layer))
            if (engine::asksForGround(type))
                agents.insert(type.agent);
    return agents;
}
} // namespace

SurveyRequest
requestSurvey(const engine::World& world, std::span<const EntityId> layers, const AssetsOf& assets)
{
    SurveyRequest request;
    request.agents = agentsOf(world, layers);
    for (const auto layer : layers) {
        const auto* component = world.get<engine::FoliageLayer>(layer);
        if (component == nullptr || component->mask.path.empty())
            continue;
        auto* database = assets ? assets() : nullptr;
        const auto file = database != nullptr
                              ? database->fileOf(engine::AssetKind::Texture, component->mask.path)
                              : Result<engine::fs::path>{engine::Error{
                                    "The mask '{}' needs a project", component->mask.path}};
        if (file)
            request.pictures.emplace(component->mask.path, *file);
        else
            request.problems.push_back(file.error().message());
    }
    if (!request.agents.empty())
        request.level = std::make_shared<const engine::WorldSnapshot>(world);
    return request;
}

bool awaitsModels(const engine::World& world, std::span<const EntityId> layers)
{
    const auto* models = world.meshes();
    if (models == nullptr || agentsOf(world, layers).empty())
        return false;
    // Nobody may have asked yet for what the request takes.
    const auto ask = [&](const std::string& path) {
        if (!path.empty())
            static_cast<void>(models->shown(path));
    };
    world.forEach<engine::MeshInstance>(
        [&](EntityId, const engine::MeshInstance& instance) { ask(instance.mesh.path); });
    world.forEach<engine::FoliageType>(
        [&](EntityId, const engine::FoliageType& type) { ask(type.mesh.path); });
    return models->awaitsModels();
}

Surveyed FoliageSurveyor::survey(const engine::World& world,
                                 const SurveyRequest& request,
                                 engine::JobControl& control)
{
    const std::scoped_lock lock{m_mutex};
    Surveyed found;
    found.problems = request.problems;
    for (const auto& [path, file] : request.pictures) {
        auto loaded = picture(file);
        if (loaded)
            found.survey.pictures.emplace(path, *std::move(loaded));
        else
            found.problems.push_back(loaded.error().message());
    }
    if (request.agents.empty())
        return found;
    const auto scene = sceneOf(request.level->world());
    for (const auto& agent : request.agents) {
        auto ground = walk(world, scene, agent, control);
        if (ground)
            found.survey.grounds.emplace(agent, *std::move(ground));
        else
            found.problems.push_back(ground.error().message());
    }
    return found;
}

Result<std::shared_ptr<const WalkableGround>> FoliageSurveyor::walk(const engine::World& world,
                                                                    const engine::NavScene& scene,
                                                                    const std::string& agent,
                                                                    engine::JobControl& control)
{
    const auto config = configOf(world, agent);
    if (!config)
        return config.error();
    const auto coords = engine::groundTiles(*config, scene, &control);
    if (!coords)
        return coords.error();
    std::vector<NavTilePtr> tiles;
    std::vector<engine::TileCoord> fresh;
    for (const auto coord : *coords) {
        const auto known = m_tiles.find(engine::gatherTile(*config, scene, coord).hash);
        if (known != m_tiles.end())
            tiles.push_back(known->second);
        else
            fresh.push_back(coord);
    }
    for (auto& tile : engine::buildNavTiles(*config, scene, fresh, 0, control))
        if (tile)
            tiles.push_back(std::move(tile));
    if (control.isCancelled())
        return engine::Error{"Looking where agents walk was cancelled"};
    if (m_tiles.size() > MostTiles)
        m_tiles.clear();
    for (const auto& tile : tiles)
        m_tiles.emplace(tile->inputs, tile);
    engine::NavMesh mesh{*config};
    if (auto set = mesh.setTiles(std::move(tiles)); !set)
        return set.error();
    std::vector<engine::Vec3f> corners;
    for (const auto coord : *coords) {
        const auto surface = mesh.surface(coord);
        corners.insert(corners.end(), surface.begin(), surface.end());
    }
    return std::make_shared<const WalkableGround>(std::move(corners),
                                                  config->profile.agent.stepHeight);
}

Result<std::shared_ptr<const DensityPicture>> FoliageSurveyor::picture(const engine::fs::path& file)
{
    std::error_code failed;
    const auto time = engine::fs::last_write_time(file, failed);
    if (const auto known = m_pictures.find(file);
        !failed && known != m_pictures.end() && known->second.time == time)
        return known->second.picture;
    const auto image = engine::loadImage(file, MostMaskSide);
    if (!image)
        return image.error().withContext("The mask cannot be used");
    auto picture = std::make_shared<DensityPicture>();
    picture->width = image->width;
    picture->height = image->height;
    picture->shares.reserve(std::size_t{image->width} * image->height);
    for (std::size_t i = 0; i + 3 < image->rgba.size(); i += 4) {
        const auto* rgba = &image->rgba[i];
        const unsigned grey = (unsigned{rgba[0]} + rgba[1] + rgba[2]) / 3;
        picture->shares.push_back(static_cast<std::uint8_t>(grey * rgba[3] / 255));
    }
    m_pictures[file] = {time, picture};
    return std::shared_ptr<const DensityPicture>{picture};
}

Surveyed surveyFoliage(const engine::World& world,
                       EntityId layer,
                       const AssetsOf& assets,
                       engine::JobControl& control)
{
    FoliageSurveyor surveyor;
    return surveyor.survey(world, requestSurvey(world, std::array{layer}, assets), control);
}

engine::Aabb walkableChange(const engine::World& world, EntityId layer, const engine::Aabb& box)
{
    engine::Aabb changed;
    if (box.isEmpty())
        return changed;
    for (const auto& agent : agentsOf(world, std::array{layer})) {
        const auto config = configOf(world, agent);
        if (!config)
            continue;
        const double side = config->tileSize();
        const auto reach = box.grown(config->borderCells() * config->cellSize);
        changed.add({std::floor(reach.min.x / side) * side, -4 * engine::WorldLimit,
                     std::floor(reach.min.z / side) * side});
        changed.add({std::ceil(reach.max.x / side) * side, 4 * engine::WorldLimit,
                     std::ceil(reach.max.z / side) * side});
    }
    return changed;
}
} // namespace editor
