#include "editor/operations/brush/brush_space.h"
#include "editor/operations/brush/csg_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

namespace tst_csg_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

using Operation = std::function<Result<CsgOutcome>(Transaction&)>;

class TestCsgOperations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doorIsCutOutOfAWall();
    void cuttersCanBeKept();
    void subtractLeavesAloneWhatIsNotTouched();
    void subtractLeavesAloneWhatIsHiddenOrLocked();
    void subtractStaysInsideTheOpenGroup();
    void subtractWithoutBrushesIsRefused();
    void swallowedBrushIsRemoved();
    void firstPartKeepsTheId();
    void aCutWithoutAMaterialTakesTheBrushs();
    void partsKeepParentNameAndComponents();
    void cutsGoThroughTurnedAndScaledGroups();
    void childrenOfACutterStay();

    void intersectionTakesTheFirstOnesPlace();
    void emptyIntersectionIsRefused();
    void mergeTakesTheFirstOnesPlace();
    void mergeNeedsTwoBrushes();

    void hollowMakesARoom();
    void hollowSkipsWhatIsTooThin();
    void hollowWallsAreAsThickAsToldInScaledGroups();

    void clipKeepsTheChosenSide_data();
    void clipKeepsTheChosenSide();
    void clipBesideTheBrushesIsRefused();
    void clipWorksInTurnedGroups();

    void hiddenAndLockedPartsOfAGroupStayWhole();
    void everyOperationIsOneUndoStep();
    void outcomeIsToldInWords();
};

namespace
{
struct Level : DocumentFixture
{
    std::optional<CsgOutcome> did;

    /// As one step.
    Result<void> step(const Operation& operation)
    {
        did.reset();
        return run([&](Transaction& tx) -> Result<void> {
            auto outcome = operation(tx);
            if (!outcome)
                return outcome.error();
            did = *std::move(outcome);
            return {};
        });
    }

    Result<void> subtract(std::vector<EntityId> cutters, Cutters keep = Cutters::Remove)
    {
        return step(
            [&](Transaction& tx) { return subtractBrushes(tx, document.index(), cutters, keep); });
    }

    [[nodiscard]] double volumeOf(std::span<const EntityId> brushes) const
    {
        double sum = 0;
        for (const auto entity : brushes) {
            const auto& world = document.world();
            const auto brush = brushBetweenSpaces(*editor::brushOf(world, entity),
                                                  worldTransform(world, entity), {});
            sum += volume(*brush);
        }
        return sum;
    }

    [[nodiscard]] std::vector<EntityId> allBrushes() const
    {
        return brushesAmong(document.world(), document.world().children({}));
    }
};
} // namespace

void TestCsgOperations::doorIsCutOutOfAWall()
{
    Level level;
    const auto wall = level.addBox({0, 0, 0}, {6, 3, 0.25}, "wall");
    const auto cutter = level.addBox({2, 0, -1}, {3, 2, 1}, "cutter");
    VERIFY_OK(level.subtract({cutter}));
    QVERIFY(!level.document.world().exists(cutter));
    QCOMPARE(level.did->before, std::size_t{1});
    QCOMPARE(level.did->after, std::size_t{3});
    QCOMPARE(level.did->brushes.front(), wall);
    QCOMPARE(level.allBrushes().size(), std::size_t{3});
    QVERIFY(std::abs(level.volumeOf(level.allBrushes()) - (6 * 3 - 2) * 0.25) < 1e-9);
}

void TestCsgOperations::cuttersCanBeKept()
{
    Level level;
    level.addBox(Vec3d{0}, Vec3d{4}, "wall");
    const auto cutter = level.addBox(Vec3d{2}, Vec3d{6}, "cutter");
    VERIFY_OK(level.subtract({cutter}, Cutters::Keep));
    QVERIFY(level.document.world().exists(cutter));
    QVERIFY(std::abs(level.volumeOf(level.allBrushes()) - (64 - 8 + 64)) < 1e-9);
}

void TestCsgOperations::subtractLeavesAloneWhatIsNotTouched()
{
    Level level;
    const auto cut = level.addBox(Vec3d{0}, Vec3d{4});
    const auto beside = level.addBox({4, 0, 0}, {8, 4, 4});
    const auto far = level.addBox(Vec3d{20}, Vec3d{24});
    const auto cutter = level.addBox(Vec3d{1}, {4, 3, 3});
    const auto besideBefore = editor::brushOf(level.document.world(), beside);
    const auto farBefore = editor::brushOf(level.document.world(), far);
    VERIFY_OK(level.subtract({cutter}));
    QCOMPARE(level.did->before, std::size_t{1});
    QCOMPARE(level.did->brushes.front(), cut);
    QCOMPARE(editor::brushOf(level.document.world(), beside), besideBefore); // the same object
    QCOMPARE(editor::brushOf(level.document.world(), far), farBefore);
}

void TestCsgOperations::subtractLeavesAloneWhatIsHiddenOrLocked()
{
    Level level;
    const auto hidden = level.addBox(Vec3d{0}, Vec3d{4});
    const auto locked = level.addBox(Vec3d{0}, Vec3d{4});
    const auto group = level.addPoint({0, 0, 0}, "group");
    const auto inHidden = level.addBox(Vec3d{0}, Vec3d{4}, "in hidden", group);
    const auto cutter = level.addBox(Vec3d{1}, Vec3d{3});
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        hide(tx, std::vector{hidden, group});
        lock(tx, std::vector{locked});
        return {};
    }));
    const auto before = level.document.contentHash();
    const auto refused = level.subtract({cutter});
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("visible and unlocked") != std::string::npos);
    QCOMPARE(level.document.contentHash(), before);
    QVERIFY(level.document.world().exists(inHidden));
}

void TestCsgOperations::subtractStaysInsideTheOpenGroup()
{
    Level level;
    const auto outside = level.addBox(Vec3d{0}, Vec3d{4}, "outside");
    const auto group = level.addPoint({0, 0, 0}, "group");
    const auto inner = level.addPoint({0, 0, 0}, "inner group", group);
    const auto cutter = level.addBox(Vec3d{1}, Vec3d{3}, "cutter", group);
    const auto before = editor::brushOf(level.document.world(), outside);
    const auto subtract = [&](Transaction& tx) {
        return subtractBrushes(tx, level.document.index(), std::vector{cutter}, Cutters::Keep, {},
                               group);
    };
    const auto refused = level.step(subtract);
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("in the open group") != std::string::npos);
    const auto inside = level.addBox(Vec3d{0}, Vec3d{4}, "inside", inner);
    VERIFY_OK(level.step(subtract));
    QCOMPARE(level.did->brushes.front(), inside);
    QCOMPARE(editor::brushOf(level.document.world(), outside), before);
}

void TestCsgOperations::subtractWithoutBrushesIsRefused()
{
    Level level;
    const auto point = level.addPoint({0, 0, 0});
    QVERIFY(!level.subtract({}));
    QVERIFY(!level.subtract({point}));
    const auto lonely = level.addBox(Vec3d{0}, Vec3d{4});
    QVERIFY(!level.subtract({lonely}));
    // Bounds touch, the brushes do not.
    level.addBox({4, 0, 0}, {8, 4, 4});
    QVERIFY(!level.subtract({lonely}));
}

void TestCsgOperations::swallowedBrushIsRemoved()
{
    Level level;
    const auto small = level.addBox(Vec3d{1}, Vec3d{2});
    const auto cutter = level.addBox(Vec3d{0}, Vec3d{4});
    VERIFY_OK(level.subtract({cutter}));
    QVERIFY(!level.document.world().exists(small));
    QVERIFY(level.allBrushes().empty());
    QCOMPARE(level.did->text(), std::string{"1 brush removed"});
}

void TestCsgOperations::firstPartKeepsTheId()
{
    Level level;
    const auto wall = level.addBox(Vec3d{0}, Vec3d{4}, "wall");
    VERIFY_OK(level.step([&](Transaction& tx) {
        return clipBrushes(tx, std::vector{wall}, {{1, 0, 0}, 1}, ClipKeep::Both);
    }));
    QCOMPARE(level.did->brushes.size(), std::size_t{2});
    QCOMPARE(level.did->brushes.front(), wall);
    QCOMPARE(level.boundsOf(wall).max.x, 1.0);
}

void TestCsgOperations::aCutWithoutAMaterialTakesTheBrushs()
{
    Level level;
    const auto wall = level.addBox(Vec3d{0}, Vec3d{4}, "wall");
    VERIFY_OK(level.run(
        [&](Transaction& tx) { return applyMaterial(tx, std::vector{wall}, Name{"brick"}); }));
    VERIFY_OK(level.run([&](Transaction& tx) { // one side differs
        return applyMaterial(tx, std::vector{FaceRef{wall, 0}}, Name{"plaster"});
    }));
    VERIFY_OK(level.step([&](Transaction& tx) {
        return clipBrushes(tx, std::vector{wall}, {{1, 0, 0}, 1}, ClipKeep::Both);
    }));
    for (const auto part : level.did->brushes)
        for (const auto& face : level.get<BrushComponent>(part).brush->faces())
            QVERIFY(face.material == Name{"brick"} || face.material == Name{"plaster"});
}

void TestCsgOperations::partsKeepParentNameAndComponents()
{
    Level level;
    const auto door = level.addPoint({0, 0, 0}, "door");
    const auto leaf = level.addBox(Vec3d{0}, Vec3d{4}, "leaf", door);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        tx.set(leaf, Mover{});
        tx.set(leaf, Light{});
        return {};
    }));
    VERIFY_OK(level.step([&](Transaction& tx) {
        return clipBrushes(tx, std::vector{door}, {{0, 1, 0}, 1}, ClipKeep::Both);
    }));
    const auto second = level.did->brushes.back();
    QVERIFY(second != leaf);
    QCOMPARE(level.get<Node>(second).parent, door);
    QCOMPARE(level.get<Node>(second).name, std::string{"leaf"});
    QVERIFY(level.document.world().get<Mover>(second) != nullptr);
    QVERIFY(level.document.world().get<Light>(second) == nullptr); // one light stays one
    QVERIFY(level.document.world().get<Light>(leaf) != nullptr);
}

void TestCsgOperations::cutsGoThroughTurnedAndScaledGroups()
{
    Level level;
    const auto group = level.addPoint({0, 0, 0}, "group");
    const auto other = level.addPoint({0, 0, 0}, "other");
    const auto wall = level.addBox(Vec3d{-2}, Vec3d{2}, "wall", group);
    const auto cutter = level.addBox(Vec3d{-1}, Vec3d{1}, "cutter", other);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        tx.set(group, TransformComponent{.position = {10, 2, -4},
                                         .rotation = glm::angleAxis(0.7, Vec3d{0, 1, 0}),
                                         .scale = Vec3d{2}});
        tx.set(other, TransformComponent{.position = {10, 2, -4},
                                         .rotation = glm::angleAxis(-0.3, Vec3d{1, 0, 0}),
                                         .scale = {1, 2, 1}});
        return {};
    }));
    VERIFY_OK(level.subtract({cutter}));
    QVERIFY(std::abs(level.volumeOf(level.allBrushes()) - (512 - 16)) < 1e-6);
    for (const auto part : level.did->brushes)
        QCOMPARE(level.get<Node>(part).parent, group);
    QVERIFY(level.document.world().exists(wall));
    level.document.undo();
    QVERIFY(level.document.world().exists(cutter));
}

void TestCsgOperations::childrenOfACutterStay()
{
    Level level;
    level.addBox(Vec3d{0}, Vec3d{4}, "wall");
    const auto cutter = level.addBox(Vec3d{1}, Vec3d{3}, "cutter");
    const auto light = level.addPoint({0, 0, 0}, "light", cutter);
    VERIFY_OK(level.subtract({cutter}));
    QVERIFY(level.document.world().exists(light));
    QVERIFY(!editor::brushOf(level.document.world(), cutter));
}

void TestCsgOperations::intersectionTakesTheFirstOnesPlace()
{
    Level level;
    const auto a = level.addBox(Vec3d{0}, Vec3d{4}, "a");
    const auto b = level.addBox({1, 1, 1}, {9, 9, 2}, "b");
    VERIFY_OK(level.step([&](Transaction& tx) { return intersectBrushes(tx, std::vector{a, b}); }));
    QVERIFY(!level.document.world().exists(b));
    QCOMPARE(level.boundsOf(a), (Aabb{Vec3d{1}, {4, 4, 2}}));
    QCOMPARE(level.did->text(), std::string{"2 brushes became 1"});
}

void TestCsgOperations::emptyIntersectionIsRefused()
{
    Level level;
    const auto a = level.addBox(Vec3d{0}, Vec3d{1});
    const auto b = level.addBox({1, 0, 0}, {2, 1, 1});
    const auto before = level.document.contentHash();
    const auto refused = level.step([&](Transaction& tx) {
        return intersectBrushes(tx, std::vector{a, b});
    });
    QVERIFY(!refused);
    QCOMPARE(level.document.contentHash(), before);
    QVERIFY(!level.step([&](Transaction& tx) { return intersectBrushes(tx, std::vector{a}); }));
}

void TestCsgOperations::mergeTakesTheFirstOnesPlace()
{
    Level level;
    const auto a = level.addBox(Vec3d{0}, Vec3d{1}, "a");
    const auto b = level.addBox({3, 0, 0}, {4, 1, 1}, "b");
    VERIFY_OK(level.step([&](Transaction& tx) { return mergeBrushes(tx, std::vector{a, b}); }));
    QCOMPARE(level.boundsOf(a), (Aabb{Vec3d{0}, {4, 1, 1}}));
    QCOMPARE(level.allBrushes(), std::vector{a});
}

void TestCsgOperations::mergeNeedsTwoBrushes()
{
    Level level;
    const auto a = level.addBox(Vec3d{0}, Vec3d{1});
    const auto refused = level.step([&](Transaction& tx) {
        return mergeBrushes(tx, std::vector{a, a});
    });
    QVERIFY(!refused);
}

void TestCsgOperations::hollowMakesARoom()
{
    Level level;
    const auto room = level.addBox(Vec3d{0}, Vec3d{4});
    VERIFY_OK(level.step(
        [&](Transaction& tx) { return hollowBrushes(tx, std::vector{room}, {.thickness = 0.5}); }));
    QCOMPARE(level.did->text(), std::string{"1 brush became 6"});
    QVERIFY(std::abs(level.volumeOf(level.allBrushes()) - (64 - 27)) < 1e-9);
}

void TestCsgOperations::hollowSkipsWhatIsTooThin()
{
    Level level;
    const auto room = level.addBox(Vec3d{0}, Vec3d{4});
    const auto plate = level.addBox({9, 0, 0}, {10, 0.5, 1});
    const auto plateBefore = editor::brushOf(level.document.world(), plate);
    VERIFY_OK(level.step([&](Transaction& tx) {
        return hollowBrushes(tx, std::vector{room, plate}, {.thickness = 0.5});
    }));
    QCOMPARE(level.did->skipped.size(), std::size_t{1});
    QCOMPARE(editor::brushOf(level.document.world(), plate), plateBefore);
    QVERIFY(!level.step([&](Transaction& tx) {
        return hollowBrushes(tx, std::vector{plate}, {.thickness = 0.5});
    }));
}

void TestCsgOperations::hollowWallsAreAsThickAsToldInScaledGroups()
{
    Level level;
    const auto group = level.addPoint({1, 2, 3}, "group");
    const auto room = level.addBox(Vec3d{0}, Vec3d{1}, "room", group);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        tx.set(group, TransformComponent{.position = {1, 2, 3}, .scale = {4, 5, 6}});
        return {};
    }));
    VERIFY_OK(level.step([&](Transaction& tx) {
        return hollowBrushes(tx, std::vector{room}, {.thickness = 0.5, .joint = WallJoint::Mitred});
    }));
    QVERIFY(std::abs(level.volumeOf(level.allBrushes()) - (120 - 3 * 4 * 5)) < 1e-9);
}

void TestCsgOperations::clipKeepsTheChosenSide_data()
{
    QTest::addColumn<int>("keep");
    QTest::addColumn<double>("volume");
    QTest::addColumn<std::size_t>("brushes");
    QTest::newRow("behind") << static_cast<int>(ClipKeep::Behind) << 16.0 << std::size_t{2};
    QTest::newRow("front") << static_cast<int>(ClipKeep::Front) << 112.0 << std::size_t{3};
    QTest::newRow("both") << static_cast<int>(ClipKeep::Both) << 128.0 << std::size_t{4};
}

void TestCsgOperations::clipKeepsTheChosenSide()
{
    QFETCH(int, keep);
    QFETCH(double, volume);
    Level level;
    const auto a = level.addBox(Vec3d{0}, Vec3d{4});
    const auto b = level.addBox({0, 8, 0}, {4, 12, 4});
    const auto before = level.document.contentHash();
    VERIFY_OK(level.step([&](Transaction& tx) {
        return clipBrushes(tx, std::vector{a, b}, {{1, 0, 0}, 0.5}, static_cast<ClipKeep>(keep),
                           {Name{"cut"}, {}});
    }));
    QVERIFY(std::abs(level.volumeOf(level.allBrushes()) - volume) < 1e-9);
    level.document.undo();
    QCOMPARE(level.document.contentHash(), before);
}

void TestCsgOperations::clipBesideTheBrushesIsRefused()
{
    Level level;
    const auto a = level.addBox(Vec3d{0}, Vec3d{4});
    for (const auto keep : {ClipKeep::Behind, ClipKeep::Front, ClipKeep::Both})
        for (const double at : {-1.0, 0.0, 4.0, 9.0})
            QVERIFY(!level.step([&](Transaction& tx) {
                return clipBrushes(tx, std::vector{a}, {{1, 0, 0}, at}, keep);
            }));
    // What lies on the side that goes is removed, if the plane cuts another one.
    const auto b = level.addBox({6, 0, 0}, {9, 1, 1});
    VERIFY_OK(level.step([&](Transaction& tx) {
        return clipBrushes(tx, std::vector{a, b}, {{1, 0, 0}, 2}, ClipKeep::Behind);
    }));
    QVERIFY(!level.document.world().exists(b));
}

void TestCsgOperations::clipWorksInTurnedGroups()
{
    Level level;
    const auto group = level.addPoint({0, 0, 0}, "group");
    const auto inner = level.addBox(Vec3d{-1}, Vec3d{1}, "inner", group);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        tx.set(group, TransformComponent{.position = {5, 0, 0},
                                         .rotation = glm::angleAxis(0.4, Vec3d{0, 0, 1}),
                                         .scale = {-1, 3, 2}});
        return {};
    }));
    VERIFY_OK(level.step([&](Transaction& tx) {
        return clipBrushes(tx, std::vector{inner}, {{1, 0, 0}, 5}, ClipKeep::Behind);
    }));
    QVERIFY(std::abs(level.volumeOf(level.allBrushes()) - 8 * 6 / 2.0) < 1e-9);
    QVERIFY(level.boundsOf(inner).max.x < 5 + 1e-9);
}

void TestCsgOperations::hiddenAndLockedPartsOfAGroupStayWhole()
{
    Level level;
    const auto group = level.addPoint({}, "group");
    const auto shown = level.addBox(Vec3d{0}, Vec3d{4}, "shown", group);
    const auto other = level.addBox({0, 6, 0}, {4, 8, 4}, "other", group);
    const auto hidden = level.addBox({6, 0, 0}, {8, 4, 4}, "hidden", group);
    const auto inner = level.addPoint({}, "locked group", group);
    const auto locked = level.addBox({8, 0, 0}, {9, 4, 4}, "locked", inner);
    VERIFY_OK(level.run([&](Transaction& tx) -> Result<void> {
        hide(tx, std::vector{hidden});
        editor::lock(tx, std::vector{inner});
        return {};
    }));
    const auto& world = level.document.world();
    const auto hiddenBefore = editor::brushOf(world, hidden);
    const auto lockedBefore = editor::brushOf(world, locked);
    const std::vector chosen{group};
    QCOMPARE(brushesAmong(world, chosen), (std::vector{shown, other}));
    const std::vector<Operation> operations{
        [&](Transaction& tx) {
            return clipBrushes(tx, chosen, {{1, 0, 0}, 2}, ClipKeep::Behind);
        },
        [&](Transaction& tx) { return mergeBrushes(tx, chosen); },
        [&](Transaction& tx) { return hollowBrushes(tx, chosen, {}); },
    };
    for (const auto& operation : operations) {
        VERIFY_OK(level.step(operation));
        QCOMPARE(editor::brushOf(world, hidden), hiddenBefore);
        QCOMPARE(editor::brushOf(world, locked), lockedBefore);
        level.document.undo();
    }
    // One that is chosen itself counts: the scene browser shows it.
    QCOMPARE(brushesAmong(world, std::vector{hidden}), (std::vector{hidden}));
}

void TestCsgOperations::everyOperationIsOneUndoStep()
{
    Level level;
    const auto a = level.addBox(Vec3d{0}, Vec3d{4});
    const auto b = level.addBox(Vec3d{1}, {3, 9, 3});
    const std::vector both{a, b};
    const std::vector<Operation> operations{
        [&](Transaction& tx) {
            return subtractBrushes(tx, level.document.index(), std::vector{b}, Cutters::Remove);
        },
        [&](Transaction& tx) { return intersectBrushes(tx, both); },
        [&](Transaction& tx) { return mergeBrushes(tx, both); },
        [&](Transaction& tx) { return hollowBrushes(tx, both, {}); },
        [&](Transaction& tx) {
            return clipBrushes(tx, both, {{0, 1, 0}, 2}, ClipKeep::Both);
        },
    };
    for (const auto& operation : operations) {
        const auto before = level.document.contentHash();
        const auto steps = level.document.history().position();
        VERIFY_OK(level.step(operation));
        const auto after = level.document.contentHash();
        QVERIFY(after != before);
        QCOMPARE(level.document.history().position(), steps + 1);
        level.document.undo();
        QCOMPARE(level.document.contentHash(), before);
        level.document.redo();
        QCOMPARE(level.document.contentHash(), after);
        level.document.undo();
    }
}

void TestCsgOperations::outcomeIsToldInWords()
{
    QCOMPARE((CsgOutcome{6, 14, {}, {}}.text()), std::string{"6 brushes became 14"});
    QCOMPARE((CsgOutcome{2, 0, {}, {}}.text()), std::string{"2 brushes removed"});
    QCOMPARE((CsgOutcome{1, 6, {}, {"It is too thin"}}.text()),
             std::string{"1 brush became 6; 1 brush stayed whole: It is too thin"});
}

PLAIN_TEST(TestCsgOperations)
} // namespace tst_csg_operations

#include "tst_csg_operations.moc"
