#include "editor/app/notes/note_desk.h"

#include "editor/app/notes/project_notes.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/app/window/main_window.h"
#include "editor/tools/select/played_places.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/play/notes/note_folder.h"

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
    connect(&m_taker, &NoteTaker::saved, this, [this, &context](const QString& file) {
        context.notes().refresh();
        context.showMessage(MessageKind::Info,
                            fmt::format("Note saved: notes/{}", file.toStdString()));
        if (m_tick && m_window.play().isPlaying())
            m_window.rewind().addMark({*m_tick, Rewind::Mark::Kind::Note, tr("Note")});
    });
    connect(&m_taker, &NoteTaker::failed, this, [&context](const QString& why) {
        context.showMessage(MessageKind::Error, why.toStdString());
    });
    connect(&m_taker, &NoteTaker::warned, this, [&context](const QString& what) {
        context.showMessage(MessageKind::Warning, what.toStdString());
    });
    m_connections += context.notes().visitWanted.connect([this](const Note& note) { visit(note); });
    // Not at once: views have yet to hear of the scene.
    m_connections += context.document().reset.connect([this] {
        m_taker.leaveScene();
        QTimer::singleShot(0, this, [this] {
            if (m_goal && m_goal->scene == m_window.context().notes().scene())
                lookFrom(*std::exchange(m_goal, std::nullopt));
        });
    });
}

void NoteDesk::write(ViewportWidget& view)
{
    if (m_taker.raise())
        return; // before a moment is gathered, which takes the picture and a copy of the scene
    auto& context = m_window.context();
    const auto& document = context.document();
    ShownGame game;
    game.session = m_window.play().session();
    const bool isPast = game.session != nullptr && m_window.rewind().isPast();
    if (game.session != nullptr)
        game.tick = isPast ? m_window.rewind().tick() : game.session->tickCount();
    if (!isPast) // where things were then is not known
        game.places = [this] {
            return playedPlaces();
        };
    m_tick = game.session != nullptr ? std::optional{game.tick} : std::nullopt;
    m_taker.open(view, momentOf(view, document, context.assets().project().root,
                                context.notes().scene(), game));
}

std::optional<PlayedPlaces> NoteDesk::playedPlaces()
{
    const auto* session = m_window.play().session();
    const auto* moved = m_window.movedByGame();
    if (session == nullptr || moved == nullptr)
        return std::nullopt;
    return PlayedPlaces{session->world(), *moved};
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
    if (m_goal && m_goal->scene != context.notes().scene())
        m_goal.reset(); // somebody refused
}

void NoteDesk::lookFrom(const Note& note)
{
    showRecording(note);
    const Aabb place{note.place - Vec3d{About}, note.place + Vec3d{About}};
    if (!note.camera)
        return m_window.context().focus(place);
    const auto& [position, look, fieldOfView, unknown] = *note.camera;
    const double far = std::max(1.0, glm::dot(note.place - position, look));
    const auto aimed = position + look * far;
    m_window.context().focusFrom(position, {aimed - Vec3d{About}, aimed + Vec3d{About}});
}

/// The game up to the moment of the note, to be looked at and played on; a game that runs goes on.
void NoteDesk::showRecording(const Note& note)
{
    auto& context = m_window.context();
    if (note.recording.empty() || m_window.play().isPlaying() || m_window.rewind().progress())
        return;
    const auto file = noteFilePath(context.assets().project().root, note.recording);
    const auto tick = static_cast<std::uint64_t>(std::max<std::int64_t>(0, note.recordingTick));
    const auto opened = file ? m_window.rewind().open(*file, tick) : Result<void>{file.error()};
    if (!opened)
        context.showMessage(MessageKind::Warning, opened.error().message());
}
} // namespace editor
