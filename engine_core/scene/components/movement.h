#pragma once

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

void describe(TypeBuilder<CharacterView>& view);
} // namespace engine
