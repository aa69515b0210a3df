#include "editor/api/plugin.h"

#include "plugins/path_debugger/path_overlay.h"
#include "plugins/path_debugger/path_panel.h"
#include "plugins/path_debugger/path_tool.h"

#include <QObject>

namespace path_debugger
{
/// Why does it walk there, and why not here?
class PathDebuggerPlugin final : public QObject, public editor::Plugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID MapwrightPluginIid FILE "plugin.json")
    Q_INTERFACES(editor::Plugin)

public:
    engine::Result<void> start(editor::EditorApi& editor) override
    {
        auto debugger = std::make_shared<PathDebugger>(editor);
        keep(editor.addTool(
            {.id = "path.debug",
             .label = "Path",
             .tooltip = "Drag from a start to a goal to see how an agent walks there.",
             .icon = "path",
             .shortcut = "",
             .create = [debugger](editor::EditorApi&) {
                 return std::make_unique<PathTool>(debugger);
             }}));
        keep(editor.addPanel({.id = "path.panel",
                              .title = "Paths",
                              .icon = "path",
                              .area = editor::DockArea::Right,
                              .visible = false,
                              .create = [debugger](editor::EditorApi&, QWidget* parent) {
                                  return new PathPanel{debugger, parent};
                              }}));
        keep(editor.addAction({.id = "path.clear",
                               .menu = "Tools",
                               .label = "Clear path",
                               .tooltip = "Takes the debugged path out of the views.",
                               .icon = "delete",
                               .shortcut = "",
                               .run = [debugger] { debugger->clear(); },
                               .isEnabled =
                                   [debugger] {
                                       return !debugger->isEmpty();
                                   }}));
        keep(editor.addOverlay(
            [debugger](engine::DebugDraw& draw, editor::ViewKind) { drawPaths(draw, *debugger); }));
        return {};
    }
};
} // namespace path_debugger

#include "plugin.moc"
