#include "plugins/foliage_painter/painter_tools.h"

#include "plugins/foliage_painter/brush_tool.h"
#include "plugins/foliage_painter/place_tools.h"
#include "plugins/foliage_painter/select_tools.h"
#include "plugins/foliage_painter/spline_tool.h"

#include <array>

namespace foliage_painter
{
namespace
{
template <typename T, auto... Args>
std::unique_ptr<editor::Tool> make(std::shared_ptr<PainterState> state)
{
    return std::make_unique<T>(std::move(state), Args...);
}
} // namespace

std::span<const PainterTool> painterTools()
{
    constexpr auto BrushKeys = "[ and ] change the radius, the digits the strength.";
    constexpr auto SelectKeys = "Ctrl adds and takes away, Delete removes.";
    static const std::array tools{
        PainterTool{"foliage.paint", "Paint", "Paint plants",
                    "Drag over faces to plant the ticked kinds; Shift erases.", "foliage",
                    BrushKeys, make<BrushTool, BrushMode::Paint>},
        PainterTool{"foliage.erase", "Erase", "Erase plants",
                    "Drag to erase plants; Ctrl erases the ticked kinds alone.", "foliage_erase",
                    BrushKeys, make<BrushTool, BrushMode::Erase>},
        PainterTool{"foliage.reapply", "Reapply", "Reapply to plants",
                    "Drag to bring plants up to the settings of their kinds.", "foliage_reapply",
                    BrushKeys, make<BrushTool, BrushMode::Reapply>},
        PainterTool{"foliage.thin", "Thin out", "Thin out plants",
                    "Drag to let the plants of this foliage grow less densely; Shift gives it "
                    "back.",
                    "foliage_thin", BrushKeys, make<BrushTool, BrushMode::Thin>},
        PainterTool{"foliage.single", "Single", "Place one plant",
                    "Click to place one plant by hand.", "foliage_single", "", make<SingleTool>},
        PainterTool{"foliage.fill", "Fill face", "Fill face with plants",
                    "Click a face to fill it with the ticked kinds; Shift clears it.",
                    "foliage_fill", "", make<FillTool>},
        PainterTool{"foliage.line", "Line", "Plant along line",
                    "Click points on faces, then Enter plants along the line.", "foliage_line",
                    "Shift+Enter erases, Esc takes a point back.", make<SplineTool>},
        PainterTool{"foliage.lasso", "Lasso", "Lasso plants",
                    "Draw around plants of the ticked kinds to select them.", "foliage_lasso",
                    SelectKeys, make<PlantSelectTool, SelectMode::Lasso>},
        PainterTool{"foliage.select", "Select", "Select plants",
                    "Click plants to select them, drag them to move them.", "foliage_select",
                    SelectKeys, make<PlantSelectTool, SelectMode::Click>}};
    return tools;
}
} // namespace foliage_painter
