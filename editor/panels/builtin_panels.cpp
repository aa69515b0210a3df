#include "editor/panels/builtin_panels.h"

#include "editor/app/editor_context.h"
#include "editor/panels/asset_browser.h"
#include "editor/panels/console.h"
#include "editor/panels/history_panel.h"
#include "editor/panels/inspector.h"
#include "editor/panels/issues_panel.h"
#include "editor/panels/outliner.h"
#include "editor/panels/tool_options.h"

namespace editor
{
std::vector<Registration> registerBuiltinPanels(EditorContext& editor)
{
    std::vector<Registration> kept;
    const auto add = [&]<typename Panel>(const char* id, const char* title, const char* icon,
                                         DockArea area, std::type_identity<Panel>) {
        kept.push_back(
            editor.addPanel({.id = id,
                             .title = title,
                             .icon = icon,
                             .area = area,
                             .visible = true,
                             .create = [&editor](EditorApi&, QWidget* parent) -> QWidget* {
                                 return new Panel{editor, parent};
                             }}));
    };
    // clang-format off
    add("tool_options", "Tool options", "settings", DockArea::Left, std::type_identity<ToolOptions>{});
    add("outliner", "Scene browser", "outliner", DockArea::Right, std::type_identity<Outliner>{});
    add("inspector", "Inspector", "inspector", DockArea::Right, std::type_identity<Inspector>{});
    add("assets", "Asset browser", "assets", DockArea::Bottom, std::type_identity<AssetBrowser>{});
    add("console", "Console", "console", DockArea::Bottom, std::type_identity<Console>{});
    add("issues", "Issues", "issues", DockArea::Bottom, std::type_identity<IssuesPanel>{});
    add("history", "History", "history", DockArea::Bottom, std::type_identity<HistoryPanel>{});
    // clang-format on
    return kept;
}
} // namespace editor
