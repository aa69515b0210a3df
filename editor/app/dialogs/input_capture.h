#pragma once

#include "engine_core/assets/input/input_source.h"
#include "engine_core/gamepad/gamepads.h"

#include <QObject>
#include <QTimer>

class QKeyEvent;
class QWidget;

namespace editor
{
/// Waits for the next key, mouse button, notch of the wheel, or button or stick of a game
/// controller, wherever in the program it comes: nobody else gets it.
class InputCapture final : public QObject
{
    Q_OBJECT

public:
    explicit InputCapture(QObject* parent);
    ~InputCapture() override;

    /// @param spared a button that can still be clicked meanwhile
    /// @param only where clicks and the wheel count; function keys stay the program's then. Null:
    /// everywhere
    void start(QWidget* spared, QWidget* only = nullptr);
    void stop();

    [[nodiscard]] bool isWaiting() const { return m_spared != nullptr; }

Q_SIGNALS:
    /// It has stopped waiting before.
    void got(engine::InputSource source);
    /// Esc was pressed.
    void cancelled();
    /// A key that project.json has no name for; it goes on waiting.
    void refused();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void pollPads();
    void finish(engine::InputSource source);
    bool takeKey(int key);

    [[nodiscard]] bool isElsewhere(const QWidget* widget) const;
    [[nodiscard]] bool isProgramsKey(const QKeyEvent& event) const;

    QWidget* m_spared = nullptr; ///< not null while it waits
    QWidget* m_only = nullptr;   ///< not null: nothing else is listened to
    engine::Gamepads m_pads;
    engine::DeviceState m_padBefore; ///< what was held already counts only when pressed anew
    QTimer m_timer;
};
} // namespace editor
