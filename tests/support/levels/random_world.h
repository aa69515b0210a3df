#pragma once

#include "engine_core/scene/world/world.h"

#include <cstdint>
#include <memory>

namespace mapwright::test
{
/// A world with every kind of component and value, children before and behind their parents, odd
/// names and numbers. The same for the same seed.
std::unique_ptr<engine::World> randomWorld(std::uint32_t seed, std::size_t entities = 60);
} // namespace mapwright::test
