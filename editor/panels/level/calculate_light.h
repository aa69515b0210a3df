#pragma once

#include "editor/app/window/editor_context.h"
#include "engine_core/lighting/lightmap_bake.h"

#include <functional>
#include <memory>

namespace editor
{
/// Bakes the open scene, or what of it is stale, in the background and says in the status bar how
/// that ended; the new light is one step. `done` is called after it if the same scene is open then.
/// Null if a bake is under way already.
std::shared_ptr<engine::JobControl>
calculateLight(EditorContext& context,
               const engine::BakeOptions& options,
               std::function<void(const engine::Result<engine::BakeStats>& outcome)> done = {},
               Workspace::BakeScope scope = Workspace::BakeScope::All);
} // namespace editor
