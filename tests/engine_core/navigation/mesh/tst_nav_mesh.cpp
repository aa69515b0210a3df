#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <algorithm>

namespace tst_nav_mesh
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A model of given triangles under every name.
struct OneModel final : MeshSource
{
    std::shared_ptr<const MeshShape> shape;

    explicit OneModel(const std::vector<Vec3f>& corners)
    {
        Mesh mesh;
        for (const auto& corner : corners) {
            mesh.indices.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
            mesh.vertices.push_back({corner, {}, {}, {}, {}});
        }
        shape = std::make_shared<const MeshShape>(std::move(mesh));
    }

    std::shared_ptr<const MeshShape> mesh(const std::string&) const override { return shape; }
};

std::optional<NavPoint> groundAt(const NavMesh& mesh, const Vec3d& place)
{
    return NavQuery{mesh}.nearest(place, {0.2, 0.3, 0.2});
}
} // namespace

class TestNavMesh : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aRoomWithACeilingIsWalkedOnItsFloor();
    void nobodyWalksInsideOfSolids();
    void storeysLieAboveEachOther();
    void stepsAndSlopesFollowTheAgent_data();
    void stepsAndSlopesFollowTheAgent();
    void tilesMeetWithoutGaps();
    void doorsAreOpenWhereverTheyStand_data();
    void doorsAreOpenWhereverTheyStand();
    void materialsBrushesAndVolumesGiveAreas();
    void blockedVolumesAndObstaclesKeepTheRadiusClear();
    void boundsVolumesLimitTheMesh();
    void movingIgnoredAndOmittedThingsAreNotThere();
    void curvedPatchesCarryAndBlock();
    void modelsCarryAndBlock();
    void plantsThatBlockAreWalkedAround();
    void anyNumberOfThreadsBuildsTheSame();
    void equalScenesHaveEqualInputs();
    void lookingForOldTilesEndsWithItsJob();
    void measuresThatCannotBeAreRefused();
    void cancelLeavesNothing();
    void islandsAreSortedBySize();
    void polygonsAreFoundByTheirReference();
    void theListOfTilesIsKeptAndFollows();
};

void TestNavMesh::aRoomWithACeilingIsWalkedOnItsFloor()
{
    NavFixture level;
    buildRoom(level.world);
    const auto mesh = level.mesh();
    // 16 m wide, and the middle of the agent stays its radius away from the walls.
    const double side = 16 - 2 * level.agent.radius;
    QVERIFY(std::abs(groundArea(mesh) / (side * side) - 1) < 0.03 ||
            NavIslands{mesh}.all().size() == 2); // the roof is ground, too
    const auto floor = groundAt(mesh, {3, 0, -5});
    QVERIFY(floor.has_value());
    QVERIFY(std::abs(floor->position.y) < 0.1);
    QVERIFY(!groundAt(mesh, {7.9, 0, 0}));
    QVERIFY(leads(mesh, {-7, 0, -7}, {7, 0, 7}));
}

void TestNavMesh::nobodyWalksInsideOfSolids()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.box({-4, -0.5, -4}, {4, 6, 4}); // high enough to stand in, and sunk into the floor
    const auto mesh = level.mesh();
    QVERIFY(!groundAt(mesh, {0, 0, 0}));
    QVERIFY(!groundAt(mesh, {2, 0, -2}));
    QVERIFY(groundAt(mesh, {0, 6, 0}).has_value());
    QVERIFY(groundAt(mesh, {7, 0, 7}).has_value());
    // A solid that is not a box.
    const auto column = makeShape(ShapeKind::Cylinder, {{-8, -0.3, 5}, {-5, 5, 8}}, {});
    VERIFY_OK(column);
    level.set(level.box({20, 0, 20}, {21, 1, 21}),
              BrushComponent{std::make_shared<const Brush>(column->front())});
    QVERIFY(!groundAt(level.mesh(), {-6.5, 0, 6.5}));
    QVERIFY(groundAt(level.mesh(), {-6.5, 5, 6.5}).has_value());
}

void TestNavMesh::storeysLieAboveEachOther()
{
    NavFixture level;
    level.box({-5, -1, -5}, {5, 0, 5});
    level.box({-5, 3, -5}, {5, 3.25, 5});
    level.box({-5, 6, -5}, {5, 6.25, 5});
    const auto mesh = level.mesh();
    QCOMPARE(NavIslands{mesh}.all().size(), std::size_t{3});
    for (const double height : {0.0, 3.25, 6.25}) {
        const auto at = groundAt(mesh, {1, height, 1});
        QVERIFY(at.has_value());
        QVERIFY(std::abs(at->position.y - height) < 0.1);
    }
}

void TestNavMesh::stepsAndSlopesFollowTheAgent_data()
{
    QTest::addColumn<double>("step");
    QTest::addColumn<bool>("climbs");
    QTest::newRow("flat") << 0.01 << true;
    QTest::newRow("below the limit") << 0.3 << true;
    QTest::newRow("at the limit") << 0.35 << true;
    QTest::newRow("above the limit") << 0.45 << false;
    QTest::newRow("far above") << 1.0 << false;
}

void TestNavMesh::stepsAndSlopesFollowTheAgent()
{
    QFETCH(double, step);
    QFETCH(bool, climbs);
    NavFixture level;
    level.box({-5, -1, -3}, {0, 0, 3});
    level.box({0, -1, -3}, {5, step, 3});
    QCOMPARE(leads(level.mesh(), {-3, 0, 0}, {3, step, 0}), climbs);
}

void TestNavMesh::tilesMeetWithoutGaps()
{
    NavFixture level;
    level.settings.tileSize = 32;
    level.box({-40, -1, -40}, {40, 0, 40});
    const auto mesh = level.mesh();
    QVERIFY(mesh.tiles().size() > 100);
    QCOMPARE(NavIslands{mesh}.all().size(), std::size_t{1});
    const double side = 80 - 2 * level.agent.radius;
    QVERIFY(std::abs(groundArea(mesh) / (side * side) - 1) < 0.01);
    const auto path = NavQuery{mesh}.findPath({-39, 0, -39}, {39, 0, 39});
    QVERIFY(path.found);
    QVERIFY(std::abs(path.length / (78 * std::sqrt(2.0)) - 1) < 0.001);
}

void TestNavMesh::doorsAreOpenWhereverTheyStand_data()
{
    QTest::addColumn<double>("turn"); // degrees
    QTest::addColumn<double>("cells");
    for (const double turn : {0.0, 90.0})
        for (const double cells : {8.0, 8.57})
            QTest::addRow("%g degrees, %g cells", turn, cells) << turn << cells;
    for (const double turn : {10.0, 22.5, 30.0, 45.0})
        QTest::addRow("%g degrees, 10 cells", turn) << turn << 10.0;
}

void TestNavMesh::doorsAreOpenWhereverTheyStand()
{
    QFETCH(const double, turn);
    QFETCH(const double, cells);
    for (int i = 0; i < 10; ++i) {
        const double at = i * 0.037; // over more than two cells
        NavFixture level;
        const double half = cells * level.config().cellSize / 2;
        level.box({-8, -1, -8}, {8, 0, 8});
        const auto turned = glm::angleAxis(radians(turn), Vec3d{0, 1, 0});
        for (const double side : {-1.0, 1.0}) {
            const auto wall = level.box({-0.125, 0, side < 0 ? -9 : half},
                                        {0.125, 3, side < 0 ? -half : 9}, "wall");
            level.set(wall, TransformComponent{.position = {at, 0, at / 2}, .rotation = turned});
        }
        const auto across = turned * Vec3d{3, 0, 0};
        QVERIFY2(leads(level.mesh(), -across, across), qPrintable(QString::number(at)));
    }
}

void TestNavMesh::materialsBrushesAndVolumesGiveAreas()
{
    NavFixture level;
    const Name grass{"Materials/grass"};
    addBox(level.world, {-10, -1, -10}, {0, 0, 10}, "meadow", grass);
    const auto dock = level.box({0, -1, -10}, {10, 0, 10}, "dock");
    level.set(dock, NavSurface{NavUse::Surface, NavArea::Door});
    level.place({0, 0, 8}, NavVolume{{8, 2, 2}, NavVolumeRole::Area, NavArea::Water});
    NavSettings settings;
    settings.grassMaterials = "Materials/moss, Materials/grass";
    level.set(SceneEntity, settings);
    const auto mesh = level.mesh();
    const NavQuery query{mesh};
    const auto areaAt = [&](const Vec3d& place) {
        const auto at = query.nearest(place);
        return at ? query.areaOf(at->polygon) : NavArea::Blocked;
    };
    QCOMPARE(areaAt({-5, 0, -5}), NavArea::Grass);
    QCOMPARE(areaAt({5, 0, -5}), NavArea::Door);
    QCOMPARE(areaAt({0, 0, 8}), NavArea::Water);
    // Who does not enter water has to go around, and its way costs what grass costs.
    NavAgent dry;
    dry.waterCost = 0;
    dry.grassCost = 3;
    const NavQuery other{mesh, NavFilter::of(dry)};
    const auto path = other.findPath({-9, 0, -5}, {-1, 0, -5});
    QVERIFY(path.found);
    QVERIFY(path.cost >= 2.99 * path.length && path.cost < 4 * path.length);
    const auto to = other.nearest({0, 0, 8});
    QVERIFY(!to || other.areaOf(to->polygon) != NavArea::Water);
}

void TestNavMesh::blockedVolumesAndObstaclesKeepTheRadiusClear()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.place({0, 0, 0}, NavVolume{{4, 2, 4}, NavVolumeRole::Area, NavArea::Blocked});
    const auto stone = level.box({5, 0, 5}, {8, 0.2, 8});
    level.set(stone, NavSurface{NavUse::Obstacle, NavArea::Ground});
    const auto mesh = level.mesh();
    QVERIFY(!groundAt(mesh, {0, 0, 0}));
    QVERIFY(!NavQuery{mesh}.nearest({2.1, 0, 0}, {0.05, 0.3, 0.05}));
    QVERIFY(groundAt(mesh, {3, 0, 0}).has_value());
    QVERIFY(!groundAt(mesh, {6.5, 0.2, 6.5}));
}

void TestNavMesh::boundsVolumesLimitTheMesh()
{
    NavFixture level;
    level.box({-30000, -1, -30000}, {30000, 0, 30000});
    const auto tooBig = level.build();
    QVERIFY(!tooBig);
    QVERIFY(tooBig.error().message().find("bounds volumes") != std::string::npos);
    level.place({100, 0, 100}, NavVolume{{20, 4, 20}, NavVolumeRole::Bounds, NavArea::Ground});
    const auto mesh = level.mesh();
    QVERIFY(mesh.tiles().size() <= 16);
    QVERIFY(std::abs(groundArea(mesh) / 400 - 1) < 0.05);
    QVERIFY(groundAt(mesh, {95, 0, 105}).has_value());
    QVERIFY(!groundAt(mesh, {85, 0, 105}));
}

void TestNavMesh::movingIgnoredAndOmittedThingsAreNotThere()
{
    NavFixture level;
    level.box({-10, -1, -3}, {10, 0, 3});
    const auto wall = level.box({-0.25, 0, -3}, {0.25, 3, 3}, "door");
    QVERIFY(!leads(level.mesh(), {-5, 0, 0}, {5, 0, 0}));
    level.set(wall, Mover{});
    QVERIFY(leads(level.mesh(), {-5, 0, 0}, {5, 0, 0}));
    const auto other = level.box({2, 0, -3}, {2.5, 3, 3}, "curtain");
    QVERIFY(!leads(level.mesh(), {-5, 0, 0}, {5, 0, 0}));
    level.set(other, NavSurface{NavUse::Ignored, NavArea::Ground});
    QVERIFY(leads(level.mesh(), {-5, 0, 0}, {5, 0, 0}));
}

void TestNavMesh::curvedPatchesCarryAndBlock()
{
    NavFixture level;
    const auto floor = addPatch(level.world, PatchShape::Flat, {{-4, 2, -4}, {4, 2, 4}});
    QVERIFY(groundAt(level.mesh(), {1, 2, 1}).has_value());
    addPatch(level.world, PatchShape::Cylinder, {{0, 2, 0}, {2, 5, 2}});
    const auto mesh = level.mesh();
    QVERIFY(groundAt(mesh, {-2, 2, -2}).has_value());
    QVERIFY(!groundAt(mesh, {0.1, 2, 1}));
    auto patch = *level.world.get<CurvedPatch>(floor);
    patch.collides = false;
    level.set(floor, patch);
    QVERIFY(!groundAt(level.mesh(), {-2, 2, -2}));
}

void TestNavMesh::modelsCarryAndBlock()
{
    // A plate of two triangles, and degenerate ones that nobody can use.
    const OneModel model{{{-4, 0, -4},
                          {-4, 0, 4},
                          {4, 0, 4},
                          {-4, 0, -4},
                          {4, 0, 4},
                          {4, 0, -4},
                          {1, 1, 1},
                          {1, 1, 1},
                          {1, 1, 1},
                          {0, 0, 0},
                          {1, 0, 0},
                          {2, 0, 0}}};
    NavFixture level;
    level.world.setMeshes(&model);
    const auto plate = level.place({0, 2, 0}, MeshInstance{{"plate.glb"}, true, true});
    auto mesh = level.mesh();
    QVERIFY(groundAt(mesh, {1, 2, 1}).has_value());
    QVERIFY(std::abs(groundArea(mesh) / (7.2 * 7.2) - 1) < 0.05);
    TransformComponent mirrored{.position = {0, 2, 0}};
    mirrored.scale = {-1, 1, 1};
    level.set(plate, mirrored);
    QVERIFY(groundAt(level.mesh(), {1, 2, 1}).has_value());
    mirrored.scale = {1, -1, 1}; // now it is a ceiling
    level.set(plate, mirrored);
    QVERIFY(!groundAt(level.mesh(), {1, 2, 1}));
    level.set(plate, MeshInstance{{"plate.glb"}, false, true});
    QCOMPARE(level.mesh().polygonCount(), std::size_t{0});
}

void TestNavMesh::plantsThatBlockAreWalkedAround()
{
    NavFixture level;
    level.box({-10, -1, -10}, {10, 0, 10});
    const auto layer = level.place({0, 0, 0}, FoliageLayer{});
    FoliageType type;
    type.kind = FoliageKind::Billboard;
    type.size = {8, 4}; // a trunk of 1 m radius
    type.blocksNavmesh = true;
    const auto kind = level.place({0, 0, 0}, type);
    level.set(kind, Node{.name = "tree", .parent = layer});
    FoliageEdit edit{nullptr};
    FoliageInstance tree;
    tree.position = {3, 0, 3};
    edit.add(tree);
    level.set(layer, FoliagePlacement{edit.finish()});
    QVERIFY(!groundAt(level.mesh(), {3, 0, 3}));
    QVERIFY(groundAt(level.mesh(), {5, 0, 3}).has_value());
    type.blocksNavmesh = false;
    level.set(kind, type);
    QVERIFY(groundAt(level.mesh(), {3, 0, 3}).has_value());
}

void TestNavMesh::anyNumberOfThreadsBuildsTheSame()
{
    NavFixture level;
    buildLevel(level.world, 200);
    const auto one = level.build(1);
    VERIFY_OK(one);
    for (const unsigned threads : {2U, 5U}) {
        const auto more = level.build(threads);
        VERIFY_OK(more);
        QCOMPARE(more->mesh.contentHash(), one->mesh.contentHash());
        QCOMPARE(more->report.inputs, one->report.inputs);
    }
    QVERIFY(one->mesh.polygonCount() > 100);
    QVERIFY(one->report.problems.empty());
    QVERIFY(one->report.trianglesIn >= std::size_t{200 * 12});
}

void TestNavMesh::equalScenesHaveEqualInputs()
{
    NavFixture level;
    buildRoom(level.world);
    const auto built = level.build();
    VERIFY_OK(built);
    const auto same = hashOfInputs(level.config(), NavScene{level.world});
    VERIFY_OK(same);
    QCOMPARE(*same, built->report.inputs);
    const auto crate = level.box({1, 0, 1}, {2, 1, 2});
    QVERIFY(*hashOfInputs(level.config(), NavScene{level.world}) != built->report.inputs);
    const auto stale = staleTiles(built->mesh, NavScene{level.world});
    VERIFY_OK(stale);
    QVERIFY(!stale->empty() && stale->size() <= 4);
    level.remove(crate);
    QCOMPARE(*hashOfInputs(level.config(), NavScene{level.world}), built->report.inputs);
    QVERIFY(staleTiles(built->mesh, NavScene{level.world})->empty());
}

void TestNavMesh::lookingForOldTilesEndsWithItsJob()
{
    NavFixture level;
    buildRoom(level.world);
    const NavTileInputs nothing{level.config(), {}};
    const NavScene scene{level.world};
    JobControl control;
    QVERIFY(!staleTiles(nothing, scene, &control)->empty());
    control.cancel();
    QVERIFY(staleTiles(nothing, scene, &control)->empty());
    QVERIFY(groundTiles(level.config(), scene, &control)->empty());
}

void TestNavMesh::measuresThatCannotBeAreRefused()
{
    NavAgent agent;
    NavSettings settings;
    settings.cellSize = 2;
    QVERIFY(!makeNavConfig({"walker", agent, {}}, settings));
    settings.cellSize = 0.01;
    agent.radius = 9;
    QVERIFY(!makeNavConfig({"giant", agent, {}}, settings));
    World world;
    QVERIFY(findNavProfile(world, ""));
    const auto unknown = findNavProfile(world, "cat");
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message().find("'walker'") != std::string::npos);
}

void TestNavMesh::cancelLeavesNothing()
{
    NavFixture level;
    buildLevel(level.world, 100);
    JobControl control;
    control.cancel();
    const auto built = buildNavMesh(level.config(), NavScene{level.world}, {2}, control);
    QVERIFY(!built);
    QVERIFY(built.error().message().find("cancelled") != std::string::npos);
}

void TestNavMesh::islandsAreSortedBySize()
{
    NavFixture level;
    level.box({0, -1, 0}, {4, 0, 4});
    level.box({10, -1, 0}, {20, 0, 10});
    level.box({30, -1, 0}, {37, 0, 7});
    const auto mesh = level.mesh();
    const NavIslands islands{mesh};
    QCOMPARE(islands.all().size(), std::size_t{3});
    QVERIFY(islands.all()[0].area > islands.all()[1].area);
    QVERIFY(islands.all()[1].area > islands.all()[2].area);
    const auto at = groundAt(mesh, {33, 0, 3});
    QVERIFY(at.has_value());
    QCOMPARE(islands.of(at->polygon), std::optional<std::size_t>{1});
    for (std::size_t i = 0; i < 3; ++i) {
        const auto place = groundAt(mesh, islands.all()[i].place);
        QVERIFY(place.has_value());
        QCOMPARE(islands.of(place->polygon), std::optional{i});
    }
    QVERIFY(!islands.of(0));
}

void TestNavMesh::polygonsAreFoundByTheirReference()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    level.box({4, 0, 4}, {6, 3, 6});
    level.box({22, -1, -5}, {30, 0, 5});
    level.place({19, 0, 1}, linkTo({4, 0, 0}));
    auto mesh = level.mesh();
    const auto all = mesh.polygons();
    QVERIFY(all.size() > 16);
    for (const auto& each : all) {
        const auto found = mesh.polygon(each.ref);
        QVERIFY(found.has_value());
        QCOMPARE(found->ref, each.ref);
        QVERIFY(found->area == each.area && found->tile == each.tile);
        QVERIFY(found->corners == each.corners);
    }
    QVERIFY(!mesh.polygon(0));
    const auto links = mesh.links();
    QCOMPARE(links.size(), std::size_t{1});
    QVERIFY(!mesh.polygon(links[0].ref)); // it is no ground
    VERIFY_OK(mesh.setTile(mesh.tiles().at(all.front().tile)));
    QVERIFY(!mesh.polygon(all.front().ref));
    QVERIFY(mesh.polygon(all.back().ref).has_value());
}

void TestNavMesh::theListOfTilesIsKeptAndFollows()
{
    NavFixture level;
    level.box({-20, -1, -20}, {20, 0, 20});
    auto mesh = level.mesh();
    const auto isOf = [](const NavTileList& list, const NavMesh& of) {
        return std::equal(list->begin(), list->end(), of.tiles().begin(), of.tiles().end(),
                          [](const auto& tile, const auto& each) { return tile == each.second; });
    };
    QCOMPARE(mesh.tileList()->size(), std::size_t{16});
    QVERIFY(isOf(mesh.tileList(), mesh));
    const auto anotherAt = [&](TileCoord coord) {
        return std::make_shared<const NavTile>(*mesh.tiles().at(coord));
    };
    const auto first = mesh.tiles().begin()->first;
    const auto last = std::prev(mesh.tiles().end())->first;

    const auto* kept = mesh.tileList().get();
    VERIFY_OK(mesh.setTile(anotherAt(first)));
    VERIFY_OK(mesh.setTile(anotherAt(last)));
    QVERIFY(mesh.tileList().get() == kept); // nobody held it, so it was not made anew
    QVERIFY(isOf(mesh.tileList(), mesh));

    const auto held = mesh.tileList();
    const auto before = *held;
    VERIFY_OK(mesh.setTile(anotherAt(last)));
    QVERIFY(*held == before); // what a job holds stays as it is
    QVERIFY(mesh.tileList() != held && isOf(mesh.tileList(), mesh));

    const auto gone = mesh.tiles().at(first);
    mesh.removeTile(first);
    QVERIFY(isOf(mesh.tileList(), mesh));
    mesh.removeTile(first); // it is gone already
    QVERIFY(isOf(mesh.tileList(), mesh));
    VERIFY_OK(mesh.setTile(gone));
    QVERIFY(isOf(mesh.tileList(), mesh));
    VERIFY_OK(mesh.setTiles({gone}));
    QCOMPARE(mesh.tileList()->size(), std::size_t{1});
    QVERIFY(isOf(mesh.tileList(), mesh));
}

PLAIN_TEST(TestNavMesh)
} // namespace tst_nav_mesh

#include "tst_nav_mesh.moc"
