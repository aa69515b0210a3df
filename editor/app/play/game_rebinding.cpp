#include "editor/app/play/game_rebinding.h"

#include "editor/app/play/user_bindings.h"

#include <algorithm>

namespace editor
{
using engine::InputDevice;
using engine::InputSource;

GameRebinding::GameRebinding(const engine::AssetDatabase& assets,
                             std::function<void()> changed,
                             std::function<QWidget*()> view)
    : m_assets{assets}, m_changed{std::move(changed)}, m_view{std::move(view)}
{
    QObject::connect(&m_capture, &InputCapture::cancelled, &m_capture,
                     [this] { m_sinceCancel.start(); });
    QObject::connect(&m_capture, &InputCapture::got, &m_capture,
                     [this](InputSource source) { take(source); });
}

engine::InputMap GameRebinding::map() const
{
    return withUserBindings(engine::inputOf(m_assets.project()));
}

void GameRebinding::listen(const std::string& action)
{
    constexpr qint64 RestMilliseconds = 1000;
    auto* view = m_view();
    if (view == nullptr || (m_sinceCancel.isValid() && !m_sinceCancel.hasExpired(RestMilliseconds)))
        return;
    m_action = action;
    m_capture.start(&m_spared, view);
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
    bindings.resize(std::min(bindings.size(), engine::InputMap::MaxBindings),
                    source); // never longer
    setUserBindings(slot, bindings);
    m_changed();
}

void GameRebinding::reset(const std::string& action)
{
    if (!hasUserBindings({action}))
        return;
    resetUserBindings({action});
    m_changed();
}
} // namespace editor
