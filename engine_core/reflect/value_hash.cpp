#include "engine_core/reflect/value_hash.h"

#include <type_traits>

namespace engine
{
void addValue(Hasher& hasher, const Value& value)
{
    std::visit(
        [&]<typename T>(const T& data) {
            if constexpr (std::is_arithmetic_v<T>)
                hasher.add(data);
            else if constexpr (std::is_same_v<T, std::string>)
                hasher.add(std::string_view{data});
            else if constexpr (std::is_same_v<T, Vec2d>)
                hasher.add(data.x).add(data.y);
            else if constexpr (std::is_same_v<T, Vec3d>)
                hasher.add(data.x).add(data.y).add(data.z);
            else if constexpr (std::is_same_v<T, Quatd>)
                hasher.add(data.w).add(data.x).add(data.y).add(data.z);
            else if constexpr (std::is_same_v<T, Color>)
                hasher.add(data.r).add(data.g).add(data.b);
            else if constexpr (std::is_same_v<T, EntityId>)
                hasher.add(data.value);
            else if constexpr (std::is_same_v<T, ValueList>) {
                hasher.add(data.size());
                for (const auto& each : data)
                    addValue(hasher, each);
            }
        },
        value.data);
}
} // namespace engine
