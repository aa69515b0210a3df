#pragma once

#include "engine_core/math/types.h"

#include <QColor>
#include <QIcon>
#include <QString>

class QLineEdit;
class QWidget;

namespace editor
{
/// Names the dock around the panel, such as "Issues (3)". Nothing while it is in no dock.
void setDockTitle(QWidget* panel, const QString& title);

/// Enter gives the keys back to the views, so that F frames instead of being typed. In a dialog it
/// is for the dialog's main button.
void leaveOnReturn(QLineEdit& field);

/// A colour of the scene as screens show it; parts brighter than white become white.
[[nodiscard]] QColor toScreen(const engine::Color& linear);

/// The colour of the scene for one chosen on the screen.
[[nodiscard]] engine::Color toLinear(const QColor& screen);

/// The icon with a dot of that colour at its lower right.
[[nodiscard]] QIcon markedIcon(const QIcon& icon, const QColor& color);
} // namespace editor
