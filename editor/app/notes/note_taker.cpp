#include "editor/app/notes/note_taker.h"

#include "editor/app/notes/note_card.h"
#include "editor/app/play/play_controller.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/base/log.h"
#include "engine_core/play/notes/note_folder.h"
#include "engine_core/play/recording/session_recorder.h"

#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr Vec2f Middle{0.5F, 0.5F}; ///< of a picture

/// Of the first line, which is drawn around or at what is meant; of the picture without one.
Vec2f middleOf(const std::vector<NoteStroke>& drawing)
{
    if (drawing.empty() || drawing.front().points.empty())
        return Middle;
    Vec2f sum{0};
    const auto& points = drawing.front().points;
    for (const auto& each : points)
        sum += each;
    return sum / static_cast<float>(points.size());
}
} // namespace

NoteTaker::NoteTaker(PlayController& play, QObject* parent)
    : QObject{parent}
    , m_play{play}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
    // The last moment at which the game that the card is about can be asked.
    connect(&play, &PlayController::stopping, this, [this] {
        if (m_card)
            addRecording();
    });
}

NoteTaker::~NoteTaker()
{
    delete m_card;
    m_isEnding = true;
    m_jobs.finishAll(); // the queue alone would drop what has not begun
}

bool NoteTaker::raise()
{
    if (m_card)
        m_card->raise();
    return isOpen();
}

void NoteTaker::open(ViewportWidget& view, NoteMoment moment)
{
    if (raise())
        return;
    moment.aim(moment.note, Middle);
    openCard(view, std::move(moment));
    m_isOfGame = m_moment.note.tick && m_play.isPlaying();
}

void NoteTaker::openCard(ViewportWidget& view, NoteMoment moment)
{
    m_moment = std::move(moment);
    m_view = &view;
    m_isOfGame = false;
    m_isOpening = true;
    holdGame();
    m_card = new NoteCard{m_moment.picture, view};
    m_isOpening = false;
    connect(m_card, &NoteCard::accepted, this, &NoteTaker::save);
    connect(m_card, &NoteCard::dropped, this, &NoteTaker::close);
}

bool NoteTaker::isOpen() const
{
    return m_isOpening || !m_card.isNull();
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
    openUnsaved();
}

void NoteTaker::leaveScene()
{
    if (!m_card)
        return;
    m_moment.aim = {};
    if (m_card->text().empty() && m_card->drawing().empty())
        close();
    else
        save();
}

void NoteTaker::save()
{
    addRecording();
    auto moment = std::move(m_moment);
    auto& note = moment.note;
    note.kind = m_card->kind();
    note.text = m_card->text();
    note.drawing = m_card->drawing();
    if (moment.aim) {
        note.objects.clear(); // those of the picture's middle
        moment.aim(note, middleOf(note.drawing));
    }
    moment.aim = {}; // a later try is about the same
    const auto view = m_view;
    close();
    write({std::move(moment), view, {}});
}

/// The way to the moment, if a game shows it.
void NoteTaker::addRecording()
{
    const auto* recorder = m_play.recorder();
    if (!std::exchange(m_isOfGame, false) || recorder == nullptr)
        return;
    if (auto file = recorder->broughtUpToDate())
        m_moment.recording = *std::move(file);
    else
        m_moment.warnings.push_back("The note has no recording: " + file.error().message());
}

void NoteTaker::write(Unsaved note)
{
    struct Written
    {
        Unsaved note;
        std::optional<Result<void>> result;
    };

    auto written = std::make_shared<Written>(Written{std::move(note), {}});
    m_jobs.start(
        "Writing a note",
        [written](JobControl&) { written->result = writeNote(written->note.moment); },
        [this, written] {
            auto& [unsaved, result] = *written;
            if (!result || !*result) {
                unsaved.why = result ? QString::fromStdString(result->error().message())
                                     : tr("The note could not be written");
                return keepUnsaved(std::move(unsaved));
            }
            for (const auto& each : std::exchange(unsaved.moment.warnings, {}))
                Q_EMIT warned(QString::fromStdString(each));
            Q_EMIT saved(QString::fromStdString(noteFileName(unsaved.moment.note)));
        });
}

void NoteTaker::keepUnsaved(Unsaved unsaved)
{
    Q_EMIT failed(unsaved.why);
    m_unsaved.push_back(std::move(unsaved));
    openUnsaved();
}

/// Where there is no view any more, the words are at least in the log.
void NoteTaker::openUnsaved()
{
    while (!m_card && !m_unsaved.empty()) {
        auto unsaved = std::move(m_unsaved.front());
        m_unsaved.pop_front();
        if (m_isEnding || !unsaved.view) {
            logError("notes", "This note could not be written: {}", unsaved.moment.note.text);
            continue;
        }
        openCard(*unsaved.view, std::move(unsaved.moment));
        m_card->fill(m_moment.note, unsaved.why);
    }
}
} // namespace editor
