#include "editor/views/theme_colors.h"

#include <algorithm>

namespace editor
{
namespace
{
template <typename Role>
struct Colors
{
    Role role;
    const char* name;
    QRgb dark;
    QRgb light;
    QRgb highContrast;
};

// clang-format off
constexpr std::array<Colors<ColorRole>, 14> RoleColors{{
    {ColorRole::Background,          "background",        0x1e2023, 0xf8f9fa, 0x000000},
    {ColorRole::Panel,               "panel",             0x26292d, 0xeceef1, 0x000000},
    {ColorRole::Raised,              "raised",            0x2f3338, 0xe0e3e7, 0x1a1a1a},
    {ColorRole::Border,              "border",            0x3a3f45, 0xc3c8ce, 0x9a9a9a},
    {ColorRole::Text,                "text",              0xe3e5e8, 0x1d2024, 0xffffff},
    {ColorRole::MutedText,           "mutedText",         0x9aa0a8, 0x525962, 0xe0e0e0},
    {ColorRole::Accent,              "accent",            0x4c9be8, 0x1a6fc4, 0xffd500},
    {ColorRole::Warning,             "warning",           0xe0a33a, 0x855400, 0xffb000},
    {ColorRole::Error,               "error",             0xe5645c, 0xb3261e, 0xff8078},
    {ColorRole::Ok,                  "ok",                0x5fb573, 0x1b6e32, 0x6ee787},
    {ColorRole::AxisX,               "axisX",             0xe0555b, 0xb8323a, 0xff8a8e},
    {ColorRole::AxisY,               "axisY",             0x6fb85f, 0x33701f, 0x8fe07a},
    {ColorRole::AxisZ,               "axisZ",             0x4f8fe0, 0x2459b0, 0x8abaff},
    {ColorRole::PlayFrame,           "playFrame",         0xe0a33a, 0xe0a33a, 0xffd500},
}};

constexpr std::array<Colors<Shade>, 14> ShadeColors{{
    {Shade::BorderStrong,            "borderStrong",      0x4a5058, 0x98a0a9, 0xffffff},
    {Shade::DisabledText,            "disabledText",      0x6b7178, 0x8d949c, 0x9a9a9a},
    {Shade::Hover,                   "hover",             0x2a2d32, 0xe3e7eb, 0x303030},
    {Shade::Pressed,                 "pressed",           0x3a4654, 0xc6d6e8, 0x4a4000},
    {Shade::Selected,                "selected",          0x2b4560, 0xcbe0f6, 0x00408a},
    {Shade::SelectedInactive,        "selectedInactive",  0x31363c, 0xdbe0e5, 0x333333},
    {Shade::Alternate,               "alternate",         0x222528, 0xf1f3f5, 0x101010},
    {Shade::Primary,                 "primary",           0x2f74b8, 0x1a6fc4, 0xffd500},
    {Shade::OnPrimary,               "onPrimary",         0xffffff, 0xffffff, 0x000000},
    {Shade::Fill,                    "fill",              0x3b6fa0, 0x1a6fc4, 0x0060c0},
    {Shade::Progress,                "progress",          0x376899, 0x4f94dc, 0x0060c0},
    {Shade::Handle,                  "handle",            0x3f454c, 0xb4bac1, 0xb0b0b0},
    {Shade::HandleHover,             "handleHover",       0x525a63, 0x959da6, 0xffffff},
    {Shade::Separator,               "separator",         0x1e2023, 0xf8f9fa, 0x8a8a8a},
}};

// clang-format on

template <typename Table>
constexpr bool isInOrder(const Table& table)
{
    for (std::size_t at = 0; at < table.size(); ++at)
        if (static_cast<std::size_t>(table[at].role) != at)
            return false;
    return true;
}

static_assert(isInOrder(RoleColors) && isInOrder(ShadeColors));

template <typename Row>
QColor colorFor(Theme theme, const Row& row)
{
    switch (theme) {
    case Theme::Light:
        return QColor{row.light};
    case Theme::HighContrast:
        return QColor{row.highContrast};
    case Theme::Dark:
        break;
    }
    return QColor{row.dark};
}
} // namespace

QColor colorOf(Theme theme, ColorRole role)
{
    return colorFor(theme, RoleColors[static_cast<std::size_t>(role)]);
}

QColor colorOf(Theme theme, Shade shade)
{
    return colorFor(theme, ShadeColors[static_cast<std::size_t>(shade)]);
}

std::vector<ThemeToken> themeTokens(Theme theme)
{
    std::vector<ThemeToken> tokens;
    const auto add = [&](const auto& table) {
        for (const auto& row : table)
            tokens.push_back({QLatin1Char{'@'} + QLatin1String{row.name}, colorFor(theme, row)});
    };
    add(RoleColors);
    add(ShadeColors);
    // "@border" begins "@borderStrong".
    std::stable_sort(tokens.begin(), tokens.end(),
                     [](const auto& a, const auto& b) { return a.name.size() > b.name.size(); });
    return tokens;
}

QString nameOf(Theme theme)
{
    switch (theme) {
    case Theme::Light:
        return QStringLiteral("light");
    case Theme::HighContrast:
        return QStringLiteral("high_contrast");
    case Theme::Dark:
        break;
    }
    return QStringLiteral("dark");
}

Theme themeOfName(const QString& name)
{
    for (const auto theme : AllThemes)
        if (nameOf(theme) == name)
            return theme;
    return Theme::Dark;
}
} // namespace editor
