#include "engine_core/render/scene/render_system.h"

#include "engine_core/base/files/files.h"
#include "engine_core/render/gl/render_state.h"
#include "engine_core/render/passes/painter.h"
#include "engine_core/scene/world/world.h"

#include <chrono>

namespace engine
{
RenderResources::State::State(AssetDatabase& database)
    : assets{database}
    , shaders{resourceFolder() / "shaders"}
    , materials{database}
    , meshes{materials.ids()}
    , software{isSoftwareRenderer()}
{
}

RenderResources::RenderResources(AssetDatabase& assets) : m_state{std::make_unique<State>(assets)}
{
}

RenderResources::~RenderResources() = default;

void RenderResources::reloadShaders()
{
    m_state->shaders.reload();
}

GpuUse RenderResources::use() const
{
    return {liveGlObjects(),         m_state->meshes.size(),  m_state->meshes.built(),
            m_state->meshes.bytes(), m_state->plants.count(), m_state->plants.bytesMoved()};
}

bool showsSurfaces(const ViewRequest& request)
{
    return request.mode != ViewMode::Wireframe &&
           !(request.camera.orthographic && request.mode == ViewMode::Textured);
}

struct RenderSystem::State
{
    explicit State(RenderResources::State& shared)
        : resources{shared}, scene{shared.meshes, shared.plants, shared.lightmaps, shared.assets}
    {
    }

    /// Outside of update(): nothing but what a picture cannot do without.
    void refresh() { scene.update(plantBytes == FoliageUpload::Everything ? plantBytes : 0); }

    RenderResources::State& resources;
    DrawnScene scene;
    ShadowAtlas shadows;
    std::size_t plantBytes = FoliageUpload::Everything; ///< for each update()
    bool attached = false;
    GLuint texture = 0;
};

RenderSystem::RenderSystem(RenderResources& resources)
    : m_state{std::make_unique<State>(resources.state())}
{
}

RenderSystem::~RenderSystem() = default;

void RenderSystem::attach(World& world)
{
    m_state->attached = true;
    m_state->scene.attach(world);
    m_state->refresh();
}

void RenderSystem::onChanged(const ChangeSet& changes)
{
    m_state->scene.markChanged(changes);
}

void RenderSystem::update(double seconds)
{
    m_state->scene.advance(seconds);
    m_state->scene.update(m_state->plantBytes);
}

void RenderSystem::setUploadBudget(std::size_t bytes)
{
    ENGINE_EXPECT(bytes >= sizeof(GpuPlant));
    m_state->plantBytes = bytes;
    constexpr int ShadowViews = 24; // some milliseconds where a graphics card draws
    m_state->shadows.setBudget(ShadowViews);
}

bool RenderSystem::isUploading() const
{
    return m_state->scene.foliage().isUploading() || m_state->shadows.isBehind();
}

void RenderSystem::setGameSeconds(std::optional<double> seconds)
{
    m_state->scene.setGameSeconds(seconds);
}

void RenderSystem::setPlaceOverride(PlaceOverride places)
{
    m_state->scene.setPlaceOverride(std::move(places));
}

void RenderSystem::setLeftOut(std::vector<CoveredFace> faces)
{
    m_state->scene.setLeftOut(std::move(faces));
}

const std::vector<CoveredFace>& RenderSystem::leftOut() const
{
    return m_state->scene.leftOut();
}

void RenderSystem::setCovered(std::vector<CoveredFace> faces)
{
    m_state->scene.setCovered(std::move(faces));
}

const std::vector<CoveredFace>& RenderSystem::covered() const
{
    return m_state->scene.covered();
}

const std::shared_ptr<const Lightmap>& RenderSystem::draftLight() const
{
    return m_state->scene.draftLight();
}

void RenderSystem::setDraftLight(std::shared_ptr<const Lightmap> lightmap)
{
    m_state->scene.setDraftLight(std::move(lightmap));
}

RenderStats RenderSystem::render(const ViewRequest& request, std::span<const ViewPicture> pictures)
{
    ENGINE_EXPECT(m_state->attached && request.width > 0 && request.height > 0);
    const auto start = std::chrono::steady_clock::now();
    if (request.mode == ViewMode::Density)
        m_state->scene.keepLuxels();
    m_state->refresh();
    m_state->shadows.markChanged(m_state->scene.takeCasterChanges());
    Painter painter{m_state->resources, m_state->scene, m_state->shadows, request, pictures};
    auto stats = painter.paint();
    m_state->texture = painter.texture();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    stats.submitMilliseconds = took.count();
    return stats;
}

unsigned RenderSystem::texture() const
{
    return m_state->texture;
}
} // namespace engine
