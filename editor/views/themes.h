#pragma once

#include "editor/views/theme_colors.h"

#include <QObject>

class QWidget;

namespace editor
{
/// Style, palette and style sheet for the whole program, at once; asks for a QApplication.
void setTheme(Theme theme);
[[nodiscard]] Theme currentTheme();

/// What is painted over the level keeps the dark theme's colours: the views are dark in all themes.
[[nodiscard]] QColor viewColor(ColorRole role);

/// Colours text by the style sheet's `tone`: "plain", "warning", "error", "ok", "x", "y", "z".
void setTone(QWidget& widget, const QString& tone);

/// Tells those who keep pictures made with the theme's colours to make them again.
class ThemeNotifier : public QObject
{
    Q_OBJECT

public:
    /// Lives as long as the program.
    [[nodiscard]] static ThemeNotifier& instance();

Q_SIGNALS:
    void changed();
};
} // namespace editor
