#include "editor/views/viewport_camera.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <glm/geometric.hpp>

namespace tst_viewport_camera
{
using namespace editor;
using engine::Aabb;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
constexpr double Aspect = 1.5;
const Vec2d ViewSize{600, 400};

/// A camera that has come to rest with the box in its view.
ViewportCamera cameraOn(ViewKind kind, const Aabb& box)
{
    ViewportCamera camera{kind};
    camera.focus(box, Aspect);
    while (camera.animate(1.0)) {
    }
    return camera;
}

/// How far the middle of the view's line of sight passes from the place, in metres.
double missOf(const ViewportCamera& camera, const Vec3d& place)
{
    const auto ray =
        camera.camera().rayThrough(ViewSize.x / 2, ViewSize.y / 2, ViewSize.x, ViewSize.y);
    const auto offset = place - ray.origin;
    return glm::length(offset - ray.direction * glm::dot(offset, ray.direction));
}
} // namespace

class TestViewportCamera : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFlatViewThatBecomes3DShowsWhatItShowed_data();
    void aFlatViewThatBecomes3DShowsWhatItShowed();
    void a3DViewIsWhereItWasAfterAFlatOne();
    void aFlatViewIsInTheMiddleOfWhatThe3DViewSaw();
    void flatViewsKeepTheirMiddle();
};

void TestViewportCamera::aFlatViewThatBecomes3DShowsWhatItShowed_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("top") << static_cast<int>(ViewKind::Top);
    QTest::newRow("front") << static_cast<int>(ViewKind::Front);
    QTest::newRow("side") << static_cast<int>(ViewKind::Side);
}

void TestViewportCamera::aFlatViewThatBecomes3DShowsWhatItShowed()
{
    QFETCH(int, kind);
    const Aabb level{{90, 10, -240}, {120, 16, -200}};
    auto camera = cameraOn(static_cast<ViewKind>(kind), level);
    const double height = camera.camera().viewHeight;
    camera.setKind(ViewKind::Perspective);
    QVERIFY(!camera.camera().orthographic);
    QVERIFY(missOf(camera, level.center()) < 1e-6);
    // As large as it was: that many metres across the view, at the level's distance.
    const double distance = glm::length(level.center() - camera.camera().position);
    QVERIFY(std::abs(2 * distance * std::tan(camera.camera().fovY / 2) - height) < 1e-6);
    QVERIFY(camera.camera().forward().y < 0);
}

void TestViewportCamera::a3DViewIsWhereItWasAfterAFlatOne()
{
    auto camera = cameraOn(ViewKind::Perspective, {{-4, 0, -3}, {4, 3, 3}});
    camera.look(40, 25);
    const auto before = camera.camera();
    camera.setKind(ViewKind::Top);
    camera.pan(100, 50, ViewSize.y, Vec3d{0});
    camera.setKind(ViewKind::Side);
    camera.setKind(ViewKind::Perspective);
    QVERIFY(glm::length(camera.camera().position - before.position) < 1e-9);
    QVERIFY(glm::length(camera.camera().forward() - before.forward()) < 1e-9);
    camera.look(0, 0); // keeps looking that way
    QVERIFY(glm::length(camera.camera().forward() - before.forward()) < 1e-9);
}

void TestViewportCamera::aFlatViewIsInTheMiddleOfWhatThe3DViewSaw()
{
    ViewportCamera camera{ViewKind::Perspective};
    engine::ViewCamera place;
    place.position = {200, 5, 300}; // and looks along -z
    camera.setCamera(place);
    camera.setKind(ViewKind::Top);
    QVERIFY(missOf(camera, {200, 5, 292}) < 1e-6);
}

void TestViewportCamera::flatViewsKeepTheirMiddle()
{
    const Aabb level{{90, 10, -240}, {120, 16, -200}};
    auto camera = cameraOn(ViewKind::Top, level);
    for (const auto kind : {ViewKind::Front, ViewKind::Side, ViewKind::Top}) {
        camera.setKind(kind);
        QVERIFY(missOf(camera, level.center()) < 1e-6);
    }
    QVERIFY(missOf(ViewportCamera{ViewKind::Front}, Vec3d{0}) < 1e-9);
}

PLAIN_TEST(TestViewportCamera)
} // namespace tst_viewport_camera

#include "tst_viewport_camera.moc"
