#pragma once

#include "engine_core/base/json_tree.h"
#include "engine_core/geometry/brush.h"

#include <string>
#include <vector>

namespace engine
{
/// Metres per repeat of a texture. Smaller ones, which are not read, make coordinates that floats
/// cannot hold.
inline constexpr double SmallestUvScale = 1e-6;

/// {"faces": [{"distance": 4, "material": "Materials/wall", "normal": [0,1,0], "offset": [0,0],
/// "scale": [4,4], "u": [1,0,0], "v": [0,0,1]}, ...]}. What equals its default is left out:
/// distance 0, no material, offset 0, scale 1, and the axes of worldAlignedUv().
void writeBrush(std::string& out, const Brush& brush);

struct ReadBrush
{
    Brush brush;
    std::vector<std::string> remarks; ///< what was left out or replaced, one sentence each
};

/// Whether readBrush() takes what writeBrush() makes of it, without a remark; found without doing
/// either. If not, why.
[[nodiscard]] Result<void> checkReadable(const Brush& brush);

/// An error says which face is bad, or why the faces enclose no solid.
[[nodiscard]] Result<ReadBrush> readBrush(const JsonValue& json);
} // namespace engine
