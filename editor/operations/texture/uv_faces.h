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

/// A face as the world sees it, whatever its brush is part of.
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

/// Those that exist, in the same order, each once.
[[nodiscard]] std::vector<WorldFace> worldFaces(const engine::World& world,
                                                std::span<const FaceRef> faces);

/// Gives the faces the mappings that they have here. The shapes of their brushes stay.
void setUvs(Transaction& transaction, std::span<const WorldFace> faces);

/// Another mapping for each face, in its own brush's space; faces that exist no more are passed
/// over.
void editUvs(Transaction& transaction,
             std::span<const FaceRef> faces,
             const std::function<engine::UvMapping(const engine::BrushFace&)>& edit);

/// The middle of the longest piece of an edge that both faces have; nothing if they share none.
[[nodiscard]] std::optional<engine::Vec3d> sharedEdge(const WorldFace& a, const WorldFace& b);

/// Least and greatest texture coordinates of the corners.
struct UvBounds
{
    engine::Vec2d least{std::numeric_limits<double>::infinity()};
    engine::Vec2d most{-std::numeric_limits<double>::infinity()};

    void add(const WorldFace& face);

    [[nodiscard]] engine::Vec2d size() const { return most - least; }

    [[nodiscard]] engine::Vec2d center() const { return (least + most) * 0.5; }
};
} // namespace editor
