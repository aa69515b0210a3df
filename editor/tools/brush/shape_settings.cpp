#include "editor/tools/brush/shape_tool.h"
#include "editor/tools/gestures/number_input.h"

namespace editor
{
using engine::Result;
using engine::ShapeKind;

ToolSetting ShapeTool::number(
    const char* label, const char* unit, const char* tip, double min, double max, double& at)
{
    return {label,
            unit,
            tip,
            min,
            max,
            [&at] { return at; },
            [this, &at](double value) -> Result<void> {
                at = value;
                rebuild();
                return {};
            }};
}

ToolSetting ShapeTool::whole(const char* label, const char* tip, int min, int max, int& at)
{
    return {label,
            "",
            tip,
            static_cast<double>(min),
            static_cast<double>(max),
            [&at] { return at; },
            [this, &at](double value) -> Result<void> {
                at = static_cast<int>(std::lround(value));
                rebuild();
                return {};
            }};
}

ToolSetting ShapeTool::choice(const char* label,
                              const char* tip,
                              std::vector<ToolChoice> choices,
                              std::function<int()> get,
                              std::function<void(int)> set)
{
    return {label,
            "",
            tip,
            0,
            static_cast<double>(choices.size() - 1),
            [get] { return get(); },
            [this, set](double value) -> Result<void> {
                set(static_cast<int>(value));
                rebuild();
                return {};
            },
            choices};
}

void ShapeTool::addRoundSettings(std::vector<ToolSetting>& all)
{
    const auto kind = static_cast<ShapeKind>(m_kind);
    auto& axis = kind == ShapeKind::Arch ? m_archAxis : m_settings.axis;
    all.push_back(choice(
        "Axis", "Along the shape; through an arch", {{"X", ""}, {"Y", ""}, {"Z", ""}},
        [&axis] { return axis; }, [&axis](int chosen) { axis = chosen; }));
    const int least = kind == ShapeKind::Arch ? 2 : 3;
    const int most = kind == ShapeKind::Arch ? 50 : kind == ShapeKind::Sphere ? 64 : 100;
    all.push_back(whole("Sides", "Around the shape; an arch has them along its half circle", least,
                        most, m_settings.sides));
    if (kind == ShapeKind::Sphere)
        all.push_back(whole("Rings", "From pole to pole", 2, 32, m_settings.rings));
    if (kind != ShapeKind::Arch)
        all.push_back(choice(
            "Alignment", "What lies on the floor, or at the lower edge of the top view",
            {{"Edge down", "align_edge"}, {"Vertex down", "align_vertex"}},
            [this] { return static_cast<int>(m_settings.alignment); },
            [this](int chosen) {
                m_settings.alignment = static_cast<engine::ShapeAlignment>(chosen);
            }));
    if (kind == ShapeKind::Cylinder)
        all.push_back(choice(
            "Hollow", "A tube of one brush for each side", {{"Solid", ""}, {"Hollow", ""}},
            [this] { return m_settings.hollow ? 1 : 0; },
            [this](int chosen) { m_settings.hollow = chosen == 1; }));
    if (kind == ShapeKind::Arch || (kind == ShapeKind::Cylinder && m_settings.hollow))
        all.push_back(
            number("Thickness", "m", "Of the walls", 0.001, GreatestLength, m_settings.thickness));
}

void ShapeTool::addSizeSettings(std::vector<ToolSetting>& all)
{
    static constexpr std::array Labels{"Size X", "Size Y", "Size Z"};
    for (int axis = 0; axis < 3; ++axis)
        all.push_back({Labels[static_cast<std::size_t>(axis)], "m",
                       "Of the shape that is being drawn; its lower corner stays", 0.001,
                       GreatestLength,
                       [this, axis] { return m_drag ? m_drag->box().size()[axis] : 0.0; },
                       [this, axis](double metres) -> Result<void> {
                           if (!m_drag)
                               return {};
                           auto box = m_drag->box();
                           box.max[axis] = box.min[axis] + metres;
                           m_drag->setBox(box);
                           rebuild();
                           return {};
                       }});
}

std::vector<ToolSetting> ShapeTool::settings()
{
    std::vector<ToolSetting> all;
    all.push_back(choice(
        "Shape", "What the next drag draws",
        {{"Cylinder", "shape_cylinder"},
         {"Cone", "shape_cone"},
         {"Sphere", "shape_sphere"},
         {"Icosphere", "shape_icosphere"},
         {"Wedge", "shape_wedge"},
         {"Stairs", "shape_stairs"},
         {"Arch", "shape_arch"},
         {"Polygon", "shape_polygon"},
         {"Hull", "shape_hull"}},
        [this] { return m_kind; }, [this](int kind) { setKind(kind); }));
    const auto kind = static_cast<ShapeKind>(m_kind);
    if (kind == ShapeKind::Cylinder || kind == ShapeKind::Cone || kind == ShapeKind::Sphere ||
        kind == ShapeKind::Arch)
        addRoundSettings(all);
    if (kind == ShapeKind::Icosphere)
        all.push_back(
            whole("Detail", "1, 2 and 3 make 20, 80 and 320 faces", 1, 3, m_settings.detail));
    if (kind == ShapeKind::Stairs)
        all.push_back(number("Step height", "m", "The last step may be lower", 0.001,
                             GreatestLength, m_settings.stepHeight));
    if (kind == ShapeKind::Stairs || kind == ShapeKind::Wedge)
        all.push_back(choice(
            "Rises to", "Where it is high", {{"+X", ""}, {"-X", ""}, {"+Z", ""}, {"-Z", ""}},
            [this] { return static_cast<int>(m_settings.direction); },
            [this](int chosen) {
                m_settings.direction = static_cast<engine::ShapeDirection>(chosen);
            }));
    if (m_kind != Hull)
        all.push_back({"Height", "m",
                       "Of the shape drawn next, along a 2D view or off the surface: that of the "
                       "selected brushes, else of the last shape, until you type another",
                       0.001, GreatestLength,
                       [this] { return m_outlineHeight.value_or(m_height.metres(m_last)); },
                       [this](double metres) -> Result<void> {
                           m_height.type(metres);
                           m_outlineHeight.reset();
                           rebuild();
                           return {};
                       }});
    if (m_drag && !m_rising)
        addSizeSettings(all);
    return all;
}
} // namespace editor
