#include "editor/app/play/game_rebinding.h"

#include "editor/app/play/user_bindings.h"

#include <algorithm>

namespace editor
{
using engine::InputDevice;
using engine::InputSource;

GameRebinding::GameRebinding(const engine::AssetDatabase& assets, std::function<void()> changed)
    : m_assets{assets}, m_changed{std::move(changed)}
{
    QObject::connect(&m_capture, &InputCapture::got, &m_capture,
                     [this](InputSource source) { take(source); });
}

engine::InputMap GameRebinding::map() const
{
    return withUserBindings(engine::inputOf(m_assets.project()));
}

void GameRebinding::listen(const std::string& action)
{
    m_action = action;
    m_capture.start(&m_spared);
}

void GameRebinding::take(InputSource source)
{
    const InputSlot slot{m_action};
    const auto all = map();
    const auto* before = bindingsOf(all, slot);
    if (before == nullptr) // the project has lost it meanwhile
        return;
    const bool isPad = source.device() == InputDevice::Pad;
    std::vector<InputSource> bindings{source};
    for (const auto each : *before)
        if (each != source && (each.device() == InputDevice::Pad) != isPad)
            bindings.push_back(each);
    setUserBindings(slot, bindings);
    m_changed();
}

void GameRebinding::reset(const std::string& action)
{
    resetUserBindings({action});
    m_changed();
}
} // namespace editor
