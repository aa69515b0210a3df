#pragma once

#include <functional>
#include <string>

class QWidget;

namespace editor
{
class EditorApi;

enum class DockArea
{
    Left,
    Right,
    Bottom
};

/// A dockable window: what it is called and how to make its contents.
struct PanelInfo
{
    std::string id;    ///< stable, such as "measure.panel"; the layout is stored under it
    std::string title; ///< as people read it
    std::string icon;  ///< of resources/icons, without ".svg"; may be empty
    DockArea area = DockArea::Right;
    bool visible = true; ///< until the user says else
    /// Makes the contents; the dock owns them.
    std::function<QWidget*(EditorApi& editor, QWidget* parent)> create;
};
} // namespace editor
