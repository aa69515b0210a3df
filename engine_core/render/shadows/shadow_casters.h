#pragma once

#include "engine_core/render/foliage/foliage_cull.h"
#include "engine_core/render/passes/frame.h"

namespace engine
{
/// What throws shadows into one view of a light, as commands.
struct CasterLists
{
    /// Plants of one kind, level of detail and material.
    struct Plants
    {
        const DrawnFoliageKind* kind = nullptr;
        std::size_t level = 0;
        DrawLists::Material material;
    };

    std::vector<ElementsCommand> commands;
    std::vector<GpuTransform> transforms; ///< the first is the identity
    std::size_t solid = 0;                ///< how many commands let no light through at all
    std::vector<DrawLists::Material> masked;
    std::vector<Plants> plants;

    void clear();
};

/// Finds what throws shadows in a scene: the parts of brushes, models and plants whose materials
/// do. What editor views hide counts, as it does in a bake.
class ShadowCasters
{
public:
    /// Looks for what moves; once for each picture, before the others. True if materials may throw
    /// other shadows than before.
    bool begin(const DrawnScene& scene, GpuMaterials& materials);

    /// Of what moves within, and where it is now.
    [[nodiscard]] ContentHash movingWithin(const Frustum& frustum) const;

    /// `levelsFrom`: the place by whose distance plants are drawn in detail. Nothing smaller than
    /// `least` metres is listed, but for plants.
    void gather(const Frustum& frustum, const Vec3f& levelsFrom, float least, CasterLists& lists);

    /// Of all that throws shadows; both 0 without anything.
    [[nodiscard]] std::pair<Vec3d, Vec3d> bounds() const;

private:
    enum class Throws : std::uint8_t
    {
        Unknown,
        Nothing,
        All,
        Masked ///< but for the holes of its picture
    };

    struct Moving
    {
        EntityId entity;
        const GpuMesh* mesh = nullptr;
        Transform place{};
        Vec3f min{0}, max{0};
    };

    [[nodiscard]] Throws throwsOf(std::uint32_t material);
    void add(const GpuMesh& mesh, std::uint32_t transform, std::uint32_t instances);
    void addModels(const Frustum& frustum, float least, CasterLists& lists);
    void addPlants(const Frustum& frustum, const Vec3f& levelsFrom, CasterLists& lists);
    void flatten(CasterLists& lists);

    const DrawnScene* m_scene = nullptr;
    GpuMaterials* m_materials = nullptr;
    std::vector<Throws> m_throws;                   ///< by material
    std::shared_ptr<const SurfaceTable> m_surfaces; ///< held: another could get its address
    std::uint64_t m_revision = 0;                   ///< of the materials
    std::vector<Moving> m_moving;
    std::vector<ElementsCommand> m_solid;
    std::vector<std::vector<ElementsCommand>> m_masked; ///< by material
    FoliageDrawLists m_plants;
};
} // namespace engine
