#pragma once

#include "engine_core/base/result.h"
#include "engine_core/foliage/foliage_stroke.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// A stroke of the foliage brush as a file holds it, to be done again exactly.
struct StrokeLog
{
    FoliageBrush brush;
    bool erases = false;
    std::vector<std::string> kinds; ///< names of the layer's kinds; none: all
    std::vector<StrokePoint> points;
};

/// {"erase": false, "falloff": 0, "kinds": ["Oak"], "points": [[x,y,z, nx,ny,nz], ...],
/// "radius": 2, "strength": 1}; what is left out has its usual value, and three numbers are a point
/// on level ground. A seventh number is the pressure of a pen, which counts with "pressureSizes"
/// and "pressureStrengthens". Errors say what is wrong and where.
[[nodiscard]] Result<StrokeLog> readStrokeLog(std::string_view json, const std::string& name);

[[nodiscard]] std::string writeStrokeLog(const StrokeLog& log);
} // namespace engine
