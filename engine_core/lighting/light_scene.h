#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/lighting/alpha_holes.h"
#include "engine_core/lighting/chart_packer.h"
#include "engine_core/lighting/lightmap_bake.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <span>
#include <vector>

struct RTCDeviceTy;
struct RTCSceneTy;

namespace engine
{
/// The triangles of all static brushes, models and plants, ready for tracing. Places are floats
/// relative to origin(), so that levels far from the world's centre lose nothing.
class LightScene
{
public:
    /// `brushes` are in world space; `charts` those of all their faces in order. The tree is built
    /// by one thread, so that it is the same in every run. Rays go through the holes that `leaves`
    /// cut into plants, whose models outlive the scene, and `pierced` into faces, and through all
    /// faces of the `clear` materials. An Error if cancelled or out of memory.
    [[nodiscard]] static Result<std::unique_ptr<LightScene>>
    create(std::span<const StaticBrush> brushes,
           std::span<const BakeChart> charts,
           JobControl& control,
           std::span<const BakeMesh> meshes = {},
           std::span<const BakePlants> plants = {},
           const LeafPictures& leaves = {},
           const AlphaMasks& pierced = {},
           const std::set<Name>& clear = {});

    ~LightScene();
    LightScene(const LightScene&) = delete;
    LightScene& operator=(const LightScene&) = delete;

    [[nodiscard]] RTCSceneTy* handle() const { return m_scene; }

    /// Whether there are instances below handle().
    [[nodiscard]] bool hasPlants() const { return m_hasPlants; }

    [[nodiscard]] const Vec3d& origin() const { return m_origin; }

    /// How far in front of faces rays start, so that none meets its own face. Metres.
    [[nodiscard]] double offset() const { return m_offset; }

    /// Which chart a triangle of a geometry belongs to for which isBrush().
    [[nodiscard]] std::uint32_t chartOfTriangle(unsigned geometry, std::uint32_t triangle) const
    {
        return (geometry == BrushGeometry ? m_charts : m_piercedCharts)[triangle];
    }

    /// The geometry of all faces without holes.
    static constexpr unsigned BrushGeometry = 0;

    /// Whether it is a geometry of faces, not one of a model or of plants.
    [[nodiscard]] bool isBrush(unsigned geometry) const
    {
        return geometry == BrushGeometry || geometry == m_pierced;
    }

    /// The geometry of a model; BrushGeometry if it has none, since it throws no shadows.
    [[nodiscard]] unsigned geometryOf(std::size_t mesh) const { return m_meshes[mesh]; }

    [[nodiscard]] std::size_t triangleCount() const
    {
        return m_charts.size() + m_piercedCharts.size();
    }

private:
    LightScene() = default;
    Result<void> build(std::span<const StaticBrush> brushes,
                       std::span<const BakeChart> charts,
                       JobControl& control,
                       std::span<const BakeMesh> meshes,
                       std::span<const BakePlants> plants,
                       const LeafPictures& leaves,
                       const AlphaMasks& pierced,
                       const std::set<Name>& clear);
    void addFaces(unsigned id,
                  std::span<const Vec3f> corners,
                  std::span<const std::uint32_t> indices,
                  const AlphaHoles* holes);
    void addPierced(std::span<const StaticBrush> brushes,
                    std::span<const BakeChart> charts,
                    const AlphaMasks& pierced,
                    const std::set<Name>& clear);
    unsigned addMesh(const StaticMesh& mesh);
    void addPlants(std::span<const BakePlants> plants, const LeafPictures& leaves);
    RTCSceneTy* makePlant(const MeshShape& shape, const AlphaHoles& holes);

    RTCDeviceTy* m_device = nullptr;
    RTCSceneTy* m_scene = nullptr;
    std::vector<std::uint32_t> m_charts;        ///< by triangle
    std::vector<std::uint32_t> m_piercedCharts; ///< the same of faces with holes
    unsigned m_pierced = BrushGeometry;         ///< geometry of those, if there are some
    std::shared_ptr<const MeshShape> m_piercedShape;
    std::vector<unsigned> m_meshes; ///< geometries
    std::deque<AlphaHoles> m_holes; ///< the ray tracer keeps pointers
    bool m_hasPlants = false;
    Vec3d m_origin{0};
    double m_offset = 1e-3;
};

/// Where the middle of all brushes is and how far rays must start from faces there.
struct SceneFrame
{
    Vec3d origin{0};
    double offset = 1e-3; ///< metres
};

[[nodiscard]] SceneFrame sceneFrame(std::span<const StaticBrush> brushes);
} // namespace engine
