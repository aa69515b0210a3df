#pragma once

#include "editor/views/view_settings.h"

#include <QWidget>

class QFormLayout;

namespace editor
{
class EditorContext;

/// Preferences > Views: how the mouse turns and flies cameras, and the grid to begin with.
class ViewsPage final : public QWidget
{
    Q_OBJECT

public:
    ViewsPage(EditorContext& context, QWidget* parent);

private:
    void addMouse(QFormLayout& form);
    void addGrid(QFormLayout& form);
    void setGrid();

    EditorContext& m_context;
    ViewSettings m_settings = ViewSettings::load();
};
} // namespace editor
