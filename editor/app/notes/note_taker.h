#pragma once

#include "editor/app/notes/note_moment.h"
#include "engine_core/base/jobs.h"

#include <QObject>
#include <QPointer>

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
    ~NoteTaker() override; ///< waits for what is being written

    /// What a note is about; a card that is open is in front again instead.
    void open(ViewportWidget& view, NoteMoment moment);

    [[nodiscard]] bool isOpen() const;

Q_SIGNALS:
    /// The note lies in the project, in the file of that name.
    void saved(const QString& file);
    void failed(const QString& why);

private:
    void holdGame();
    void goOn();
    void close();
    void save();
    void addRecording(NoteMoment& moment);
    void write(NoteMoment moment);

    PlayController& m_play;
    NoteMoment m_moment; ///< of the open card
    QPointer<ViewportWidget> m_view;
    QPointer<NoteCard> m_card;
    bool m_wasRunning = false; ///< the game, when the card was opened
    bool m_hadMouse = false;
    engine::JobQueue m_jobs; // last: its worker ends first
};
} // namespace editor
