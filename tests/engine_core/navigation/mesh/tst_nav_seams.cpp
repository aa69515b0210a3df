#include "engine_core/navigation/survey/nav_islands.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <array>

namespace tst_nav_seams
{
using namespace engine;
using namespace mapwright::test;

/// What is joined where tiles meet.
class TestNavSeams : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void floorsAboveEachOtherStayApart_data();
    void floorsAboveEachOtherStayApart();
    void bridgesStayApartFromTheGroundBelow();
    void hillsMeetAcrossTiles();
};

void TestNavSeams::floorsAboveEachOtherStayApart_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("ceiling");
    QTest::addColumn<double>("upper");
    QTest::newRow("a cat") << 0.4 << 0.35 << 0.5 << 0.594;
    QTest::newRow("a dog") << 1.0 << 0.7 << 1.2 << 1.3;
    QTest::newRow("hardly more than a step") << 0.4 << 0.35 << 0.5 << 0.52;
    QTest::newRow("less than a step") << 0.3 << 0.5 << 0.4 << 0.45;
}

/// Detour joins borders of tiles that are up to two steps apart.
void TestNavSeams::floorsAboveEachOtherStayApart()
{
    QFETCH(double, height);
    QFETCH(double, step);
    QFETCH(double, ceiling);
    QFETCH(double, upper);
    NavFixture level;
    level.agent.radius = 0.15;
    level.agent.height = height;
    level.agent.stepHeight = step;
    level.box({-10, -1, -10}, {10, 0, 10});
    level.box({-10, ceiling, -10}, {10, upper, 10});
    auto mesh = level.mesh();
    QCOMPARE(NavIslands{mesh}.all().size(), std::size_t{2});
    const auto tiles = mesh.tiles();
    for (const auto& [coord, tile] : tiles) // exchanged one by one, too
        VERIFY_OK(mesh.setTile(tile));
    QCOMPARE(NavIslands{mesh}.all().size(), std::size_t{2});
}

void TestNavSeams::bridgesStayApartFromTheGroundBelow()
{
    NavFixture level;
    const double tile = level.config().tileSize();
    // Its ends are as near to the ground as Detour asks for, its middle is far above it.
    level.box({0, -1, -20}, {tile, 0, 20});
    const double middle = tile / 2;
    level.prism(std::array<Vec2d, 4>{Vec2d{1, 0}, {1.5, 0}, {middle, 3}, {middle, 3.3}}, -12, 12);
    level.prism(
        std::array<Vec2d, 4>{Vec2d{tile - 1, 0}, {middle, 3.3}, {middle, 3}, {tile - 1.5, 0}}, -12,
        12);
    const auto mesh = level.mesh();
    const auto lengthOf = [&](const Vec3d& from, const Vec3d& to) {
        const auto path = NavQuery{mesh}.findPath(from, to);
        return path.found ? path.length : 0;
    };
    QVERIFY(std::abs(lengthOf({middle, 0, -10}, {middle, 0, 10}) - 20) < 0.5);
    QVERIFY(std::abs(lengthOf({middle, 3.3, -10}, {middle, 3.3, 10}) - 20) < 0.5);
    QVERIFY(lengthOf({middle, 0, -10}, {middle, 3.3, 10}) > 21);
}

void TestNavSeams::hillsMeetAcrossTiles()
{
    NavFixture level;
    level.settings.tileSize = 32;
    for (int i = -10; i < 10; ++i) { // waves along x, as steep as one may walk, and a slope along z
        const double at = i * 4;
        const std::array<Vec2d, 4> outline{Vec2d{at - 2, -1}, {at + 2, -1}, {at + 2, 0}, {at, 1.9}};
        const std::array<Vec2d, 3> back{Vec2d{at - 2, -1}, {at, 1.9}, {at - 2, 0}};
        level.prism(outline, -20, 20);
        level.prism(back, -20, 20);
    }
    const auto mesh = level.mesh();
    QVERIFY(mesh.tiles().size() > 50);
    QCOMPARE(NavIslands{mesh}.all().size(), std::size_t{1});
}

PLAIN_TEST(TestNavSeams)
} // namespace tst_nav_seams

#include "tst_nav_seams.moc"
