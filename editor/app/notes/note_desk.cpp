#include "editor/app/notes/note_desk.h"

#include "editor/app/notes/project_notes.h"
#include "editor/app/window/main_window.h"
#include "editor/views/viewport_widget.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr double About = 2; ///< metres around a note's place that 2D views show
} // namespace

NoteDesk::NoteDesk(MainWindow& window)
    : m_window{window}
    , m_markers{window.context(), window.context().notes()}
    , m_taker{window.play()}
{
    auto& context = window.context();
    connect(&m_taker, &NoteTaker::saved, this, [&context](const QString& file) {
        context.notes().refresh();
        context.showMessage(MessageKind::Info,
                            fmt::format("Note saved: notes/{}", file.toStdString()));
    });
    connect(&m_taker, &NoteTaker::failed, this, [&context](const QString& why) {
        context.showMessage(MessageKind::Error, why.toStdString());
    });
    m_connections += context.notes().visitWanted.connect([this](const Note& note) { visit(note); });
    // Not at once: views have yet to hear of the scene.
    m_connections += context.document().reset.connect([this] {
        QTimer::singleShot(0, this, [this] {
            if (m_goal && m_goal->scene == m_window.context().notes().scene())
                lookFrom(*std::exchange(m_goal, std::nullopt));
        });
    });
}

void NoteDesk::write(ViewportWidget& view)
{
    auto& context = m_window.context();
    const auto& document = context.document();
    const bool showsGame = m_window.play().view() == &view;
    const auto* session = showsGame ? m_window.play().session() : nullptr;
    m_taker.open(view, momentOf(view, document, context.assets().project().root,
                                context.notes().scene(), session));
}

void NoteDesk::visit(const Note& note)
{
    auto& context = m_window.context();
    if (note.scene.empty() || note.scene == context.notes().scene())
        return lookFrom(note);
    const auto file = resolveInside(context.assets().project().root, note.scene);
    if (!file)
        return context.showMessage(MessageKind::Error, file.error().message());
    m_goal = note;
    m_window.openScene(*file);
}

void NoteDesk::lookFrom(const Note& note)
{
    const Aabb place{note.place - Vec3d{About}, note.place + Vec3d{About}};
    if (!note.camera)
        return m_window.context().focus(place);
    const auto& [position, look, fieldOfView, unknown] = *note.camera;
    const double far = std::max(1.0, glm::dot(note.place - position, look));
    const auto aimed = position + look * far;
    m_window.context().focusFrom(position, {aimed - Vec3d{About}, aimed + Vec3d{About}});
}
} // namespace editor
