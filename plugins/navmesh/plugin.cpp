#include "editor/api/plugin.h"

#include "plugins/navmesh/navmesh_panel.h"

#include <QObject>

namespace navmesh
{
/// Navigation meshes in the editor.
class NavmeshPlugin final : public QObject, public editor::Plugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID MapwrightPluginIid FILE "plugin.json")
    Q_INTERFACES(editor::Plugin)

public:
    engine::Result<void> start(editor::EditorApi& editor) override
    {
        // Workers wake the main thread; calls that wait when the plugin stops find nothing to do.
        m_state = std::make_shared<NavmeshState>(editor, [this] {
            QMetaObject::invokeMethod(
                this,
                [this] {
                    if (m_state)
                        m_state->update();
                },
                Qt::QueuedConnection);
        });
        m_state->setShown(false);
        keep(editor.addPanel({.id = "navmesh.panel",
                              .title = "Navigation mesh",
                              .icon = "navmesh",
                              .area = editor::DockArea::Right,
                              .visible = false,
                              .create = [state = m_state](editor::EditorApi&, QWidget* parent) {
                                  return new NavmeshPanel{state, parent};
                              }}));
        keep(editor.addAction(
            {.id = "navmesh.show",
             .menu = "View/Overlays",
             .label = "Show navigation mesh",
             .tooltip = "Shows where the agent can walk; builds the mesh the first time.",
             .icon = "navmesh",
             .shortcut = "P",
             .run = [state = m_state] { state->setShown(!state->isShown()); },
             .isEnabled = {}}));
        keep(editor.addAction({.id = "navmesh.build",
                               .menu = "Tools",
                               .label = "Build navigation mesh",
                               .tooltip = "Builds every tile that does not show the level.",
                               .icon = "navmesh",
                               .shortcut = "",
                               .run =
                                   [state = m_state] {
                                       state->build();
                                       state->showBuild();
                                   },
                               .isEnabled = {}}));
        keep(editor.addIssues([state = m_state] { return state->issues(); }));
        keep(editor.addOverlay([state = m_state](engine::DebugDraw& draw, editor::ViewKind) {
            state->draw(draw, state->hasGround());
        }));
        editor.navigation().setGameOverlay(
            [state = m_state](engine::DebugDraw& draw) { state->draw(draw, true); });
        keep(editor::Registration{[&editor] {
            editor.navigation().setGameOverlay({});
        }});
        return {};
    }

    void stop() override { m_state.reset(); }

private:
    std::shared_ptr<NavmeshState> m_state;
};
} // namespace navmesh

#include "plugin.moc"
