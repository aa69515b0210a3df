#include "editor/app/notes/note_taker.h"

#include "editor/app/notes/note_card.h"
#include "editor/app/play/play_controller.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/play/notes/note_folder.h"
#include "engine_core/play/recording/session_recorder.h"

namespace editor
{
using namespace engine;

NoteTaker::NoteTaker(PlayController& play, QObject* parent)
    : QObject{parent}
    , m_play{play}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
}

NoteTaker::~NoteTaker()
{
    delete m_card;
}

void NoteTaker::open(ViewportWidget& view, NoteMoment moment)
{
    if (m_card) {
        m_card->raise();
        return;
    }
    m_moment = std::move(moment);
    m_view = &view;
    holdGame();
    m_card = new NoteCard{m_moment.picture, view};
    connect(m_card, &NoteCard::accepted, this, &NoteTaker::save);
    connect(m_card, &NoteCard::dropped, this, &NoteTaker::close);
}

bool NoteTaker::isOpen() const
{
    return !m_card.isNull();
}

void NoteTaker::holdGame()
{
    m_wasRunning = m_play.isPlaying() && !m_play.isPaused();
    m_hadMouse = m_play.isPossessed() && m_play.view() == m_view && m_view->isMouseCaptured();
    if (m_wasRunning)
        m_play.setPaused(true);
    m_view->releaseMouseCapture();
}

/// As before, if it is still there and nobody has let it run by now.
void NoteTaker::goOn()
{
    if (!m_view)
        return;
    m_view->setFocus();
    if (m_hadMouse && m_play.isPlaying() && m_play.view() == m_view)
        m_view->captureMouse();
    if (m_wasRunning && m_play.isPlaying() && m_play.isPaused())
        m_play.setPaused(false);
}

void NoteTaker::close()
{
    if (!m_card)
        return;
    m_card->hide();
    m_card->deleteLater();
    m_card = nullptr;
    goOn();
}

void NoteTaker::save()
{
    auto moment = std::move(m_moment);
    auto& note = moment.note;
    note.kind = m_card->kind();
    note.text = m_card->text();
    note.drawing = m_card->drawing();
    if (note.drawing.empty() || note.drawing.front().points.empty()) {
        moment.aim(note, {0.5F, 0.5F});
    } else {
        Vec2f sum{0};
        const auto& points = note.drawing.front().points;
        for (const auto& each : points)
            sum += each;
        moment.aim(note, sum / static_cast<float>(points.size()));
    }
    moment.aim = {};
    addRecording(moment);
    close();
    write(std::move(moment));
}

/// The way to the moment, if a game shows it.
void NoteTaker::addRecording(NoteMoment& moment)
{
    const auto* recorder = m_play.recorder();
    if (recorder == nullptr || !m_play.isPlaying() || !moment.note.tick)
        return;
    if (auto file = recorder->broughtUpToDate())
        moment.recording = *std::move(file);
    else
        Q_EMIT failed(QString::fromStdString(file.error().message()));
}

void NoteTaker::write(NoteMoment moment)
{
    struct Written
    {
        NoteMoment moment;
        std::optional<Result<void>> result;
    };

    auto written = std::make_shared<Written>(Written{std::move(moment), {}});
    m_jobs.start(
        "Writing a note", [written](JobControl&) { written->result = writeNote(written->moment); },
        [this, written] {
            if (written->result && *written->result)
                Q_EMIT saved(QString::fromStdString(noteFileName(written->moment.note)));
            else
                Q_EMIT failed(written->result
                                  ? QString::fromStdString(written->result->error().message())
                                  : tr("The note could not be written"));
        });
}
} // namespace editor
