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
} // namespace engine
