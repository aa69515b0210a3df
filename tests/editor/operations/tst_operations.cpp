#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/snap_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/operations/texture/uv_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

using EditFunction = std::function<Result<void>(Transaction&)>;

namespace
{
/// A floor, a crate, a light, and a group that is turned and moved with a box and a light in it.
struct Level : DocumentFixture
{
    Level()
    {
        floor = addBox({-8, -0.25, -8}, {8, 0, 8}, "floor");
        crate = addBox({1, 0, 1}, {2, 1, 3}, "crate");
        light = addPoint({0, 3, 0}, "light");
        group = addPoint({4, 0, 0}, "turned group");
        inner = addBox({0, 0, 0}, {1, 2, 1}, "inner", group);
        innerLight = addPoint({0, 1, 0}, "inner light", group);
        const auto set = run([&](Transaction& tx) -> Result<void> {
            tx.set(light, Light{});
            tx.set(innerLight, Light{});
            tx.set(group, TransformComponent{.position = {4, 0, 0},
                                             .rotation = glm::angleAxis(0.5, Vec3d{0, 1, 0})});
            return {};
        });
        ENGINE_EXPECT(set);
    }

    EntityId floor, crate, light, group, inner, innerLight;

    /// Does, undoes and redoes; false with a warning if one of the states is not what it must be.
    bool survivesUndo(const EditFunction& edit)
    {
        const auto before = document.contentHash();
        const auto done = run(edit);
        if (!done) {
            qWarning("%s", done.error().message().c_str());
            return false;
        }
        const auto after = document.contentHash();
        document.undo();
        const bool undone = document.contentHash() == before;
        document.redo();
        return undone && document.contentHash() == after && before != after;
    }

    [[nodiscard]] Vec3d placeOf(EntityId entity) const
    {
        return worldTransform(document.world(), entity).position;
    }
};

/// A rock beside its own place, of a model that nobody has read yet.
struct RockLevel : DocumentFixture
{
    LateModels models;
    EntityId rock;

    RockLevel()
    {
        models.models.models["rock"] = boxModel({{1, 0, 0}, {9, 2, 4}});
        document.worldForSystems().setMeshes(&models);
        ENGINE_EXPECT(run([this](Transaction& tx) -> Result<void> {
            rock = tx.create("rock");
            tx.set(rock, TransformComponent{});
            tx.set(rock, MeshInstance{.mesh = {"rock"}});
            return {};
        }));
        ENGINE_EXPECT(models.read.empty());
    }

    ~RockLevel() { document.worldForSystems().setMeshes(nullptr); }

    RockLevel(const RockLevel&) = delete;
    RockLevel& operator=(const RockLevel&) = delete;
};

bool near(const Vec3d& a, const Vec3d& b, double tolerance = 1e-9)
{
    return glm::length(a - b) < tolerance;
}

bool near(const Aabb& a, const Aabb& b, double tolerance = 1e-9)
{
    return near(a.min, b.min, tolerance) && near(a.max, b.max, tolerance);
}
} // namespace

class TestOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyOperationCanBeUndone_data();
    void everyOperationCanBeUndone();
    void flatBoxesAreRefused();
    void severalFacesMoveByTheSameWay();
    void facesOfScaledThingsMoveByWorldMetres();
    void aRefusedFaceMoveLeavesEverything();
    void duplicatesPointToEachOther();
    void movingAParentAndItsChildMovesTheChildOnce();
    void thingsInTurnedGroupsMoveAlongTheWorld();
    void fourQuarterTurnsChangeNothing_data();
    void fourQuarterTurnsChangeNothing();
    void textureLockKeepsTexelsOnTheirPoints_data();
    void textureLockKeepsTexelsOnTheirPoints();
    void scalingIsAboutTheAnchor();
    void unevenScalesOfTurnedThingsAreRefused();
    void reparentingKeepsThingsInPlace();
    void nothingBecomesAPartOfItself();
    void aDoorMovesItsBrushesInItsOwnSpace();
    void whatIsSnappedIsTheModelItself();
    void aDoorStandsInTheMiddleOfItsModels();
    void aLinkedGroupStandsBelowItsModels();
    void pastedModelsComeToThePlaceThemselves();
    void ungroupLeavesThingsWhereTheyAre();
    void ungroupLeavesWhatIsNoGroup();
    void isolateHidesTheRest();
    void textureScaleFourRepeatsFourTimesLess();
    void fitFillsTheFace();
    void badTextureNumbersAreRefused();
    void aPropertyIsSetOnAllThatHaveIt();
    void aPropertyOutOfRangeIsRefusedByName();
};

void TestOperations::everyOperationCanBeUndone_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < 24; ++i)
        QTest::newRow(std::to_string(i).c_str()) << i;
}

void TestOperations::everyOperationCanBeUndone()
{
    QFETCH(int, index);
    Level level;
    const auto& l = level;
    const auto* lightType = level.types.find("light");
    const auto& range = *lightType->findProperty("range");
    const std::vector all{l.floor, l.crate, l.light, l.group};
    const std::array<EditFunction, 24> edits{{
        [](Transaction& tx) -> Result<void> {
            auto made = createBox(tx, {{0, 0, 0}, {1, 1, 1}}, Name{"a"}, "new");
            return made ? Result<void>{} : made.error();
        },
        [&](Transaction& tx) {
            return resizeBox(tx, l.crate, {{5, 5, 5}, {6, 7, 8}});
        },
        [&](Transaction& tx) {
            return moveFaces(tx, facesOf(tx.world(), std::vector{l.crate}), 0.5);
        },
        [&](Transaction& tx) -> Result<void> {
            removeObjects(tx, std::vector{l.group, l.inner, l.light});
            return {};
        },
        [&](Transaction& tx) -> Result<void> {
            duplicate(tx, all);
            return {};
        },
        [&](Transaction& tx) {
            return translate(tx, all, {1, 2, 3});
        },
        [&](Transaction& tx) {
            return translate(tx, all, {1, 2, 3}, TextureLock::Off);
        },
        [&](Transaction& tx) {
            return rotate(tx, all, {1, 0, 1}, {0, 1, 0}, 0.7);
        },
        [&](Transaction& tx) {
            return rotate(tx, all, {1, 0, 1}, {1, 0, 0}, Pi / 2);
        },
        [&](Transaction& tx) {
            return scale(tx, all, {1, 0, 1}, {2, 2, 2});
        },
        [&](Transaction& tx) {
            return scale(tx, std::vector{l.crate}, {1, 0, 1}, {2, -3, 0.5});
        },
        [&](Transaction& tx) -> Result<void> {
            addLight(tx, {1, 2, 3});
            addPlayerStart(tx, {0, 0, 0}, 1.0);
            return {};
        },
        [&](Transaction& tx) -> Result<void> {
            auto made = addDoor(tx, std::vector{l.crate});
            return made ? Result<void>{} : made.error();
        },
        [&](Transaction& tx) {
            return reparent(tx, std::vector{l.crate, l.light}, l.group);
        },
        [&](Transaction& tx) -> Result<void> {
            rename(tx, l.crate, "another name");
            hide(tx, std::vector{l.floor});
            editor::lock(tx, std::vector{l.light});
            return {};
        },
        [&](Transaction& tx) -> Result<void> {
            isolate(tx, std::vector{l.inner});
            return {};
        },
        [&](Transaction& tx) -> Result<void> {
            auto made = editor::group(tx, std::vector{l.crate, l.inner});
            return made ? Result<void>{} : made.error();
        },
        [&](Transaction& tx) -> Result<void> {
            auto freed = ungroup(tx, std::vector{l.group});
            return freed ? Result<void>{} : freed.error();
        },
        [&](Transaction& tx) { return applyMaterial(tx, all, Name{"Materials/other"}); },
        [&](Transaction& tx) {
            return changeUv(tx, facesOf(tx.world(), all),
                            {.scaleU = 4, .scaleV = 3, .offsetU = 0.5, .rotation = 0.3});
        },
        [&](Transaction& tx) {
            return fitUv(tx, facesOf(tx.world(), all), {2, 3}, editor::UvSheet::EachFace);
        },
        [&](Transaction& tx) {
            return editor::setProperty(tx, std::vector{l.light}, *lightType, range, Value{9.0});
        },
        [&](Transaction& tx) -> Result<void> {
            addComponent(tx, all, *tx.types().find("mover"));
            return removeComponent(tx, all, *tx.types().find("light"));
        },
        [&](Transaction& tx) -> Result<void> {
            addComponent(tx, std::vector{l.light}, *tx.types().find("script"));
            setScriptProperty(tx, std::vector{l.light}, "speed", Value{2.0});
            return {};
        },
    }};
    QVERIFY(level.survivesUndo(edits[static_cast<std::size_t>(index)]));
}

void TestOperations::flatBoxesAreRefused()
{
    Level level;
    const auto before = level.document.contentHash();
    QVERIFY(!level.run([](Transaction& tx) -> Result<void> {
        auto made = createBox(tx, {{0, 0, 0}, {1, 0, 1}});
        return made ? Result<void>{} : made.error();
    }));
    QVERIFY(!level.run([&](Transaction& tx) {
        return resizeBox(tx, level.crate, {{0, 0, 0}, {1, 0, 1}});
    }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestOperations::severalFacesMoveByTheSameWay()
{
    Level level;
    const std::vector faces{level.faceTowards(level.crate, {1, 0, 0}),
                            level.faceTowards(level.crate, {0, 1, 0}),
                            level.faceTowards(level.floor, {0, -1, 0})};
    VERIFY_OK(level.run([&](Transaction& tx) { return moveFaces(tx, faces, 0.5); }));
    QCOMPARE(level.boundsOf(level.crate), (Aabb{{1, 0, 1}, {2.5, 1.5, 3}}));
    QCOMPARE(level.boundsOf(level.floor).min.y, -0.75);
}

void TestOperations::facesOfScaledThingsMoveByWorldMetres()
{
    DocumentFixture level;
    const auto group = level.addPoint({0, 0, 0});
    const auto box = level.addBox({0, 0, 0}, {1, 1, 1}, "box", group);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        tx.set(group, TransformComponent{.scale = {4, 2, 1}});
        return moveFaces(tx, std::vector{level.faceTowards(box, {1, 0, 0})}, 2);
    }));
    QVERIFY(near(level.boundsOf(box), {{0, 0, 0}, {6, 2, 1}}));
}

void TestOperations::aRefusedFaceMoveLeavesEverything()
{
    Level level;
    const auto before = level.document.contentHash();
    const std::vector faces{level.faceTowards(level.floor, {1, 0, 0}),
                            level.faceTowards(level.crate, {1, 0, 0})};
    QVERIFY(!level.run([&](Transaction& tx) { return moveFaces(tx, faces, -1.5); }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestOperations::duplicatesPointToEachOther()
{
    Level level;
    std::vector<EntityId> copies;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        tx.set(level.inner,
               Script{.file = {"door.as"},
                      .className = "Door",
                      .properties = {{"all", Value{ValueList{{level.light}, {level.innerLight}}}},
                                     {"lamp", Value{level.innerLight}},
                                     {"other", Value{level.light}}}});
        copies = duplicate(tx, std::vector{level.group, level.inner});
        return {};
    }));
    QCOMPARE(copies.size(), 1U);
    const auto& world = level.document.world();
    const auto& children = world.children(copies[0]);
    QCOMPARE(children.size(), 2U);
    const auto& script = level.get<Script>(children[0]);
    QVERIFY(*findValue(script.properties, "lamp")->as<EntityId>() == children[1]);
    QVERIFY(*findValue(script.properties, "other")->as<EntityId>() == level.light);
    QVERIFY(
        (*findValue(script.properties, "all") == Value{ValueList{{level.light}, {children[1]}}}));
    QCOMPARE(level.placeOf(children[1]), level.placeOf(level.innerLight));
}

void TestOperations::movingAParentAndItsChildMovesTheChildOnce()
{
    Level level;
    const auto before = level.placeOf(level.innerLight);
    VERIFY_OK(level.run([&](Transaction& tx) {
        return translate(tx, std::vector{level.inner, level.group, level.innerLight}, {1, 0, 0});
    }));
    QVERIFY(near(level.placeOf(level.innerLight), before + Vec3d{1, 0, 0}));
}

void TestOperations::thingsInTurnedGroupsMoveAlongTheWorld()
{
    Level level;
    const auto before = level.boundsOf(level.inner);
    VERIFY_OK(level.run([&](Transaction& tx) {
        return translate(tx, std::vector{level.inner}, {1, 2, -3});
    }));
    QVERIFY(near(level.boundsOf(level.inner), before.translated({1, 2, -3})));
    const auto center = before.center() + Vec3d{1, 2, -3};
    VERIFY_OK(level.run([&](Transaction& tx) {
        return rotate(tx, std::vector{level.inner}, center, {0, 1, 0}, -0.5);
    }));
    QVERIFY(near(level.boundsOf(level.inner),
                 {center - Vec3d{0.5, 1, 0.5}, center + Vec3d{0.5, 1, 0.5}}));
}

void TestOperations::fourQuarterTurnsChangeNothing_data()
{
    QTest::addColumn<int>("axis");
    QTest::newRow("x") << 0;
    QTest::newRow("y") << 1;
    QTest::newRow("z") << 2;
}

void TestOperations::fourQuarterTurnsChangeNothing()
{
    QFETCH(int, axis);
    Level level;
    const auto before = level.document.contentHash();
    Vec3d unit{0};
    unit[axis] = 1;
    for (int i = 0; i < 4; ++i) {
        VERIFY_OK(level.run([&](Transaction& tx) {
            return rotate(tx, std::vector{level.crate, level.floor}, {1.5, 0.5, 2}, unit, Pi / 2);
        }));
        QCOMPARE(level.document.contentHash() == before, i == 3);
    }
    VERIFY_OK(level.run([&](Transaction& tx) {
        return rotate(tx, std::vector{level.crate}, {1.5, 0.5, 2}, -unit, Pi);
    }));
    VERIFY_OK(level.run([&](Transaction& tx) {
        return rotate(tx, std::vector{level.crate}, {1.5, 0.5, 2}, unit, -Pi);
    }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestOperations::textureLockKeepsTexelsOnTheirPoints_data()
{
    QTest::addColumn<double>("angle");
    QTest::newRow("quarter turn") << Pi / 2;
    QTest::newRow("any turn") << 0.4;
}

void TestOperations::textureLockKeepsTexelsOnTheirPoints()
{
    QFETCH(double, angle);
    Level level;
    const Vec3d pivot{0.5, 0.25, 2};
    const Vec3d axis{0, 0, 1};
    const auto before = level.brushOf(level.crate);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        const auto faces = facesOf(tx.world(), std::vector{level.crate});
        auto changed =
            changeUv(tx, faces, {.scaleU = 2, .scaleV = 0.5, .offsetU = 0.3, .offsetV = 0.1});
        return changed;
    }));
    const auto mapped = level.brushOf(level.crate);
    VERIFY_OK(level.run(
        [&](Transaction& tx) { return rotate(tx, std::vector{level.crate}, pivot, axis, angle); }));
    const auto turn = glm::angleAxis(angle, axis);
    const auto& turned = level.brushOf(level.crate);
    for (std::size_t face = 0; face < 6; ++face)
        for (const auto index : mapped.faceVertices(face)) {
            const auto& at = mapped.vertices()[index];
            const auto there = pivot + turn * (at - pivot);
            const auto difference =
                mapped.faces()[face].uv.at(at) - turned.faces()[face].uv.at(there);
            QVERIFY(glm::length(difference) < 1e-9);
        }
    QVERIFY(before.faceCount() == 6);
}

void TestOperations::scalingIsAboutTheAnchor()
{
    Level level;
    VERIFY_OK(level.run([&](Transaction& tx) {
        return scale(tx, std::vector{level.crate, level.light}, {1, 0, 1}, {2, 3, 0.5});
    }));
    QVERIFY(near(level.boundsOf(level.crate), {{1, 0, 1}, {3, 3, 2}}));
    QVERIFY(near(level.placeOf(level.light), {-1, 9, 0.5}));
    QCOMPARE(level.get<TransformComponent>(level.light).scale, Vec3d{1});
    QVERIFY(!level.run([&](Transaction& tx) {
        return scale(tx, std::vector{level.crate}, {0, 0, 0}, {1, 0, 1});
    }));
}

void TestOperations::unevenScalesOfTurnedThingsAreRefused()
{
    Level level;
    const auto before = level.document.contentHash();
    const auto refused = level.run([&](Transaction& tx) {
        return scale(tx, std::vector{level.group}, {0, 0, 0}, {2, 1, 1});
    });
    QVERIFY(!refused);
    QVERIFY(!level.run([&](Transaction& tx) {
        return scale(tx, std::vector{level.inner}, {0, 0, 0}, {2, 1, 1});
    }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestOperations::reparentingKeepsThingsInPlace()
{
    Level level;
    const auto crate = level.boundsOf(level.crate);
    const auto light = level.placeOf(level.light);
    const auto inner = level.boundsOf(level.inner);
    VERIFY_OK(level.run([&](Transaction& tx) {
        return reparent(tx, std::vector{level.crate, level.light}, level.group);
    }));
    QVERIFY(near(level.boundsOf(level.crate), crate));
    QVERIFY(near(level.placeOf(level.light), light));
    VERIFY_OK(
        level.run([&](Transaction& tx) { return reparent(tx, std::vector{level.inner}, {}); }));
    QVERIFY(near(level.boundsOf(level.inner), inner));
    QVERIFY(!level.get<Node>(level.inner).parent);
}

void TestOperations::nothingBecomesAPartOfItself()
{
    Level level;
    const auto before = level.document.contentHash();
    for (const auto below : {level.group, level.inner})
        QVERIFY(!level.run(
            [&](Transaction& tx) { return reparent(tx, std::vector{level.group}, below); }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestOperations::aDoorMovesItsBrushesInItsOwnSpace()
{
    Level level;
    const auto crate = level.boundsOf(level.crate);
    EntityId door;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        auto made = addDoor(tx, std::vector{level.crate});
        door = made ? *made : EntityId{};
        return made ? Result<void>{} : made.error();
    }));
    QVERIFY(near(level.boundsOf(level.crate), crate));
    QCOMPARE(level.placeOf(door), crate.center());
    QVERIFY(isMoving(level.document.world(), level.crate));
    QCOMPARE(level.get<Script>(door).className, std::string{"Door"});
    QVERIFY(!level.run([&](Transaction& tx) -> Result<void> {
        auto made = addDoor(tx, {});
        return made ? Result<void>{} : made.error();
    }));
}

void TestOperations::whatIsSnappedIsTheModelItself()
{
    RockLevel level;
    VERIFY_OK(level.run([&](Transaction& tx) {
        return snapBounds(tx, std::vector{level.rock}, 16, TextureLock::On);
    }));
    (void)level.models.mesh("rock"); // now at the latest
    QCOMPARE(level.boundsOf(level.rock).min, Vec3d{0});
}

void TestOperations::aDoorStandsInTheMiddleOfItsModels()
{
    RockLevel level;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        const auto made = addDoor(tx, std::vector{level.rock});
        return made ? Result<void>{} : made.error();
    }));
    const auto door = level.get<Node>(level.rock).parent;
    QCOMPARE(level.get<TransformComponent>(door).position, (Vec3d{5, 1, 2}));
}

void TestOperations::aLinkedGroupStandsBelowItsModels()
{
    RockLevel level;
    EntityId made;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        const auto grouped = group(tx, std::vector{level.rock});
        if (!grouped)
            return grouped.error();
        made = *grouped;
        return linkGroup(tx, made);
    }));
    QCOMPARE(level.get<TransformComponent>(made).position, (Vec3d{5, 0, 2}));
}

void TestOperations::pastedModelsComeToThePlaceThemselves()
{
    RockLevel level;
    const auto text = copyText(level.document.world(), level.types, std::vector{level.rock});
    EntityId pasted;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        const auto added = pasteText(tx, text, {.at = Vec3d{20, 0, 0}, .grid = {}, .parent = {}});
        if (!added)
            return added.error();
        pasted = added->front();
        return {};
    }));
    (void)level.models.mesh("rock");
    QCOMPARE(level.boundsOf(pasted).center(), (Vec3d{20, 1, 0}));
}

void TestOperations::ungroupLeavesThingsWhereTheyAre()
{
    Level level;
    const auto inner = level.boundsOf(level.inner);
    const auto light = level.placeOf(level.innerLight);
    std::vector<EntityId> freed;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        auto done = ungroup(tx, std::vector{level.group});
        if (!done)
            return done.error();
        freed = *done;
        return {};
    }));
    QCOMPARE(freed.size(), 2U);
    QVERIFY(!level.document.world().exists(level.group));
    QVERIFY(near(level.boundsOf(level.inner), inner));
    QVERIFY(near(level.placeOf(level.innerLight), light));
    QVERIFY(!level.run([&](Transaction& tx) -> Result<void> {
        auto done = ungroup(tx, std::vector{level.crate});
        return done ? Result<void>{} : done.error();
    }));
}

void TestOperations::ungroupLeavesWhatIsNoGroup()
{
    Level level;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        tx.set(level.group, MapEntity{"func_group", "\"_tb_type\" \"_tb_group\""});
        auto freed = ungroup(tx, std::vector{level.crate, level.group, level.light});
        return freed ? Result<void>{} : freed.error();
    }));
    const auto& world = level.document.world();
    QVERIFY(!world.exists(level.group));
    QVERIFY(world.exists(level.crate) && world.exists(level.light));
    QVERIFY(!level.get<Node>(level.inner).parent);
}

void TestOperations::isolateHidesTheRest()
{
    Level level;
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        isolate(tx, std::vector{level.inner});
        return {};
    }));
    QVERIFY(level.get<Node>(level.floor).hidden);
    QVERIFY(level.get<Node>(level.innerLight).hidden);
    QVERIFY(!level.get<Node>(level.inner).hidden);
    QVERIFY(!level.get<Node>(level.group).hidden);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        showAll(tx);
        return {};
    }));
    QVERIFY(!level.get<Node>(level.floor).hidden);
}

void TestOperations::textureScaleFourRepeatsFourTimesLess()
{
    Level level;
    const auto top = level.faceTowards(level.floor, {0, 1, 0});
    const auto repeats = [&] {
        const auto& uv = level.brushOf(level.floor).faces()[top.face].uv;
        return std::abs(uv.at({8, 0, 0}).x - uv.at({-8, 0, 0}).x);
    };
    QCOMPARE(repeats(), 16.0);
    VERIFY_OK(level.run([&](Transaction& tx) {
        return changeUv(tx, std::vector{top}, {.scaleU = 4, .scaleV = 4});
    }));
    QCOMPARE(repeats(), 4.0);
    const auto below = level.faceTowards(level.floor, {0, -1, 0});
    QCOMPARE(level.brushOf(level.floor).faces()[below.face].uv.scale, (Vec2d{1, 1}));
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        resetUv(tx, std::vector{top});
        return {};
    }));
    QCOMPARE(repeats(), 16.0);
}

void TestOperations::fitFillsTheFace()
{
    Level level;
    const auto top = level.faceTowards(level.crate, {0, 1, 0});
    VERIFY_OK(level.run([&](Transaction& tx) {
        return fitUv(tx, std::vector{top}, {2, 1}, editor::UvSheet::EachFace);
    }));
    const auto& brush = level.brushOf(level.crate);
    Vec2d least{1e9};
    Vec2d most{-1e9};
    for (const auto index : brush.faceVertices(top.face)) {
        const auto at = brush.faces()[top.face].uv.at(brush.vertices()[index]);
        least = glm::min(least, at);
        most = glm::max(most, at);
    }
    QVERIFY(glm::length(least) < 1e-9);
    QVERIFY(glm::length(most - Vec2d{2, 1}) < 1e-9);
}

void TestOperations::badTextureNumbersAreRefused()
{
    Level level;
    const std::vector faces{level.faceTowards(level.crate, {0, 1, 0})};
    const auto before = level.document.contentHash();
    for (const auto& change :
         {UvChange{.scaleU = 0}, UvChange{.scaleV = std::nan("")}, UvChange{.offsetU = 1e300},
          UvChange{.rotation = std::numeric_limits<double>::infinity()}})
        QVERIFY(!level.run([&](Transaction& tx) { return changeUv(tx, faces, change); }));
    QVERIFY(!level.run(
        [&](Transaction& tx) { return applyMaterial(tx, std::vector{level.light}, Name{"a"}); }));
    QCOMPARE(level.document.contentHash(), before);
}

void TestOperations::aPropertyIsSetOnAllThatHaveIt()
{
    Level level;
    const auto& type = *level.types.find("light");
    const auto& range = *type.findProperty("range");
    const std::vector all{level.light, level.crate, level.innerLight};
    VERIFY_OK(level.run(
        [&](Transaction& tx) { return editor::setProperty(tx, all, type, range, Value{9.0}); }));
    QCOMPARE(level.get<Light>(level.light).range, 9.0f);
    QCOMPARE(level.get<Light>(level.innerLight).range, 9.0f);
    QVERIFY(level.document.world().get<Light>(level.crate) == nullptr);
    const auto steps = level.document.history().entries().size();
    VERIFY_OK(level.run(
        [&](Transaction& tx) { return editor::setProperty(tx, all, type, range, Value{9.0}); }));
    QCOMPARE(level.document.history().entries().size(), steps); // nothing changed
    VERIFY_OK(level.run([&](Transaction& tx) { return resetProperty(tx, all, type, range); }));
    QCOMPARE(level.get<Light>(level.light).range, Light{}.range);
}

void TestOperations::aPropertyOutOfRangeIsRefusedByName()
{
    Level level;
    const auto& type = *level.types.find("light");
    const auto before = level.document.contentHash();
    const auto refused = level.run([&](Transaction& tx) {
        return editor::setProperty(tx, std::vector{level.light, level.innerLight}, type,
                                   *type.findProperty("range"), Value{-5.0});
    });
    QVERIFY(!refused);
    QVERIFY(refused.error().message().starts_with("Range"));
    QCOMPARE(level.document.contentHash(), before);
    QVERIFY(!level.run([&](Transaction& tx) {
        return removeComponent(tx, std::vector{level.light}, *level.types.find("node"));
    }));
}

PLAIN_TEST(TestOperations)
} // namespace tst_operations

#include "tst_operations.moc"
