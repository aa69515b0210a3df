#pragma once

#include "engine_core/lighting/lit_part.h"

#include <map>
#include <unordered_map>

namespace engine
{
/// An entity that is not as it was baked.
struct StaleSource
{
    bool shape = false;
    std::vector<std::uint32_t> repainted;
    LitPart before;
    LitPart after;
    bool light = false;
    std::optional<ContentHash> body{}; ///< of what came or went as a whole; once returned() asked
};

using StaleSources = std::unordered_map<EntityId, StaleSource>;

/// What went and came again under another id, as by cutting and pasting: from its new id to the one
/// that it was baked with. Of several things in one place, those that are painted as they were find
/// each other first; the rest is paired in the order of ids, in which copies are made.
[[nodiscard]] std::map<EntityId, EntityId> returned(StaleSources& sources);
} // namespace engine
