#include "engine_core/scene/patches/curved_patch.h"

namespace engine
{
Value ValueConvert<PatchGrid::Ptr>::toValue(const PatchGrid::Ptr& grid)
{
    return {grid ? textOfPatch(*grid) : std::string{}};
}

Result<PatchGrid::Ptr> ValueConvert<PatchGrid::Ptr>::fromValue(const Value& value)
{
    const auto* text = value.as<std::string>();
    if (text == nullptr)
        return detail::wrongKind("a text");
    return text->empty() ? Result<PatchGrid::Ptr>{PatchGrid::Ptr{}} : patchFromText(*text);
}

void describe(TypeBuilder<CurvedPatch>& patch)
{
    patch.type("patch", "Curved patch", "A curved surface, pulled by a grid of points");
    patch.notAddable();
    patch.property("material", &CurvedPatch::material)
        .asset(AssetKind::Material)
        .tooltip("What its front shows");
    patch.property("grid", &CurvedPatch::grid)
        .hidden()
        .affects(Derived::Lightmap | Derived::Navmesh)
        .tooltip("Its control points: x y z u v each, with commas between them and bars between "
                 "rows");
    patch.property("columnSteps", &CurvedPatch::columnSteps)
        .range(0, MostPatchSteps)
        .affects(Derived::Lightmap | Derived::Navmesh)
        .tooltip("Straight parts of each piece along a row; 0: as many as it needs to look round");
    patch.property("rowSteps", &CurvedPatch::rowSteps)
        .range(0, MostPatchSteps)
        .affects(Derived::Lightmap | Derived::Navmesh)
        .tooltip("Straight parts of each piece along a column; 0: as many as it needs to look "
                 "round");
    patch.property("collides", &CurvedPatch::collides)
        .affects(Derived::Navmesh)
        .tooltip("Stops characters, from both sides");
    patch.property("castShadows", &CurvedPatch::castShadows)
        .affects(Derived::Lightmap)
        .tooltip("Throws shadows in baked light");
}
} // namespace engine
