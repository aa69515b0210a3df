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
    ViewModeChoice{ViewMode::Indirect, "Indirect", "Indirect light only", "mode_indirect", "Baked light less what the baked lights give directly: bounces, sky and glow.", false},
    ViewModeChoice{ViewMode::Overlap, "Overlap", "Light overlap", "mode_overlap", "How many lights reach a place: green one, yellow three, red five, white ten; dark none.", false},
    ViewModeChoice{ViewMode::Age, "Age", "Age of outdated light", "mode_age", "How long the light of faces has been out of date, since the scene was opened.", false},
    ViewModeChoice{ViewMode::Probes, "Probes", "Light probes", "mode_probes", "A ball at each light probe, lit by that probe; probes light everything that moves.", false},
    ViewModeChoice{ViewMode::Noise, "Noise", "Light noise", "mode_noise", "How much baked light differs from the light around it: green 1 %, red 16 %; sharp shadows show, too.", false},
    ViewModeChoice{ViewMode::Texels, "Texels", "Texel density", "mode_texels", "Texels per metre: green is right, red too coarse, blue too fine.", false},
    ViewModeChoice{ViewMode::Checker, "Checker", "Texture checker", "mode_checker", "The same checks on each repeat of a texture: shows stretching and seams.", false},
    ViewModeChoice{ViewMode::Material, "Material", "Materials", "mode_material", "A colour for each material.", false},
    ViewModeChoice{ViewMode::Normals, "Normals", "Normals", "mode_normals", "Which way surfaces and their bumps look.", false},
    ViewModeChoice{ViewMode::Roughness, "Roughness", "Roughness", "mode_roughness", "White is rough, black is polished.", false},
    ViewModeChoice{ViewMode::Metallic, "Metallic", "Metallic", "mode_metallic", "White is metal.", false},
    ViewModeChoice{ViewMode::Mips, "Mips", "Mip level", "mode_mips", "Green where a texel covers a pixel, white where it covers several, then yellow to violet where textures are read smaller.", false}};

constexpr std::array DensityLegend{
    LegendColor{0x5989ed, "a quarter"},
    LegendColor{0x6cce81, "as asked for"},
    LegendColor{0xed6f59, "four times"}};

constexpr std::array OverlapLegend{
    LegendColor{0x272c38, "no light"},
    LegendColor{0x59c476, "1"},
    LegendColor{0xedd459, "3"},
    LegendColor{0xe74545, "5"},
    LegendColor{0xffffff, "10 or more"}};

constexpr std::array TexelLegend{
    LegendColor{0xed6f59, "too coarse"},
    LegendColor{0x6cce81, "right"},
    LegendColor{0x5989ed, "too fine"}};

constexpr std::array AgeLegend{
    LegendColor{0x828282, "right"},
    LegendColor{0xf2d13d, "< 1 min"},
    LegendColor{0xee8f2e, "< 10 min"},
    LegendColor{0xd9402f, "< 1 h"},
    LegendColor{0x8e44ad, "longer"}};

constexpr std::array NoiseLegend{
    LegendColor{0x59c476, "1 %"},
    LegendColor{0xedd459, "4 %"},
    LegendColor{0xe74545, "16 %"},
    LegendColor{0xffffff, "64 %"},
    LegendColor{0x272c38, "dark"}};

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

std::span<const LegendColor> legendOf(ViewMode mode)
{
    switch (mode) {
    case ViewMode::Density:
        return DensityLegend;
    case ViewMode::Overlap:
        return OverlapLegend;
    case ViewMode::Texels:
        return TexelLegend;
    case ViewMode::Age:
        return AgeLegend;
    case ViewMode::Noise:
        return NoiseLegend;
    default:
        return {};
    }
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
