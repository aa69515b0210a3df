#include "editor/api/plugin.h"

#include "plugins/explore/explore_panel.h"

#include <QObject>

namespace explore
{
/// Where can a player go, and where not?
class ExplorePlugin final : public QObject, public editor::Plugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID MapwrightPluginIid FILE "plugin.json")
    Q_INTERFACES(editor::Plugin)

public:
    engine::Result<void> start(editor::EditorApi& editor) override
    {
        auto state = std::make_shared<ExploreState>(editor);
        keep(editor.addPanel({.id = "explore.panel",
                              .title = "Explore",
                              .icon = "explore",
                              .area = editor::DockArea::Right,
                              .visible = false,
                              .create = [state](editor::EditorApi&, QWidget* parent) {
                                  return new ExplorePanel{state, parent};
                              }}));
        keep(editor.addAction({.id = "explore.analyse",
                               .menu = "Tools",
                               .label = "Explore the level",
                               .tooltip = "Finds where a player cannot go, or not get out again.",
                               .icon = "explore",
                               .shortcut = "",
                               .run =
                                   [state, &editor] {
                                       editor.showPanel("explore.panel");
                                       state->start(false);
                                   },
                               .isEnabled = {}}));
        keep(editor.addOverlay(
            [state](engine::DebugDraw& draw, editor::ViewKind) { state->draw(draw); }));
        return {};
    }
};
} // namespace explore

#include "plugin.moc"
