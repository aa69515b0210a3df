#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/base/jobs.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// What a picture of a set is to its material.
enum class MapUse
{
    Color,
    Normal,
    NormalDown, ///< with green pointing down, as DirectX has it
    Roughness,
    Metallic,
    Occlusion,
    Packed, ///< occlusion, roughness and metallic in red, green and blue
    Glow,
    Other, ///< known, but not drawn: heights, gloss and opacity
    Count
};

/// The pictures of one material, by what they are called.
struct MaterialSet
{
    std::string name; ///< what they have in common
    std::array<fs::path, static_cast<std::size_t>(MapUse::Count)> maps;

    [[nodiscard]] const fs::path& map(MapUse use) const
    {
        return maps[static_cast<std::size_t>(use)];
    }
};

/// Sorts pictures into sets by the usual ends of their names (brick_albedo, brick_n, brick_ORM,
/// Brick-Normal-DX_2K ...), by the order of names. A picture without such an end is the colour of
/// its set. Of two that are the same to a set the later one begins a set of its own.
[[nodiscard]] std::vector<MaterialSet> findMaterialSets(std::span<const fs::path> pictures);

/// What was made of pictures.
struct AddedMaterials
{
    std::vector<std::string> materials; ///< as components name them
    std::vector<std::string> report;    ///< a line for each material, and for what is wrong
};

/// Writes a material for each set, under a name that is free: beside its pictures if they lie below
/// the project's assets, else in assets/Materials/NAME, where they are copied to. Nothing is
/// written of a set without a picture that can be read. Says of maps whose pixels do not look like
/// what they are called. Runs on any thread; what is done by the time of a cancel stays.
[[nodiscard]] AddedMaterials addMaterialSets(std::span<const fs::path> pictures,
                                             const Project& project,
                                             const JobControl& control);
} // namespace engine
