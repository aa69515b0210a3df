#pragma once

#include "editor/document/transaction.h"
#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/interchange/maps/map_part_table.h"
#include "engine_core/math/grid.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace editor
{
class Document;

using engine::EntityId;

/// The objects with everything below them as the text of a scene that holds nothing else, so that
/// they can be pasted here, into another scene, or into a text editor and back. What stands below
/// something with a transform is written with its place in the world, if it can be. Any thread, for
/// a copy of the world.
[[nodiscard]] std::string copyText(const engine::World& world,
                                   const engine::TypeRegistry& types,
                                   std::span<const EntityId> entities);

/// Whether a text begins like one that pasteText() takes.
[[nodiscard]] bool looksLikeObjects(std::string_view text);

/// Where pasted objects come to be.
struct PastePlace
{
    /// Where the middle of their underside comes, world space; nullopt: where they were copied.
    std::optional<engine::Vec3d> at;
    engine::Grid grid; ///< they are moved by whole steps of it, so that nothing leaves it
    EntityId parent;   ///< null: the top level, or the current layer

    /// Of the surface at `at`, unit length: the side of their box that faces it comes there instead
    /// of the underside, never into it. Slopes count as floors or walls. nullopt: no surface.
    std::optional<engine::Vec3d> normal = {};
    engine::FindMapTexture findTexture = {};     ///< for Quake maps; may be empty
    const engine::MapPartTable* parts = nullptr; ///< the same: null gives no parts
};

/// The objects that a text describes, at least one. Knows by the text's beginning what it is: JSON
/// of copyText or of a scene file, or a Quake map or a piece of one. Refused with a sentence for
/// anything else.
[[nodiscard]] engine::Result<std::unique_ptr<engine::World>>
readObjects(std::string_view text,
            const engine::TypeRegistry& types,
            const engine::FindMapTexture& findTexture = {},
            const engine::MapPartTable* parts = nullptr);

/// Adds the objects and returns those at the top. Ids are new, names and references among the
/// pasted stay. Their place is found by the bounds of their models, as the world shows them now.
engine::Result<std::vector<EntityId>>
pasteObjects(Transaction& transaction, const engine::World& objects, const PastePlace& place);

/// Does a part of a step: see StepInParts.
using StepPart = std::function<engine::Result<void>(Transaction&)>;

/// The same in parts, each with some of the objects and all that is below them; what is linked, of
/// prefabs or of foliage comes together in the last one. Their ids are taken from the document now.
struct PasteInParts
{
    std::vector<StepPart> parts; ///< to be done in this order
    std::vector<EntityId> atTop; ///< of the objects that they add
};

[[nodiscard]] PasteInParts
pasteInParts(Document& document, std::shared_ptr<engine::World> objects, const PastePlace& place);

/// What readObjects() and pasteObjects() do together.
engine::Result<std::vector<EntityId>>
pasteText(Transaction& transaction, std::string_view text, const PastePlace& place);

/// Adds everything of another world but its SceneEntity, with new ids, and returns what is at the
/// top.
std::vector<EntityId> addObjects(Transaction& transaction, const engine::World& from);

/// What every format ends with: moves objects that were just added at the top level to the place.
engine::Result<void>
placePasted(Transaction& transaction, std::span<const EntityId> added, const PastePlace& place);
} // namespace editor
