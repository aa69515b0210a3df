#pragma once

#include "engine_core/play/play_session.h"
#include "engine_core/scene/debug_draw.h"

namespace editor
{
/// Where the player of the running game is and looks, for the views that are not the game: body,
/// and from the eyes the view to both sides.
void drawPlayer(engine::DebugDraw& draw, const engine::PlaySession& session);
} // namespace editor
