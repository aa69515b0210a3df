#include "editor/views/view_choices.h"

#include <array>

namespace editor
{
namespace
{
using engine::ViewMode;

// clang-format off
constexpr std::array Modes{
    ViewModeChoice{ViewMode::Textured, "Textured", "Textured", "mode_textured", "Materials in even light.", true},
    ViewModeChoice{ViewMode::Lit, "Lit", "Lit", "mode_lit", "Materials in the light that was baked.", true},
    ViewModeChoice{ViewMode::Unlit, "Unlit", "Unlit", "mode_unlit", "Materials without any light.", true},
    ViewModeChoice{ViewMode::Lightmap, "Lightmap", "Light only", "lighting", "The baked light on white.", true},
    ViewModeChoice{ViewMode::Density, "Density", "Lightmap density", "mode_density", "How fine the light is stored, as a chequer.", true},
    ViewModeChoice{ViewMode::Wireframe, "Wireframe", "Wireframe", "mode_wireframe", "Edges only.", true},
    ViewModeChoice{ViewMode::Direct, "Direct", "Direct light only", "mode_direct", "What all lights give at once, drawn live: no bounces, and shadows as in View > Effects.", false},
    ViewModeChoice{ViewMode::Overlap, "Overlap", "Light overlap", "mode_overlap", "How many lights reach a place: green one, yellow three, red five, white ten; dark none.", false},
    ViewModeChoice{ViewMode::Texels, "Texels", "Texel density", "mode_texels", "Texels per metre: green is right, red too coarse, blue too fine.", false},
    ViewModeChoice{ViewMode::Checker, "Checker", "Texture checker", "mode_checker", "The same checks on each repeat of a texture: shows stretching and seams.", false},
    ViewModeChoice{ViewMode::Material, "Material", "Materials", "mode_material", "A colour for each material.", false},
    ViewModeChoice{ViewMode::Normals, "Normals", "Normals", "mode_normals", "Which way surfaces and their bumps look.", false},
    ViewModeChoice{ViewMode::Roughness, "Roughness", "Roughness", "mode_roughness", "White is rough, black is polished.", false},
    ViewModeChoice{ViewMode::Metallic, "Metallic", "Metallic", "mode_metallic", "White is metal.", false},
    ViewModeChoice{ViewMode::Mips, "Mips", "Mip level", "mode_mips", "Green where a texel covers a pixel, white where it covers several, then yellow to violet where textures are read smaller.", false}};

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

ViewMode everydayModeAfter(ViewMode mode)
{
    bool isNext = false;
    for (const auto& each : Modes) {
        if (isNext && each.isEveryday)
            return each.mode;
        isNext = isNext || (each.mode == mode && each.isEveryday);
    }
    return Modes.front().mode;
}

std::span<const ViewKindChoice> viewKinds()
{
    return Kinds;
}
} // namespace editor
