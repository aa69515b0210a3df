#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/math/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// A named rectangle of a trim sheet.
struct Hotspot
{
    std::string name;
    Vec2d at{0};          ///< its upper left corner, in repeats of the texture
    Vec2d size{1};        ///< repeats, above 0
    bool mayTurn = false; ///< it looks right on its side as well

    friend bool operator==(const Hotspot&, const Hotspot&) = default;
};

/// The rectangles of a material's picture that faces are made of.
struct HotspotSet
{
    Vec2d picture{1024, 1024};   ///< texels that the file counts in
    double texelsPerMetre = 256; ///< that the sheet was painted for: says how big a rectangle is
    std::vector<Hotspot> spots;

    /// Metres that a rectangle is meant for.
    [[nodiscard]] Vec2d metresOf(const Hotspot& spot) const
    {
        return spot.size * picture / texelsPerMetre;
    }

    friend bool operator==(const HotspotSet&, const HotspotSet&) = default;
};

/// "NAME.hotspots.json" lies beside "NAME.material.json".
inline constexpr std::string_view HotspotsEnding = ".hotspots.json";

/// Errors are one sentence with the file's name, and line and column where there are some. Refuses
/// rectangles that leave the picture, and more than 4096.
[[nodiscard]] Result<HotspotSet> loadHotspots(const fs::path& file);

/// The same of a text; `name` is for the Error.
[[nodiscard]] Result<HotspotSet> parseHotspots(std::string_view text, const std::string& name);
} // namespace engine
