#pragma once

#include "engine_core/geometry/patch_grid.h"
#include "engine_core/reflect/type_builder.h"

#include <memory>

namespace engine
{
class MeshShape;

/// A curved surface of the level (see PatchGrid), in the space of its entity. Where the entity has
/// no transform of its own, as with brushes, moving it moves the points.
struct CurvedPatch
{
    static constexpr std::string_view TypeName = "patch";

    AssetPath material;
    PatchGrid::Ptr grid; ///< null only in a default-made component
    int columnSteps = 0; ///< see PatchSteps
    int rowSteps = 0;
    bool collides = true;
    bool castShadows = true; ///< in lightmaps

    [[nodiscard]] PatchSteps steps() const { return {columnSteps, rowSteps}; }

    /// Null if it has no grid, or nothing to show.
    [[nodiscard]] std::shared_ptr<const MeshShape> mesh() const
    {
        return grid ? grid->mesh(Name{material.path}, steps()) : nullptr;
    }

    friend bool operator==(const CurvedPatch& a, const CurvedPatch& b)
    {
        return a.material == b.material && a.columnSteps == b.columnSteps &&
               a.rowSteps == b.rowSteps && a.collides == b.collides &&
               a.castShadows == b.castShadows &&
               (a.grid == b.grid || (a.grid && b.grid && *a.grid == *b.grid));
    }
};

/// The grid as textOfPatch(); empty for null.
template <>
struct ValueConvert<PatchGrid::Ptr>
{
    static constexpr auto Kind = PropertyKind::Text;

    static Value toValue(const PatchGrid::Ptr& grid);
    static Result<PatchGrid::Ptr> fromValue(const Value& value);
};

void describe(TypeBuilder<CurvedPatch>& patch);
} // namespace engine
