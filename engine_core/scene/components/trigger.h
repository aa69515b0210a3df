#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/reflect/type_builder.h"

#include <array>
#include <string>
#include <string_view>

namespace engine
{
/// A box about the entity's place that tells its script who comes in and who leaves. It turns and
/// grows with the entity, stops nobody, and has nothing to do with light or navigation.
struct Trigger
{
    static constexpr std::string_view TypeName = "trigger";

    Vec3d size{2, 2, 2};  ///< metres, before the entity's scale
    bool player = true;   ///< sets it off
    bool walkers = false; ///< and characters that are not the player
    bool bodies = false;  ///< what physics or a Mover moves
    std::string tag{};    ///< whatever has it; empty: nothing besides
    bool once = false;    ///< the first who comes in is the last
    bool hides = false;   ///< the game does not show what lies below it
    friend bool operator==(const Trigger&, const Trigger&) = default;
};

void describe(TypeBuilder<Trigger>& trigger);

/// Of a box of that size about an entity's place, in the world. Bit 0 of the index is set on the
/// side of +x, bit 1 on that of +y, bit 2 on that of +z.
[[nodiscard]] std::array<Vec3d, 8> cornersOf(const Vec3d& size, const Transform& place);
} // namespace engine
