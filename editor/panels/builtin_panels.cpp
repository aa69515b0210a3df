#include "editor/panels/builtin_panels.h"

#include "editor/app/window/editor_context.h"
#include "editor/panels/assets/asset_browser.h"
#include "editor/panels/console.h"
#include "editor/panels/history_panel.h"
#include "editor/panels/inspector/inspector.h"
#include "editor/panels/level/game_changes_panel.h"
#include "editor/panels/level/issues_panel.h"
#include "editor/panels/level/layers_panel.h"
#include "editor/panels/level/lighting_panel.h"
#include "editor/panels/level/outliner.h"
#include "editor/panels/materials/material_dock.h"
#include "editor/panels/materials/uv_dock.h"
#include "editor/panels/notes/notes_panel.h"
#include "editor/panels/played_choice.h"
#include "editor/panels/tool_options.h"

#include <functional>
#include <memory>

namespace editor
{
namespace
{
using MakePanel = std::function<QWidget*(EditorContext& editor, QWidget* parent)>;

template <typename Panel>
QWidget* make(EditorContext& editor, QWidget* parent)
{
    return new Panel{editor, parent};
}

QWidget*
makeInspector(EditorContext& editor, QWidget* parent, const std::shared_ptr<PlayedChoice>& choice)
{
    return new Inspector{editor, parent,
                         [&editor]() -> engine::ScriptLibrary& {
                             return editor.workspace().scripts(); // compiled once for play, too
                         },
                         choice};
}
} // namespace

std::vector<Registration> registerBuiltinPanels(EditorContext& editor)
{
    std::vector<Registration> kept;
    const auto add = [&](const char* id, const char* title, const char* icon, DockArea area,
                         MakePanel makePanel, bool isOpen = true) {
        kept.push_back(
            editor.addPanel({.id = id,
                             .title = title,
                             .icon = icon,
                             .area = area,
                             .visible = isOpen,
                             .create = [&editor, makePanel](EditorApi&, QWidget* parent) {
                                 return makePanel(editor, parent);
                             }}));
    };
    const auto choice = std::make_shared<PlayedChoice>();
    const auto makeOutliner = [choice](EditorContext& context, QWidget* parent) {
        return new Outliner{context, parent, choice};
    };
    const auto makeChosen = [choice](EditorContext& context, QWidget* parent) {
        return makeInspector(context, parent, choice);
    };
    // clang-format off
    add("tool_options", "Tool options", "settings", DockArea::Left, make<ToolOptions>);
    add("outliner", "Scene browser", "outliner", DockArea::Right, makeOutliner);
    add("inspector", "Inspector", "inspector", DockArea::Right, makeChosen);
    add("layers", "Layers", "layers", DockArea::Right, make<LayersPanel>);
    add("assets", "Asset browser", "assets", DockArea::Bottom, make<AssetBrowser>);
    add("console", "Console", "console", DockArea::Bottom, make<Console>);
    add("issues", "Issues", "issues", DockArea::Bottom, make<IssuesPanel>);
    add("history", "History", "history", DockArea::Bottom, make<HistoryPanel>);
    add("game_changes", "Game changes", "pin", DockArea::Bottom, make<GameChangesPanel>,
        /*isOpen*/ false);
    add("notes", "Notes", "note", DockArea::Bottom, make<NotesPanel>, /*isOpen*/ false);
    add("materials", "Material", "material", DockArea::Right, make<MaterialDock>, /*isOpen*/ false);
    add("uv", "UV", "uv", DockArea::Right, make<UvDock>, /*isOpen*/ false);
    add("lighting", "Lighting", "lighting", DockArea::Right, make<LightingPanel>, /*isOpen*/ false);
    // clang-format on
    return kept;
}
} // namespace editor
