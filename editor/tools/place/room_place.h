#pragma once

#include "editor/document/document.h"

#include <optional>

namespace editor
{
/// Whether the place is free, between a floor below and a ceiling above it. Hidden and locked
/// brushes do not count, here and below.
[[nodiscard]] bool isInRoom(const Document& document, const engine::Vec3d& at);

/// Whether there is a room at any height of x, z.
[[nodiscard]] bool hasRoomAt(const Document& document, const engine::Vec3d& at);

/// `at` itself if it is in a room, else the nearest place in one above or below it, `clearance`
/// metres off floor and ceiling where they are as far apart. Where something fills all of the
/// height, beside that. nullopt where there is no room.
[[nodiscard]] std::optional<engine::Vec3d>
nearestInRoom(const Document& document, const engine::Vec3d& at, double clearance);
} // namespace editor
