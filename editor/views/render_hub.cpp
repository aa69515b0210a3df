#include "editor/views/render_hub.h"

#include "engine_core/base/thread_time.h"
#include "engine_core/render/gl/view_transfer.h"
#include "engine_core/scene/world/world.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>

#include <algorithm>

namespace editor
{
namespace
{
/// Bytes of plants for each picture: some 12,000 plants, about a millisecond. A large step may come
/// in four views at once.
constexpr std::size_t PlantsForAPicture = std::size_t{1} << 19U;

/// Makes a context current for a scope and gives the one before back: the hub may be called while a
/// view is being painted.
class ContextScope
{
public:
    ContextScope(QOpenGLContext& context, QOffscreenSurface& surface)
        : m_before{QOpenGLContext::currentContext()}
        , m_surfaceBefore{m_before != nullptr ? m_before->surface() : nullptr}
    {
        context.makeCurrent(&surface);
    }

    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

    ~ContextScope()
    {
        if (m_before != nullptr)
            m_before->makeCurrent(m_surfaceBefore);
        else if (auto* current = QOpenGLContext::currentContext())
            current->doneCurrent();
    }

private:
    QOpenGLContext* m_before;
    QSurface* m_surfaceBefore;
};

/// The program's shared context does the drawing if there is one: each further context costs a
/// software renderer 3 MB. `own` is for programs without, such as tests of single views.
QOpenGLContext& drawing(const std::unique_ptr<QOpenGLContext>& own)
{
    return own ? *own : *QOpenGLContext::globalShareContext();
}
} // namespace

RenderHub::RenderHub(engine::World& edited)
    : m_surface{std::make_unique<QOffscreenSurface>()}
    , m_context{QOpenGLContext::globalShareContext() == nullptr ? std::make_unique<QOpenGLContext>()
                                                                : nullptr}
    , m_taken{std::make_unique<engine::GpuFence>()}
    , m_editedWorld{edited}
{
}

engine::Result<std::unique_ptr<RenderHub>> RenderHub::create(engine::AssetDatabase& assets,
                                                             engine::World& edited)
{
    std::unique_ptr<RenderHub> hub{new RenderHub{edited}};
    if (hub->m_context)
        hub->m_context->create();
    auto& context = drawing(hub->m_context);
    if (!context.isValid() || context.format().version() < qMakePair(4, 5))
        return engine::Error{
            "The views need OpenGL 4.5, which this machine's graphics do not offer"};
    hub->m_surface->setFormat(context.format());
    hub->m_surface->create();
    const ContextScope scope{context, *hub->m_surface};
    hub->m_resources = std::make_unique<engine::RenderResources>(assets);
    hub->m_edited = std::make_unique<engine::RenderSystem>(*hub->m_resources);
    hub->m_edited->setUploadBudget(PlantsForAPicture);
    edited.addSystem(*hub->m_edited);
    return hub;
}

RenderHub::~RenderHub()
{
    endPlay();
    if (!m_edited)
        return; // create() found no OpenGL
    const ContextScope scope{drawing(m_context), *m_surface};
    m_taken.reset();
    m_editedWorld.removeSystem(*m_edited);
    m_edited.reset();
    m_resources.reset();
}

engine::RenderSystem& RenderHub::edited()
{
    return *m_edited;
}

engine::RenderSystem* RenderHub::played()
{
    return m_played.get();
}

bool RenderHub::playsEdited() const
{
    return m_played && m_whatIsPlayed == Played::EditedScene;
}

void RenderHub::setLeftOut(std::vector<engine::CoveredFace> faces)
{
    if (playsEdited())
        m_played->setLeftOut(faces);
    m_edited->setLeftOut(std::move(faces));
}

void RenderHub::setCovered(std::vector<engine::CoveredFace> faces)
{
    if (playsEdited())
        m_played->setCovered(faces);
    m_edited->setCovered(std::move(faces));
}

void RenderHub::setDraftLight(std::shared_ptr<const engine::Lightmap> lightmap)
{
    if (playsEdited())
        m_played->setDraftLight(lightmap);
    m_edited->setDraftLight(std::move(lightmap));
}

void RenderHub::beginPlay(engine::World& played,
                          engine::RenderSystem::PlaceOverride places,
                          Played what)
{
    const ContextScope scope{drawing(m_context), *m_surface};
    m_playedWorld = &played;
    m_played = std::make_unique<engine::RenderSystem>(*m_resources);
    m_played->setUploadBudget(PlantsForAPicture);
    m_played->setPlaceOverride(std::move(places));
    m_whatIsPlayed = what;
    if (playsEdited()) {
        m_played->setLeftOut(leftOut());
        m_played->setCovered(covered());
        m_played->setDraftLight(draftLight());
    }
    played.addSystem(*m_played);
}

void RenderHub::endPlay()
{
    if (!m_played)
        return;
    const ContextScope scope{drawing(m_context), *m_surface};
    m_playedWorld->removeSystem(*m_played);
    m_played.reset();
    m_playedWorld = nullptr;
}

engine::RenderStats RenderHub::paint(engine::RenderSystem& system,
                                     const engine::ViewRequest& request,
                                     const std::vector<engine::ViewPicture>& pictures,
                                     const engine::FramebufferPart& to)
{
    const double start = engine::threadMilliseconds();
    double ours = 0;
    engine::GpuFence drawn;
    unsigned picture = 0;
    engine::RenderStats stats;
    {
        const ContextScope scope{drawing(m_context), *m_surface};
        m_taken->wait();
        const double before = engine::threadMilliseconds();
        system.update(0);
        ours = engine::threadMilliseconds() - before;
        stats = system.render(request, pictures);
        ours += stats.ownMilliseconds;
        picture = system.texture();
        drawn.set();
    }
    drawn.wait();
    engine::copyToFramebuffer(picture, to, request.width, request.height);
    m_taken->set();
    m_driverMilliseconds += std::max(engine::threadMilliseconds() - start - ours, 0.0);
    return stats;
}

void RenderHub::prepare()
{
    const ContextScope scope{drawing(m_context), *m_surface};
    m_edited->update(0);
}

void RenderHub::reloadShaders()
{
    const ContextScope scope{drawing(m_context), *m_surface};
    m_resources->reloadShaders();
}
} // namespace editor
