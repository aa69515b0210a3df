#pragma once

#include "engine_core/reflect/type_builder.h"

#include <string>
#include <string_view>

namespace engine
{
enum class ExpectedOfPlay
{
    SomebodyGetsHere,
    NobodyGetsHere,
    NeverFewer ///< objects with the tag than `count`
};

/// A promise about playing the level, checked by `mapwright playtest` with bots: who comes into a
/// box about the entity's place, or how many objects of a kind are left. Means nothing in a game.
struct Expectation
{
    static constexpr std::string_view TypeName = "expectation";

    ExpectedOfPlay expect = ExpectedOfPlay::SomebodyGetsHere;
    Vec3d size{2, 2, 2}; ///< metres, before the entity's scale
    double within = 0;   ///< seconds that the fastest may take to get here; 0: any time will do
    std::string tag{};   ///< of what is counted
    int count = 1;       ///< that must be left
    friend bool operator==(const Expectation&, const Expectation&) = default;
};

void describe(TypeBuilder<Expectation>& expectation);
} // namespace engine
