#pragma once

#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/foliage/foliage_grower.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// A document whose meadow grows by rule on one piece of ground.
struct Meadow : DocumentFixture
{
    JobQueue jobs{1};
    FoliageGrower grower{document, jobs};
    EntityId ground;
    EntityId layer;

    Meadow()
    {
        ground = addBox({0, -1, 0}, {20, 0, 20});
        const auto done = run([&](Transaction& tx) -> Result<void> {
            layer = createFoliageLayer(tx, "Meadow");
            FoliageType type;
            type.mesh = {"flower"};
            type.density = 1;
            auto kind = addFoliageType(tx, layer, type, "Flower");
            if (!kind)
                return kind.error();
            tx.set(layer, FoliageLayer{.byRule = true, .ground = {}});
            return {};
        });
        ENGINE_EXPECT(done);
        settle();
    }

    void settle()
    {
        const auto step = [this] {
            jobs.finishAll();
            grower.update();
        };
        QVERIFY2(repeatUntil([this] { return !grower.isBusy(); }, step),
                 "The meadow never stops growing");
    }

    [[nodiscard]] std::shared_ptr<const FoliageInstances> plants() const
    {
        return foliageOf(document.world(), layer);
    }

    /// From now on only where no agent walks.
    void growOutsidePlay()
    {
        const auto kind = foliageTypes(document.world(), layer).front();
        VERIFY_OK(run([&](Transaction& tx) -> Result<void> {
            auto type = kind.type;
            type.outsidePlay = true;
            tx.set(kind.entity, type);
            return {};
        }));
        settle();
    }

    void add(const char* model)
    {
        VERIFY_OK(run([&](Transaction& tx) -> Result<void> {
            const auto entity = tx.create(model);
            tx.set(entity, TransformComponent{});
            tx.set(entity, MeshInstance{.mesh = {model}});
            return {};
        }));
    }

    /// On the ground, in a part of it that is ten metres wide.
    [[nodiscard]] std::size_t plantsIn(const Vec2d& corner) const
    {
        std::size_t count = 0;
        for (const auto& plant : allOf(*plants())) {
            const Vec3d at{plant.position};
            count += at.y < 0.1 && at.x > corner.x && at.x < corner.x + 10 && at.z > corner.y &&
                             at.z < corner.y + 10
                         ? 1U
                         : 0U;
        }
        return count;
    }

    void move(EntityId entity, const Vec3d& by)
    {
        VERIFY_OK(run([&](Transaction& tx) { return translate(tx, std::array{entity}, by); }));
    }
};
} // namespace mapwright::test
