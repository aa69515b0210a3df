#include "editor/app/notes/note_removal.h"

#include "engine_core/base/files/moved_files.h"

#include <string>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
/// A folder that no other removal has: the same note may be imported and deleted again.
fs::path folderOfOwn(const fs::path& project)
{
    const auto all = project / ".mapwright" / "removed_notes";
    std::error_code failed;
    std::size_t number = 1;
    while (fs::exists(all / std::to_string(number), failed))
        ++number;
    return all / std::to_string(number);
}
} // namespace

NoteRemoval::NoteRemoval(const fs::path& project, const StoredNote& stored)
    : m_here{noteFolder(project)}, m_aside{folderOfOwn(project)}
{
    for (const auto& name : {stored.note.picture, stored.note.recording, stored.file})
        if (!name.empty() && noteFilePath(project, name))
            m_files.push_back(name);
}

Result<void> NoteRemoval::exchange(StepDirection direction, const fs::path& /*scene*/)
{
    auto from = m_here;
    auto to = m_aside;
    if (direction == StepDirection::Back)
        std::swap(from, to);
    std::vector<std::string> added;
    for (const auto& name : m_files) {
        if (const auto done = addFileName(from / name, to / name); !done) {
            for (const auto& each : added)
                static_cast<void>(removeFileName(to / each)); // all are still where they were
            return done;
        }
        added.push_back(name);
    }
    for (auto name = m_files.rbegin(); name != m_files.rend(); ++name)
        if (auto done = removeFileName(from / *name); !done)
            return done;
    return {};
}
} // namespace editor
