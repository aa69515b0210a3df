#pragma once

#include <QString>

class QWidget;

namespace editor
{
/// Names the dock around the panel, such as "Issues (3)". Nothing while it is in no dock.
void setDockTitle(QWidget* panel, const QString& title);
} // namespace editor
