#pragma once

#include "editor/panels/inspector/inspector_bindings.h"
#include "engine_core/scene/light/light_units.h"

namespace editor
{
/// The unit that people last chose for lights of the kind; kept for the next start. Candela, and
/// lux of the sun, before that.
[[nodiscard]] engine::LightUnit preferredUnit(engine::LightKind kind);
void preferUnit(engine::LightKind kind, engine::LightUnit unit);

/// The strength of all shown lights in candela, lumen, lux or nits, as fits their kinds; levels
/// hold candela and lux. `type` is that of lights.
[[nodiscard]] PropertyBinding
bindLightStrength(EditorApi& editor, ShownObjects objects, const engine::TypeInfo& type);

/// Their colour as a temperature in kelvin; no value for colours that no glowing body has. What is
/// written keeps the brightness of the colour.
[[nodiscard]] PropertyBinding
bindLightTemperature(EditorApi& editor, ShownObjects objects, const engine::TypeInfo& type);
} // namespace editor
