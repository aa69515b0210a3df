#include "editor/app/notes/note_markers.h"

#include "editor/app/notes/project_notes.h"
#include "editor/app/window/editor_context.h"
#include "engine_core/scene/debug_draw.h"

#include <QColor>

#include <array>

namespace editor
{
using namespace engine;

namespace
{
constexpr double Reach = 13;   ///< points around a mark that are it
constexpr float MarkSize = 23; ///< shows around the plate of its number
constexpr float RimSize = 27;

constexpr std::array<QRgb, 5> KindColors{0xFFD65F5F, 0xFFD9A441, 0xFFA07BD6, 0xFFD6C840,
                                         0xFF4DB08C};

DrawColor colorOf(NoteKind kind)
{
    const QColor color{KindColors.at(static_cast<std::size_t>(kind))};
    return {color.redF(), color.greenF(), color.blueF(), 1};
}

/// Asked before all tools, so that a click on a mark is no click on what lies behind it.
class NoteMarkTool final : public Tool
{
public:
    NoteMarkTool(EditorContext& editor, ProjectNotes& notes, const NoteMarkers& markers)
        : m_editor{editor}, m_notes{notes}, m_markers{markers}
    {
    }

    std::unique_ptr<Gesture> press(const PointerEvent& /*event*/) override { return nullptr; }

    bool click(const PointerEvent& event) override
    {
        const auto file = m_markers.at(event);
        if (file.empty())
            return false;
        m_notes.setCurrent(file);
        m_editor.showPanel("notes");
        return true;
    }

private:
    EditorContext& m_editor;
    ProjectNotes& m_notes;
    const NoteMarkers& m_markers;
};
} // namespace

NoteMarkers::NoteMarkers(EditorContext& editor, ProjectNotes& notes)
    : m_editor{editor}, m_notes{notes}
{
    m_overlay = editor.addOverlay([this](DebugDraw& drawn, ViewKind) { draw(drawn); });
    m_tool =
        editor.addTool({.id = "notes.marks",
                        .label = "",
                        .tooltip = "",
                        .icon = "",
                        .shortcut = "",
                        .create =
                            [this](EditorApi&) {
                                return std::make_unique<NoteMarkTool>(m_editor, m_notes, *this);
                            },
                        .always = true});
}

void NoteMarkers::setShown(bool shown)
{
    m_isShown = shown;
    m_editor.updateViews();
}

/// Open ones of the open scene, and the current one.
bool NoteMarkers::isMarked(const StoredNote& stored) const
{
    const auto& scene = m_notes.scene();
    return m_isShown && !scene.empty() && stored.note.scene == scene &&
           (stored.note.state == NoteState::Open || stored.file == m_notes.current());
}

std::string NoteMarkers::at(const PointerEvent& event) const
{
    std::string found;
    double nearest = Reach;
    for (const auto& stored : m_notes.notes()) {
        if (!isMarked(stored))
            continue;
        const auto seen =
            event.camera.project(stored.note.place, event.viewSize.x, event.viewSize.y);
        const double distance = seen ? glm::distance(*seen, event.position) : Reach;
        if (distance < nearest) {
            nearest = distance;
            found = stored.file;
        }
    }
    return found;
}

void NoteMarkers::draw(DebugDraw& drawn) const
{
    int number = 0;
    for (const auto& stored : m_notes.notes()) {
        ++number;
        if (!isMarked(stored))
            continue;
        const auto& [file, note] = stored;
        const auto rim =
            file == m_notes.current() ? DrawColor{1, 1, 1, 1} : DrawColor{0.1F, 0.1F, 0.1F, 1};
        drawn.point(note.place, rim, RimSize);
        drawn.point(note.place, colorOf(note.kind), MarkSize);
        drawn.labels.push_back({Vec3f{note.place}, std::to_string(number), DrawColor{1, 1, 1, 1}});
    }
}
} // namespace editor
