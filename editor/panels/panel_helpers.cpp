#include "editor/panels/panel_helpers.h"

#include <QDockWidget>

namespace editor
{
void setDockTitle(QWidget* panel, const QString& title)
{
    for (auto* at = panel; at != nullptr; at = at->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(at)) {
            dock->setWindowTitle(title);
            return;
        }
}
} // namespace editor
