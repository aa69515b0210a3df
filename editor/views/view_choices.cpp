#include "editor/views/view_choices.h"

#include <array>

namespace editor
{
namespace
{
using engine::ViewMode;

// clang-format off
constexpr std::array Modes{
    ViewModeChoice{ViewMode::Textured, "Textured", "Textured", "mode_textured", "Materials in even light."},
    ViewModeChoice{ViewMode::Lit, "Lit", "Lit", "mode_lit", "Materials in the light that was baked."},
    ViewModeChoice{ViewMode::Unlit, "Unlit", "Unlit", "mode_unlit", "Materials without any light."},
    ViewModeChoice{ViewMode::Lightmap, "Lightmap", "Light only", "lighting", "The baked light on white."},
    ViewModeChoice{ViewMode::Density, "Density", "Lightmap density", "mode_density", "How fine the light is stored, as a chequer."},
    ViewModeChoice{ViewMode::Wireframe, "Wireframe", "Wireframe", "mode_wireframe", "Edges only."}};

constexpr std::array Kinds{
    ViewKindChoice{ViewKind::Perspective, "Perspective", "3D", "view_3d"},
    ViewKindChoice{ViewKind::Top, "Top", "Top X/Z", "view_top"},
    ViewKindChoice{ViewKind::Front, "Front", "Front X/Y", "view_front"},
    ViewKindChoice{ViewKind::Side, "Side", "Side Z/Y", "view_side"}};
// clang-format on
} // namespace

std::span<const ViewModeChoice> viewModes()
{
    return Modes;
}

std::span<const ViewKindChoice> viewKinds()
{
    return Kinds;
}
} // namespace editor
