#include "engine_core/foliage/foliage_scatter.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

#include <set>

namespace tst_foliage_scatter
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A plant every 1 / density m^2 with the given least distance, on all slopes.
FoliageType plainType(double density, double spacing)
{
    FoliageType type;
    type.mesh = {"plant"};
    type.density = density;
    type.spacing = spacing;
    type.slopeMax = 180;
    return type;
}

/// How far counts in equal cells are from an even spread, in units of its expected value: 1 for
/// points thrown at random, less for evenly spread ones (the chi-square statistic by its degrees of
/// freedom).
double clumping(std::span<const FoliageInstance> plants, double size, int cells, double shift)
{
    std::vector<int> counts(static_cast<std::size_t>(cells * cells), 0);
    for (const auto& plant : plants) {
        const auto cell = [&](float v) {
            const double at = (double{v} + shift) / size * cells;
            return ((static_cast<int>(std::floor(at)) % cells) + cells) % cells;
        };
        ++counts[static_cast<std::size_t>(cell(plant.position.z) * cells + cell(plant.position.x))];
    }
    const double expected = static_cast<double>(plants.size()) / (cells * cells);
    double sum = 0;
    for (const int count : counts)
        sum += (count - expected) * (count - expected) / expected;
    return sum / (cells * cells - 1);
}
} // namespace

class TestFoliageScatter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyBeginningOfTheTileKeepsItsDistance_data();
    void everyBeginningOfTheTileKeepsItsDistance();
    void growingDensityKeepsThePlantsThatStand();
    void densityAndSpacingAreHeldOnLargeFaces_data();
    void densityAndSpacingAreHeldOnLargeFaces();
    void plantsKeepTheirDistanceAcrossBrushesAndEdges();
    void nothingClumpsAtCellBorders();
    void scatteringAgainAddsNothing();
    void threadsMakeNoDifference();
    void slopeAndHeightAreExact();
    void placesBeyondASoftHeightBorderAreTooHighOrTooLow();
    void materialsAndLayersAreRespected();
    void coveredPlacesStayBare();
    void kindsShareTheGround();
    void standsOnTheFaceItNames();
};

void TestFoliageScatter::everyBeginningOfTheTileKeepsItsDistance_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {2, 17, 100, 1025, 2048, 4096})
        QTest::addRow("%d points", count) << count;
}

void TestFoliageScatter::everyBeginningOfTheTileKeepsItsDistance()
{
    QFETCH(int, count);
    const auto& tile = PointTile::shared();
    std::vector<Vec2d> points;
    for (const auto* p = tile.bucketBegin(0);
         p != tile.bucketEnd(PointTile::Buckets * PointTile::Buckets - 1); ++p)
        if (p->rank < count)
            points.emplace_back(p->x, p->y);
    QCOMPARE(points.size(), static_cast<std::size_t>(count));
    double least = 2;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i + 1; j < points.size(); ++j) {
            auto apart = glm::abs(points[i] - points[j]);
            apart = glm::min(apart, PointTile::Side - apart); // it fits to itself
            least = std::min(least, glm::length(apart) / PointTile::Side);
        }
    const auto number = static_cast<std::uint32_t>(count);
    QVERIFY(std::abs(least - tile.spacingOf(number)) < 1e-9);
    // Evenly: no worse than two thirds of what the number allows at all.
    QVERIFY2(tile.spacingOf(number) * std::sqrt(count) > 0.6,
             qPrintable(QString::number(tile.spacingOf(number) * std::sqrt(count))));
}

void TestFoliageScatter::growingDensityKeepsThePlantsThatStand()
{
    FoliageFixture thin, dense;
    auto type = plainType(0.5, 0);
    type.slopeMax = 45; // the top alone: along edges plants of two faces keep their distance, too
    thin.addType(type);
    type.density = 0.9;
    dense.addType(type);
    const auto few = thin.scatter(std::array{thin.addGround({0, 0}, 100)}).instances;
    const auto many = dense.scatter(std::array{dense.addGround({0, 0}, 100)}).instances;
    std::size_t found = 0;
    for (const auto& plant : few)
        found += static_cast<std::size_t>(
            std::any_of(many.begin(), many.end(), [&](const FoliageInstance& other) {
                return other.position == plant.position && other.seed == plant.seed;
            }));
    QVERIFY(few.size() > 1000 && few.size() < many.size());
    QCOMPARE(found, few.size());
}

void TestFoliageScatter::densityAndSpacingAreHeldOnLargeFaces_data()
{
    QTest::addColumn<double>("density");
    QTest::addColumn<double>("spacing");
    QTest::addColumn<double>("expected");
    QTest::newRow("no spacing") << 1.0 << 0.0 << 1.0;
    QTest::newRow("room to spare") << 3.0 << 0.2 << 3.0;
    QTest::newRow("just room") << 1.0 << 0.7 << 1.0;
    QTest::newRow("forest") << 0.05 << 2.0 << 0.05;
    QTest::newRow("grass") << 25.0 << 0.1 << 25.0;
}

void TestFoliageScatter::densityAndSpacingAreHeldOnLargeFaces()
{
    QFETCH(double, density);
    QFETCH(double, spacing);
    QFETCH(double, expected);
    FoliageFixture fixture;
    fixture.addType(plainType(density, spacing));
    const double size = std::sqrt(20'000 / density);
    const auto ground = fixture.addGround({-size / 3, 17}, size);
    auto scatter = collectScatter(fixture.world, fixture.index, fixture.layer, std::array{ground});
    std::erase_if(scatter.faces, [](const auto& face) { return face.plane.normal.y < 0.9; });
    JobControl control;
    const auto plants = scatterFoliage(std::move(scatter), control).instances;
    const double reached = static_cast<double>(plants.size()) / (size * size);
    QVERIFY2(std::abs(reached / expected - 1) < 0.05, qPrintable(QString::number(reached)));
    QVERIFY(leastDistance(plants) >= spacing);
}

void TestFoliageScatter::plantsKeepTheirDistanceAcrossBrushesAndEdges()
{
    FoliageFixture fixture;
    fixture.addType(plainType(2, 0.6));
    fixture.addType(plainType(1, 0.8));
    std::vector<EntityId> brushes;
    for (int x = 0; x < 4; ++x)
        for (int z = 0; z < 4; ++z)
            brushes.push_back(fixture.addGround({x * 7.3, z * 7.3}, 7.3));
    const auto plants = fixture.scatter(brushes).instances;
    QVERIFY(plants.size() > 500);
    QVERIFY(leastDistance(plants) >= 0.6);
}

void TestFoliageScatter::nothingClumpsAtCellBorders()
{
    FoliageFixture fixture;
    fixture.addType(plainType(4, 0.3));
    const auto plants = fixture.scatter(std::array{fixture.addGround({0, 0}, 64)}).instances;
    std::vector<FoliageInstance> top;
    std::copy_if(plants.begin(), plants.end(), std::back_inserter(top),
                 [](const auto& plant) { return plant.position.y == 0; });
    // Cells that lie within the store's cells of 16 m, and cells that lie across their borders:
    // both are spread more evenly than by chance, and no worse than each other.
    const double within = clumping(top, 64, 16, 0);
    const double across = clumping(top, 64, 16, 2);
    QVERIFY2(within < 0.5 && across < 0.5, qPrintable(QString{"%1 %2"}.arg(within).arg(across)));
    // Along the borders themselves: bands of 1 m about them hold what their share is.
    const auto inBand = std::count_if(top.begin(), top.end(), [](const auto& plant) {
        const double at = std::fmod(double{plant.position.x} + 0.5, 16.0);
        return at < 1.0 && plant.position.x > 1 && plant.position.x < 63;
    });
    const double expected = 3 * 64 * 4; // three borders inside, 1 m wide, 4 plants a m^2
    const double chi = (static_cast<double>(inBand) - expected) *
                       (static_cast<double>(inBand) - expected) / expected;
    QVERIFY2(chi < 3.84, qPrintable(QString::number(inBand))); // 5 % for one degree of freedom
}

void TestFoliageScatter::scatteringAgainAddsNothing()
{
    FoliageFixture fixture;
    fixture.addType(plainType(2, 0.5));
    fixture.addType(plainType(9, 0));
    const std::array brushes{fixture.addGround({0, 0}, 30), fixture.addGround({30, 0}, 30)};
    const auto first = fixture.scatter(brushes).instances;
    QVERIFY(!first.empty());
    fixture.set(instancesOf(first));
    QVERIFY(fixture.scatter(brushes).instances.empty());
}

void TestFoliageScatter::threadsMakeNoDifference()
{
    FoliageFixture fixture;
    fixture.addType(plainType(8, 0.2));
    fixture.addType(plainType(1, 0.7));
    const std::array brushes{fixture.addGround({0, 0}, 60), fixture.addGround({60, 0}, 60)};
    const auto one = fixture.scatter(brushes, 1).instances;
    const auto two = fixture.scatter(brushes, 2).instances;
    QVERIFY(one.size() > 10'000);
    QVERIFY(one == two);
    QCOMPARE(instancesOf(one)->hash(), instancesOf(two)->hash());
}

void TestFoliageScatter::slopeAndHeightAreExact()
{
    FoliageFixture fixture;
    auto type = plainType(5, 0);
    type.slopeMax = 30;
    type.heightMin = 1;
    type.heightMax = 2.5;
    fixture.addType(type);
    std::vector<EntityId> ramps;
    for (const double slope : {10.0, 29.99, 30.01, 60.0}) {
        // A wedge whose top rises along x.
        const double rise = std::tan(radians(slope));
        const Vec3d up = glm::normalize(Vec3d{-rise, 1, 0});
        const double z = 20.0 * static_cast<double>(ramps.size());
        std::vector<BrushFace> faces;
        const auto add = [&](const Vec3d& n, double d) {
            BrushFace face;
            face.plane = {n, d};
            face.uv = worldAlignedUv(n);
            faces.push_back(face);
        };
        add(up, 0);
        add({0, -1, 0}, 0);
        add({1, 0, 0}, 10);
        add({0, 0, 1}, z + 10);
        add({0, 0, -1}, -z);
        auto brush = Brush::fromFaces(faces);
        VERIFY_OK(brush);
        ramps.push_back(fixture.addBrush(*std::move(brush)));
    }
    const auto planted = fixture.scatter(ramps);
    QVERIFY(!planted.instances.empty());
    for (const auto& plant : planted.instances) {
        const auto ramp = std::find(ramps.begin(), ramps.end(), EntityId{plant.brush});
        QVERIFY(ramp - ramps.begin() < 2); // 10 and 29.99 degrees
        QVERIFY(plant.position.y >= 1 && plant.position.y <= 2.5F);
    }
    QVERIFY(planted.rejected.slope > 0);
    QVERIFY(planted.rejected.height > 0);
}

void TestFoliageScatter::placesBeyondASoftHeightBorderAreTooHighOrTooLow()
{
    FoliageFixture fixture;
    auto type = plainType(5, 0);
    type.slopeMax = 45; // the tops alone
    type.heightMin = 1;
    type.heightMax = 5;
    type.heightFade = 2;
    type.patchSize = 4; // thins out, too
    type.patchCover = 0.5;
    fixture.addType(type);
    const auto low = addBox(fixture.world, {0, -1, 0}, {20, 0, 20});
    const auto high = addBox(fixture.world, {30, 0, 0}, {50, 6, 20});
    const auto edge = addBox(fixture.world, {60, 0, 0}, {80, 2, 20}); // half way into the border
    const auto outside = fixture.scatter(std::array{low, high});
    QVERIFY(outside.instances.empty());
    QVERIFY(outside.rejected.height > 1000);
    QCOMPARE(outside.rejected.thinned, std::size_t{0});
    const auto inside = fixture.scatter(std::array{edge});
    QVERIFY(!inside.instances.empty());
    QVERIFY(inside.rejected.thinned > 100);
    QCOMPARE(inside.rejected.height, std::size_t{0});
}

void TestFoliageScatter::materialsAndLayersAreRespected()
{
    FoliageFixture fixture;
    auto type = plainType(2, 0);
    type.materials = "Materials/grass, Materials/moss";
    fixture.addType(type);
    const auto grass = addBox(fixture.world, {0, 0, 0}, {10, 1, 10}, "a", Name{"Materials/grass"});
    const auto stone = addBox(fixture.world, {20, 0, 0}, {30, 1, 10}, "b", Name{"Materials/stone"});
    const auto moss = addBox(fixture.world, {40, 0, 0}, {50, 1, 10}, "c", Name{"Materials/moss"});
    const auto planted = fixture.scatter(std::array{grass, stone, moss});
    QVERIFY(planted.rejected.material > 0);
    QVERIFY(planted.rejected.text().find("of another material") != std::string::npos);
    std::set<std::uint32_t> brushes;
    for (const auto& plant : planted.instances)
        brushes.insert(plant.brush);
    QVERIFY((brushes == std::set{static_cast<std::uint32_t>(grass.value),
                                 static_cast<std::uint32_t>(moss.value)}));
}

void TestFoliageScatter::coveredPlacesStayBare()
{
    FoliageFixture fixture;
    fixture.addType(plainType(4, 0));
    const auto ground = fixture.addGround({0, 0}, 20);
    const auto house = addBox(fixture.world, {5, 0, 5}, {15, 4, 15});
    const auto planted = fixture.scatter(std::array{ground});
    QVERIFY(planted.rejected.covered > 300);
    const auto refused = planted.rejected.text(); // what kept most places bare comes first
    QVERIFY2(
        refused.starts_with(fmt::format("{} places covered by a brush", planted.rejected.covered)),
        refused.c_str());
    QVERIFY(FoliageRejects{}.text().empty());
    for (const auto& plant : planted.instances)
        QVERIFY(plant.position.y < 0 || plant.position.x <= 5 || plant.position.x >= 15 ||
                plant.position.z <= 5 || plant.position.z >= 15);
    QVERIFY(house);
}

void TestFoliageScatter::kindsShareTheGround()
{
    FoliageFixture fixture;
    auto common = plainType(4, 0);
    common.weight = 3;
    fixture.addType(common);
    fixture.addType(plainType(4, 0));
    const auto plants = fixture.scatter(std::array{fixture.addGround({0, 0}, 50)}).instances;
    const auto first = static_cast<double>(
        std::count_if(plants.begin(), plants.end(), [](const auto& p) { return p.type == 0; }));
    const auto share = first / static_cast<double>(plants.size());
    QVERIFY2(std::abs(share - 0.75) < 0.02, qPrintable(QString::number(share)));
}

void TestFoliageScatter::standsOnTheFaceItNames()
{
    FoliageFixture fixture;
    fixture.addType(plainType(3, 0));
    const auto ground = fixture.addGround({3, 4}, 12);
    for (const auto& plant : fixture.scatter(std::array{ground}).instances) {
        const auto faces = foliageFaces(fixture.world, fixture.index, EntityId{plant.brush});
        const auto& face = faces.at(plant.face);
        QVERIFY(std::abs(face.plane.above(Vec3d{plant.position})) < 1e-5);
        QVERIFY(face.contains(face.coordinatesOf(Vec3d{plant.position}), 1e-5));
        QVERIFY(glm::length(foliageNormal(plant) - face.plane.normal) < 1e-4);
    }
}

PLAIN_TEST(TestFoliageScatter)
} // namespace tst_foliage_scatter

#include "tst_foliage_scatter.moc"
