#pragma once

#include "engine_core/render/gl/view_transfer.h"
#include "engine_core/render/scene/render_system.h"

#include <memory>

class QOpenGLContext;
class QOffscreenSurface;

namespace editor
{
/// The renderer of one workspace: one set of GPU resources for all views, one render system for the
/// edited world and one for the played world. Draws in one context that shares with the views',
/// also for making and ending things while no view is being painted.
class RenderHub
{
public:
    /// An Error, in words for the person at the machine, where there is no OpenGL 4.5.
    [[nodiscard]] static engine::Result<std::unique_ptr<RenderHub>>
    create(engine::AssetDatabase& assets, engine::World& edited);
    ~RenderHub();

    /// What views paint now: the edited world, or the played one.
    [[nodiscard]] engine::RenderSystem& edited();
    [[nodiscard]] engine::RenderSystem* played();

    /// Of the edited world and the played one, see RenderSystem::setLeftOut().
    void setLeftOut(std::vector<engine::CoveredFace> faces);

    /// Of both as well, see RenderSystem::setCovered().
    void setCovered(std::vector<engine::CoveredFace> faces);

    /// Of both as well, see RenderSystem::setDraftLight().
    void setDraftLight(std::shared_ptr<const engine::Lightmap> lightmap);

    /// Null without any.
    [[nodiscard]] const std::shared_ptr<const engine::Lightmap>& draftLight() const
    {
        return m_edited->draftLight();
    }

    /// By entity and face.
    [[nodiscard]] const std::vector<engine::CoveredFace>& leftOut() const
    {
        return m_edited->leftOut();
    }

    [[nodiscard]] const std::vector<engine::CoveredFace>& covered() const
    {
        return m_edited->covered();
    }

    /// What the played world was made from. Faces that are left out or covered, and draft light,
    /// are of the edited scene alone.
    enum class Played
    {
        EditedScene,
        OtherScene
    };

    void beginPlay(engine::World& played,
                   engine::RenderSystem::PlaceOverride places,
                   Played what = Played::EditedScene);
    void endPlay();

    /// Paints into a part of a framebuffer of the current context. Drawn in the hub's context, so
    /// that what a driver makes ready for drawing is there once and not for each view.
    engine::RenderStats paint(engine::RenderSystem& system,
                              const engine::ViewRequest& request,
                              const std::vector<engine::ViewPicture>& pictures,
                              const engine::FramebufferPart& to);

    /// Builds what has changed in the edited world, which paint() would do otherwise.
    void prepare();

    void reloadShaders();

    /// Processor time that the driver has taken of this thread for painting, since the hub was
    /// made: nearly all of a picture where a processor stands in for a graphics card.
    [[nodiscard]] double driverMilliseconds() const { return m_driverMilliseconds; }

private:
    explicit RenderHub(engine::World& edited);
    [[nodiscard]] bool playsEdited() const;

    std::unique_ptr<QOffscreenSurface> m_surface;
    std::unique_ptr<QOpenGLContext> m_context;
    std::unique_ptr<engine::GpuFence> m_taken; ///< the last picture was copied into its view
    engine::World& m_editedWorld;
    engine::World* m_playedWorld = nullptr;
    Played m_whatIsPlayed = Played::EditedScene;
    std::unique_ptr<engine::RenderResources> m_resources;
    std::unique_ptr<engine::RenderSystem> m_edited;
    std::unique_ptr<engine::RenderSystem> m_played;
    double m_driverMilliseconds = 0;
};
} // namespace editor
