#pragma once

#include "editor/app/dialogs/input_capture.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/play/player_bindings.h"

#include <QElapsedTimer>
#include <QWidget>

#include <functional>

namespace editor
{
/// Binds for a running game what its player presses next, in the user's settings.
class GameRebinding final : public engine::PlayerBindings
{
public:
    /// @param assets of the game's project; outlive this
    /// @param changed called when other bindings hold
    /// @param view that the game is played in; what is pressed elsewhere is not listened to. Null
    /// while there is none
    GameRebinding(const engine::AssetDatabase& assets,
                  std::function<void()> changed,
                  std::function<QWidget*()> view);

    /// To be called when the player leaves the game.
    void stopListening() { m_capture.stop(); }

    [[nodiscard]] engine::InputMap map() const override;
    void listen(const std::string& action) override;

    [[nodiscard]] bool isListening() const override { return m_capture.isWaiting(); }

    void reset(const std::string& action) override;

private:
    void take(engine::InputSource source);

    const engine::AssetDatabase& m_assets;
    std::function<void()> m_changed;
    std::function<QWidget*()> m_view;
    QElapsedTimer m_sinceCancel; ///< a script that asks again at once would never let go
    std::string m_action;        ///< that is listened for
    QWidget m_spared;     ///< never shown: every click counts
    InputCapture m_capture{nullptr};
};
} // namespace editor
