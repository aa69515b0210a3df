#pragma once

#include "editor/app/notes/note_moment.h"
#include "engine_core/base/jobs.h"

#include <QObject>
#include <QPointer>

#include <deque>

namespace editor
{
class NoteCard;
class PlayController;

/// Writes notes about what a view shows: opens the card over it, holds the game meanwhile, and
/// saves note and picture on a worker.
class NoteTaker : public QObject
{
    Q_OBJECT

public:
    explicit NoteTaker(PlayController& play, QObject* parent = nullptr);
    ~NoteTaker() override; ///< waits until all that was accepted is written

    /// The card that is open is in front again; false if none is.
    bool raise();

    /// What a note is about; raises a card that is open instead.
    void open(ViewportWidget& view, NoteMoment moment);

    /// Also while the game is held for it.
    [[nodiscard]] bool isOpen() const;

    /// Another scene is open: what the card has is kept, about the middle of its picture.
    void leaveScene();

Q_SIGNALS:
    /// The note lies in the project, in the file of that name.
    void saved(const QString& file);
    /// It is written, but goes without something.
    void warned(const QString& what);
    /// Its card is open again, with what was in it.
    void failed(const QString& why);

private:
    /// A note that could not be written.
    struct Unsaved
    {
        NoteMoment moment;
        QPointer<ViewportWidget> view;
        QString why;
    };

    void openCard(ViewportWidget& view, NoteMoment moment);
    void openUnsaved();
    void keepUnsaved(Unsaved unsaved);
    void holdGame();
    void goOn();
    void close();
    void save();
    void addRecording();
    void write(Unsaved note);

    PlayController& m_play;
    NoteMoment m_moment; ///< of the open card
    QPointer<ViewportWidget> m_view;
    QPointer<NoteCard> m_card;
    bool m_isOpening = false;
    bool m_wasRunning = false; ///< the game, when the card was opened
    bool m_hadMouse = false;
    bool m_isOfGame = false; ///< the card, and the game's recording is not yet asked for
    bool m_isEnding = false;
    std::deque<Unsaved> m_unsaved; ///< whose cards wait until the open one is closed
    engine::JobQueue m_jobs; // last: its worker ends first
};
} // namespace editor
