#include "engine_core/play/hud/hud_menus.h"

#include "engine_core/assets/input/input_map.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
// All in points.
constexpr double RowHeight = 38;
constexpr double TitleHeight = 64;
constexpr double Padding = 18;
constexpr double LetterHeight = 20;
constexpr double LeastWidth = 200;
constexpr double MostWidth = 900;
constexpr Vec2d PointerReach{470, 350}; ///< from the middle; every screen shows as much
constexpr double PointsPerRadian = 450;

constexpr int RepeatAfter = 24; ///< ticks that a key is held
constexpr int RepeatEach = 6;   ///< ticks

constexpr Color Ground{0.008F, 0.009F, 0.011F};
constexpr Color Accent{0.06F, 0.25F, 0.6F};
constexpr Color Bright{1, 1, 1};
constexpr Color Quiet{0.55F, 0.58F, 0.62F};

void addBox(Hud& hud, const Vec2d& middle, const Vec2d& size, const Color& color, double alpha)
{
    static_cast<void>(hud.add({.kind = HudItem::Kind::Box,
                               .anchor = HudAnchor::Center,
                               .offset = middle,
                               .size = size,
                               .color = color,
                               .alpha = alpha}));
}

void addText(Hud& hud,
             const Vec2d& at,
             HudSide side,
             double height,
             const Color& color,
             const std::string& text)
{
    if (!text.empty())
        static_cast<void>(hud.add({.kind = HudItem::Kind::Text,
                                   .anchor = HudAnchor::Center,
                                   .offset = at,
                                   .size = {0, height},
                                   .color = color,
                                   .text = text,
                                   .side = side}));
}

/// From the middle of the menu to its upper edge, for so many rows.
double halfHeight(std::size_t rows, bool hasTitle)
{
    const double whole =
        static_cast<double>(rows) * RowHeight + (hasTitle ? TitleHeight : 0.0) + 2 * Padding;
    return whole / 2;
}

/// The middle of a row, from that of the menu.
double rowAt(std::size_t index, std::size_t rows, bool hasTitle)
{
    return -halfHeight(rows, hasTitle) + Padding + (hasTitle ? TitleHeight : 0.0) +
           (static_cast<double>(index) + 0.5) * RowHeight;
}

/// Not quite 0: worn triggers do not come all the way back.
bool isHeld(double value)
{
    return std::abs(value) >= 0.1;
}

std::set<std::string> namesOfHeld(const PlayerInput& input)
{
    std::set<std::string> names;
    for (const auto& name : playerKeyNames())
        if ((input.keys & keyNamed(name)) != 0)
            names.insert(name);
    for (const auto& [name, value] : input.values)
        if (isHeld(value))
            names.insert(name);
    return names;
}
} // namespace

PlayerInput HudMenus::begin(const PlayerInput& input)
{
    m_before = std::exchange(m_input, input);
    for (std::size_t i = 0; i < m_heldTicks.size(); ++i) {
        const bool isHeldNow = (input.keys >> i & 1U) != 0 || input.isDown(MenuActions[i]);
        m_heldTicks[i] = isHeldNow ? m_heldTicks[i] + 1 : 0;
    }
    m_active = std::exchange(m_last, {});
    if (m_active.empty()) {
        m_showsPointer = false;
        m_pointer = Vec2d{0};
        return withoutHeldBack(input);
    }
    m_heldBack = namesOfHeld(input);
    moveFocus();
    followPointer();
    return {};
}

/// Lets go of what has come to rest; the world does not hear the others.
PlayerInput HudMenus::withoutHeldBack(const PlayerInput& input)
{
    std::erase_if(m_heldBack, [&](const auto& name) { return !isHeld(input.valueOf(name)); });
    auto left = input;
    for (const auto& name : m_heldBack)
        left.keys &= ~keyNamed(name);
    std::erase_if(left.values, [&](const auto& each) { return m_heldBack.contains(each.name); });
    return left;
}

bool HudMenus::isPressed(PlayerKey key) const
{
    return m_input.isDown(key) && !m_before.isDown(key);
}

bool HudMenus::isPressed(const char* action) const
{
    return m_input.isDown(action) && !m_before.isDown(action);
}

bool HudMenus::isRepeated(PlayerKey key) const
{
    const auto held =
        m_heldTicks[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint32_t>(key)))];
    return held == 1 || (held > RepeatAfter && (held - RepeatAfter) % RepeatEach == 0);
}

bool HudMenus::isChosenByKey() const
{
    return isPressed(PlayerKey::Use) || isPressed(PlayerKey::Jump) || isPressed(MenuChooseAction);
}

void HudMenus::moveFocus()
{
    auto& menu = m_menus[m_active];
    const auto choices = static_cast<int>(std::count(menu.rows.begin(), menu.rows.end(), true));
    const int step =
        (isRepeated(PlayerKey::Back) ? 1 : 0) - (isRepeated(PlayerKey::Forward) ? 1 : 0);
    if (choices == 0)
        return;
    menu.focus = std::min(menu.focus, choices - 1);
    if (step != 0)
        m_showsPointer = false;
    menu.focus = (menu.focus + step + choices) % choices;
}

/// The row under the pointer gets the focus when the pointer moves.
void HudMenus::followPointer()
{
    const bool moves = m_input.look != Vec2d{0};
    if (moves) {
        m_showsPointer = true;
        m_pointer += Vec2d{m_input.look.x, -m_input.look.y} * PointsPerRadian;
        m_pointer = glm::clamp(m_pointer, -PointerReach, PointerReach);
    }
    m_pointsAtRow = false;
    auto& menu = m_menus[m_active];
    const auto at = m_pointer - menu.offset;
    int choice = 0;
    for (std::size_t i = 0; i < menu.rows.size(); ++i) {
        if (!menu.rows[i])
            continue;
        const bool isAt =
            m_showsPointer && std::abs(at.x) <= menu.width / 2 &&
            std::abs(at.y - rowAt(i, menu.rows.size(), menu.hasTitle)) <= RowHeight / 2;
        m_pointsAtRow |= isAt;
        if (isAt && moves)
            menu.focus = choice;
        ++choice;
    }
}

Result<void> HudMenus::open(
    Hud& hud, const std::string& name, const std::string& title, const Vec2d& offset, double width)
{
    close(hud);
    if (name.empty() || name.size() > MostLetters || title.size() > MostLetters)
        return Error{"A menu's name must have 1 to {} bytes, and its title no more", MostLetters};
    if (!(width >= LeastWidth && width <= MostWidth))
        return Error{"A menu must be {} to {} points wide", LeastWidth, MostWidth};
    if (!(std::abs(offset.x) <= PointerReach.x && std::abs(offset.y) <= PointerReach.y))
        return Error{"A menu can be {} points beside the middle and {} above or below it at most",
                     PointerReach.x, PointerReach.y};
    if (!m_menus.contains(name) && m_menus.size() >= MostMenus)
        return Error{"A game can have {} menus at most", MostMenus};
    auto& menu = m_menus[name];
    menu.offset = offset;
    menu.width = width;
    menu.hasTitle = !title.empty();
    m_open = name;
    m_title = title;
    m_choices = 0;
    return {};
}

Result<HudMenus::Row*> HudMenus::addRow(Row row)
{
    if (m_open.empty())
        return Error{"A row belongs to a menu: call Hud::menu() before"};
    if (m_rows.size() >= MostRows)
        return Error{"A menu can have {} rows at most", MostRows};
    if (row.text.size() > MostLetters || row.shown.size() > MostLetters)
        return Error{"A row can have {} bytes at most", MostLetters};
    m_choices += row.canBeChosen ? 1 : 0;
    return &m_rows.emplace_back(std::move(row));
}

/// Whether the row that was added last has it.
bool HudMenus::hasFocus() const
{
    return m_open == m_active && m_menus.at(m_open).focus == m_choices - 1;
}

bool HudMenus::isChosen() const
{
    return isChosenByKey() || (isPressed(PlayerKey::Fire) && m_pointsAtRow);
}

Result<void> HudMenus::label(const std::string& text)
{
    const auto row = addRow({.text = text, .canBeChosen = false});
    return row ? Result<void>{} : row.error();
}

Result<bool> HudMenus::button(const std::string& text)
{
    const auto row = addRow({.text = text});
    if (!row)
        return row.error();
    return hasFocus() && isChosen();
}

Result<int> HudMenus::value(const std::string& text, const std::string& shown, double part)
{
    const auto row = addRow({.text = text, .shown = shown, .part = part});
    if (!row)
        return row.error();
    if (!hasFocus())
        return 0;
    int steps = (isRepeated(PlayerKey::Right) ? 1 : 0) - (isRepeated(PlayerKey::Left) ? 1 : 0);
    if (isChosenByKey())
        ++steps;
    else if (isPressed(PlayerKey::Fire) && m_pointsAtRow)
        steps += m_pointer.x >= m_menus.at(m_open).offset.x ? 1 : -1;
    return steps;
}

bool HudMenus::isLeft() const
{
    return !m_open.empty() && m_open == m_active &&
           (isPressed(PlayerKey::Crouch) || isPressed(PlayerKey::AltFire) ||
            isPressed(MenuBackAction));
}

void HudMenus::close(Hud& hud)
{
    if (m_open.empty())
        return;
    auto& menu = m_menus.at(m_open);
    const double half = halfHeight(m_rows.size(), menu.hasTitle);
    const double left = menu.offset.x - menu.width / 2 + Padding;
    const double right = menu.offset.x + menu.width / 2 - Padding;
    addBox(hud, menu.offset, {menu.width, 2 * half}, Ground, 0.82);
    addText(hud, {left, menu.offset.y - half + Padding + TitleHeight / 2 - 8}, HudSide::Left, 30,
            Bright, m_title);
    menu.rows.clear();
    int choice = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto& row = m_rows[i];
        const bool focused = row.canBeChosen && choice == menu.focus;
        const double y = menu.offset.y + rowAt(i, m_rows.size(), menu.hasTitle);
        if (focused) {
            addBox(hud, {menu.offset.x, y}, {menu.width - 12, RowHeight - 4}, Accent, 0.75);
            addBox(hud, {menu.offset.x - menu.width / 2 + 7.5, y}, {3, RowHeight - 4}, Bright, 0.9);
        }
        const auto& ink = focused ? Bright : Quiet;
        addText(hud, {left, y}, HudSide::Left, LetterHeight, ink, row.text);
        if (row.part >= 0) {
            const Vec2d bar{menu.width / 4, 6};
            const double from = right - 60 - bar.x;
            const double full = bar.x * std::min(row.part, 1.0);
            addBox(hud, {from + bar.x / 2, y}, bar, Ground, 0.9);
            addBox(hud, {from + full / 2, y}, {full, bar.y}, ink, 1);
        }
        addText(hud, {right, y}, HudSide::Right, LetterHeight, ink, row.shown);
        choice += row.canBeChosen ? 1 : 0;
        menu.rows.push_back(row.canBeChosen);
    }
    m_rows.clear();
    m_last = std::exchange(m_open, {});
}

void HudMenus::end(Hud& hud)
{
    close(hud);
    if (!m_last.empty() && m_showsPointer)
        showPointer(hud);
}

/// An arrow of bars, light in a dark border.
void HudMenus::showPointer(Hud& hud) const
{
    constexpr int Bars = 9;
    constexpr double Thickness = 2;
    for (const bool isBorder : {true, false})
        for (int i = 0; i < Bars; ++i) {
            const double grow = isBorder ? 2 : 0;
            const double width = (i + 1) * 1.6 + grow;
            addBox(hud, m_pointer + Vec2d{width / 2 - grow / 2, (i + 0.5) * Thickness},
                   {width, Thickness + grow}, isBorder ? Ground : Bright, 1);
        }
}

void HudMenus::addTo(Hasher& hasher) const
{
    for (const auto& [name, menu] : m_menus)
        hasher.add(std::string_view{name}).add(menu.focus);
    hasher.add(std::string_view{m_last}).add(static_cast<std::uint32_t>(m_heldBack.size()));
    for (const auto& name : m_heldBack)
        hasher.add(std::string_view{name});
    hasher.add(m_showsPointer);
    hasher.add(m_pointer.x).add(m_pointer.y);
    for (const int held : m_heldTicks)
        hasher.add(held);
}
} // namespace engine
