#include "editor/api/plugin.h"

#include "plugins/measure/measure_panel.h"
#include "plugins/measure/measure_tool.h"

#include <QObject>

namespace measure
{
/// A tape measure: the smallest plugin that shows all three ways to extend the editor.
class MeasurePlugin final : public QObject, public editor::Plugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID MapwrightPluginIid FILE "plugin.json")
    Q_INTERFACES(editor::Plugin)

public:
    engine::Result<void> start(editor::EditorApi& editor) override
    {
        auto measurements = std::make_shared<Measurements>();
        keep(editor.addTool(
            {.id = "measure.tape",
             .label = "Measure",
             .tooltip = "Drag from one point to another to see how far they are apart.",
             .icon = "measure",
             .shortcut = "M",
             .create = [measurements](editor::EditorApi&) {
                 return std::make_unique<MeasureTool>(measurements);
             }}));
        keep(editor.addPanel({.id = "measure.panel",
                              .title = "Measure",
                              .icon = "measure",
                              .area = editor::DockArea::Right,
                              .visible = false,
                              .create = [measurements](editor::EditorApi& api, QWidget* parent) {
                                  return new MeasurePanel{api, measurements, parent};
                              }}));
        keep(editor.addAction({.id = "measure.clear",
                               .menu = "Tools",
                               .label = "Clear measurements",
                               .tooltip = "Takes all tapes out of the views.",
                               .icon = "delete",
                               .shortcut = "",
                               .run = [measurements] { measurements->clear(); },
                               .isEnabled =
                                   [measurements] {
                                       return !measurements->all().empty();
                                   }}));
        keep(editor.addOverlay([measurements](engine::DebugDraw& draw, editor::ViewKind) {
            for (const auto& each : measurements->all())
                drawTape(draw, each);
        }));
        m_changed = measurements->changed.connect([&editor] {
            editor.updateViews();
            editor.commandsChanged();
        });
        return {};
    }

    void stop() override { m_changed = {}; }

private:
    engine::Connection m_changed;
};
} // namespace measure

#include "plugin.moc"
