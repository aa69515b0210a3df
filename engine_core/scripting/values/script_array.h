#pragma once

#include "engine_core/base/result.h"

namespace engine
{
class ScriptBinder;
} // namespace engine

namespace engine::scriptcore
{
/// Declares array<T>, which is the add-on's CScriptArray: here no call grows one beyond 256 MB, and
/// ranges that go beyond the end stop there.
[[nodiscard]] Result<void> bindArray(ScriptBinder& binder);
} // namespace engine::scriptcore
