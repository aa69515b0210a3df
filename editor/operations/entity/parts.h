#pragma once

#include "editor/document/transaction.h"
#include "engine_core/math/aabb.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace editor
{
using engine::EntityId;

/// A thing of the level that works without a line of script: one of the program's own scripts, with
/// what it needs to stand there.
struct PartKind
{
    std::string_view id; ///< stable: "door"
    std::string_view label;
    std::string_view tooltip; ///< one sentence
    std::string_view icon;
    std::string_view className;
    std::string_view file; ///< below the folder of scripts: of the project, else of the program
    std::optional<engine::Aabb> body;  ///< a box that moves with it; metres from its place
    std::optional<engine::Vec3d> area; ///< size of a trigger, metres
    std::optional<engine::Vec3d>
        point; ///< an object below it, such as a goal; metres from its place
};

/// In the order in which menus show them.
[[nodiscard]] std::span<const PartKind> partKinds();

/// Null if there is none of that id.
[[nodiscard]] const PartKind* findPartKind(std::string_view id);

/// How far the part's place is above the floor that it stands on, metres.
[[nodiscard]] double heightAboveFloor(const PartKind& kind);

/// Adds one with its usual values.
engine::Result<EntityId>
placePart(Transaction& transaction, const PartKind& kind, const engine::Vec3d& at);

/// Makes one of what is there: the objects come below it and move with it. Its place is the middle
/// of their bounds. A door slides by its width, and its hinge is at its side. Refused if there are
/// no objects, or if the part has no body.
engine::Result<EntityId>
makePartOf(Transaction& transaction, const PartKind& kind, std::span<const EntityId> objects);
} // namespace editor
