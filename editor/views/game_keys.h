#pragma once

#include "engine_core/assets/input/input_source.h"

#include <QHash>
#include <QList>
#include <qnamespace.h>

#include <optional>

class QKeyEvent;

namespace editor
{
/// The source that project.json may bind for a key of Qt::Key; nullopt for a key without a name
/// there, and for Esc, which frees the mouse.
[[nodiscard]] std::optional<engine::InputSource> sourceOfKey(int key);

/// The Qt::Key of an event as it would be without Shift, such as Key_1 for an exclamation mark:
/// digits by their place on the keyboard where X11 or Wayland tell it, other signs as on a US
/// keyboard.
[[nodiscard]] int unshiftedKey(const QKeyEvent& event);

/// The keys that are held. Each is told by its place on the keyboard and stays, until it is
/// released, the key that it was when it was pressed, whatever Shift makes of it meanwhile.
class HeldKeys
{
public:
    void press(const QKeyEvent& event);

    /// Whether it was held.
    bool release(const QKeyEvent& event);

    /// Nothing is held any more.
    void clear() { m_keys.clear(); }

    [[nodiscard]] bool contains(int key) const;

    /// Of Qt::Key, without Shift; a key that is on the keyboard twice may come twice.
    [[nodiscard]] QList<int> keys() const { return m_keys.values(); }

    /// What the event's key is called: as when it was last pressed without Shift, if it was.
    [[nodiscard]] int nameOf(const QKeyEvent& event) const;

private:
    QHash<quint64, int> m_keys;    ///< held, by their place
    QHash<quint64, int> m_learned; ///< the names of places, pressed without Shift
};

/// The same for a button of the mouse.
[[nodiscard]] std::optional<engine::InputSource> sourceOfButton(Qt::MouseButton button);

/// @param away from the user
[[nodiscard]] engine::InputSource sourceOfWheel(bool away);
} // namespace editor
