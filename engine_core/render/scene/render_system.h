#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/math/transform.h"
#include "engine_core/render/passes/view.h"
#include "engine_core/render/passes/view_picture.h"
#include "engine_core/scene/spatial/covered_faces.h"
#include "engine_core/scene/world/world_system.h"

#include <functional>
#include <memory>
#include <span>

namespace engine
{
/// What the GPU holds for us.
struct GpuUse
{
    int objects = 0;             ///< of OpenGL, of all kinds
    std::size_t meshes = 0;      ///< in the cache
    std::size_t meshesBuilt = 0; ///< since the start
    std::size_t meshBytes = 0;
    std::size_t plants = 0;          ///< that there is room taken for
    std::size_t plantBytesMoved = 0; ///< to the GPU and within it, since the start
};

/// Shaders, textures and the vertex buffers of brushes: one for all worlds and views whose contexts
/// share objects. Everything here needs a current OpenGL 4.5 core context.
class RenderResources
{
public:
    explicit RenderResources(AssetDatabase& assets);
    ~RenderResources();

    /// Loads shaders again whose files changed; keeps the old ones and logs file and line on
    /// errors.
    void reloadShaders();

    [[nodiscard]] GpuUse use() const;

    struct State;

    [[nodiscard]] State& state() { return *m_state; }

private:
    std::unique_ptr<State> m_state;
};

/// Whether faces, models and plants are drawn, and not edges alone.
[[nodiscard]] bool showsSurfaces(const ViewRequest& request);

/// Draws one world. Many views may show it; vertex arrays and framebuffers are made per context.
class RenderSystem final : public WorldSystem
{
public:
    explicit RenderSystem(RenderResources& resources);
    ~RenderSystem() override; ///< needs a current context

    void attach(World& world) override; ///< takes warm meshes from the resources
    void onChanged(const ChangeSet& changes) override;
    void update(double seconds) override; ///< rebuilds dirty meshes; needs a current context

    /// How many bytes of plants each update() brings to the GPU at most: after a large step they
    /// appear bit by bit, and no picture waits for all of them. 44 or more. With any budget a picture
    /// draws at most 24 shadow maps, too. Unless this is called, every picture is complete.
    void setUploadBudget(std::size_t bytes);

    /// Whether the next update() brings more plants, or the next picture more shadows.
    [[nodiscard]] bool isUploading() const;

    /// Places for entities that play moves, between two ticks; empty again with {}.
    using PlaceOverride = std::function<std::optional<Transform>(EntityId)>;
    void setPlaceOverride(PlaceOverride places);

    /// Seconds of the game, which lights with a style follow: the same picture for the same tick.
    /// Nothing, as at first: these lights are steady.
    void setGameSeconds(std::optional<double> seconds);

    /// Faces that editor views do not draw unless they ask for ViewRequest::everyFace, by entity
    /// and face, as voidFaces() gives them; what the player sees is not touched.
    void setLeftOut(std::vector<CoveredFace> faces);
    [[nodiscard]] const std::vector<CoveredFace>& leftOut() const;

    /// The same for what no editor view draws, as coveredFaces() gives it.
    void setCovered(std::vector<CoveredFace> faces);
    [[nodiscard]] const std::vector<CoveredFace>& covered() const;

    /// Light that is shown instead of the scene's, as long as that is out of date; or null.
    void setDraftLight(std::shared_ptr<const Lightmap> lightmap);
    [[nodiscard]] const std::shared_ptr<const Lightmap>& draftLight() const;

    /// Draws into the request's framebuffer, or where that is 0 only into texture(); the pictures
    /// lie over everything, in their order.
    [[nodiscard]] RenderStats render(const ViewRequest& request,
                                     std::span<const ViewPicture> pictures = {});

    /// GL name of the picture last drawn, of its request's size. Any context that shares may read
    /// it until another is drawn.
    [[nodiscard]] unsigned texture() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
