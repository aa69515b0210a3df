#pragma once

#include "engine_core/play/play_session.h"
#include "engine_core/scene/debug_draw.h"

namespace editor
{
/// Where the player of the running game is and looks, for the views that are not the game: body,
/// and from the eyes the view to both sides. In a small view without the name, which would cover
/// what stands around the player.
/// @param view its width and height in points
void drawPlayer(engine::DebugDraw& draw,
                const engine::PlaySession& session,
                const engine::Vec2d& view);
} // namespace editor
