#include "engine_core/play/game/play_values.h"

#include "engine_core/math/types.h"
#include "engine_core/reflect/value_hash.h"

#include <cmath>

namespace engine
{
namespace
{
bool canBeCarried(const Value& value)
{
    if (const auto* number = value.as<double>())
        return std::isfinite(*number);
    if (const auto* place = value.as<Vec3d>())
        return isFinite(*place);
    return value.as<bool>() != nullptr || value.as<std::string>() != nullptr;
}
} // namespace

Result<void> PlayValues::set(const std::string& name, Value value)
{
    if (name.empty() || name.size() > MostNameBytes)
        return Error{"The name of a value of the game must have 1 to {} bytes", MostNameBytes};
    if (const auto* text = value.as<std::string>(); text != nullptr && text->size() > MostTextBytes)
        return Error{"A text of the game can have {} bytes at most", MostTextBytes};
    if (!canBeCarried(value))
        return Error{"'{}' cannot be carried: numbers must be finite", name};
    if (!m_values.contains(name) && m_values.size() >= MostValues)
        return Error{"A game can carry {} values at most", MostValues};
    m_values[name] = std::move(value);
    return {};
}

Value PlayValues::get(const std::string& name) const
{
    const auto at = m_values.find(name);
    return at != m_values.end() ? at->second : Value{};
}

void PlayValues::addTo(Hasher& hasher) const
{
    for (const auto& [name, value] : m_values) {
        hasher.add(std::string_view{name});
        addValue(hasher, value);
    }
}
} // namespace engine
