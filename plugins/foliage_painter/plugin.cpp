#include "editor/api/plugin.h"

#include "plugins/foliage_painter/foliage_panel.h"
#include "plugins/foliage_painter/orphan_list.h"
#include "plugins/foliage_painter/painter_tools.h"
#include "plugins/foliage_painter/select_tools.h"

#include <QObject>

namespace foliage_painter
{
/// Paints plants on the faces of brushes.
class FoliagePainterPlugin final : public QObject, public editor::Plugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID MapwrightPluginIid FILE "plugin.json")
    Q_INTERFACES(editor::Plugin)

public:
    engine::Result<void> start(editor::EditorApi& editor) override
    {
        m_state = std::make_shared<PainterState>(editor);
        for (const auto& tool : painterTools())
            keep(editor.addTool({.id = tool.id,
                                 .label = tool.label,
                                 .tooltip = tool.tooltip,
                                 .icon = tool.icon,
                                 .shortcut = "",
                                 .create = [state = m_state, &tool](editor::EditorApi&) {
                                     return tool.create(state);
                                 }}));
        keep(editor.addPanel({.id = "foliage.panel",
                              .title = "Foliage",
                              .icon = "foliage",
                              .area = editor::DockArea::Right,
                              .visible = false,
                              .create = [state = m_state](editor::EditorApi&, QWidget* parent) {
                                  return new FoliagePanel{state, parent};
                              }}));
        keep(editor.addOverlay([state = m_state](engine::DebugDraw& draw, editor::ViewKind) {
            drawSelected(draw, *state);
            drawOrphans(draw, *state);
        }));
        return {};
    }

    void stop() override { m_state.reset(); }

private:
    std::shared_ptr<PainterState> m_state;
};
} // namespace foliage_painter

#include "plugin.moc"
