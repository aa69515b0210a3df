#pragma once

#include "editor/app/window/editor_context.h"
#include "engine_core/lighting/lightmap_bake.h"

#include <functional>
#include <memory>
#include <string>

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

/// The same of what is out of date, in the quality of the rest. If nothing can stay, all of it: as
/// the scene's settings say, or in preview quality where nothing was ever baked.
std::shared_ptr<engine::JobControl> bakeStaleLight(EditorContext& context);

/// "6 of 36 surfaces, 2,048 texels in 0.3 s"
[[nodiscard]] std::string whatWasBaked(const engine::BakeStats& stats);
} // namespace editor
