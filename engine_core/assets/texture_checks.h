#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/assets/scene_checks.h"

#include <span>
#include <vector>

namespace engine
{
class JobControl;

/// Texels a side above which a picture is told to be big.
inline constexpr std::uint32_t BigPictureSide = 4096;

/// What is wrong with the pictures of the materials that a level uses, one issue for each picture
/// and material: "missing-picture", "broken-picture", "big-picture", "normals-as-color" and
/// "color-as-normals". Sizes that are no powers of two
/// and pictures without smaller levels are none of it: views draw them as well as any. Reads files,
/// whose findings it keeps as long as they do not change: meant for a worker. `control` may be
/// null; what is found by the time of a cancel is the result.
[[nodiscard]] std::vector<Issue> findPictureProblems(std::span<const AssetUse> uses,
                                                     const Project& project,
                                                     const JobControl* control = nullptr);
} // namespace engine
