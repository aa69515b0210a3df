#pragma once

#include "editor/app/notes/note_markers.h"
#include "editor/app/notes/note_taker.h"

#include <QObject>

#include <optional>

namespace editor
{
class MainWindow;

/// Notes in the editor's window: writes them about what its views show, marks them there, and goes
/// to where they were written.
class NoteDesk : public QObject
{
    Q_OBJECT

public:
    explicit NoteDesk(MainWindow& window);

    /// About what this view shows, game or level.
    void write(ViewportWidget& view);

    [[nodiscard]] NoteMarkers& markers() { return m_markers; }

    [[nodiscard]] NoteTaker& taker() { return m_taker; }

private:
    void visit(const engine::Note& note);
    void lookFrom(const engine::Note& note);
    void showRecording(const engine::Note& note);
    [[nodiscard]] std::optional<PlayedPlaces> playedPlaces();

    MainWindow& m_window;
    NoteMarkers m_markers;
    std::optional<std::uint64_t> m_tick; ///< of the game about which a note is written
    std::optional<engine::Note> m_goal;  ///< to be looked from when its scene is open
    engine::Connections m_connections;
    NoteTaker m_taker;
};
} // namespace editor
