#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/types.h"

#include <optional>
#include <string>
#include <vector>

namespace engine
{
enum class Severity
{
    Info,
    Warning,
    Error
};

/// Something that a level designer should know of.
struct Issue
{
    Severity severity = Severity::Warning;
    std::string rule;               ///< stable short name, such as "missing-material"
    EntityId entity;                ///< null if it is about the file as a whole
    std::string place;              ///< "line 12, column 3", "face 4", ...; may be empty
    std::string message;            ///< one sentence
    std::string fix;                ///< what to do; may be empty
    std::vector<EntityId> others{}; ///< what it is about besides `entity`
    std::vector<Vec3d> path{};      ///< world space: the way out of a leak, or one place to look at
    std::optional<Vec3d> hole{};    ///< world space: the one that `place` of a leak names
};
} // namespace engine
