#pragma once

#include "engine_core/foliage/foliage_planting.h"

#include <cstdint>
#include <span>
#include <string>

namespace foliage_painter
{
/// Why nothing grew where these kinds of the layer were planted with that strength, 0 to 1, with
/// what would have to change.
[[nodiscard]] std::string bareReason(const engine::World& world,
                                     engine::EntityId layer,
                                     std::span<const std::uint8_t> slots,
                                     double strength,
                                     const engine::FoliageRejects& rejected);
} // namespace foliage_painter
