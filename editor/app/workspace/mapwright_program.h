#pragma once

#include "engine_core/base/files/files.h"

namespace editor
{
/// The program that lies beside the running one, or is it: what jobs and games in processes of
/// their own run.
[[nodiscard]] engine::fs::path mapwrightProgram();
} // namespace editor
