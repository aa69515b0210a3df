#include "editor/api/plugin.h"

#include "plugins/foliage_painter/brush_tool.h"
#include "plugins/foliage_painter/foliage_panel.h"
#include "plugins/foliage_painter/place_tools.h"
#include "plugins/foliage_painter/select_tools.h"
#include "plugins/foliage_painter/spline_tool.h"

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
        addBrushes(editor);
        addOthers(editor);
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
        }));
        return {};
    }

    void stop() override { m_state.reset(); }

private:
    void addBrushes(editor::EditorApi& editor)
    {
        const auto add = [&](const char* id, const char* label, const char* tooltip,
                             const char* icon, BrushMode mode) {
            keep(editor.addTool({.id = id,
                                 .label = label,
                                 .tooltip = tooltip,
                                 .icon = icon,
                                 .shortcut = "",
                                 .create = [state = m_state, mode](editor::EditorApi&) {
                                     return std::make_unique<BrushTool>(state, mode);
                                 }}));
        };
        add("foliage.paint", "Paint plants",
            "Drag over faces to plant the ticked kinds; Shift erases.", "foliage",
            BrushMode::Paint);
        add("foliage.erase", "Erase plants",
            "Drag to erase plants; Ctrl erases the ticked kinds alone.", "foliage_erase",
            BrushMode::Erase);
        add("foliage.reapply", "Reapply to plants",
            "Drag to bring plants up to the settings of their kinds.", "foliage_reapply",
            BrushMode::Reapply);
        add("foliage.thin", "Thin out plants",
            "Drag to let the plants of this foliage grow less densely; Shift gives it back.",
            "foliage_thin", BrushMode::Thin);
    }

    template <typename T, typename... Args>
    void add(editor::EditorApi& editor,
             const char* id,
             const char* label,
             const char* tooltip,
             const char* icon,
             Args... args)
    {
        keep(editor.addTool({.id = id,
                             .label = label,
                             .tooltip = tooltip,
                             .icon = icon,
                             .shortcut = "",
                             .create = [state = m_state, args...](editor::EditorApi&) {
                                 return std::make_unique<T>(state, args...);
                             }}));
    }

    void addOthers(editor::EditorApi& editor)
    {
        add<SingleTool>(editor, "foliage.single", "Place one plant",
                        "Click to place one plant by hand.", "foliage_single");
        add<FillTool>(editor, "foliage.fill", "Fill face with plants",
                      "Click a face to fill it with the ticked kinds; Shift clears it.",
                      "foliage_fill");
        add<SplineTool>(editor, "foliage.line", "Plant along line",
                        "Click points on faces, then Enter plants along the line.", "foliage_line");
        add<PlantSelectTool>(editor, "foliage.lasso", "Lasso plants",
                             "Draw around plants to select them.", "foliage_lasso",
                             SelectMode::Lasso);
        add<PlantSelectTool>(editor, "foliage.select", "Select plants",
                             "Click plants to select them, drag them to move them.",
                             "foliage_select", SelectMode::Click);
    }

    std::shared_ptr<PainterState> m_state;
};
} // namespace foliage_painter

#include "plugin.moc"
