#pragma once

#include "editor/app/dialogs/input_capture.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/play/player_bindings.h"

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
    GameRebinding(const engine::AssetDatabase& assets, std::function<void()> changed);

    [[nodiscard]] engine::InputMap map() const override;
    void listen(const std::string& action) override;

    [[nodiscard]] bool isListening() const override { return m_capture.isWaiting(); }

    void reset(const std::string& action) override;

private:
    void take(engine::InputSource source);

    const engine::AssetDatabase& m_assets;
    std::function<void()> m_changed;
    std::string m_action; ///< that is listened for
    QWidget m_spared;     ///< never shown: every click counts
    InputCapture m_capture{nullptr};
};
} // namespace editor
