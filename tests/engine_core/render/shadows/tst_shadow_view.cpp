#include "engine_core/render/passes/light_tiles.h"
#include "engine_core/render/shadows/shadow_view.h"
#include "engine_core/render/shadows/tile_allocator.h"
#include "tests/program/registry.h"

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <random>

namespace tst_shadow_view
{
using namespace engine;

/// Where lights look from for their shadows, and how their tiles are handed out.
class TestShadowView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tilesNeverOverlap();
    void aSquareOfSmallTilesIsALargeOneAgain();
    void aPointSeesEverythingInOneOfSixViews();
    void aSpotSeesItsCone();
    void cascadesCoverWhatTheCameraSees();
    void cascadesMoveInWholeTexels();
    void slicesOfDepthAscend();
};

namespace
{
/// Texels from the middle, and metres ahead.
Vec3d placeIn(const GpuShadowView& view, const Vec3d& point)
{
    const auto from = point - Vec3d{view.origin};
    const Vec3d at{glm::dot(Vec3d{view.right}, from), glm::dot(Vec3d{view.up}, from),
                   glm::dot(Vec3d{view.ahead}, from)};
    return view.origin.w > 0.5F ? Vec3d{at.x / at.z, at.y / at.z, at.z} : at;
}

bool isInside(const GpuShadowView& view, const Vec3d& point)
{
    const auto at = placeIn(view, point);
    const double edge = static_cast<double>(view.ahead.w) - TileBorder + 0.01;
    return (view.origin.w < 0.5F || at.z > 0) && std::abs(at.x) <= edge && std::abs(at.y) <= edge;
}
} // namespace

void TestShadowView::tilesNeverOverlap()
{
    TileAllocator room;
    std::mt19937 random{3};
    std::vector<AtlasTile> taken;
    std::vector<int> owner(TileAllocator::Side * TileAllocator::Side, 0);
    const auto cells = [&](const AtlasTile& tile, int from, int to) {
        for (int y = tile.y; y < tile.y + tile.side; ++y)
            for (int x = tile.x; x < tile.x + tile.side; ++x) {
                auto& cell = owner[static_cast<std::size_t>(y * TileAllocator::Side + x)];
                QCOMPARE(cell, from);
                cell = to;
            }
    };
    for (int i = 0; i < 2000; ++i) {
        if (!taken.empty() && random() % 2 == 0) {
            const auto which = random() % taken.size();
            cells(taken[which], 1, 0);
            room.give(taken[which]);
            taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(which));
        } else if (const auto tile = room.take(1 << random() % 4)) {
            QVERIFY(tile->x + tile->side <= TileAllocator::Side);
            QVERIFY(tile->y + tile->side <= TileAllocator::Side);
            cells(*tile, 0, 1);
            taken.push_back(*tile);
        }
    }
}

void TestShadowView::aSquareOfSmallTilesIsALargeOneAgain()
{
    TileAllocator room;
    std::vector<AtlasTile> small;
    while (const auto tile = room.take(2))
        small.push_back(*tile);
    QCOMPARE(small.size(), std::size_t{256});
    for (const auto& tile : small)
        if (tile.x < 16 && tile.y >= 16)
            room.give(tile);
    const auto large = room.take(16);
    QVERIFY(large);
    QCOMPARE(large->x, 0);
    QCOMPARE(large->y, 16);
    QVERIFY(!room.take(1));
}

void TestShadowView::aPointSeesEverythingInOneOfSixViews()
{
    Light light;
    const Transform place{.position = {1, 2, 3}};
    const auto views = shadowViews(light, place, 256);
    QCOMPARE(views.size(), std::size_t{6});
    std::mt19937 random{5};
    std::normal_distribution<double> any;
    for (int i = 0; i < 1000; ++i) {
        const auto direction = glm::normalize(Vec3d{any(random), any(random), any(random)});
        const auto point = place.position + direction * 2.0;
        std::size_t best = 0;
        for (std::size_t view = 0; view < views.size(); ++view)
            if (placeIn(views[view].gpu, point).z > placeIn(views[best].gpu, point).z)
                best = view;
        QVERIFY(isInside(views[best].gpu, point));
        const Vec3f box{point};
        QVERIFY(views[best].frustum.touchesBox(box, box));
    }
}

void TestShadowView::aSpotSeesItsCone()
{
    Light light;
    light.kind = LightKind::Spot;
    light.cone = 80;
    const Transform place{.position = {0, 5, 0},
                          .rotation = glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0})};
    const auto views = shadowViews(light, place, 512);
    QCOMPARE(views.size(), std::size_t{1});
    const double reach = 5 * std::tan(radians(40.0));
    QVERIFY(isInside(views[0].gpu, {reach * 0.999, 0, 0}));
    QVERIFY(!isInside(views[0].gpu, {reach * 1.02, 0, 0}));
    light.cone = 170;
    QCOMPARE(shadowViews(light, place, 512).size(), std::size_t{5});
}

void TestShadowView::cascadesCoverWhatTheCameraSees()
{
    ViewCamera camera;
    camera.position = {10, 2, -5};
    camera.rotation = glm::angleAxis(0.4, Vec3d{0, 1, 0}) * glm::angleAxis(-0.3, Vec3d{1, 0, 0});
    const CascadeRequest request{&camera,
                                 1.6,
                                 {-90, -10, -90},
                                 {90, 20, 90},
                                 glm::quatLookAt(glm::normalize(Vec3d{1, -2, 0.5}), Vec3d{0, 1, 0}),
                                 1024};
    const auto views = cascades(request);
    QCOMPARE(views.size(), std::size_t{MostCascades});
    double before = 0;
    for (const auto& view : views) { // each coarser than the one before
        QVERIFY(static_cast<double>(view.gpu.depth.x) > before);
        before = static_cast<double>(view.gpu.depth.x);
    }
    for (double ahead = 0.1; ahead < 100; ahead *= 1.3)
        for (const double x : {0.0, 799.0, 1599.0})
            for (const double y : {0.0, 500.0, 999.0}) {
                const auto ray = camera.rayThrough(x, y, 1600, 1000);
                const auto point =
                    ray.origin +
                    ray.direction * (ahead / glm::dot(ray.direction, camera.forward()));
                QVERIFY(std::any_of(views.begin(), views.end(),
                                    [&](const auto& view) { return isInside(view.gpu, point); }));
            }
}

void TestShadowView::cascadesMoveInWholeTexels()
{
    ViewCamera camera;
    CascadeRequest request{&camera,
                           1.6,
                           {-90, -10, -90},
                           {90, 20, 90},
                           glm::quatLookAt(glm::normalize(Vec3d{1, -2, 0.5}), Vec3d{0, 1, 0}),
                           1024};
    const auto before = cascades(request);
    int same = 0;
    for (int i = 1; i <= 100; ++i) {
        camera.position.x = i * 0.01;
        const auto after = cascades(request);
        for (std::size_t view = 0; view < before.size(); ++view) {
            same += after[view].gpu == before[view].gpu ? 1 : 0;
            const auto moved = placeIn(before[view].gpu, Vec3d{after[view].gpu.origin});
            QVERIFY(std::abs(moved.x - std::round(moved.x)) < 0.02);
            QVERIFY(std::abs(moved.y - std::round(moved.y)) < 0.02);
        }
    }
    QVERIFY2(same > 200, qPrintable(QString::number(same))); // of 400: most steps draw nothing
}

void TestShadowView::slicesOfDepthAscend()
{
    QCOMPARE(depthSliceOf(-5), std::size_t{0});
    QCOMPARE(depthSliceOf(0.5), std::size_t{0});
    QCOMPARE(depthSliceOf(1.01), std::size_t{3});
    QCOMPARE(depthSliceOf(1e9), DepthSlices - 1);
}

CORE_TEST(TestShadowView)
} // namespace tst_shadow_view

#include "tst_shadow_view.moc"
