#pragma once

#include "engine_core/base/result.h"

namespace engine
{
class ScriptBinder;
} // namespace engine

namespace engine::scriptcore
{
/// Declares the type string, a std::string. No call makes one longer than 64 MB. The sources of
/// this header alone touch strings where scripts hold them, which is aligned to 4 bytes only.
[[nodiscard]] Result<void> bindString(ScriptBinder& binder);

/// Numbers to strings and back, split and join. Needs string and array<T>.
[[nodiscard]] Result<void> bindStringTools(ScriptBinder& binder);
} // namespace engine::scriptcore
