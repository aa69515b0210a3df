#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/result.h"
#include "engine_core/play/hud/hud.h"
#include "engine_core/play/player_input.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace engine
{
/// Menus that scripts show in each tick, row by row, in the middle of the picture. The one that is
/// shown last has the player's keys, and a pointer that their mouse moves. Which row has the focus
/// is remembered by the menu's name. Everything is counted in ticks and points, so that recordings
/// do the same on every screen.
class HudMenus
{
public:
    static constexpr std::size_t MostMenus = 100;   ///< names that are remembered
    static constexpr std::size_t MostRows = 14;     ///< of one menu: more would not fit
    static constexpr std::size_t MostLetters = 120; ///< bytes of a name, title or row

    /// Where a tick begins: what the player does in it. Returns what is left of that for the world:
    /// nothing while a menu has their keys, and no key, action or axis that is still held from
    /// then.
    [[nodiscard]] PlayerInput begin(const PlayerInput& input);

    /// What follows belongs to this menu; the one before is complete. `offset` is from the middle
    /// of the picture to the menu's, in points. An Error, in words for the writer of the script,
    /// for texts and numbers out of all proportion.
    Result<void> open(Hud& hud,
                      const std::string& name,
                      const std::string& title,
                      const Vec2d& offset,
                      double width);

    /// A row of words that nobody can choose.
    Result<void> label(const std::string& text);

    /// Whether the row was chosen in this tick.
    Result<bool> button(const std::string& text);

    /// Steps to the left and right, or nothing, that the player has asked for in this row. `part`
    /// of a bar is filled, 0 to 1; without a bar if it is negative.
    Result<int> value(const std::string& text, const std::string& shown, double part);

    /// Whether the player wants to leave the open menu: Crouch, MenuBack or the right mouse
    /// button.
    [[nodiscard]] bool isLeft() const;

    /// The menu that is open is complete: it is shown.
    void close(Hud& hud);

    /// The tick is over.
    void end(Hud& hud);

    /// Nothing is left of the menus of a scene that has ended, but for where their focus was.
    void changeScene() { m_last.clear(); }

    void addTo(Hasher& hasher) const;

private:
    struct Row
    {
        std::string text;
        std::string shown{};
        double part = -1;
        bool canBeChosen = true;
    };

    /// What is remembered of a menu.
    struct Memory
    {
        int focus = 0;          ///< among the rows that can be chosen
        std::vector<bool> rows; ///< that it had the last time: which can be chosen
        Vec2d offset{0};
        double width = 0;
        bool hasTitle = false;
    };

    Result<Row*> addRow(Row row);
    [[nodiscard]] bool hasFocus() const;
    [[nodiscard]] PlayerInput withoutHeldBack(const PlayerInput& input);
    [[nodiscard]] bool isPressed(PlayerKey key) const;
    [[nodiscard]] bool isPressed(const char* action) const;
    [[nodiscard]] bool isChosenByKey() const;
    [[nodiscard]] bool isRepeated(PlayerKey key) const;
    [[nodiscard]] bool isChosen() const;
    void moveFocus();
    void followPointer();
    void showPointer(Hud& hud) const;

    std::map<std::string, Memory> m_menus; ///< by name
    std::string m_active;                  ///< has the keys in this tick; empty for none
    std::string m_open;                    ///< empty for none
    std::string m_last;                    ///< shown last in this tick
    std::string m_title;
    std::vector<Row> m_rows; ///< of the open one
    int m_choices = 0;       ///< of them that can be chosen
    PlayerInput m_input;
    std::set<std::string> m_heldBack; ///< keys, actions and axes held since a menu had them
    PlayerInput m_before;             ///< in the tick before
    std::array<int, 4> m_heldTicks{}; ///< of what steers: the first four keys, and MenuActions
    Vec2d m_pointer{0};               ///< points from the middle
    bool m_showsPointer = false;
    bool m_pointsAtRow = false;
};
} // namespace engine
