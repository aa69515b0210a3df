#include "editor/operations/issue_fixes.h"

#include "editor/operations/brush_operations.h"
#include "editor/operations/material_operations.h"
#include "editor/operations/object_sets.h"
#include "editor/operations/transform_operations.h"
#include "editor/operations/vertex_operations.h"
#include "engine_core/scene/brush_checks.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/object_checks.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
/// How far from the wall a light goes that was inside of it. Metres.
constexpr double LightClearance = 0.1;
/// Walls that a light may be moved out of one after the other.
constexpr int MaxWalls = 8;

Result<void> deleteObject(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const std::array entities{issue.entity};
    removeObjects(transaction, entities);
    return {};
}

Result<void> snapCorners(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const std::array brushes{issue.entity};
    return snapToGrid(transaction, brushes, {}, FinestGrid);
}

/// How far one has to go that way until one is out of every solid; nullopt if there are too many.
std::optional<double> wayOut(const LevelCheckContext& level, const Vec3d& from, const Vec3d& way)
{
    double distance = 0;
    for (int wall = 0; wall < MaxWalls; ++wall) {
        const auto at = from + way * distance;
        const auto solid = solidAt(level, at);
        if (!solid)
            return distance;
        double exit = std::numeric_limits<double>::infinity();
        for (const auto& face : level.solids[*solid].brush->faces())
            if (const double along = glm::dot(face.plane.normal, way); along > 0)
                exit = std::min(exit, -face.plane.above(at) / along);
        distance += exit + LightClearance;
    }
    return std::nullopt;
}

Result<void> moveOut(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const LevelCheckContext level{transaction.world(), nullptr};
    const auto from = worldTransform(transaction.world(), issue.entity).position;
    std::optional<double> nearest;
    Vec3d best{0};
    if (const auto solid = solidAt(level, from))
        for (const auto& face : level.solids[*solid].brush->faces())
            if (const auto distance = wayOut(level, from, face.plane.normal);
                distance && (!nearest || *distance < *nearest)) {
                nearest = distance;
                best = face.plane.normal * *distance;
            }
    if (!nearest)
        return Error{"There is no free place near the light"};
    const std::array entities{issue.entity};
    return translate(transaction, entities, best);
}

Result<void> useDefaultMaterial(Transaction& transaction, const Issue& issue, AssetDatabase& assets)
{
    auto entities = issue.others;
    entities.push_back(issue.entity);
    editFaces(transaction, facesOf(transaction.world(), entities), [&](BrushFace& face) {
        if (!face.material.isEmpty() &&
            !assets.fileOf(AssetKind::Material, face.material.text()).hasValue())
            face.material = {};
    });
    return {};
}
} // namespace

const IssueFix* fixFor(const Issue& issue)
{
    static const std::vector<IssueFix> all{
        {"light-in-solid", "Move out", moveOut},
        {"duplicate", "Delete", deleteObject},
        {"tiny-brush", "Delete", deleteObject},
        {"unreachable", "Delete", deleteObject},
        {"empty-group", "Delete", deleteObject},
        {"many-player-starts", "Delete", deleteObject},
        {"off-grid", "Snap to the grid", snapCorners},
        {"missing-material", "Use the default material", useDefaultMaterial},
    };
    if (issue.entity.isNull() || issue.entity == SceneEntity)
        return nullptr;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const IssueFix& fix) { return fix.rule == issue.rule; });
    return found == all.end() ? nullptr : &*found;
}
} // namespace editor
