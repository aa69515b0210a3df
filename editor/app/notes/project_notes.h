#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/base/signal.h"
#include "engine_core/play/notes/note_fit.h"
#include "engine_core/play/notes/note_folder.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace editor
{
class EditorContext;

/// The notes of the open project as their files have them, read on a worker and again when one is
/// written. Changes are steps of the document, so that undo takes them back.
class ProjectNotes : public QObject
{
    Q_OBJECT

public:
    explicit ProjectNotes(EditorContext& editor);
    ~ProjectNotes() override; ///< waits for what is read

    /// By date.
    [[nodiscard]] const std::vector<engine::StoredNote>& notes() const { return m_list.notes; }

    /// Files that are no notes, a sentence each.
    [[nodiscard]] const std::vector<std::string>& problems() const { return m_list.problems; }

    /// Null if there is none of that file.
    [[nodiscard]] const engine::StoredNote* find(const std::string& file) const;

    /// The scene that is open, as notes name it; empty for a new one.
    [[nodiscard]] const std::string& scene() const;

    /// Whether what it points at is as it was, for notes of the open scene; others fit.
    [[nodiscard]] engine::NoteFit fitOf(const engine::StoredNote& stored) const;

    /// Changes a note, writes its file and notes the time, as one step. A refusal is shown, and the
    /// note is as before.
    void change(const std::string& file,
                const std::string& label,
                const std::function<void(engine::Note&)>& edit);

    /// Takes a note and its files away, as one step.
    void remove(const std::string& file);

    /// Takes over the notes of another folder, on a worker; what came of it is shown.
    void import(const engine::fs::path& from);

    /// Writes the given ones as Markdown, a table or a web page, as the ending of `to` says; the
    /// web page in a new folder. On a worker; what came of it is shown.
    void exportTo(const engine::fs::path& to, std::vector<engine::StoredNote> notes);

    /// Which note is shown and marked; its file, or empty.
    [[nodiscard]] const std::string& current() const { return m_current; }

    void setCurrent(const std::string& file);

    /// Reads all again, soon.
    void refresh();

    /// Waits for what is read, and tells of it.
    void finish();

    engine::Signal<> changed;     ///< others, or with other values
    engine::Signal<> fitsChanged; ///< the scene was edited
    engine::Signal<> currentChanged;
    /// Somebody wants to be where the note was written: the window opens its scene.
    engine::Signal<engine::Note> visitWanted;

private:
    void read();
    void take(engine::NoteList list, const engine::fs::path& project);
    void watch();
    [[nodiscard]] engine::fs::path project() const;

    /// What a scene is called, which takes looking at the disk to say, and views ask in each
    /// picture.
    struct SceneName
    {
        engine::fs::path project;
        engine::fs::path file;
        std::string name;
    };

    EditorContext& m_editor;
    mutable SceneName m_scene; ///< that was open when it was asked for last
    engine::NoteList m_list;
    std::string m_current;
    mutable std::map<std::string, engine::NoteFit> m_fits; ///< by files, as far as asked for
    QFileSystemWatcher m_watcher;
    QTimer m_soon;
    QTimer m_fitSoon;
    engine::Connections m_connections;
    engine::JobQueue m_jobs; // last: its worker ends first
};
} // namespace editor
