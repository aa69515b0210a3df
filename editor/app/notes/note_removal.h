#pragma once

#include "editor/document/file_change.h"
#include "engine_core/play/notes/note_folder.h"

#include <vector>

namespace editor
{
/// Takes a note with its picture and recording out of the project's folder of notes, into one that
/// version control does not see, from where undo brings them back.
class NoteRemoval final : public FileChange
{
public:
    NoteRemoval(const engine::fs::path& project, const engine::StoredNote& stored);

    engine::Result<void> exchange(StepDirection direction, const engine::fs::path& scene) override;

private:
    engine::fs::path m_here;
    engine::fs::path m_aside;
    std::vector<std::string> m_files; ///< the note last: nothing ever names what is not there
};
} // namespace editor
