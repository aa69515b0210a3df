#pragma once

#include "engine_core/reflect/property.h"

#include <string>
#include <vector>

namespace editor
{
/// What an element of a scripted window is.
enum class GuiKind
{
    // These hold others.
    Column,
    Row,
    Group, ///< with a frame and a title
    Scroll,
    // These do not.
    Label,
    Title,
    Help,
    Warning,
    Fold, ///< a heading that opens and closes what the script shows below it
    Tabs,
    Text,
    Lines, ///< text of several lines
    Integer,
    Number,
    Slider,
    Check,
    Choice,
    Color,
    Vector2,
    Vector3,
    Curve,
    Asset,
    Entity,
    List,
    Tree,
    Table,
    Progress,
    Image,
    Button,
    Separator,
    Space,
    Drag, ///< a handle that is dragged elsewhere
    Drop  ///< a place to drop things on
};

/// A line of a list, tree or table.
struct GuiRow
{
    int depth = 0; ///< of trees: 0 at the top
    std::vector<std::string> cells;
    friend bool operator==(const GuiRow&, const GuiRow&) = default;
};

/// One element as the script described it. Which members count depends on the kind.
struct GuiNode
{
    GuiKind kind = GuiKind::Column;
    std::string key; ///< names it in the tree, and stays the same from one run to the next
    std::string label;
    std::string tooltip;
    std::string unit;
    bool enabled = true;
    engine::Value value; ///< what a field shows; the chosen line of lists and choices
    double min = 0;
    double max = 0;
    double step = 0;
    int size = 0; ///< lines of text fields and lists, pixels of spaces and images
    engine::AssetKind assetKind = engine::AssetKind::Any;
    std::vector<std::string> items; ///< choices, tabs, headings of a table
    std::vector<GuiRow> rows;
    std::vector<engine::Value> list; ///< points of a curve, things to be dragged
    std::vector<GuiNode> children;
    friend bool operator==(const GuiNode&, const GuiNode&) = default;
};

/// How far what the user does with an element has come.
enum class GuiPhase
{
    Done,    ///< one step of the history
    Preview, ///< a drag is under way
    Cancel   ///< the drag was taken back; the value is the one before it
};

/// What the user did to one element.
struct GuiEvent
{
    std::string key;
    engine::Value value;
    std::vector<engine::Value> list; ///< points of a curve, things that were dropped
    GuiPhase phase = GuiPhase::Done;
    engine::Vec2d mouse{0}; ///< pixels from the upper left corner of the window's contents
};
} // namespace editor
