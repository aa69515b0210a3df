#pragma once

#include "engine_core/base/files/files.h"

#include <functional>
#include <string>
#include <vector>

namespace editor
{
/// One stage of the tour.
struct TourStage
{
    std::string name;
    double seconds = 0;
    bool ok = false;
    std::string message;    ///< what was done, or why it failed
    engine::fs::path image; ///< a PNG of the stage; empty if there is none
};

struct TourReport
{
    std::vector<TourStage> steps;
    bool ok = false; ///< every step was
};

/// The main job from end to end without a window: builds the tutorial's room with the same
/// operations that the tools use, bakes, paints plants, saves, plays with a bot that walks to a goal, edits a wall
/// while playing, stops. Works on a copy of the sample project inside `folder`, where the pictures
/// go too. `progress` hears of each finished step.
TourReport runTour(const engine::fs::path& folder,
                   const std::function<void(const TourStage&)>& progress);
} // namespace editor
