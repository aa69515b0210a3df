#pragma once

#include <QString>

class QAbstractItemView;
class QWidget;

namespace editor
{
/// What an empty list says instead of nothing: what it is for and what to do first.
void setEmptyHint(QAbstractItemView* view, const QString& text);

/// Names the dock around the panel, such as "Issues (3)". Nothing while it is in no dock.
void setDockTitle(QWidget* panel, const QString& title);
} // namespace editor
