#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_csg.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <span>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;

// Cutting and joining brushes of the level. `entities` may be groups too: the brushes in them are
// meant. Brushes may stand in groups that are moved, turned and scaled. Of what becomes of a brush,
// the first part keeps its id, and the others get its parent, name and components. A refusal says
// why in a mapper's words and leaves the transaction half done: let it go back (Document::run and
// Transaction::replace do).

/// What an operation did.
struct CsgOutcome
{
    std::size_t before = 0;           ///< brushes that were cut or joined
    std::size_t after = 0;            ///< and what became of them
    std::vector<EntityId> brushes;    ///< the new ones: to be selected
    std::vector<std::string> skipped; ///< a sentence for each brush that was left as it was

    /// "6 brushes became 14", for the status bar.
    [[nodiscard]] std::string text() const;
};

enum class Cutters
{
    Remove,
    Keep
};

/// Takes the space of the given brushes (the cutters) out of every visible and unlocked brush that
/// they touch; with an open group, only of those in it. Brushes that they do not touch are not
/// looked at.
engine::Result<CsgOutcome> subtractBrushes(Transaction& transaction,
                                           const engine::SpatialIndex& index,
                                           std::span<const EntityId> entities,
                                           Cutters cutters,
                                           engine::Name material = {},
                                           EntityId openGroup = {});

/// Leaves what all of them have in common, as the first of them.
engine::Result<CsgOutcome> intersectBrushes(Transaction& transaction,
                                            std::span<const EntityId> entities);

/// Makes one convex brush around all of them, as the first of them. New faces get `material`.
engine::Result<CsgOutcome> mergeBrushes(Transaction& transaction,
                                        std::span<const EntityId> entities,
                                        engine::Name material = {});

struct HollowOptions
{
    double thickness = 0.25; ///< metres of the world
    engine::WallSide side = engine::WallSide::Inward;
    engine::WallJoint joint = engine::WallJoint::Plain;
};

/// Makes walls of each brush. Brushes that are too thin are left and named; refused if all are.
engine::Result<CsgOutcome> hollowBrushes(Transaction& transaction,
                                         std::span<const EntityId> entities,
                                         const HollowOptions& options);

enum class ClipKeep
{
    Behind, ///< what the plane's normal points away from
    Front,
    Both ///< cuts in two
};

/// Cuts the brushes along a plane of the world. Brushes that lie wholly on the side that goes are
/// removed; refused if the plane cuts none of the brushes. The cut faces look as `look` says, whose
/// mapping is the world's; without a material they get that of most faces of their brush.
engine::Result<CsgOutcome> clipBrushes(Transaction& transaction,
                                       std::span<const EntityId> entities,
                                       const engine::Plane& plane,
                                       ClipKeep keep,
                                       const engine::CutLook& look = {});
} // namespace editor
