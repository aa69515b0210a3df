#pragma once

#include "editor/api/registration.h"
#include "editor/api/tool.h"
#include "engine_core/play/notes/note_folder.h"

namespace editor
{
class EditorContext;
class ProjectNotes;

/// The open notes of the scene, marked in all views with their numbers in the dock. A click on a
/// mark shows its note.
class NoteMarkers
{
public:
    NoteMarkers(EditorContext& editor, ProjectNotes& notes);

    void setShown(bool shown);

    [[nodiscard]] bool isShown() const { return m_isShown; }

    /// The note whose mark is under the pointer; its file, or empty.
    [[nodiscard]] std::string at(const PointerEvent& event) const;

private:
    [[nodiscard]] bool isMarked(const engine::StoredNote& stored) const;
    void draw(engine::DebugDraw& draw) const;

    EditorContext& m_editor;
    ProjectNotes& m_notes;
    bool m_isShown = true;
    Registration m_overlay;
    Registration m_tool;
};
} // namespace editor
