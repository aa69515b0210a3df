#pragma once

#include "engine_core/render/foliage/foliage_buffer.h"
#include "engine_core/render/gl/render_targets.h"
#include "engine_core/render/gl/shader_library.h"
#include "engine_core/render/passes/frame.h"
#include "engine_core/render/passes/overlay.h"
#include "engine_core/render/scene/gpu_materials.h"
#include "engine_core/render/scene/mesh_cache.h"
#include "engine_core/render/scene/render_system.h"

namespace engine
{
/// Buffers that are filled anew for each picture.
struct PictureBuffers
{
    StreamBuffer frame, lights, tiles, transforms, elements, edges, lines, triangles, sprites;
};

struct RenderResources::State
{
    explicit State(AssetDatabase& database);

    AssetDatabase& assets;
    ShaderLibrary shaders;
    GpuMaterials materials;
    GpuLightmaps lightmaps;
    MeshCache meshes;
    FoliageBuffer plants;
    FoliageDrawLists foliageLists; ///< keeps its memory from picture to picture
    RenderTargets targets;
    PictureBuffers buffers;
    DrawListBuilder lists;
    Overlay overlay;
    bool software = false; ///< the processor draws
};
} // namespace engine
