#include "editor/scripting/bindings/gui_access.h"
#include "editor/scripting/curve.h"

#include <algorithm>
#include <limits>

namespace editor
{
using engine::AssetKind;
using engine::EntityId;
using engine::ScriptBinder;
using engine::Value;
using engine::Vec2d;
using Texts = std::vector<std::string>;

namespace
{
int intField(const std::string& label, int value, int min, int max)
{
    auto* node = addElement(GuiKind::Integer, label);
    if (node == nullptr)
        return value;
    node->min = min;
    node->max = max;
    node->step = 1;
    return std::max(min, std::min(max, answer(*node, value)));
}

double numberField(const std::string& label,
                   double value,
                   const std::string& unit,
                   double step,
                   double min,
                   double max)
{
    auto* node = addElement(GuiKind::Number, label);
    if (node == nullptr)
        return value;
    node->unit = unit;
    node->step = step > 0 && std::isfinite(step) ? step : 0.1;
    node->min = min;
    node->max = max;
    return std::max(min, std::min(max, answer(*node, value)));
}

double
slider(const std::string& label, double value, double min, double max, const std::string& unit)
{
    if (!(min < max) || !std::isfinite(max - min)) {
        engine::raiseInScript(fmt::format("The slider '{}' needs a range", label));
        return value;
    }
    auto* node = addElement(GuiKind::Slider, label);
    if (node == nullptr)
        return value;
    node->unit = unit;
    node->min = min;
    node->max = max;
    return std::max(min, std::min(max, answer(*node, value)));
}

std::string lines(const std::string& label, const std::string& value, int height)
{
    auto* node = addElement(GuiKind::Lines, label);
    if (node == nullptr)
        return value;
    node->size = std::max(1, std::min(height, 100));
    return answer(*node, value);
}

int choice(const std::string& label, int value, const Texts& choices)
{
    auto* node = addElement(GuiKind::Choice, label);
    if (node == nullptr)
        return value;
    node->items = choices;
    return answer(*node, value);
}

std::string assetField(const std::string& label, const std::string& path, AssetKind kind)
{
    auto* node = addElement(GuiKind::Asset, label);
    if (node == nullptr)
        return path;
    node->assetKind = kind;
    return answer(*node, engine::AssetPath{path}).path;
}

std::vector<Vec2d> curve(const std::string& label, const std::vector<Vec2d>& points)
{
    auto* node = addElement(GuiKind::Curve, label);
    if (node == nullptr)
        return points;
    auto shown = points;
    if (const auto* event = activeHost()->gui->eventOf(*node)) {
        shown.clear();
        for (const auto& each : event->list)
            if (const auto* point = each.as<Vec2d>())
                shown.push_back(*point);
    }
    shown = sortedCurve(std::move(shown));
    for (const auto& point : shown)
        node->list.push_back({point});
    return shown;
}

bool addRow(GuiNode& node, GuiRow row)
{
    if (node.rows.size() >= GuiBuilder::MaxRows) {
        engine::raiseInScript(
            fmt::format("A list can have {} lines, not more", GuiBuilder::MaxRows));
        return false;
    }
    node.rows.push_back(std::move(row));
    return true;
}

int list(const std::string& label, int chosen, const Texts& rows, int height)
{
    auto* node = addElement(GuiKind::List, label);
    if (node == nullptr)
        return chosen;
    node->size = height;
    for (const auto& row : rows)
        if (!addRow(*node, {0, {row}}))
            return chosen;
    return answer(*node, chosen);
}

int tree(const std::string& label,
         int chosen,
         const Texts& rows,
         const std::vector<int>& depths,
         int height)
{
    auto* node = addElement(GuiKind::Tree, label);
    if (node == nullptr)
        return chosen;
    if (rows.size() != depths.size()) {
        engine::raiseInScript(fmt::format("The tree '{}' has {} rows and {} depths", label,
                                          rows.size(), depths.size()));
        return chosen;
    }
    node->size = height;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!addRow(*node, {std::max(0, std::min(depths[i], 64)), {rows[i]}}))
            return chosen;
    return answer(*node, chosen);
}

/// The cells come line by line.
int table(
    const std::string& label, int chosen, const Texts& headings, const Texts& cells, int height)
{
    auto* node = addElement(GuiKind::Table, label);
    if (node == nullptr)
        return chosen;
    if (headings.empty() || cells.size() % headings.size() != 0) {
        engine::raiseInScript(fmt::format("The table '{}' has {} cells for {} columns", label,
                                          cells.size(), headings.size()));
        return chosen;
    }
    node->size = height;
    node->items = headings;
    for (std::size_t i = 0; i < cells.size(); i += headings.size()) {
        const auto first = cells.begin() + static_cast<std::ptrdiff_t>(i);
        const auto last = first + static_cast<std::ptrdiff_t>(headings.size());
        if (!addRow(*node, {0, {first, last}}))
            return chosen;
    }
    return answer(*node, chosen);
}

template <typename T>
std::vector<T> dropped(GuiNode& node)
{
    std::vector<T> things;
    if (const auto* event = activeHost()->gui->eventOf(node))
        for (const auto& each : event->list)
            if (const auto* thing = each.as<T>())
                things.push_back(*thing);
    return things;
}

std::vector<EntityId> dropObjects(const std::string& label)
{
    auto* node = addElement(GuiKind::Drop, label);
    if (node == nullptr)
        return {};
    node->value = {EntityId{}};
    return dropped<EntityId>(*node);
}

Texts dropAssets(const std::string& label, AssetKind kind)
{
    auto* node = addElement(GuiKind::Drop, label);
    if (node == nullptr)
        return {};
    node->value = {engine::AssetPath{}};
    node->assetKind = kind;
    Texts paths;
    for (const auto& asset : dropped<engine::AssetPath>(*node))
        paths.push_back(asset.path);
    return paths;
}

void dragObjects(const std::string& label, const std::vector<EntityId>& objects)
{
    if (auto* node = addElement(GuiKind::Drag, label))
        for (const auto object : objects)
            node->list.push_back({object});
}

void dragAsset(const std::string& label, const std::string& path, AssetKind kind)
{
    if (auto* node = addElement(GuiKind::Drag, label)) {
        node->assetKind = kind;
        node->list.push_back({engine::AssetPath{path}});
    }
}

void bindLists(ScriptBinder& binder)
{
    binder.function("int list(const string &in label, int chosen, const array<string> &in rows, "
                    "int height = 6)",
                    list, "A list; returns the chosen line, -1 for none; height in lines");
    binder.function("int tree(const string &in label, int chosen, const array<string> &in rows, "
                    "const array<int> &in depths, int height = 8)",
                    tree, "A tree of lines, each as deep as `depths` says; returns the chosen one");
    binder.function("int table(const string &in label, int chosen, const array<string> &in "
                    "headings, const array<string> &in cells, int height = 8)",
                    table, "A table, its cells line by line; returns the chosen line");
    binder.function("array<Entity>@ dropObjects(const string &in label)", dropObjects,
                    "A place to drop objects on; what was dropped, in the run that answers it");
    binder.function("array<string>@ dropAssets(const string &in label, AssetKind kind = "
                    "AssetKind::Any)",
                    dropAssets,
                    "A place to drop files of the project on; their paths, in the run that "
                    "answers it");
    binder.function("void dragObjects(const string &in label, const array<Entity> &in objects)",
                    dragObjects, "A handle that drags objects to another field or dock");
    binder.function("void dragAsset(const string &in label, const string &in path, AssetKind kind)",
                    dragAsset, "A handle that drags a file of the project to a view or field");
}
} // namespace

engine::Result<void> bindGuiFields(ScriptBinder& binder)
{
    const auto number = [](AssetKind kind) {
        return static_cast<int>(kind);
    };
    binder.enumeration("AssetKind", {{"Any", number(AssetKind::Any)},
                                     {"Material", number(AssetKind::Material)},
                                     {"Texture", number(AssetKind::Texture)},
                                     {"Sound", number(AssetKind::Sound)},
                                     {"Mesh", number(AssetKind::Mesh)},
                                     {"Script", number(AssetKind::Script)},
                                     {"LightProfile", number(AssetKind::LightProfile)}});
    binder.space("Gui");
    binder.function(
        "string textField(const string &in label, const string &in value)",
        +[](const std::string& l, const std::string& v) { return field(GuiKind::Text, l, v); },
        "One line of text");
    binder.function("string textArea(const string &in label, const string &in value, int height = "
                    "4)",
                    lines, "Several lines of text; height in lines");
    binder.function("int intField(const string &in label, int value, int min = -2147483648, int "
                    "max = 2147483647)",
                    intField, "A whole number");
    binder.function("double numberField(const string &in label, double value, const string &in "
                    "unit = \"\", double step = 0.1, double min = -1e9, double max = 1e9)",
                    numberField, "A number; its label can be dragged, and 2+0.25 be typed");
    binder.function("double slider(const string &in label, double value, double min, double max, "
                    "const string &in unit = \"\")",
                    slider, "A number between two ends; dragging it is one undo step");
    binder.function(
        "bool check(const string &in label, bool value)",
        +[](const std::string& l, bool v) { return field(GuiKind::Check, l, v); }, "A tick");
    binder.function("int choice(const string &in label, int value, const array<string> &in "
                    "choices)",
                    choice, "One of several; returns which, counted from 0");
    binder.function(
        "Color colorField(const string &in label, const Color &in value)",
        +[](const std::string& l, const engine::Color& v) { return field(GuiKind::Color, l, v); },
        "A colour");
    binder.function(
        "Vec2 vec2Field(const string &in label, const Vec2 &in value)",
        +[](const std::string& l, const Vec2d& v) { return field(GuiKind::Vector2, l, v); },
        "Two numbers");
    binder.function(
        "Vec3 vec3Field(const string &in label, const Vec3 &in value)",
        +[](const std::string& l, const engine::Vec3d& v) { return field(GuiKind::Vector3, l, v); },
        "Three numbers");
    binder.function("array<Vec2>@ curve(const string &in label, const array<Vec2> &in points)",
                    curve, "A curve through points with x and y from 0 to 1");
    binder.function("string assetField(const string &in label, const string &in path, AssetKind "
                    "kind = AssetKind::Any)",
                    assetField, "A file of the project; empty for none");
    binder.function(
        "Entity entityField(const string &in label, const Entity &in value)",
        +[](const std::string& l, const EntityId& v) { return field(GuiKind::Entity, l, v); },
        "An object of the level");
    bindLists(binder);
    binder.space("");
    binder.function(
        "double curveAt(const array<Vec2> &in points, double x)",
        +[](const std::vector<Vec2d>& points, double x) { return curveAt(points, x); },
        "The height of a curve at x");
    return binder.finish("field");
}
} // namespace editor
