#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/reflect/value.h"

namespace engine
{
/// Adds what a value holds; bags and asset paths add nothing.
void addValue(Hasher& hasher, const Value& value);
} // namespace engine
