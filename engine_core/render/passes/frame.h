#pragma once

#include "engine_core/render/gl/gl_device.h"
#include "engine_core/render/passes/frustum.h"
#include "engine_core/render/passes/view.h"
#include "engine_core/render/scene/drawn_scene.h"

#include <array>
#include <vector>

namespace engine
{
/// What every shader knows of the picture; the layout of `Frame` in frame.glsl (std140).
struct FrameUniforms
{
    Mat4f viewProjection{1}; ///< to clip space with depth 1 near and 0 far
    Vec4f eye{0};            ///< w: 1 perspective, 0 orthographic
    Vec4f forward{0};        ///< w: pixels a point
    Vec4f viewport{1};       ///< width, height, 1 / width, 1 / height
    Vec4f ambient{0};        ///< rgb; w: exposure as a factor
    Vec4f lightmap{1}; ///< 1 / width, 1 / height of a layer, luxels per metre, lights not baked
    Vec4f tiles{1};    ///< tiles in a row, all lights, pixels a tile, near plane
    Vec4f volume{0};   ///< first probe of the LightVolume; w: 1 / metres from probe to probe
    Vec4f probes{0};   ///< of it, along x, y and z
    Vec4f lamp{0};     ///< x: light that every face has in this view at least; y: texels per metre
    Vec4f fog{0};      ///< radiance; w: density at fogShape.x, 1 / metres
    Vec4f fogShape{0}; ///< height, and by what the density falls per metre upwards
};

/// One picture's camera, ready for the GPU.
struct Frame
{
    explicit Frame(const ViewRequest& request);

    const ViewRequest& request;
    double aspect = 1;
    Mat4d projection{1}; ///< from the viewer's space to clip space with depth 1 near and 0 far
    Frustum frustum;
    FrameUniforms uniforms;
};

/// As glMultiDrawElementsIndirect reads it.
struct ElementsCommand
{
    std::uint32_t count = 0;
    std::uint32_t instances = 1;
    std::uint32_t firstIndex = 0;
    std::int32_t baseVertex = 0;
    std::uint32_t baseInstance = 0; ///< row of the transforms
};

/// What OpenGL takes for the place of a command in the buffer that is bound.
[[nodiscard]] const void* elementsCommandAt(std::size_t index);

/// Where a texture has got to, from 0 to 1: whole repeats look the same.
[[nodiscard]] float scrolledTo(float perSecond, double seconds);

/// As glMultiDrawArraysIndirect reads it: four corners for each edge.
struct EdgesCommand
{
    std::uint32_t count = 4;
    std::uint32_t instances = 0;
    std::uint32_t first = 0;
    std::uint32_t baseInstance = 0; ///< the first edge
};

/// Behind the others; one command with the last where their edges stand in a row.
void addEdges(std::vector<EdgesCommand>& edges, const EdgesCommand& more);

/// A 4 x 3 matrix by rows, and for models the baked light: irradiance / pi on a face with the
/// normal n is dot(gradient, n) + mean + dot(bend, n * n), which six numbers, one for each side of
/// a box, fix. The mean is that of the sides along z.
struct GpuTransform
{
    std::array<Vec4f, 3> rows{Vec4f{1, 0, 0, 0}, Vec4f{0, 1, 0, 0}, Vec4f{0, 0, 1, 0}};
    /// R, G, B: gradient and mean; first w < 0: none.
    std::array<Vec4f, 3> probe{Vec4f{0, 0, 0, -1}, Vec4f{0}, Vec4f{0}};
    /// Of R, G and B the bend along x and y. Then 1 where n is the mesh's own normal, 0 where it is
    /// that in the world; then nothing.
    std::array<Vec4f, 2> bend{Vec4f{0}, Vec4f{0}};
};

static_assert(sizeof(GpuTransform) == 8 * sizeof(Vec4f)); // as line.vert reads it

[[nodiscard]] GpuTransform toGpu(const Mat4d& place);
[[nodiscard]] GpuTransform toGpu(const Transform& place);
[[nodiscard]] GpuTransform toGpu(const Transform& place, const ModelLight& light);

/// Where the model is drawn now, with its light.
[[nodiscard]] GpuTransform toGpu(const DrawnScene& scene, const DrawnModel& model);

/// The edges of one model's mesh, drawn at many places at once.
struct ModelEdges
{
    std::uint32_t firstEdge = 0;
    std::uint32_t edgeCount = 0;
    std::uint32_t firstTransform = 0;
    std::uint32_t instances = 0;
};

/// What a view draws of brushes and models: neighbours in the buffers, and the instances of one
/// model, become one command.
struct DrawLists
{
    struct Material
    {
        std::uint32_t id = 0;
        std::uint32_t firstCommand = 0;
        std::uint32_t commandCount = 0;
    };

    /// By which light surfaces are lit.
    enum class Kind : std::uint8_t
    {
        Charted, ///< brushes with a chart, or without any baked light
        Open,    ///< brushes that the baked light in the open lights
        Model    ///< models, and brushes that move in the light in the open
    };

    /// Commands of one material that show what is behind them, drawn after everything else.
    struct Blended
    {
        Material material;
        Kind kind = Kind::Charted;
        double distance = 0; ///< metres from the viewer to the middle of the object
    };

    /// Decals of one material that follow each other.
    struct Decals
    {
        Material material;
        Kind kind = Kind::Charted;
    };

    struct Moving
    {
        EdgesCommand edges;
        Transform place;
    };

    std::vector<Material> materials;
    std::vector<Material> openMaterials; ///< of brushes that the baked light in the open lights
    std::vector<Material> modelMaterials;
    std::vector<Blended> blended;        ///< the farthest first; one command each
    std::vector<Decals> decals;          ///< on what is drawn whole; the undermost first
    std::vector<Decals> decalsOnBlended; ///< the same on what shows what is behind it
    std::vector<ElementsCommand> commands;
    std::vector<EdgesCommand> edges; ///< of what stands still
    std::vector<Moving> movingEdges;
    std::vector<ModelEdges> modelEdges;
    std::vector<GpuTransform> transforms; ///< the first is the identity
    std::size_t triangles = 0;
    bool mirrored = false; ///< something is drawn inside out
};

/// Builds draw lists; keeps its memory from picture to picture. Decals: decal_lists.cpp.
class DrawListBuilder
{
public:
    const DrawLists& build(const DrawnScene& scene,
                           GpuMaterials& materials,
                           const Frame& frame,
                           bool surfaces,
                           bool edges);

private:
    void add(const DrawnScene& scene, const DrawnBrush& brush, const Frame& frame);
    void add(const MeshPart& part, std::uint32_t transform);
    void addModels(const DrawnScene& scene, const Frame& frame);
    void addInstances(const GpuMesh& mesh, std::uint32_t first);
    [[nodiscard]] bool isBlended(std::uint32_t material);
    [[nodiscard]] bool isSeen(const DrawnScene& scene, std::uint32_t material);
    void addDecals(const DrawnScene& scene, const Frame& frame);
    void addOnBrush(const DrawnScene& scene,
                    const Frame& frame,
                    const DrawnDecal& decal,
                    const DecalPiece& piece,
                    const DrawnBrush& brush);
    void addPiece(const DrawnDecal& decal,
                  const DecalPiece& piece,
                  DrawLists::Kind kind,
                  std::uint32_t transform);
    [[nodiscard]] static DrawLists::Kind kindOf(const DrawnScene& scene, const DrawnBrush& brush);
    void addBlended(const MeshPart& part, std::uint32_t transform, double distance);
    void sortBlended();
    void flatten(std::vector<DrawLists::Material>& materials);

    enum class Known : std::uint8_t
    {
        No,
        Whole,
        Blended
    };

    DrawLists m_lists;
    std::vector<std::vector<ElementsCommand>> m_byMaterial;
    std::vector<Known> m_known;              ///< by material; of this picture
    std::vector<std::optional<bool>> m_seen; ///< the same: whether the game shows it
    GpuMaterials* m_materials = nullptr;
    DrawLists::Kind m_kind = DrawLists::Kind::Charted; ///< of what is being added
    double m_distance = 0;                             ///< of the brush that is looked at
    std::vector<float> m_reach;    ///< metres to each instance of the model that is looked at
    std::vector<FacePart> m_faces; ///< of the brush that is looked at
    std::unordered_map<EntityId, std::uint32_t> m_places; ///< rows of transforms, for decals
    bool m_surfaces = true;
    bool m_edges = false;
};
} // namespace engine
