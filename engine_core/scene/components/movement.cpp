#include "engine_core/scene/components/movement.h"

namespace engine
{
void describe(TypeBuilder<CharacterView>& view)
{
    view.type("character_view", "Character view",
              "How the game looks through its eyes; the game itself is the same without it");
    view.property("bobHeight", &CharacterView::bobHeight)
        .range(0, 0.5)
        .unit("m")
        .tooltip(
            "How far the eyes go down with each step of a walk; more in a run, less when slow");
    view.property("bobWidth", &CharacterView::bobWidth)
        .range(0, 0.5)
        .unit("m")
        .tooltip("How far they sway to each side");
    view.property("landingDip", &CharacterView::landingDip)
        .range(0, 1)
        .unit("m")
        .tooltip("How far they go down when it lands after a deep fall; less after a low one");
    view.property("dipTime", &CharacterView::dipTime)
        .range(0.05, 5)
        .unit("s")
        .tooltip("Until they are up again");
    view.property("stepTime", &CharacterView::stepTime)
        .range(0, 1)
        .unit("s")
        .tooltip("In which they follow most of the height of a step, or of a crouch; 0: at once");
}

void describe(TypeBuilder<Ladder>& ladder)
{
    ladder.type("ladder", "Ladder", "A box in which characters climb, towards the object's -Z");
    ladder.property("size", &Ladder::size)
        .range(0.01, 10000)
        .unit("m")
        .tooltip("About the object's place; its top is where they step off");
}

void describe(TypeBuilder<Water>& water)
{
    water.type("water", "Water", "A box in which characters swim; its top is the surface");
    water.property("size", &Water::size)
        .range(0.01, 10000)
        .unit("m")
        .tooltip("About the object's place, which is its middle");
    water.property("buoyancy", &Water::buoyancy)
        .range(0, 10)
        .tooltip("Lift as a share of the weight: below 1 they sink, with 1.25 they float with four "
                 "fifths of the body in water");
    water.property("drag", &Water::drag)
        .range(0, 100)
        .unit("1/s")
        .tooltip("How quickly it takes their speed");
    water.property("current", &Water::current)
        .range(-100, 100)
        .unit("m/s")
        .tooltip("How it flows, seen from the object");
}
} // namespace engine
