#include "editor/views/render_hub.h"

#include "engine_core/scene/world.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>

namespace editor
{
namespace
{
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
} // namespace

RenderHub::RenderHub(engine::AssetDatabase& assets, engine::World& edited)
    : m_surface{std::make_unique<QOffscreenSurface>()}
    , m_context{std::make_unique<QOpenGLContext>()}
    , m_editedWorld{edited}
{
    m_context->setShareContext(QOpenGLContext::globalShareContext());
    m_context->create();
    m_surface->setFormat(m_context->format());
    m_surface->create();
    const ContextScope scope{*m_context, *m_surface};
    m_resources = std::make_unique<engine::RenderResources>(assets);
    m_edited = std::make_unique<engine::RenderSystem>(*m_resources);
    m_editedWorld.addSystem(*m_edited);
}

RenderHub::~RenderHub()
{
    endPlay();
    const ContextScope scope{*m_context, *m_surface};
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

void RenderHub::beginPlay(engine::World& played, engine::RenderSystem::PlaceOverride places)
{
    const ContextScope scope{*m_context, *m_surface};
    m_playedWorld = &played;
    m_played = std::make_unique<engine::RenderSystem>(*m_resources);
    m_played->setPlaceOverride(std::move(places));
    played.addSystem(*m_played);
}

void RenderHub::endPlay()
{
    if (!m_played)
        return;
    const ContextScope scope{*m_context, *m_surface};
    m_playedWorld->removeSystem(*m_played);
    m_played.reset();
    m_playedWorld = nullptr;
}

void RenderHub::reloadShaders()
{
    const ContextScope scope{*m_context, *m_surface};
    m_resources->reloadShaders();
}
} // namespace editor
