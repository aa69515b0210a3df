#pragma once

#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/linked_group.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/linked_check.h"

#include <QtTest>

#include <array>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// A pillar with a lamp, linked with a copy that was turned by a right angle and moved by 20 m.
struct Pillars : DocumentFixture
{
    EntityId box, lamp, group, copy;

    Pillars()
    {
        box = addBox({0, 0, 0}, {1, 4, 2}, "box");
        lamp = addPoint({0.5, 5, 1}, "lamp");
        const auto done = run([&](Transaction& edit) -> Result<void> {
            edit.set(lamp, Light{});
            const std::array parts{box, lamp};
            group = *editor::group(edit, parts, "Pillar");
            const std::array groups{group};
            const auto copies = createLinkedDuplicate(edit, groups);
            if (!copies)
                return copies.error();
            copy = copies->front();
            if (auto turned = rotate(edit, *copies, {0, 0, 0}, {0, 1, 0}, radians(90.0)); !turned)
                return turned;
            return translate(edit, *copies, {20, 0, 0});
        });
        ENGINE_EXPECT(done);
    }

    /// The part of another copy that answers to this one.
    [[nodiscard]] EntityId twin(EntityId part, EntityId in) const
    {
        const auto source = get<LinkedMember>(part).source;
        for (const auto each : subtree(document.world(), in))
            if (const auto* member = document.world().get<LinkedMember>(each);
                member != nullptr && member->source == source &&
                linkedGroupAbove(document.world(), each) == in)
                return each;
        return {};
    }

    [[nodiscard]] EntityId twin(EntityId part) const { return twin(part, copy); }

    [[nodiscard]] std::string difference() const
    {
        return linkedDifference(document.world(), types);
    }

    /// Gives the light an intensity of its own, which the other copies do not follow.
    void keepIntensity(EntityId entity, float intensity)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            if (auto own = setKeepsOwn(edit, entity, "light", "intensity", true); !own)
                return own;
            auto light = get<Light>(entity);
            light.intensity = intensity;
            edit.set(entity, light);
            return {};
        }));
    }

    EntityId anotherCopy()
    {
        std::vector<EntityId> made;
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            const std::array groups{group};
            made = *createLinkedDuplicate(edit, groups);
            return translate(edit, made, {-20, 0, 0});
        }));
        return made.front();
    }
};

/// Two linked halls, each with two linked pillars in it.
struct Halls : Pillars
{
    EntityId hall, secondHall;

    Halls()
    {
        const auto done = run([&](Transaction& edit) -> Result<void> {
            const std::array parts{group, copy};
            hall = *editor::group(edit, parts, "Hall");
            const std::array groups{hall};
            auto copies = createLinkedDuplicate(edit, groups);
            if (!copies)
                return copies.error();
            secondHall = copies->front();
            return translate(edit, *copies, {0, 0, 100});
        });
        ENGINE_EXPECT(done);
    }
};
} // namespace mapwright::test

#define VERIFY_EQUAL_COPIES(fixture)                                                               \
    {                                                                                              \
        const auto difference = (fixture).difference();                                            \
        QVERIFY2(difference.empty(), difference.c_str());                                          \
    }
