#include "engine_core/geometry/mesh/box_clip.h"
#include "tests/program/registry.h"

#include <QTest>

#include <glm/geometric.hpp>

#include <algorithm>
#include <random>

namespace tst_box_clip
{
using namespace engine;

namespace
{
/// Seen from a box that is the unit cube itself.
std::vector<BoxCorner> polygonOf(const std::vector<Vec3d>& corners)
{
    std::vector<BoxCorner> polygon;
    for (const auto& corner : corners)
        polygon.push_back({corner, {0, 0, 1}, corner});
    return polygon;
}

Vec3d areaOf(const std::vector<BoxCorner>& polygon)
{
    Vec3d sum{0};
    for (std::size_t i = 2; i < polygon.size(); ++i)
        sum += glm::cross(polygon[i - 1].at - polygon[0].at, polygon[i].at - polygon[0].at);
    return sum / 2.0;
}

void clip(std::vector<BoxCorner>& polygon)
{
    std::vector<BoxCorner> scratch;
    clipToBox(polygon, scratch);
}
} // namespace

class TestBoxClip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatLiesInsideStaysAsItIs();
    void aLargeSquareBecomesTheSideOfTheBox();
    void whatLiesOutsideIsGone();
    void whatTouchesFromOutsideHasNoArea();
    void newCornersLieBetweenTheOld();
    void trianglesKeepTheirPlaneAndWhatIsInside();
};

void TestBoxClip::whatLiesInsideStaysAsItIs()
{
    auto polygon = polygonOf({{-0.2, -0.1, 0}, {0.3, -0.1, 0.1}, {0, 0.4, 0.2}});
    const auto before = polygon;
    clip(polygon);
    QCOMPARE(polygon.size(), before.size());
    for (std::size_t i = 0; i < polygon.size(); ++i)
        QCOMPARE(polygon[i].at, before[i].at);
}

void TestBoxClip::aLargeSquareBecomesTheSideOfTheBox()
{
    auto polygon = polygonOf({{-9, -9, 0.25}, {9, -9, 0.25}, {9, 9, 0.25}, {-9, 9, 0.25}});
    clip(polygon);
    QCOMPARE(polygon.size(), 4U);
    QVERIFY(glm::length(areaOf(polygon) - Vec3d{0, 0, 1}) < 1e-12);
}

void TestBoxClip::whatLiesOutsideIsGone()
{
    auto polygon = polygonOf({{-9, -9, 0.75}, {9, -9, 0.75}, {0, 9, 0.75}});
    clip(polygon);
    QVERIFY(polygon.empty());
    // Beside a corner of the box, beyond none of its sides alone.
    auto beside = polygonOf({{0.9, 0.4, 0}, {0.4, 0.9, 0}, {0.9, 0.9, 0}});
    clip(beside);
    QVERIFY(beside.empty());
}

void TestBoxClip::whatTouchesFromOutsideHasNoArea()
{
    auto polygon = polygonOf({{0.5, -1, 0}, {2, 0, 0}, {0.5, 1, 0}});
    clip(polygon);
    QVERIFY(glm::length(areaOf(polygon)) < 1e-12);
}

void TestBoxClip::newCornersLieBetweenTheOld()
{
    std::vector<BoxCorner> polygon{{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}},
                                   {{10, 0, 0}, {0, 1, 0}, {1, 0, 0}},
                                   {{0, 10, 0}, {0, 0, 1}, {0, 1, 0}}};
    clip(polygon);
    const auto cut = std::find_if(polygon.begin(), polygon.end(), [](const BoxCorner& corner) {
        return corner.inBox == Vec3d{0.5, 0, 0};
    });
    QVERIFY(cut != polygon.end());
    QCOMPARE(cut->at, (Vec3d{5, 0, 0}));
    QCOMPARE(cut->normal, (Vec3d{0.5, 0.5, 0}));
}

/// Of random triangles: corners inside, the plane and the side that is seen kept, and as much area
/// as many random points of the triangle say is in the box.
void TestBoxClip::trianglesKeepTheirPlaneAndWhatIsInside()
{
    std::mt19937 random{7};
    std::uniform_real_distribution<double> place{-1.2, 1.2};
    std::uniform_real_distribution<double> share{0, 1};
    for (int round = 0; round < 300; ++round) {
        std::vector<Vec3d> corners;
        for (int i = 0; i < 3; ++i)
            corners.push_back({place(random), place(random), place(random)});
        auto polygon = polygonOf(corners);
        const auto whole = areaOf(polygon);
        const auto normal = glm::normalize(whole);
        clip(polygon);
        for (const auto& corner : polygon) {
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(corner.inBox[axis]) <= 0.5 + 1e-12);
            QVERIFY(std::abs(glm::dot(corner.at - corners[0], normal)) < 1e-9);
            QVERIFY(glm::length(corner.at - corner.inBox) < 1e-9);
        }
        const auto left = areaOf(polygon);
        QVERIFY(glm::dot(left, normal) >= -1e-12);
        QVERIFY(glm::length(left - normal * glm::dot(left, normal)) < 1e-9);
        constexpr int Points = 4000;
        int inside = 0;
        for (int i = 0; i < Points; ++i) {
            double u = share(random);
            double v = share(random);
            if (u + v > 1) {
                u = 1 - u;
                v = 1 - v;
            }
            const auto at =
                corners[0] + (corners[1] - corners[0]) * u + (corners[2] - corners[0]) * v;
            inside += std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) <= 0.5 ? 1 : 0;
        }
        const double counted = static_cast<double>(inside) / Points;
        QVERIFY(std::abs(glm::length(left) / glm::length(whole) - counted) < 0.04);
    }
}

PLAIN_TEST(TestBoxClip)
} // namespace tst_box_clip

#include "tst_box_clip.moc"
