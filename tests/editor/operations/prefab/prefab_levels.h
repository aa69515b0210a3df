#pragma once

#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "tests/support/fixtures/prefab_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/linked_check.h"

#include <QtTest>

#include <array>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// A torch (a box and a lamp) that is a prefab, in its place and once more 10 m to the right.
struct Torches : PrefabFixture
{
    EntityId box, lamp, first, second;

    Torches()
    {
        box = addBox({0, 0, 0}, {1, 2, 1}, "box");
        lamp = addPoint({0.5, 3, 0.5}, "lamp");
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            edit.set(lamp, Light{});
            return {};
        }));
        first = make("torch", {box, lamp});
        second = place("torch", {10, 0, 0});
    }

    [[nodiscard]] EntityId twin(EntityId part) const
    {
        return PrefabFixture::twin(part, first, second);
    }

    void setRange(EntityId entity, double range)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) {
            const auto* type = edit.types().find("light");
            const std::array one{entity};
            return setProperty(edit, one, *type, *type->findProperty("range"), Value{range});
        }));
    }

    void rename(EntityId entity, const std::string& name)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            editor::rename(edit, entity, name);
            return {};
        }));
    }

    [[nodiscard]] double rangeOf(EntityId entity) const { return get<Light>(entity).range; }

    void moveUp(EntityId entity, double by)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            const std::array one{entity};
            return translate(edit, one, {0, by, 0});
        }));
    }

    void remove(EntityId entity)
    {
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            edit.destroy(entity);
            return {};
        }));
    }

    /// Puts the part into a group and links a duplicate with it: the copies.
    std::vector<EntityId> linkPair(EntityId part)
    {
        std::vector<EntityId> copies;
        ENGINE_EXPECT(run([&](Transaction& edit) -> Result<void> {
            const std::array parts{part};
            const std::array groups{*group(edit, parts, "pair")};
            copies = *createLinkedDuplicate(edit, groups);
            return {};
        }));
        return copies;
    }

    /// Another program, or another person's copy of the project, writes the file.
    void rewrite(const std::string& name, const std::string& from, const std::string& to)
    {
        auto text = QString::fromStdString(textOf(name));
        ENGINE_EXPECT(text.contains(QString::fromStdString(from)));
        text.replace(QString::fromStdString(from), QString::fromStdString(to));
        ENGINE_EXPECT(writeFileAtomically(fileOf(name), text.toStdString()));
    }
};

/// A wall with a torch prefab on it is a prefab itself, placed twice.
struct Walls : Torches
{
    EntityId wall, hall, otherHall;

    Walls()
    {
        wall = addBox({0, 0, 5}, {8, 4, 6}, "wall");
        hall = make("hall", {wall, first});
        otherHall = place("hall", {0, 0, 40});
    }

    [[nodiscard]] EntityId there(EntityId part) const
    {
        return PrefabFixture::twin(part, hall, otherHall);
    }
};
} // namespace mapwright::test

#define VERIFY_FOLLOWS(fixture)                                                                    \
    {                                                                                              \
        const auto difference = (fixture).difference();                                            \
        QVERIFY2(difference.empty(), difference.c_str());                                          \
    }

/// Does the steps between two states once backwards and forwards.
#define VERIFY_UNDO_REDO(fixture, before)                                                          \
    {                                                                                              \
        const auto after = (fixture).document.contentHash();                                       \
        (fixture).document.undo();                                                                 \
        QCOMPARE((fixture).document.contentHash(), before);                                        \
        (fixture).document.redo();                                                                 \
        QCOMPARE((fixture).document.contentHash(), after);                                         \
    }
