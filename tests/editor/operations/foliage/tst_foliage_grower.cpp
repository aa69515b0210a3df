#include "editor/document/journal.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/operations/foliage/foliage_meadow.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_foliage_grower
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

class TestFoliageGrower : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plantsFollowTheirRules();
    void oneUndoTakesBackStepAndPlants();
    void whatBelongsToAnotherStateIsDoneAgain();
    void undoneStatesGrowWhenTheyComeBack();
    void erasedPlantsStayErased();
    void movedPlantsStayMoved();
    void forgottenMarksGrowAgain();
    void nothingGrowsDuringADrag();
    void grownPlantsAreUnsavedWork();
    void plantsKeepAwayFromWhereAgentsWalk();
    void tooMuchAtOnceLeavesThePlants();
    void whatIsRefusedIsNotTriedAgainByOtherSteps();
};

void TestFoliageGrower::plantsFollowTheirRules()
{
    Meadow meadow;
    const auto before = meadow.plants()->plants();
    QVERIFY(before > 350 && before < 450);
    const auto stone = meadow.addBox({5, -0.5, 5}, {10, 1, 10});
    meadow.settle();
    for (const auto& plant : allOf(*meadow.plants())) {
        const Vec3d at{plant.position};
        QVERIFY(at.y > 0.5 || at.x < 5 || at.x > 10 || at.z < 5 || at.z > 10);
    }
    meadow.move(stone, {100, 0, 0});
    meadow.settle();
    std::size_t here = 0;
    for (const auto& plant : allOf(*meadow.plants())) {
        QVERIFY(!plant.isOrphan());
        here += plant.position.x < 50 ? 1U : 0U;
    }
    QCOMPARE(here, before);
}

void TestFoliageGrower::oneUndoTakesBackStepAndPlants()
{
    Meadow meadow;
    const auto steps = meadow.document.history().entries().size();
    const auto before = meadow.document.contentHash();
    static_cast<void>(meadow.addBox({5, -0.5, 5}, {10, 1, 10}));
    meadow.settle();
    const auto after = meadow.document.contentHash();
    QCOMPARE(meadow.document.history().entries().size(), steps + 1);
    for (int i = 0; i < 3; ++i) {
        meadow.document.undo();
        meadow.settle();
        QCOMPARE(meadow.document.contentHash(), before);
        meadow.document.redo();
        meadow.settle();
        QCOMPARE(meadow.document.contentHash(), after);
    }
    QCOMPARE(meadow.document.history().entries().size(), steps + 1);
}

void TestFoliageGrower::whatBelongsToAnotherStateIsDoneAgain()
{
    Meadow slow;
    Meadow quick;
    for (auto* meadow : {&slow, &quick}) {
        const auto stone = meadow->addBox({5, -0.5, 5}, {10, 1, 10});
        if (meadow == &slow)
            meadow->settle();
        meadow->move(stone, {4, 0, 4});
        if (meadow == &slow)
            meadow->settle();
        meadow->move(stone, {2, 0, -6});
        meadow->settle();
    }
    // Names of entities differ, so compare the places.
    const auto placesOf = [](const Meadow& meadow) {
        std::vector<std::array<float, 3>> places;
        for (const auto& plant : allOf(*meadow.plants()))
            places.push_back({plant.position.x, plant.position.y, plant.position.z});
        std::sort(places.begin(), places.end());
        return places;
    };
    QCOMPARE(placesOf(quick), placesOf(slow));
}

void TestFoliageGrower::undoneStatesGrowWhenTheyComeBack()
{
    Meadow meadow;
    const auto stone = meadow.addBox({5, -0.5, 5}, {10, 1, 10});
    const auto under = [&] {
        std::size_t count = 0;
        for (const auto& plant : allOf(*meadow.plants())) {
            const Vec3d at{plant.position};
            count += at.y < 0.5 && at.x > 5 && at.x < 10 && at.z > 5 && at.z < 10 ? 1U : 0U;
        }
        return count;
    };
    meadow.move(stone, {100, 0, 0}); // before the plants under the stone were gone
    meadow.settle();
    QVERIFY(under() > 10);
    const auto moved = meadow.document.contentHash();
    meadow.document.undo();
    meadow.settle();
    QCOMPARE(under(), std::size_t{0});
    meadow.document.redo();
    meadow.settle();
    QCOMPARE(meadow.document.contentHash(), moved);
}

void TestFoliageGrower::erasedPlantsStayErased()
{
    Meadow meadow;
    const auto all = allOf(*meadow.plants());
    const std::vector<FoliageInstance> some{all.begin(), all.begin() + 20};
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        removeFoliage(tx, meadow.layer, some);
        return {};
    }));
    meadow.settle();
    QCOMPARE(meadow.plants()->plants(), all.size() - 20);
    // A lower ground is all new places, but for the marks that went along.
    VERIFY_OK(meadow.run([&](Transaction& tx) {
        return translate(tx, std::array{meadow.ground}, {0, -3, 0});
    }));
    meadow.settle();
    QCOMPARE(meadow.plants()->marks(), std::size_t{20});
    QCOMPARE(meadow.plants()->plants(), all.size() - 20);
    for (const auto& plant : allOf(*meadow.plants()))
        QVERIFY(std::abs(plant.position.y + 3) < 1e-4F || plant.position.y < -3);
}

void TestFoliageGrower::movedPlantsStayMoved()
{
    Meadow meadow;
    const auto count = meadow.plants()->plants();
    std::vector<FoliageInstance> moved;
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        const auto plant = allOf(*meadow.plants()).front();
        auto done = transformFoliage(tx, meadow.document.index(), meadow.layer, {&plant, 1},
                                     {.shift = {0.2, 0, 0.1}});
        if (!done)
            return done.error();
        moved = *done;
        return {};
    }));
    static_cast<void>(meadow.addBox({15, -0.5, 15}, {16, 1, 16})); // something grows anew
    meadow.settle();
    const auto all = allOf(*meadow.plants());
    QVERIFY(std::find(all.begin(), all.end(), moved.front()) != all.end());
    QVERIFY(!moved.front().isByRule() && moved.front().isByHand());
    QCOMPARE(meadow.plants()->marks(), std::size_t{1});
    QVERIFY(meadow.plants()->plants() <= count + 4);
}

void TestFoliageGrower::forgottenMarksGrowAgain()
{
    Meadow meadow;
    const auto hash = meadow.plants()->hash();
    const auto all = allOf(*meadow.plants());
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        removeFoliage(tx, meadow.layer, all);
        return {};
    }));
    meadow.settle();
    QCOMPARE(meadow.plants()->plants(), std::size_t{0});
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        forgetFoliageMarks(tx, meadow.layer);
        return {};
    }));
    meadow.settle();
    QCOMPARE(meadow.plants()->hash(), hash);
}

void TestFoliageGrower::nothingGrowsDuringADrag()
{
    Meadow meadow;
    static_cast<void>(meadow.addBox({5, -0.5, 5}, {10, 1, 10}));
    const auto before = meadow.plants();
    {
        auto drag = meadow.document.begin("Drag");
        VERIFY_OK(drag.replace([&](Transaction& tx) {
            return translate(tx, std::array{meadow.ground}, {0, 0, 1});
        }));
        meadow.jobs.finishAll();
        meadow.grower.update();
        QVERIFY(meadow.document.isEditing());
        drag.rollback();
    }
    QCOMPARE(meadow.plants(), before);
    meadow.settle();
    QVERIFY(meadow.plants() != before);
}

void TestFoliageGrower::grownPlantsAreUnsavedWork()
{
    const QTemporaryDir folder;
    const fs::path file = folder.filePath("a.scene.json").toStdString();
    Meadow meadow;
    VERIFY_OK(meadow.document.save(file));
    static_cast<void>(meadow.addBox({5, -0.5, 5}, {10, 1, 10}));
    VERIFY_OK(meadow.document.save(file)); // before the plants have grown
    QVERIFY(!meadow.document.isModified());
    meadow.settle();
    QVERIFY(meadow.document.isModified());
    // The rules' marks and flags come back from the file.
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        const auto plant = allOf(*meadow.plants()).front();
        removeFoliage(tx, meadow.layer, {&plant, 1});
        return {};
    }));
    meadow.settle();
    VERIFY_OK(meadow.document.save(file));
    Document other{meadow.types};
    VERIFY_OK(other.open(file));
    QCOMPARE(foliageOf(other.world(), meadow.layer)->hash(), meadow.plants()->hash());
    QCOMPARE(foliageOf(other.world(), meadow.layer)->marks(), std::size_t{1});
}

void TestFoliageGrower::plantsKeepAwayFromWhereAgentsWalk()
{
    Meadow meadow;
    const auto kind = foliageTypes(meadow.document.world(), meadow.layer).front();
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        auto type = kind.type;
        type.outsidePlay = true;
        type.blocksNavmesh = true; // plants that block agents must not push each other about
        type.bodyRadius = 0.5;
        type.bodyHeight = 2;
        tx.set(kind.entity, type);
        return {};
    }));
    meadow.settle();
    // Agents keep off the rim of the ground; all else is theirs.
    const auto rim = meadow.plants()->plants();
    QVERIFY2(rim < 60, qPrintable(QString::number(rim)));
    const auto bare = meadow.document.contentHash();
    // Too low to walk under: the ground below is no longer where agents walk.
    const auto roof = meadow.addBox({5, 1, 5}, {15, 1.2, 15});
    meadow.settle();
    std::size_t below = 0;
    for (const auto& plant : allOf(*meadow.plants()))
        below += plant.position.y < 0.1F && plant.position.x > 5 && plant.position.x < 15 &&
                         plant.position.z > 5 && plant.position.z < 15
                     ? 1U
                     : 0U;
    QVERIFY2(below > 80, qPrintable(QString::number(below)));
    const auto roofed = meadow.document.contentHash();
    meadow.document.undo();
    meadow.settle();
    QCOMPARE(meadow.document.contentHash(), bare);
    meadow.document.redo();
    meadow.settle();
    QCOMPARE(meadow.document.contentHash(), roofed);
    meadow.move(roof, {100, 0, 0});
    meadow.settle();
    std::size_t here = 0;
    for (const auto& plant : allOf(*meadow.plants()))
        here += plant.position.x < 50 ? 1U : 0U;
    QCOMPARE(here, rim);
}

void TestFoliageGrower::tooMuchAtOnceLeavesThePlants()
{
    Meadow meadow;
    const auto kind = foliageTypes(meadow.document.world(), meadow.layer).front();
    const auto grows = [&](double density) {
        VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
            auto type = kind.type;
            type.density = density;
            tx.set(kind.entity, type);
            return {};
        }));
        meadow.settle();
    };
    grows(0.001);
    static_cast<void>(meadow.addBox({100, -1, -400}, {900, 0, 400}));
    meadow.settle();
    const auto before = meadow.plants();
    const auto hash = meadow.document.contentHash();
    const auto steps = meadow.document.history().entries().size();
    std::vector<std::string> warnings;
    const auto listener = addLogSink([&](const LogMessage& message) {
        if (message.level == LogLevel::Warning)
            warnings.push_back(message.text);
    });
    grows(1000); // 1,280,000,000 places
    QCOMPARE(meadow.plants(), before);
    QCOMPARE(meadow.document.history().entries().size(), steps + 1);
    QCOMPARE(warnings.size(), std::size_t{1});
    QVERIFY2(warnings.front().starts_with("The foliage 'Meadow' has not grown: more than "
                                          "500,000,000 places would be tried at once"),
             warnings.front().c_str());
    const auto issues = meadow.grower.issues();
    QCOMPARE(issues.size(), std::size_t{1});
    QCOMPARE(issues.front().entity, meadow.layer);
    QCOMPARE(issues.front().message, warnings.front() + ".");

    // An edit of one brush neither grows that alone nor says it again.
    static_cast<void>(meadow.addBox({5, -0.5, 5}, {10, 1, 10}));
    meadow.settle();
    QCOMPARE(meadow.plants(), before);
    QCOMPARE(warnings.size(), std::size_t{1});
    QCOMPARE(meadow.grower.issues().size(), std::size_t{1});
    const auto refused = meadow.document.contentHash();

    bool hasIssues = true; // as somebody who lists them knows
    const auto listing =
        meadow.grower.issuesChanged.connect([&] { hasIssues = !meadow.grower.issues().empty(); });
    meadow.document.undo();
    meadow.document.undo();
    QVERIFY(!hasIssues);
    meadow.settle();
    QCOMPARE(meadow.document.contentHash(), hash);
    meadow.document.redo();
    meadow.document.redo();
    QVERIFY(hasIssues);
    meadow.settle();
    QCOMPARE(meadow.document.contentHash(), refused);

    grows(0.1);
    QVERIFY(!hasIssues);
    const auto all = meadow.plants()->plants();
    QVERIFY2(all > 60'000 && all < 68'000, qPrintable(QString::number(all)));
}

void TestFoliageGrower::whatIsRefusedIsNotTriedAgainByOtherSteps()
{
    Meadow meadow;
    const auto kind = foliageTypes(meadow.document.world(), meadow.layer).front();
    static_cast<void>(meadow.addBox({100, -1, -400}, {900, 0, 400}));
    std::vector<std::string> warnings;
    const auto listener = addLogSink([&](const LogMessage& message) {
        if (message.level == LogLevel::Warning)
            warnings.push_back(message.text);
    });
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        auto type = kind.type;
        type.density = 1000;
        tx.set(kind.entity, type);
        return {};
    }));
    meadow.settle();
    QCOMPARE(warnings.size(), std::size_t{1});
    const auto before = meadow.plants();
    const auto rename = [&](const char* name) {
        VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
            tx.set(meadow.ground, Node{.name = name, .parent = {}});
            return {};
        }));
    };
    rename("floor");
    QVERIFY(!meadow.grower.isBusy());
    meadow.document.undo();
    QVERIFY(!meadow.grower.isBusy());

    // Another foliage grows meanwhile.
    EntityId other;
    VERIFY_OK(meadow.run([&](Transaction& tx) -> Result<void> {
        other = createFoliageLayer(tx, "Wood");
        FoliageType type;
        type.mesh = {"tree"};
        type.density = 0.001;
        auto tree = addFoliageType(tx, other, type, "Tree");
        if (!tree)
            return tree.error();
        tx.set(other, FoliageLayer{.byRule = true, .ground = {}});
        return {};
    }));
    QVERIFY(meadow.grower.isBusy());
    meadow.settle();
    QVERIFY(foliageOf(meadow.document.world(), other)->plants() > 0);
    QCOMPARE(meadow.plants(), before);
    rename("lawn");
    QVERIFY(!meadow.grower.isBusy());

    // What touches it tries it again, and says nothing new.
    static_cast<void>(meadow.addBox({5, -0.5, 5}, {10, 1, 10}));
    QVERIFY(meadow.grower.isBusy());
    meadow.settle();
    QCOMPARE(meadow.plants(), before);
    QCOMPARE(warnings.size(), std::size_t{1});
}

CORE_TEST(TestFoliageGrower)
} // namespace tst_foliage_grower

#include "tst_foliage_grower.moc"
