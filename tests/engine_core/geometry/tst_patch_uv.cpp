#include "engine_core/geometry/patch_edit.h"
#include "engine_core/geometry/patch_uv.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_patch_uv
{
using namespace engine;

class TestPatchUv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTangentTouchesThePatch();
    void theNearestPlaceIsFound();
    void naturalTexturesFollowLengths_data();
    void naturalTexturesFollowLengths();
    void naturalTexturesAreEvenAlongTheSurface();
    void naturalTexturesAreNotMirrored();
    void aSideWithoutLengthIsRefused();
    void theOutlineGoesAround();
};

namespace
{
PatchGrid::Ptr made(PatchShape shape, const Aabb& box = {{0, 0, 0}, {2, 3, 2}})
{
    auto grid = makePatch(shape, box);
    ENGINE_EXPECT(grid);
    return *grid;
}

PatchGrid::Ptr natural(const PatchGrid& grid, const Vec2d& repeats)
{
    auto spread = withNaturalUv(grid, [repeats](const Vec2d&) { return repeats; });
    ENGINE_EXPECT(spread);
    return *spread;
}

Vec2d sizeOf(const PatchGrid& grid)
{
    Vec2d least{1e9};
    Vec2d most{-1e9};
    for (const auto& uv : patchUvOutline(grid, 4)) {
        least = glm::min(least, uv);
        most = glm::max(most, uv);
    }
    return most - least;
}
} // namespace

void TestPatchUv::theTangentTouchesThePatch()
{
    const auto grid = made(PatchShape::Bevel);
    for (const auto& at : {Vec2d{0.5, 0.5}, Vec2d{0.2, 0.9}, Vec2d{0, 0}, Vec2d{1, 1}}) {
        const auto tangent = patchTangent(*grid, at);
        QVERIFY(tangent.has_value());
        QVERIFY(std::abs(tangent->plane.above(tangent->position)) < 1e-12);
        // The texture on the plane is that of the patch, near the place.
        constexpr double Step = 1e-4;
        const auto near = patchTangent(*grid, at + Vec2d{at.x < 0.5 ? Step : -Step, 0});
        QVERIFY(near.has_value());
        const auto there = near->uv.at(near->position);
        QVERIFY(glm::distance(tangent->uv.at(near->position), there) < 1e-6);
        QVERIFY(glm::distance(there, tangent->uv.at(tangent->position)) > 1e-6);
    }
}

void TestPatchUv::theNearestPlaceIsFound()
{
    const auto grid = made(PatchShape::Cylinder);
    for (const auto& at : {Vec2d{0.37, 0.21}, Vec2d{2.9, 0.64}, Vec2d{3.2, 1}}) {
        const auto place = patchTangent(*grid, at)->position;
        const auto found = patchTangent(*grid, nearestOnPatch(*grid, place))->position;
        QVERIFY(glm::distance(found, place) < 0.05);
    }
}

void TestPatchUv::naturalTexturesFollowLengths_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<double>("across");
    QTest::addColumn<double>("down");
    // Arcs of patches are parabolas: a quarter of a pipe of radius 2 is 3.25 m long.
    QTest::newRow("flat") << static_cast<int>(PatchShape::Flat) << 2.0 << 2.0;
    QTest::newRow("bevel") << static_cast<int>(PatchShape::Bevel) << 3.2464 << 3.0;
    QTest::newRow("cylinder") << static_cast<int>(PatchShape::Cylinder) << 4 * 1.6232 << 3.0;
}

void TestPatchUv::naturalTexturesFollowLengths()
{
    QFETCH(int, shape);
    QFETCH(double, across);
    QFETCH(double, down);
    const auto grid = made(static_cast<PatchShape>(shape));
    Vec2d told{0};
    const auto spread = withNaturalUv(*grid, [&](const Vec2d& metres) {
        told = metres;
        return metres;
    });
    VERIFY_OK(spread);
    QVERIFY2(std::abs(told.x - across) < 0.01, qPrintable(QString::number(told.x)));
    QVERIFY2(std::abs(told.y - down) < 0.01, qPrintable(QString::number(told.y)));
    QVERIFY(glm::distance(sizeOf(**spread), told) < 1e-6);
}

void TestPatchUv::naturalTexturesAreEvenAlongTheSurface()
{
    // Control points crowd at one end of the row.
    std::vector<PatchPoint> points;
    for (const double y : {2.0, 1.0, 0.0})
        for (const double x : {0.0, 0.1, 4.0})
            points.push_back({{x, y, 0}, {x * x, y}});
    auto grid = PatchGrid::create(3, points);
    VERIFY_OK(grid);
    const auto spread = natural(**grid, {4, 2});
    // Half way along the curve is half way along the texture, to what a parabola can do.
    for (const auto& at : {Vec2d{0.25, 0.5}, Vec2d{0.5, 0.5}, Vec2d{0.75, 0.5}}) {
        const auto tangent = patchTangent(*spread, at);
        QVERIFY(tangent.has_value());
        const auto uv = tangent->uv.at(tangent->position);
        QVERIFY(std::abs(std::abs(uv.x - spread->at(0, 0).uv.x) - tangent->position.x) < 0.02);
    }
}

void TestPatchUv::naturalTexturesAreNotMirrored()
{
    for (const auto shape :
         {PatchShape::Flat, PatchShape::Bevel, PatchShape::EndCap, PatchShape::Cylinder}) {
        const auto spread = natural(*made(shape), {2, 1});
        const auto tangent = patchTangent(*spread);
        QVERIFY(tangent.has_value());
        const auto& uv = tangent->uv;
        QVERIFY(glm::dot(glm::cross(uv.uAxis, uv.vAxis), tangent->plane.normal) *
                    (uv.scale.x * uv.scale.y) <
                0);
        if (shape != PatchShape::Flat)
            QVERIFY(uv.vAxis.y * uv.scale.y < -0.99); // upright
    }
}

void TestPatchUv::aSideWithoutLengthIsRefused()
{
    std::vector<PatchPoint> points;
    for (const double z : {0.0, 0.5, 1.0})
        for (int i = 0; i < 3; ++i)
            points.push_back({{z == 0.5 ? 1 : 0, 0, z}, {0, z}});
    auto grid = PatchGrid::create(3, points);
    VERIFY_OK(grid);
    QVERIFY(!withNaturalUv(**grid, [](const Vec2d& metres) { return metres; }));
    QVERIFY(!patchTangent(**grid).has_value());
}

void TestPatchUv::theOutlineGoesAround()
{
    const auto grid = made(PatchShape::Cylinder);
    const auto outline = patchUvOutline(*grid, 3);
    QCOMPARE(outline.size(), std::size_t{3 * (4 + 1 + 4 + 1)});
    QVERIFY(glm::distance(outline.front(), grid->at(0, 0).uv) < 1e-12);
    QVERIFY(glm::distance(outline[12], grid->at(8, 0).uv) < 1e-12);
    QVERIFY(glm::distance(outline[15], grid->at(8, 2).uv) < 1e-12);
}

PLAIN_TEST(TestPatchUv)
} // namespace tst_patch_uv

#include "tst_patch_uv.moc"
