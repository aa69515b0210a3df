#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

class QApplication;

namespace editor
{
/// What a colour is for. Widgets name roles, never colours.
enum class ColorRole
{
    Background,
    Panel,
    Raised,
    Border,
    Text,
    MutedText,
    Accent,
    Warning,
    Error,
    Ok,
    AxisX,
    AxisY,
    AxisZ,
    PlayFrame
};

/// The current theme's colour for a role.
[[nodiscard]] QColor themeColor(ColorRole role);

/// One of our own icons from resources/icons, tinted for the theme, crisp at every scale. Disabled
/// icons are dimmed.
[[nodiscard]] QIcon themeIcon(const QString& name, ColorRole tint = ColorRole::Text);

/// The same picture for a button with the property "primary", in the colour of its text.
[[nodiscard]] QIcon iconOnPrimary(const QIcon& icon);

/// Style, palette and style sheet for the whole program.
void applyTheme(QApplication& application);
} // namespace editor
