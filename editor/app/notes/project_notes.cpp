#include "editor/app/notes/project_notes.h"

#include "editor/app/notes/note_removal.h"
#include "editor/app/window/editor_context.h"
#include "engine_core/base/count_text.h"
#include "engine_core/play/game/play_level.h"
#include "engine_core/play/notes/note_export.h"
#include "engine_core/play/notes/note_scenes.h"
#include "engine_core/scene/components/register_components.h"

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
constexpr int ReadAgain = 200; ///< milliseconds after the last change of the folder
constexpr int FitAgain = 300;  ///< milliseconds after the last edit
} // namespace

ProjectNotes::ProjectNotes(EditorContext& editor)
    : m_editor{editor}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(ReadAgain);
    connect(&m_soon, &QTimer::timeout, this, &ProjectNotes::read);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &ProjectNotes::refresh);
    m_fitSoon.setSingleShot(true);
    m_fitSoon.setInterval(FitAgain);
    connect(&m_fitSoon, &QTimer::timeout, this, [this] {
        m_fits.clear();
        fitsChanged();
    });
    const auto edited = [this] {
        if (!m_list.notes.empty())
            m_fitSoon.start();
    };
    m_connections += editor.projectChanged.connect([this] { read(); });
    m_connections += editor.document().reset.connect(edited);
    m_connections += editor.document().stepped.connect([edited](const DocumentStep&) { edited(); });
    m_connections += editor.document().filesChanged.connect([this] { refresh(); });
    m_connections +=
        editor.document().filesWritten.connect([this](const std::vector<FileWrite>& writes) {
            for (const auto& each : writes)
                if (each.file.parent_path() == noteFolder(project()))
                    return refresh();
        });
    read();
}

ProjectNotes::~ProjectNotes() = default;

fs::path ProjectNotes::project() const
{
    return m_editor.assets().project().root;
}

const StoredNote* ProjectNotes::find(const std::string& file) const
{
    const auto at = std::find_if(m_list.notes.begin(), m_list.notes.end(),
                                 [&](const auto& each) { return each.file == file; });
    return at == m_list.notes.end() ? nullptr : &*at;
}

const std::string& ProjectNotes::scene() const
{
    const auto& project = m_editor.assets().project();
    const auto& file = m_editor.document().path();
    if (m_scene.file != file || m_scene.project != project.root)
        m_scene = {project.root, file, sceneNameOf(project, file)};
    return m_scene.name;
}

NoteFit ProjectNotes::fitOf(const StoredNote& stored) const
{
    if (stored.note.objects.empty() || stored.note.scene != scene())
        return NoteFit::Fits;
    const auto [at, isNew] = m_fits.try_emplace(stored.file, NoteFit::Fits);
    if (isNew)
        at->second =
            fitOfNote(stored.note, m_editor.document().world(), m_editor.document().types());
    return at->second;
}

void ProjectNotes::change(const std::string& file,
                          const std::string& label,
                          const std::function<void(Note&)>& edit)
{
    const auto place = noteFolder(project()) / file;
    const auto done = [&]() -> Result<void> {
        const auto before = readFile(place, MostNoteBytes); // as it is now, whatever was read
        if (!before)
            return before.error();
        auto note = readNote(*before, place.string());
        if (!note)
            return note.error();
        const auto old = *note;
        edit(*note);
        if (*note == old)
            return {};
        note->changed = dateOfNow();
        auto after = noteText(*note);
        if (const auto readable = readNote(after, place.string()); !readable)
            return readable.error();
        return m_editor.document().run(label, [&](Transaction& step) -> Result<void> {
            step.write({place, *before, std::move(after)});
            return {};
        });
    }();
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    if (!done)
        changed(); // what was typed is not so
}

void ProjectNotes::remove(const std::string& file)
{
    const auto* stored = find(file);
    if (stored == nullptr)
        return;
    const auto done = m_editor.document().runWithFiles(
        "Delete a note", std::make_shared<NoteRemoval>(project(), *stored),
        [](Transaction&) -> Result<void> { return {}; });
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
}

void ProjectNotes::import(const fs::path& from)
{
    auto outcome = std::make_shared<std::optional<Result<NoteImport>>>();
    m_jobs.start(
        "Importing notes",
        [outcome, from, to = project()](JobControl& control) {
            *outcome = importNotes(to, from, &control);
        },
        [this, outcome] {
            if (!*outcome)
                return m_editor.showMessage(MessageKind::Error, "The notes could not be imported");
            if (!**outcome)
                return m_editor.showMessage(MessageKind::Error, (*outcome)->error().message());
            const auto& import = ***outcome;
            for (const auto& each : import.problems)
                m_editor.showMessage(MessageKind::Warning, each);
            m_editor.showMessage(MessageKind::Info,
                                 fmt::format("{} added, {} changed, {} known already",
                                             countText(import.added, "note", "notes"),
                                             import.changed, import.known));
            refresh();
        });
}

void ProjectNotes::exportTo(const fs::path& to, std::vector<StoredNote> notes)
{
    std::map<ContentHash, NoteFit> fits;
    for (const auto& each : notes)
        if (each.note.scene == scene()) // as it is edited; the others as their files have them
            fits.emplace(each.note.id, fitOf(each));
    const auto count = countText(notes.size(), "note", "notes");
    auto outcome = std::make_shared<std::optional<Result<fs::path>>>();
    m_jobs.start(
        "Exporting notes",
        [=, all = std::move(notes), from = project(),
         name = m_editor.assets().project().name](JobControl& control) {
            TypeRegistry types;
            registerComponents(types);
            NoteScenes scenes{from, types};
            const auto fitOf = [&](const Note& note) {
                const auto known = fits.find(note.id);
                return known != fits.end() ? known->second : scenes.fitOf(note);
            };
            *outcome = exportNotes(from, all, name, to, fitOf, &control);
        },
        [this, outcome, to, count] {
            if (*outcome && **outcome)
                m_editor.showMessage(MessageKind::Info,
                                     fmt::format("{} written to '{}'", count, to.string()));
            else
                m_editor.showMessage(MessageKind::Error, *outcome
                                                             ? (*outcome)->error().message()
                                                             : "The notes could not be written");
        });
}

void ProjectNotes::setCurrent(const std::string& file)
{
    if (m_current == file)
        return;
    m_current = file;
    currentChanged();
    m_editor.updateViews();
}

void ProjectNotes::refresh()
{
    m_soon.start();
}

void ProjectNotes::finish()
{
    do {
        if (m_soon.isActive())
            read();
        m_jobs.finishAll();
    } while (m_soon.isActive()); // what came to an end has changed the folder
}

void ProjectNotes::read()
{
    m_soon.stop();
    auto list = std::make_shared<NoteList>();
    m_jobs.start(
        "Reading notes",
        [list, from = project()](JobControl& control) { *list = readNotes(from, &control); },
        [this, list, from = project()] { take(std::move(*list), from); });
}

void ProjectNotes::take(NoteList list, const fs::path& from)
{
    if (from != project())
        return; // another project is open by now
    watch();
    const bool isSame = list.notes == m_list.notes && list.problems == m_list.problems;
    m_list = std::move(list);
    if (isSame)
        return;
    m_fits.clear();
    if (find(m_current) == nullptr)
        setCurrent({});
    changed();
    m_editor.updateViews();
}

/// The folder of notes or, until it is made, the project's.
void ProjectNotes::watch()
{
    std::error_code failed;
    const auto folder =
        fs::is_directory(noteFolder(project()), failed) ? noteFolder(project()) : project();
    const auto wanted = QString::fromStdString(folder.string());
    if (m_watcher.directories() == QStringList{wanted})
        return;
    if (!m_watcher.directories().isEmpty())
        m_watcher.removePaths(m_watcher.directories());
    m_watcher.addPath(wanted);
}
} // namespace editor
