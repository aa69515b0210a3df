#pragma once

#include "engine_core/reflect/type_builder.h"

#include <string>
#include <string_view>

namespace engine
{
/// Walks on the navigation mesh while playing, where scripts send it. Bodies of brushes and models
/// that collide need a Mover, too, so that they do not stand still for everybody else.
struct NavWalker
{
    static constexpr std::string_view TypeName = "nav_walker";

    std::string agent;        ///< name of the profile; empty: the first one
    double speed = 2.5;       ///< metres a second
    double acceleration = 10; ///< metres a second squared
    double turnSpeed = 360;   ///< degrees a second; 0: does not turn
    bool avoids = true;       ///< others, the player and obstacles
    bool opensDoors = true;   ///< uses what is closed in front of it, as the player would
    double patience = 4;      ///< seconds that it waits before it looks for a way without doors
    friend bool operator==(const NavWalker&, const NavWalker&) = default;
};

/// An upright post about the entity's place that walkers go around; it may move. If it cuts the
/// navigation mesh, there is no ground where it rests: around the post or, if it is a Mover, the
/// brushes and models below it.
struct NavObstacle
{
    static constexpr std::string_view TypeName = "nav_obstacle";

    double radius = 0.5; ///< metres
    double height = 1.7; ///< metres
    bool cutsMesh = false;
    friend bool operator==(const NavObstacle&, const NavObstacle&) = default;
};

void describe(TypeBuilder<NavWalker>& walker);
void describe(TypeBuilder<NavObstacle>& obstacle);
} // namespace engine
