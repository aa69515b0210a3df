#pragma once

#include "engine_core/scripting/compile/compile_exchange.h"

namespace engine::scriptcore
{
/// Builds the request's sections into byte code with an engine that declares the request's types and
/// can run nothing. What is wrong with a script stands in the answer's messages.
[[nodiscard]] CompileAnswer compileModule(const CompileRequest& request);
} // namespace engine::scriptcore
