#pragma once

#include "engine_core/base/result.h"

#include <memory>

namespace engine
{
class PlayGame;
struct PlaySetup;
struct PlayState;
class World;

/// A scene of a game as it begins: with its player, its characters, and objects for its scripts.
/// setup.scripts is not null; the game outlives the state. An Error, which is logged, if a script
/// does not compile or an object cannot be made.
[[nodiscard]] Result<std::unique_ptr<PlayState>>
beginLevel(const World& level, const PlaySetup& setup, PlayGame& game);
} // namespace engine
