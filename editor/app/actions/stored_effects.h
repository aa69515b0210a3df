#pragma once

#include "engine_core/render/passes/view.h"

namespace editor
{
/// What View > Effects says, as it was chosen last in any window.
[[nodiscard]] engine::ViewEffects storedEffects();
} // namespace editor
