#pragma once

namespace engine
{
struct PlayState;

/// What scripts of a game run for: bindings get one from hostOfActiveScript().
struct PlayHost
{
    PlayState* play = nullptr; ///< the scene that they reach; not owned
};
} // namespace engine
