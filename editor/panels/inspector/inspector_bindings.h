#pragma once

#include "editor/panels/inspector/property_edit.h"
#include "engine_core/scripting/runtime/script_class.h"

#include <functional>
#include <vector>

namespace editor
{
/// The objects that the inspector shows, asked for anew each time.
using ShownObjects = std::function<std::vector<EntityId>()>;

/// One property of a component, on all shown objects.
[[nodiscard]] PropertyBinding bindComponentProperty(EditorApi& editor,
                                                    ShownObjects objects,
                                                    const engine::TypeInfo& type,
                                                    const engine::Property& property);

/// One public property of a script class, on all shown objects.
[[nodiscard]] PropertyBinding
bindScriptProperty(EditorApi& editor, ShownObjects objects, const engine::ScriptProperty& property);
} // namespace editor
