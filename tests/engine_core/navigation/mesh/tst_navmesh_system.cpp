#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/live_navmesh.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QTest>

namespace tst_navmesh_system
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Adds, removes, moves, reshapes and turns things as people do.
void editAtRandom(LiveLevel& level, Dice& dice, std::vector<EntityId>& things)
{
    const auto at = dice.gridPlace(18) * Vec3d{1, 0.15, 1};
    const Vec3d size{dice.between(0.3, 6), dice.between(0.1, 3), dice.between(0.3, 6)};
    switch (dice.below(things.size() < 8 ? 1 : 8)) {
    case 0:
    case 1:
        things.push_back(level.box(at, at + size));
        return;
    case 2: {
        const auto which = dice.below(things.size());
        level.remove(things[which]);
        things.erase(things.begin() + static_cast<std::ptrdiff_t>(which));
        return;
    }
    case 3:
        level.set(things[dice.below(things.size())],
                  BrushComponent{std::make_shared<const Brush>(randomBrush(dice, 15))});
        return;
    case 4:
        level.set(things[dice.below(things.size())],
                  TransformComponent{.position = dice.gridPlace(3) * Vec3d{1, 0.1, 1}});
        return;
    case 5:
        level.set(things[dice.below(things.size())],
                  NavSurface{static_cast<NavUse>(dice.below(3)),
                             static_cast<NavArea>(dice.below(NavAreaCount))});
        return;
    case 6:
        if (dice.chance(0.5))
            things.push_back(
                level.place(at, NavVolume{size * 2.0, NavVolumeRole::Area,
                                          static_cast<NavArea>(dice.below(NavAreaCount))}));
        else
            things.push_back(level.place(at, linkTo(dice.place(4))));
        return;
    default:
        level.reshape(things[dice.below(things.size())], at, at + size);
    }
}

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

/// Whether the mesh is said to be of the inputs that a look at the whole level finds.
bool knowsItsInputs(LiveLevel& level)
{
    const auto& mesh = level.live();
    const auto told = level.system.inputsOf("walker");
    const auto found = hashOfInputs(mesh.config(), NavScene{level.world});
    return told && found && *told == *found;
}
} // namespace

class TestNavmeshSystem : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tileUpdatesEqualAFullBuild_data();
    void tileUpdatesEqualAFullBuild();
    void aCurrentMeshKnowsItsInputs();
    void aMeshAroundStandInsIsNotCurrent();
    void oneBrushTouchesAtMostFourTiles();
    void anUnrelatedEditBuildsNothing();
    void dragsWaitForTheirEnd();
    void undoFindsTheOldTiles();
    void withoutLiveModeTilesStayDirty();
    void boundsVolumesReachEveryTile();
    void settingsAndAgentsBuildAnew();
    void settingsThatAllowNoMeshSaySoUntilTheyDo();
    void agentsThatAllowNoMeshSaySoAtOnce();
    void aLevelThatIsTooBigSaysSo();
    void newPricesLeaveTheProblem();
    void buildingWhatIsCurrentBuildsNoLaterEdit();
    void cancelLeavesTheRestDirty();
    void acceptedPricesReachTheMesh();
    void obstaclesCutTheMeshWhereTheyRest();
    void onlyWhatAMoverCarriesIsFollowed();
    void aHugeObstacleThatMovesIsLeftOutUntilItRests();
};

void TestNavmeshSystem::tileUpdatesEqualAFullBuild_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 4; ++seed)
        QTest::addRow("%d", seed) << seed;
}

void TestNavmeshSystem::tileUpdatesEqualAFullBuild()
{
    QFETCH(int, seed);
    constexpr int Edits = 250; // a thousand over the four rows
    LiveLevel level;
    level.settings.tileSize = 32;
    level.settings.partition = static_cast<NavPartition>(seed % 3);
    level.set(SceneEntity, level.settings);
    std::vector<EntityId> things{level.box({-20, -1, -20}, {20, 0, 20})};
    VERIFY_OK(level.system.build("walker"));
    Dice dice{static_cast<std::uint64_t>(seed)};
    for (int edit = 1; edit <= Edits; ++edit) {
        editAtRandom(level, dice, things);
        if (dice.chance(0.3))
            continue; // several edits at once
        const auto& mesh = level.live();
        if (edit % 10 != 0 && edit != Edits)
            continue;
        const auto difference = differenceFromFull(mesh, level.world);
        QVERIFY2(difference.empty(), qPrintable(QString{"after edit %1: %2"}.arg(edit).arg(
                                         QString::fromStdString(difference))));
    }
    const auto difference = differenceFromFull(level.live(), level.world);
    QVERIFY2(difference.empty(), difference.c_str());
    QVERIFY(knowsItsInputs(level));
}

void TestNavmeshSystem::aCurrentMeshKnowsItsInputs()
{
    LiveLevel level;
    const double tile = level.config().tileSize();
    level.box({-tile, -1, -tile}, {2 * tile, 0, tile}, "to the seams");
    level.box({3.2 * tile, -1, 0}, {4.5 * tile, 0, tile / 2}, "beside it");
    QVERIFY(!level.system.inputsOf("walker")); // nobody has built one
    VERIFY_OK(level.system.build("walker"));
    QVERIFY(!level.system.inputsOf("walker"));
    QVERIFY(knowsItsInputs(level));
    const auto before = *level.system.inputsOf("walker");
    const auto crate = level.box({1, 0, 1}, {2, 1, 2});
    QVERIFY(!level.system.inputsOf("walker")); // it knows of the edit already
    QVERIFY(knowsItsInputs(level));
    QVERIFY(*level.system.inputsOf("walker") != before);
    level.place({0, 0, 0},
                NavVolume{{tile * 2.5, 4, tile}, NavVolumeRole::Bounds, NavArea::Ground});
    QVERIFY(knowsItsInputs(level));
    level.system.setLive(false);
    level.remove(crate);
    level.system.finish();
    QVERIFY(!level.system.inputsOf("walker"));
    level.system.setLive(true);
    QVERIFY(knowsItsInputs(level));
}

void TestNavmeshSystem::aMeshAroundStandInsIsNotCurrent()
{
    LateModels models;
    models.models.models["rock"] = boxModel({{1, 0, 1}, {9, 3, 9}});
    LiveLevel level;
    level.world.setMeshes(&models);
    level.system.setLive(false);
    level.box({-12, -1, -12}, {12, 0, 12});
    mapwright::test::addModel(level.world, "rock");
    VERIFY_OK(level.system.build("walker"));
    const auto before = level.live().contentHash();
    const auto told = level.system.inputsOf("walker");
    QVERIFY(!told);
    QVERIFY2(has(told.error().message(), "Models are still being read"),
             told.error().message().c_str());
    (void)models.mesh("rock");
    models.awaited.clear();
    level.world.notify(changesOfMeshes(level.world, std::vector<std::string>{"rock"}));
    level.system.update(0);
    QVERIFY(level.system.status("walker").dirty > 0); // for all to see, though nobody builds it
    QVERIFY(!level.system.inputsOf("walker"));
    VERIFY_OK(level.system.build("walker"));
    QVERIFY(knowsItsInputs(level));
    QVERIFY(level.live().contentHash() != before);
}

void TestNavmeshSystem::oneBrushTouchesAtMostFourTiles()
{
    LiveLevel level;
    buildLevel(level.world, 100);
    VERIFY_OK(level.system.build(""));
    static_cast<void>(level.live());
    const auto crate = level.box({1, 0, 1}, {2, 1, 2});
    level.system.update(0);
    QVERIFY(level.system.dirtyTiles("walker").size() <= 4);
    static_cast<void>(level.live());
    QCOMPARE(level.system.status("walker").dirty, std::size_t{0});
    level.reshape(crate, {1, 0, 1}, {2, 1.5, 2});
    static_cast<void>(level.live());
    QVERIFY(level.system.status("walker").lastTiles <= 4);
    QVERIFY(level.system.status("walker").lastTiles >= 1);
}

void TestNavmeshSystem::anUnrelatedEditBuildsNothing()
{
    LiveLevel level;
    buildRoom(level.world);
    VERIFY_OK(level.system.build("walker"));
    const auto revision = level.live().revision();
    mapwright::test::addLight(level.world, {0, 3, 0});
    QCOMPARE(level.live().revision(), revision);
}

void TestNavmeshSystem::dragsWaitForTheirEnd()
{
    LiveLevel level;
    buildRoom(level.world);
    const auto crate = level.box({1, 0, 1}, {2, 1, 2});
    VERIFY_OK(level.system.build("walker"));
    const auto before = level.live().contentHash();
    Edit edit;
    edit.swaps.push_back(swapTo(crate, TransformComponent{.position = {2, 0, 2}}));
    level.world.apply(edit, ChangeKind::Preview);
    QCOMPARE(level.live().contentHash(), before);
    const auto& value = level.world.value(crate, typeIdOf<TransformComponent>());
    ChangeSet end;
    end.changes.push_back({crate, typeIdOf<TransformComponent>(), nullptr, value});
    level.world.notify(end);
    QVERIFY(level.live().contentHash() != before);
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshSystem::undoFindsTheOldTiles()
{
    LiveLevel level;
    buildRoom(level.world);
    const auto crate = level.box({1, 0, 1}, {2, 1, 2});
    VERIFY_OK(level.system.build("walker"));
    const auto before = level.live().contentHash();
    Edit edit;
    edit.swaps.push_back(swapTo(crate, TransformComponent{.position = {2, 0, 2}}));
    level.world.apply(edit);
    QVERIFY(level.live().contentHash() != before);
    level.world.apply(edit);
    level.system.update(0); // no worker is needed
    QCOMPARE(level.system.status("walker").dirty, std::size_t{0});
    QCOMPARE(level.system.mesh("walker")->contentHash(), before);
}

void TestNavmeshSystem::withoutLiveModeTilesStayDirty()
{
    LiveLevel level;
    buildRoom(level.world);
    VERIFY_OK(level.system.build("walker"));
    const auto before = level.live().contentHash();
    level.system.setLive(false);
    level.box({1, 0, 1}, {3, 1, 3});
    QCOMPARE(level.live().contentHash(), before);
    QVERIFY(level.system.status("walker").dirty > 0);
    VERIFY_OK(level.system.build("walker"));
    QVERIFY(level.live().contentHash() != before);
    QCOMPARE(level.system.status("walker").dirty, std::size_t{0});
    level.system.buildTiles("walker", {level.live().tiles().begin()->first});
    static_cast<void>(level.live());
    QCOMPARE(level.system.status("walker").lastTiles, std::size_t{1});
}

void TestNavmeshSystem::boundsVolumesReachEveryTile()
{
    LiveLevel level;
    level.box({-30, -1, -30}, {30, 0, 30});
    VERIFY_OK(level.system.build("walker"));
    const auto whole = groundArea(level.live());
    const auto volume =
        level.place({20, 0, 20}, NavVolume{{8, 4, 8}, NavVolumeRole::Bounds, NavArea::Ground});
    QVERIFY(groundArea(level.live()) < whole / 10);
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    level.set(volume, TransformComponent{.position = {-20, 0, 0}});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    level.remove(volume);
    QVERIFY(std::abs(groundArea(level.live()) - whole) < 0.01);
}

void TestNavmeshSystem::settingsAndAgentsBuildAnew()
{
    LiveLevel level;
    buildRoom(level.world);
    const auto agent = level.place({0, 0, 0}, NavAgent{}, "guard");
    QVERIFY(!level.system.build("walker"));
    VERIFY_OK(level.system.build("guard"));
    level.system.finish();
    const auto narrow = groundArea(*level.system.mesh("guard"));
    NavAgent wide;
    wide.radius = 0.8;
    level.set(agent, wide);
    level.system.finish();
    QVERIFY(groundArea(*level.system.mesh("guard")) < narrow);
    NavSettings settings;
    settings.cellSize = 0.3;
    level.set(SceneEntity, settings);
    level.system.finish();
    QCOMPARE(level.system.mesh("guard")->config().cellSize, 0.3);
    QCOMPARE(differenceFromFull(*level.system.mesh("guard"), level.world), std::string{});
}

void TestNavmeshSystem::settingsThatAllowNoMeshSaySoUntilTheyDo()
{
    LiveLevel level;
    buildRoom(level.world);
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.settings.cellSize = 2;
    level.set(SceneEntity, level.settings);
    level.system.finish();
    QVERIFY(has(level.system.status("walker").problem, "wider than the agent"));
    QCOMPARE(level.system.status("walker").dirty, std::size_t{0}); // the mesh of before stays
    level.box({1, 0, 1}, {2, 1, 2});
    level.system.finish();
    QVERIFY(has(level.system.status("walker").problem, "wider than the agent"));

    World copy{level.world};
    NavmeshSystem second{{}, 1};
    copy.addSystem(second);
    second.startFrom(level.system);
    QVERIFY(has(second.status("walker").problem, "wider than the agent"));
    copy.removeSystem(second);

    level.settings.cellSize = 0;
    level.set(SceneEntity, level.settings);
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QCOMPARE(level.system.status("walker").problem, std::string{});
}

void TestNavmeshSystem::agentsThatAllowNoMeshSaySoAtOnce()
{
    LiveLevel level;
    buildRoom(level.world);
    level.settings.cellSize = 0.3;
    level.set(SceneEntity, level.settings);
    const auto agent = level.place({0, 0, 0}, NavAgent{}, "guard");
    VERIFY_OK(level.system.build("guard"));
    level.system.finish();
    int told = 0;
    const auto connection = level.system.changed.connect([&](const std::string&) { ++told; });
    NavAgent thin;
    thin.radius = 0.1;
    level.set(agent, thin);
    level.system.update(0);
    QVERIFY(has(level.system.status("guard").problem, "wider than the agent"));
    QCOMPARE(told, 1);
    level.set(agent, NavAgent{});
    level.system.update(0);
    QCOMPARE(level.system.status("guard").problem, std::string{});
    QCOMPARE(told, 2);
}

void TestNavmeshSystem::aLevelThatIsTooBigSaysSo()
{
    LiveLevel level;
    const auto floor = level.box({-20, -1, -20}, {20, 0, 20});
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.reshape(floor, {-40000, -1, -40000}, {40000, 0, 40000});
    level.system.finish();
    QVERIFY(level.system.status("walker").problem.find("tiles") != std::string::npos);
    level.reshape(floor, {-20, -1, -20}, {20, 0, 20});
    VERIFY_OK(level.system.build("walker"));
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QVERIFY(level.system.status("walker").problem.empty());
}

void TestNavmeshSystem::newPricesLeaveTheProblem()
{
    LiveLevel level;
    level.box({-40000, -1, -40000}, {40000, 0, 40000});
    const auto agent = level.place({0, 0, 0}, NavAgent{}, "guard");
    VERIFY_OK(level.system.build("guard"));
    level.system.finish();
    const auto problem = level.system.status("guard").problem;
    QVERIFY(has(problem, "tiles"));
    NavAgent dear;
    dear.waterCost = 7;
    level.set(agent, dear);
    level.system.finish();
    QCOMPARE(level.system.status("guard").problem, problem);
}

void TestNavmeshSystem::buildingWhatIsCurrentBuildsNoLaterEdit()
{
    LiveLevel level;
    buildRoom(level.world);
    VERIFY_OK(level.system.build("walker"));
    static_cast<void>(level.live());
    level.system.setLive(false);
    VERIFY_OK(level.system.build("walker"));
    const auto before = level.live().contentHash();
    level.box({1, 0, 1}, {3, 1, 3});
    QCOMPARE(level.live().contentHash(), before);
    level.system.buildTiles("walker", {}); // of none
    QCOMPARE(level.live().contentHash(), before);
    QVERIFY(level.system.status("walker").dirty > 0);
}

void TestNavmeshSystem::cancelLeavesTheRestDirty()
{
    LiveLevel level;
    buildLevel(level.world, 200);
    VERIFY_OK(level.system.build("walker"));
    level.system.update(0);
    level.system.cancel();
    level.system.finish();
    QVERIFY(level.system.status("walker").dirty > 0);
    QCOMPARE(level.system.status("walker").building, std::size_t{0});
    VERIFY_OK(level.system.build("walker"));
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshSystem::acceptedPricesReachTheMesh()
{
    LiveLevel level;
    buildRoom(level.world);
    const auto agent = level.place({0, 0, 0}, NavAgent{}, "guard");
    VERIFY_OK(level.system.build("guard"));
    level.system.finish();
    const auto revision = level.system.mesh("guard")->revision();
    NavAgent dear;
    dear.waterCost = 7;
    level.set(agent, dear);
    level.system.finish();
    QCOMPARE(level.system.mesh("guard")->config().profile.agent.waterCost, 7.0);
    QCOMPARE(level.system.mesh("guard")->revision(), revision); // nothing was built for it
}

void TestNavmeshSystem::obstaclesCutTheMeshWhereTheyRest()
{
    LiveLevel level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto door = level.place({0, 0, 0}, Mover{}, "door");
    const auto leaf = level.box({-1, 0, -1}, {1, 2, 1});
    level.set(leaf, Node{.name = "leaf", .parent = door});
    VERIFY_OK(level.system.build("walker"));
    const auto isGround = [&](const Vec3d& at) {
        return NavQuery{level.live()}.nearest(at, Vec3d{0.2}).has_value();
    };
    QVERIFY(isGround({0, 0, 0})); // what moves is no part of the mesh
    level.set(door, NavObstacle{.cutsMesh = true});
    QVERIFY(!isGround({0, 0, 0}));
    const auto post = level.place({5, 0, 5}, NavObstacle{.radius = 0.8, .cutsMesh = true});
    QVERIFY(!isGround({5, 0, 5}));
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});

    level.system.setSettleTime(0.2);
    level.set(door, TransformComponent{.position = {-5, 0, 0}});
    level.set(post, TransformComponent{.position = {5, 0, -5}});
    QVERIFY(isGround({0, 0, 0}) && isGround({5, 0, 5})); // gone at once
    QVERIFY(isGround({-5, 0, 0}) && isGround({5, 0, -5}));
    level.system.passTime(0.1);
    level.set(door, TransformComponent{.position = {-6, 0, 0}});
    QVERIFY(isGround({-6, 0, 0}));
    level.system.passTime(0.15);
    QVERIFY(!isGround({5, 0, -5}));
    QVERIFY(isGround({-6, 0, 0})); // it moved a moment ago
    level.system.passTime(0.1);
    QVERIFY(!isGround({-6, 0, 0}));
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    level.set(door, NavObstacle{});
    QVERIFY(isGround({-6, 0, 0}));
}

void TestNavmeshSystem::onlyWhatAMoverCarriesIsFollowed()
{
    LiveLevel level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto lift = level.place({0, 0, 0}, Mover{}, "lift");
    const auto leaf = level.box({-1, 0, -1}, {1, 2, 1});
    level.set(leaf, Node{.name = "leaf", .parent = lift});
    VERIFY_OK(level.system.build("walker"));
    const auto built = level.live().revision();
    level.set(lift, TransformComponent{.position = {3, 0, 0}});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QCOMPARE(level.system.mesh("walker")->revision(), built);
    // From the moment on that it carries something.
    const auto link = level.place({0, 0, 0}, linkTo({4, 0, 0}));
    level.set(link, Node{.name = "link", .parent = lift});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    level.set(lift, TransformComponent{.position = {-5, 0, 3}});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
    QVERIFY(level.system.mesh("walker")->revision() != built);
    level.remove(link);
    level.set(lift, TransformComponent{.position = {-5, 0, 5}});
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

void TestNavmeshSystem::aHugeObstacleThatMovesIsLeftOutUntilItRests()
{
    LiveLevel level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto post = level.place({0, 0, 0}, NavObstacle{.radius = 3000, .cutsMesh = true});
    VERIFY_OK(level.system.build("walker"));
    QCOMPARE(groundArea(level.live()), 0.0);
    level.system.setSettleTime(0.2);
    level.set(post, TransformComponent{.position = {1, 0, 0}});
    level.system.update(0);
    QVERIFY(level.system.isGathering()); // it reached over too many tiles to follow each
    QCOMPARE(level.system.scene().count(), std::size_t{1});
    QVERIFY(!level.system.isGathering());
    QVERIFY(groundArea(level.live()) > 300);
    level.system.passTime(0.3);
    QCOMPARE(groundArea(level.live()), 0.0);
    QCOMPARE(differenceFromFull(level.live(), level.world), std::string{});
}

PLAIN_TEST(TestNavmeshSystem)
} // namespace tst_navmesh_system

#include "tst_navmesh_system.moc"
