#include "editor/app/play/user_bindings.h"

#include "editor/app/actions/keymap.h"
#include "editor/views/game_keys.h"

#include <QSettings>

#include <algorithm>

namespace editor
{
using engine::InputMap;
using engine::InputSource;

namespace
{
using Bindings = std::vector<InputSource>;

QString settingOf(const InputSlot& slot)
{
    const char* part = slot.part == InputSlot::Part::Negative   ? ".negative"
                       : slot.part == InputSlot::Part::Positive ? ".positive"
                                                                : "";
    return QStringLiteral("gameInput/%1%2").arg(QString::fromStdString(slot.name), part);
}

Bindings bindingsFromText(const QString& text)
{
    Bindings bindings;
    for (const auto& word : text.split(QLatin1Char{' '}, Qt::SkipEmptyParts))
        if (const auto source = InputSource::named(word.toStdString());
            source && bindings.size() < InputMap::MaxBindings)
            bindings.push_back(*source);
    return bindings;
}

/// Keys of the game were once changed like those of commands, one for each: takes the place of the
/// first key.
void takeOldKey(const Keymap& keymap, const InputSlot& slot, Bindings& bindings)
{
    const auto id = "viewkey.game" + slot.name;
    if (slot.part != InputSlot::Part::Action || !keymap.isChanged(id))
        return;
    const auto keys = keymap.keysOf(id, {});
    const auto first = std::find_if(bindings.begin(), bindings.end(), [](InputSource each) {
        return each.device() == engine::InputDevice::Keyboard;
    });
    if (keys.isEmpty() || keys.front().isEmpty() || first == bindings.end())
        return;
    if (const auto source = sourceOfKey(keys.front()[0].key()))
        *first = *source;
}

/// Null if the map has no such action or axis. Const as the map is.
template <typename Map>
auto findBindings(Map& map, const InputSlot& slot) -> decltype(&map.actions.front().bindings)
{
    if (slot.part == InputSlot::Part::Action) {
        auto* action = map.action(slot.name);
        return action != nullptr ? &action->bindings : nullptr;
    }
    auto* axis = map.axis(slot.name);
    if (axis == nullptr)
        return nullptr;
    return slot.part == InputSlot::Part::Negative ? &axis->negative : &axis->positive;
}
} // namespace

std::vector<InputSlot> slotsOf(const InputMap& map)
{
    std::vector<InputSlot> all;
    for (const auto& action : map.actions)
        all.push_back({action.name});
    for (const auto& axis : map.axes) {
        all.push_back({axis.name, InputSlot::Part::Negative});
        all.push_back({axis.name, InputSlot::Part::Positive});
    }
    return all;
}

const Bindings* bindingsOf(const InputMap& map, const InputSlot& slot)
{
    return findBindings(map, slot);
}

void setBindings(InputMap& map, const InputSlot& slot, Bindings bindings)
{
    if (auto* there = findBindings(map, slot))
        *there = std::move(bindings);
}

InputMap withUserBindings(InputMap map)
{
    const auto keymap = Keymap::load();
    const QSettings settings;
    for (const auto& slot : slotsOf(map)) {
        auto& bindings = *findBindings(map, slot);
        if (const auto own = settings.value(settingOf(slot)); own.isValid())
            bindings = bindingsFromText(own.toString());
        else
            takeOldKey(keymap, slot, bindings);
    }
    return map;
}

bool hasUserBindings(const InputSlot& slot)
{
    return QSettings{}.contains(settingOf(slot)) ||
           (slot.part == InputSlot::Part::Action &&
            Keymap::load().isChanged("viewkey.game" + slot.name));
}

void setUserBindings(const InputSlot& slot, const Bindings& bindings)
{
    QStringList names;
    for (const auto source : bindings)
        names += QString::fromStdString(std::string{source.name()});
    // A text without words, not an absent one: bound to nothing.
    QSettings{}.setValue(settingOf(slot), names.isEmpty() ? QStringLiteral(" ") : names.join(' '));
}

void resetUserBindings(const InputSlot& slot)
{
    QSettings{}.remove(settingOf(slot));
    if (slot.part == InputSlot::Part::Action)
        Keymap::load().reset("viewkey.game" + slot.name);
}
} // namespace editor
