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

/// The way out of the brush through its nearest face.
Vec3d shortestWayOut(const Brush& brush, const Vec3d& from)
{
    double nearest = std::numeric_limits<double>::infinity();
    Vec3d way{0};
    for (const auto& face : brush.faces())
        if (const double depth = -face.plane.above(from); depth < nearest) {
            nearest = depth;
            way = face.plane.normal * (depth + LightClearance);
        }
    return way;
}

Result<void> moveOut(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const LevelCheckContext level{transaction.world(), nullptr};
    const auto from = worldTransform(transaction.world(), issue.entity).position;
    auto at = from;
    for (int wall = 0; wall < MaxWalls; ++wall) {
        const auto solid = solidAt(level, at);
        if (!solid) {
            const std::array entities{issue.entity};
            return translate(transaction, entities, at - from);
        }
        at += shortestWayOut(*level.solids[*solid].brush, at);
    }
    return Error{"There is no free place near the light"};
}

Result<void> useDefaultMaterial(Transaction& transaction, const Issue& issue, AssetDatabase& assets)
{
    const std::array entities{issue.entity};
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
