#include "engine_core/foliage/face_cache.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QtTest>

namespace tst_face_cache
{
using namespace engine;
using namespace mapwright::test;

namespace
{
using Allows = std::function<bool(const FoliageFace&)>;

/// Every face of every brush, with all that covers it.
std::optional<FoliageFace>
nearestOfAll(const FoliageFixture& level, const Vec3d& point, double reach, const Allows& allows)
{
    std::optional<FoliageFace> nearest;
    double least = reach;
    for (const auto brush : level.world.entities())
        for (auto& face : foliageFaces(level.world, level.index, brush)) {
            const double away = std::abs(face.plane.above(point));
            const auto foot = footOn(face, point);
            if (away > least || !face.contains(face.coordinatesOf(foot)) || !allows(face) ||
                face.isCovered(foot))
                continue;
            least = away;
            nearest = std::move(face);
        }
    return nearest;
}

bool isSame(const FoliageFace* found, const std::optional<FoliageFace>& expected)
{
    return (found != nullptr) == expected.has_value() &&
           (!expected || (found->brush == expected->brush && found->face == expected->face));
}
} // namespace

class TestFaceCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheSameAsLookingAtAllFaces();
    void staysOnTilesOfOnePlane();
};

void TestFaceCache::findsTheSameAsLookingAtAllFaces()
{
    Dice dice{7};
    const Allows any = [](const FoliageFace&) {
        return true;
    };
    const Allows level = [](const FoliageFace& face) {
        return face.slope() < 50;
    };
    std::size_t found = 0;
    std::size_t covered = 0;
    for (int round = 0; round < 10; ++round) {
        FoliageFixture fixture;
        for (int i = 0; i < 40; ++i)
            fixture.addBrush(randomBrush(dice, 8));
        FaceCache faces{fixture.world, fixture.index};
        for (int i = 0; i < 100; ++i) {
            const auto point = dice.chance(0.3) ? dice.gridPlace(9) : dice.place(9);
            const auto& allows = dice.chance(0.5) ? any : level;
            const double reach = dice.chance(0.3) ? 0.1 : 4.0;
            const auto* face = faces.nearest(point, reach, allows);
            QVERIFY(isSame(face, nearestOfAll(fixture, point, reach, allows)));
            found += face != nullptr ? 1U : 0U;
            if (face != nullptr && i % 10 == 0)
                for (const auto& each : foliageFaces(fixture.world, fixture.index, face->brush)) {
                    const auto foot = footOn(each, each.at((each.min + each.max) / 2.0));
                    covered += each.isCovered(foot) ? 1U : 0U;
                    QCOMPARE(isCovered(fixture.world, fixture.index, each, foot),
                             each.isCovered(foot));
                }
        }
    }
    QVERIFY(found > 100 && covered > 10);
}

void TestFaceCache::staysOnTilesOfOnePlane()
{
    FoliageFixture fixture;
    for (int x = 0; x < 12; ++x)
        for (int z = 0; z < 12; ++z)
            fixture.addGround({x * 0.5, z * 0.5}, 0.5);
    FaceCache faces{fixture.world, fixture.index};
    const Allows any = [](const FoliageFace&) {
        return true;
    };
    Dice dice{3};
    for (int i = 0; i < 60; ++i) {
        const Vec3d point{dice.between(-1, 7), dice.between(-2, 5), dice.between(-1, 7)};
        const auto* face = faces.nearest(point, 4, any);
        QVERIFY(isSame(face, nearestOfAll(fixture, point, 4, any)));
        if (face == nullptr)
            continue;
        FoliageInstance plant;
        plant.brush = static_cast<std::uint32_t>(face->brush.value);
        plant.face = static_cast<std::uint16_t>(face->face);
        QCOMPARE(faces.find(plant), face);
        plant.face = 6;
        QVERIFY(faces.find(plant) == nullptr);
    }
}

CORE_TEST(TestFaceCache)
} // namespace tst_face_cache

#include "tst_face_cache.moc"
