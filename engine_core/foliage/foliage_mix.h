#pragma once

#include "engine_core/foliage/foliage_planting.h"

#include <span>

namespace engine
{
/// Gives kinds that would take each other's places one lattice in common, each its own places of
/// it: on lattices of their own many places of one kind lie too near to plants of another, and its
/// density would be missed. `species`: with lattices of their own, which those keep that stand
/// alone, have no spacing, leave each other room enough or are rare.
void shareLattices(std::span<FoliageSpecies> species);
} // namespace engine
