#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/result.h"
#include "engine_core/reflect/value.h"

#include <map>
#include <string>

namespace engine
{
/// What scripts carry from scene to scene: named values that last as long as the game.
class PlayValues
{
public:
    static constexpr std::size_t MostValues = 1000;
    static constexpr std::size_t MostNameBytes = 100;
    static constexpr std::size_t MostTextBytes = 4096;

    /// A number (double), bool, string or Vec3. An Error, in words for the writer of the script,
    /// beyond the limits above and for numbers that are not finite.
    Result<void> set(const std::string& name, Value value);

    /// Nothing if there is none of that name.
    [[nodiscard]] Value get(const std::string& name) const;

    [[nodiscard]] bool has(const std::string& name) const { return m_values.contains(name); }

    void remove(const std::string& name) { m_values.erase(name); }

    void addTo(Hasher& hasher) const;

private:
    std::map<std::string, Value> m_values;
};
} // namespace engine
