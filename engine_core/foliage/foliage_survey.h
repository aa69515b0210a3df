#pragma once

#include "engine_core/foliage/density/density_picture.h"
#include "engine_core/foliage/walkable_ground.h"

#include <map>
#include <memory>
#include <string>

namespace engine
{
/// What the rules of kinds ask for that is no part of the world: it is found elsewhere and handed
/// in. By value, for workers. What a rule asks for and is missing here lets nothing grow; whoever
/// plants says why (missingFor).
struct FoliageSurvey
{
    std::map<std::string, std::shared_ptr<const WalkableGround>> grounds;  ///< by agent's name
    std::map<std::string, std::shared_ptr<const DensityPicture>> pictures; ///< by path of the file
};
} // namespace engine
