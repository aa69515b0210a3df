#pragma once

#include <qnamespace.h>

#include <array>
#include <cstddef>

namespace editor
{
/// Keys that a view takes itself because they are held or depend on where the pointer is. They are
/// rebound like commands, under their ids.
enum class ViewKey
{
    FlyForward,
    FlyLeft,
    FlyBack,
    FlyRight,
    FlyDown,
    FlyUp,
    Maximize, ///< of the view under the pointer; held with a drag it pans a 2D view
    Note      ///< while the view is the game, unless the game has the key and the mouse
};

struct ViewKeyInfo
{
    ViewKey key;
    const char* id;
    const char* label;
    Qt::Key usual;
};

inline constexpr std::array ViewKeyInfos{
    ViewKeyInfo{ViewKey::FlyForward, "viewkey.flyForward", "Fly forward", Qt::Key_W},
    ViewKeyInfo{ViewKey::FlyLeft, "viewkey.flyLeft", "Fly left", Qt::Key_A},
    ViewKeyInfo{ViewKey::FlyBack, "viewkey.flyBack", "Fly back", Qt::Key_S},
    ViewKeyInfo{ViewKey::FlyRight, "viewkey.flyRight", "Fly right", Qt::Key_D},
    ViewKeyInfo{ViewKey::FlyDown, "viewkey.flyDown", "Fly down", Qt::Key_Q},
    ViewKeyInfo{ViewKey::FlyUp, "viewkey.flyUp", "Fly up", Qt::Key_E},
    ViewKeyInfo{ViewKey::Maximize, "viewkey.maximize", "Maximise or restore view", Qt::Key_Space},
    ViewKeyInfo{ViewKey::Note, "viewkey.note", "Write a note (in the game)", Qt::Key_N}};

/// Fly keys, view commands and keys in the game never meet: a key may stand once in each of these
/// groups.
[[nodiscard]] constexpr int groupOf(ViewKey key)
{
    if (key < ViewKey::Maximize)
        return 0;
    return key == ViewKey::Maximize ? 1 : 2;
}

/// The keys in force.
class ViewKeys
{
public:
    constexpr ViewKeys()
    {
        for (const auto& info : ViewKeyInfos)
            m_keys[static_cast<std::size_t>(info.key)] = info.usual;
    }

    [[nodiscard]] constexpr Qt::Key of(ViewKey key) const
    {
        return m_keys[static_cast<std::size_t>(key)];
    }

    constexpr void set(ViewKey which, Qt::Key key)
    {
        m_keys[static_cast<std::size_t>(which)] = key;
    }

private:
    std::array<Qt::Key, ViewKeyInfos.size()> m_keys{};
};
} // namespace editor
