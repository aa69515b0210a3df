#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>

namespace tst_nav_hostile
{
using namespace engine;
using namespace mapwright::test;

class TestNavHostile : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void anEmptyLevelIsAnEmptyMesh();
    void aHugeBrushIsRefusedAtOnce();
    void outsideOfTheWorldAreNoTiles();
    void aTallAndDeepLevelKeepsItsGround();
    void manyTinyBrushesAreBuilt();
    void manyPlatesAboveEachOtherAreSurvived();
    void anAgentBiggerThanTheRoomFindsNoGround();
    void rampsOfTheAgentsSlopeAreGround_data();
    void rampsOfTheAgentsSlopeAreGround();
    void automaticCellsAreWithinReason();
    void farFromTheOriginTheMeshIsTheSame();
    void filesComeBackBitByBit();
    void damagedFilesAreRefused();
    void filesOfOtherMeasuresAreRefused();
};

void TestNavHostile::anEmptyLevelIsAnEmptyMesh()
{
    const NavFixture level;
    const auto built = level.build();
    VERIFY_OK(built);
    QCOMPARE(built->mesh.polygonCount(), std::size_t{0});
    QCOMPARE(built->report.tiles, std::size_t{0});
    QVERIFY(NavIslands{built->mesh}.all().empty());
    const NavQuery query{built->mesh};
    const auto path = query.findPath({0, 0, 0}, {5, 0, 5});
    QVERIFY(!path.found && !path.start && !path.goal);
    QVERIFY(!query.raycast({0, 0, 0}, {1, 0, 0}));
    QVERIFY(!query.wallDistance({0, 0, 0}, 5));
    QVERIFY(!query.reachable({0, 0, 0}, 5));
    QVERIFY(!query.nearest({std::nan(""), 0, 0}));
}

void TestNavHostile::aHugeBrushIsRefusedAtOnce()
{
    NavFixture level;
    level.box({-60000, -60000, -60000}, {60000, 0, 60000});
    const auto built = level.build(2);
    QVERIFY(!built);
    QVERIFY(built.error().message().find("16384") != std::string::npos);
    for (int i = 0; i < 300; ++i)
        level.box({-60000, 1.0 + i, -60000}, {60000, 1.5 + i, 60000});
    QVERIFY(!level.build(2));
}

void TestNavHostile::outsideOfTheWorldAreNoTiles()
{
    const NavFixture level;
    const auto config = level.config();
    for (const double far : {1e6, 1e15, 1e20, 1e300}) {
        Aabb box;
        box.add({far, 0, 0});
        QVERIFY(tilesReachedBy(config, box).empty());
        box.add({0, 0, 0}); // too many
        QVERIFY(tilesReachedBy(config, box).empty());
    }
    Aabb edge;
    edge.add({WorldLimit, 0, -WorldLimit});
    QVERIFY(!tilesReachedBy(config, edge).empty());
}

void TestNavHostile::aTallAndDeepLevelKeepsItsGround()
{
    NavFixture level;
    level.box({-5, -50000, -5}, {5, 0, 5}); // a pillar from the deep
    level.box({-5, 0, 4}, {5, 50000, 5});   // with a wall up to the sky
    const auto built = level.build();
    VERIFY_OK(built);
    const NavQuery query{built->mesh};
    const auto ground = query.nearest({0, 0, 0});
    QVERIFY(ground.has_value());
    QVERIFY(std::abs(ground->position.y) < 0.1);
    // The top of the wall is out of reach for one tile, which says so.
    QVERIFY(!built->report.problems.empty());
    QVERIFY(built->report.problems.front().find("cell height") != std::string::npos);
}

void TestNavHostile::manyTinyBrushesAreBuilt()
{
    NavFixture level;
    level.box({0, -1, 0}, {40, 0, 40});
    Dice dice{7};
    for (int i = 0; i < 100000; ++i) {
        const Vec3d at{dice.between(0, 39), dice.between(0, 3), dice.between(0, 39)};
        level.box(at, at + 0.02);
    }
    const auto built = level.build(2);
    VERIFY_OK(built);
    QVERIFY(built->mesh.tiles().size() <= 25);
    JobControl control;
    control.cancel();
    QVERIFY(!buildNavMesh(level.config(), NavScene{level.world}, {2}, control));
}

void TestNavHostile::manyPlatesAboveEachOtherAreSurvived()
{
    NavFixture level;
    level.agent.height = 0.5;
    for (int i = 0; i < 400; ++i)
        level.box({0, i * 0.7, 0}, {6, i * 0.7 + 0.05, 6});
    const auto built = level.build();
    VERIFY_OK(built);
    QVERIFY(!built->report.problems.empty());
    QVERIFY(built->report.problems.front().find("above each other") != std::string::npos);
}

void TestNavHostile::anAgentBiggerThanTheRoomFindsNoGround()
{
    NavFixture level;
    level.box({-2, -1, -2}, {2, 0, 2});
    level.agent.radius = 3;
    QCOMPARE(level.mesh().polygonCount(), std::size_t{0});
    NavFixture low;
    low.box({-5, -1, -5}, {5, 0, 5});
    low.box({-5, 1, -5}, {5, 1.5, 5});
    low.agent.height = 20;
    // On the roof it fits.
    const auto mesh = low.mesh();
    QVERIFY(!NavQuery{mesh}.nearest({0, 0, 0}, {0.5, 0.3, 0.5}));
    QVERIFY(NavQuery{mesh}.nearest({0, 1.5, 0}, {0.5, 0.3, 0.5}).has_value());
}

void TestNavHostile::rampsOfTheAgentsSlopeAreGround_data()
{
    QTest::addColumn<double>("radius");
    QTest::addColumn<double>("degrees");
    for (const double radius : {0.35, 0.5, 0.8, 1.2})
        for (const double degrees : {30.0, 36.0, 40.0, 44.0})
            QTest::addRow("%g m, %g degrees", radius, degrees) << radius << degrees;
}

void TestNavHostile::rampsOfTheAgentsSlopeAreGround()
{
    QFETCH(const double, radius);
    QFETCH(const double, degrees);
    NavFixture level;
    level.agent.radius = radius;
    constexpr double Rise = 4;
    const double length = Rise / std::tan(radians(degrees));
    level.box({-8, -1, -4}, {0, 0, 4});
    level.prism(std::array<Vec2d, 3>{Vec2d{0, 0}, {length, 0}, {length, Rise}}, -4, 4);
    level.box({length, Rise - 0.5, -4}, {length + 6, Rise, 4});
    QVERIFY(leads(level.mesh(), {-4, 0, 0}, {length + 3, Rise, 0}));
}

void TestNavHostile::automaticCellsAreWithinReason()
{
    NavFixture level;
    const auto cell = [&](double radius, double step, double slope) {
        level.agent.radius = radius;
        level.agent.stepHeight = step;
        level.agent.maxSlope = slope;
        return level.config().cellSize;
    };
    QCOMPARE(cell(0.35, 0.35, 45), 0.35 / 3); // the usual agent
    QCOMPARE(cell(0.8, 0.35, 45), 0.175);
    QCOMPARE(cell(0.8, 0.35, 20), 0.8 / 3);
    QCOMPARE(cell(0.8, 0.35, 0), 0.8 / 3);
    QCOMPARE(cell(0.8, 0.35, 89), 0.1);
    QCOMPARE(cell(0.8, 0.001, 45), 0.1);
    QCOMPARE(cell(0.8, 0, 45), 0.8 / 3); // no cell is small enough
    QCOMPARE(cell(0.03, 0.001, 45), 0.01);
}

void TestNavHostile::farFromTheOriginTheMeshIsTheSame()
{
    NavFixture near;
    const double size = near.config().tileSize();
    const auto fill = [](NavFixture& level, const Vec3d& at) {
        level.box(at + Vec3d{1, -1, 1}, at + Vec3d{9, 0, 9});
        level.box(at + Vec3d{3, 0, 3}, at + Vec3d{5, 3, 5});
    };
    fill(near, {0, 0, 0});
    NavFixture far;
    fill(far, Vec3d{5000, 0, -5000} * size);
    const auto a = near.mesh();
    const auto b = far.mesh();
    QCOMPARE(a.polygonCount(), b.polygonCount());
    QVERIFY(std::abs(groundArea(a) - groundArea(b)) < 0.5);
    const auto middle = Vec3d{5000, 0, -5000} * size;
    QVERIFY(leads(b, middle + Vec3d{2, 0, 2}, middle + Vec3d{8, 0, 8}));
}

void TestNavHostile::filesComeBackBitByBit()
{
    const QTemporaryDir folder;
    NavFixture level;
    buildLevel(level.world, 60);
    level.place({0, 0, 0}, linkTo({3, 0, 0}));
    const auto built = level.build();
    VERIFY_OK(built);
    const auto file =
        navMeshFileOf(fs::path{folder.path().toStdString()} / "hall.scene.json", "big/walker");
    QCOMPARE(file.filename().string(), std::string{"hall.big_walker.navmesh"});
    VERIFY_OK(saveNavMesh(built->mesh, built->report.inputs, file));
    const auto stored = loadNavMesh(file, level.config());
    VERIFY_OK(stored);
    QCOMPARE(stored->inputs, built->report.inputs);
    QCOMPARE(stored->mesh.contentHash(), built->mesh.contentHash());
    QCOMPARE(stored->mesh.polygonCount(), built->mesh.polygonCount());
    QVERIFY(staleTiles(stored->mesh, NavScene{level.world})->empty());
    QVERIFY(leads(stored->mesh, {-7, 0, -7}, {7, 0, 7}));
}

void TestNavHostile::damagedFilesAreRefused()
{
    const QTemporaryDir folder;
    NavFixture level;
    buildRoom(level.world);
    const auto built = level.build();
    VERIFY_OK(built);
    const auto file = fs::path{folder.path().toStdString()} / "x.navmesh";
    QVERIFY(!loadNavMesh(file, level.config()));
    VERIFY_OK(saveNavMesh(built->mesh, 1, file));
    const auto good = *readFile(file);
    Dice dice{3};
    constexpr std::size_t Head = 20 + 8; // magic and check sum
    for (int i = 0; i < 150; ++i) {
        auto bad = good;
        if (i % 3 == 0)
            bad.resize(dice.below(bad.size()));
        else
            for (std::size_t k = 0; k < 1 + dice.below(4); ++k)
                bad[Head + dice.below(bad.size() - Head)] = static_cast<char>(dice.below(256));
        VERIFY_OK(writeFileAtomically(file, bad));
        if (bad != good)
            QVERIFY(!loadNavMesh(file, level.config()));
        // With a check sum that matches, as a forger would write it: refused or harmless.
        if (bad.size() <= Head)
            continue;
        const auto sum = hashText(std::string_view{bad}.substr(Head));
        std::copy_n(reinterpret_cast<const char*>(&sum), sizeof sum, bad.begin() + 20); // NOLINT
        VERIFY_OK(writeFileAtomically(file, bad));
        if (const auto stored = loadNavMesh(file, level.config()))
            static_cast<void>(NavQuery{stored->mesh}.findPath({-7, 0, -7}, {7, 0, 7}));
    }
}

void TestNavHostile::filesOfOtherMeasuresAreRefused()
{
    const QTemporaryDir folder;
    NavFixture level;
    buildRoom(level.world);
    const auto built = level.build();
    VERIFY_OK(built);
    const auto file = fs::path{folder.path().toStdString()} / "x.navmesh";
    VERIFY_OK(saveNavMesh(built->mesh, built->report.inputs, file));
    level.agent.radius = 0.5;
    const auto stored = loadNavMesh(file, level.config());
    QVERIFY(!stored);
    QVERIFY(stored.error().message().find("other measures") != std::string::npos);
}

PLAIN_TEST(TestNavHostile)
} // namespace tst_nav_hostile

#include "tst_nav_hostile.moc"
