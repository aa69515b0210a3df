#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/geometry/uv_frame.h"
#include "engine_core/render/passes/view.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;

/// A face as the world sees it, whatever its brush is part of. A curved patch counts as a face as
/// well, of number 0: as if it were rolled out onto the plane that touches it in its middle.
struct WorldFace
{
    FaceRef ref;
    engine::Name material;
    engine::Plane plane;
    engine::UvMapping uv;
    std::vector<engine::Vec3d> corners; ///< counter-clockwise from outside

    [[nodiscard]] engine::Vec3d center() const; ///< the mean of the corners
};

/// Nothing if there is no such face.
[[nodiscard]] std::optional<WorldFace> worldFace(const engine::World& world, const FaceRef& face);

/// The same, but a patch is rolled out onto the plane that touches it near a place of the world.
[[nodiscard]] std::optional<WorldFace>
worldFaceNear(const engine::World& world, const FaceRef& face, const engine::Vec3d& place);

/// Those that exist, in the same order, each once.
[[nodiscard]] std::vector<WorldFace> worldFaces(const engine::World& world,
                                                std::span<const FaceRef> faces);

/// Gives the faces the mappings that they have here. The shapes of their brushes stay. All of a
/// patch follows the change where it was rolled out.
void setUvs(Transaction& transaction, std::span<const WorldFace> faces);

/// Another mapping for each face, in its own space; faces that exist no more are passed over. For a
/// patch `edit` is asked once, about where it is rolled out.
void editUvs(Transaction& transaction,
             std::span<const FaceRef> faces,
             const std::function<engine::UvMapping(const engine::BrushFace&)>& edit);

/// Whether it stands for a curved patch.
[[nodiscard]] bool isPatch(const engine::World& world, const FaceRef& face);

/// Every face of the brushes among the entities and below them, and the patches.
[[nodiscard]] std::vector<FaceRef> texturedFaces(const engine::World& world,
                                                 std::span<const EntityId> entities);

/// The middle of the longest piece of an edge that both faces have; nothing if they share none.
[[nodiscard]] std::optional<engine::Vec3d> sharedEdge(const WorldFace& a, const WorldFace& b);

/// Least and greatest texture coordinates of the corners.
struct UvBounds
{
    engine::Vec2d least{std::numeric_limits<double>::infinity()};
    engine::Vec2d most{-std::numeric_limits<double>::infinity()};

    void add(const WorldFace& face);
    void add(const engine::Vec2d& uv);

    [[nodiscard]] bool isEmpty() const { return least.x > most.x; }

    [[nodiscard]] engine::Vec2d size() const { return most - least; }

    [[nodiscard]] engine::Vec2d center() const { return (least + most) * 0.5; }

    /// -1, 0 and 1 are the least, the middle and the greatest coordinate.
    [[nodiscard]] engine::Vec2d at(int u, int v) const
    {
        return least + engine::Vec2d{(u + 1) * 0.5, (v + 1) * 0.5} * size();
    }
};

/// "Move texture of 3 faces", or without the number of one.
[[nodiscard]] std::string labelOnFaces(const std::string& label, std::size_t faces);
} // namespace editor
