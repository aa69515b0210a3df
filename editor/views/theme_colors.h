#pragma once

#include "editor/views/theme.h"

#include <array>
#include <vector>

namespace editor
{
/// Further shades, which only the style sheet uses.
enum class Shade
{
    BorderStrong, ///< of hovered fields and tooltips
    DisabledText,
    Hover,            ///< rows, tool buttons and titles under the pointer
    Pressed,          ///< buttons held down, menu entries under the pointer
    Selected,         ///< rows, and buttons that are on
    SelectedInactive, ///< rows of a list without the focus
    Alternate,        ///< every other row
    Primary,          ///< the button that does what the dialog is for
    OnPrimary,
    Fill,     ///< ticked boxes
    Progress, ///< what is done of a bar; its text stands half on this, half on the background
    Handle,
    HandleHover,
    Separator ///< between docks and views
};

enum class Theme
{
    Dark,
    Light,
    HighContrast
};

inline constexpr std::array AllThemes{Theme::Dark, Theme::Light, Theme::HighContrast};

/// The one place where the colours of the themes stand.
[[nodiscard]] QColor colorOf(Theme theme, ColorRole role);
[[nodiscard]] QColor colorOf(Theme theme, Shade shade);

struct ThemeToken
{
    QString name; ///< as the style sheet writes it: "@mutedText"
    QColor color;
};

/// All roles and shades. No name begins another one that comes after it.
[[nodiscard]] std::vector<ThemeToken> themeTokens(Theme theme);

/// How settings write the theme ("high_contrast"), and back; an unknown name is Dark.
[[nodiscard]] QString nameOf(Theme theme);
[[nodiscard]] Theme themeOfName(const QString& name);
} // namespace editor
