#pragma once

#include "editor/operations/brush_operations.h"
#include "editor/operations/foliage_operations.h"
#include "engine_core/foliage/foliage_surface.h"
#include "engine_core/scene/static_geometry.h"
#include "tests/support/document_fixture.h"
#include "tests/support/foliage_fixture.h"

namespace mapwright::test
{
/// A document with a layer of plants, and short ways to ask for them.
struct Wood : DocumentFixture
{
    engine::EntityId layer;
    engine::EntityId kind;

    explicit Wood(const engine::FoliageType& type = evenType(1))
    {
        static_cast<void>(
            document.run("Plants", [&](editor::Transaction& tx) -> engine::Result<void> {
                layer = editor::createFoliageLayer(tx, "Plants");
                auto added = editor::addFoliageType(tx, layer, type, "Tree");
                ENGINE_EXPECT(added);
                kind = *added;
                return {};
            }));
    }

    static engine::FoliageType evenType(double density)
    {
        engine::FoliageType type;
        type.density = density;
        return type;
    }

    engine::Result<void> scatter(const std::vector<engine::EntityId>& brushes)
    {
        return run([&](editor::Transaction& tx) -> engine::Result<void> {
            engine::JobControl control;
            const auto planted = engine::scatterFoliage(
                engine::collectScatter(tx.world(), document.index(), layer, brushes), control);
            return editor::plantFoliage(tx, layer, planted.instances);
        });
    }

    /// As Ctrl+D does.
    std::vector<engine::EntityId> duplicate(const std::vector<engine::EntityId>& chosen)
    {
        std::vector<engine::EntityId> made;
        static_cast<void>(
            document.run("Duplicate", [&](editor::Transaction& tx) -> engine::Result<void> {
                made = editor::duplicate(tx, chosen);
                return {};
            }));
        return made;
    }

    [[nodiscard]] std::vector<engine::FoliageInstance> plants() const
    {
        return allOf(*engine::foliageOf(document.world(), layer));
    }

    [[nodiscard]] std::size_t orphans() const
    {
        return editor::foliageOrphans(document.world(), layer).size();
    }

    /// Whether every plant that is no orphan stands on the face it names.
    [[nodiscard]] bool allStand() const
    {
        for (const auto& plant : plants()) {
            if (plant.isOrphan())
                continue;
            const auto brush =
                engine::brushInWorld(document.world(), engine::EntityId{plant.brush});
            if (!brush || plant.face >= brush->faceCount())
                return false;
            const auto face =
                engine::foliageFace(*brush, engine::EntityId{plant.brush}, plant.face);
            const engine::Vec3d at{plant.position};
            if (std::abs(face.plane.above(at)) > 1e-3 ||
                !face.contains(face.coordinatesOf(at), 1e-2))
                return false;
        }
        return true;
    }
};
} // namespace mapwright::test
