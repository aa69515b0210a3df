#pragma once

#include "engine_core/math/types.h"
#include "engine_core/reflect/type_builder.h"

#include <string_view>

namespace engine
{
/// How the game looks through a character's eyes. It is shown and nothing else: where the eyes are
/// for scripts, for what is used and for aiming, and every place in the game, is the same without
/// it.
struct CharacterView
{
    static constexpr std::string_view TypeName = "character_view";

    double bobHeight = 0.03;  ///< metres that the eyes go down with each step
    double bobWidth = 0.015;  ///< metres that they sway to each side
    double landingDip = 0.12; ///< metres that they go down at most when it lands
    double dipTime = 0.35;    ///< seconds until they are up again
    double stepTime = 0.07;   ///< seconds in which they follow most of a step or a crouch; 0: none
    friend bool operator==(const CharacterView&, const CharacterView&) = default;
};

/// A box about the entity's place in which characters climb. It turns and grows with the entity,
/// whose -Z points to the wall; it stops nobody and is not seen in the game.
struct Ladder
{
    static constexpr std::string_view TypeName = "ladder";

    Vec3d size{1, 3, 0.8}; ///< metres, before the entity's scale
    friend bool operator==(const Ladder&, const Ladder&) = default;
};

/// A box about the entity's place in which characters swim, with the surface at its top. It turns
/// and grows with the entity, and is not seen in the game.
struct Water
{
    static constexpr std::string_view TypeName = "water";

    Vec3d size{4, 2, 4};    ///< metres, before the entity's scale
    double buoyancy = 1.25; ///< lift of what is all in, as a share of its weight
    double drag = 2.5;      ///< per second, of the speed against the water
    Vec3d current{0};       ///< m/s, seen from the entity
    friend bool operator==(const Water&, const Water&) = default;
};

void describe(TypeBuilder<CharacterView>& view);
void describe(TypeBuilder<Ladder>& ladder);
void describe(TypeBuilder<Water>& water);
} // namespace engine
