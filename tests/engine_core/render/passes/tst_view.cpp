#include "engine_core/math/transform.h"
#include "engine_core/render/passes/view.h"
#include "tests/program/registry.h"

#include <QTest>

#include <glm/gtc/quaternion.hpp>

namespace tst_view
{
using namespace engine;

namespace
{
ViewCamera cameraAt(bool orthographic)
{
    ViewCamera camera;
    camera.position = {3, 2, -5};
    camera.rotation = glm::quatLookAt(glm::normalize(Vec3d{1, -0.4, 0.7}), Vec3d{0, 1, 0});
    camera.orthographic = orthographic;
    return camera;
}
} // namespace

class TestView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rayThroughAndProjectAreInverse_data();
    void rayThroughAndProjectAreInverse();
    void projectAgreesWithTheMatrices_data();
    void projectAgreesWithTheMatrices();
    void middleOfThePictureIsStraightAhead();
    void whatLiesBehindHasNoPixel();
    void aPixelCoversMoreMetresFartherAway();
};

void TestView::rayThroughAndProjectAreInverse_data()
{
    QTest::addColumn<bool>("orthographic");
    QTest::newRow("perspective") << false;
    QTest::newRow("orthographic") << true;
}

void TestView::rayThroughAndProjectAreInverse()
{
    QFETCH(bool, orthographic);
    const auto camera = cameraAt(orthographic);
    for (const double x : {0.0, 17.5, 640.0, 1279.0})
        for (const double y : {0.0, 3.25, 500.0}) {
            const auto ray = camera.rayThrough(x, y, 1280, 720);
            const auto pixel = camera.project(ray.at(orthographic ? 2010.0 : 7.0), 1280, 720);
            QVERIFY(pixel);
            QVERIFY(glm::length(*pixel - Vec2d{x, y}) < 1e-6);
            QVERIFY(std::abs(glm::length(ray.direction) - 1.0) < 1e-12);
        }
}

void TestView::projectAgreesWithTheMatrices_data()
{
    rayThroughAndProjectAreInverse_data();
}

void TestView::projectAgreesWithTheMatrices()
{
    QFETCH(bool, orthographic);
    const auto camera = cameraAt(orthographic);
    const auto toClip = camera.projectionMatrix(1280.0 / 720.0) * camera.viewMatrix();
    const Vec3d point{6.0, 0.5, -3.5};
    const auto clip = toClip * Vec4d{point, 1};
    const Vec2d byMatrix{(clip.x / clip.w + 1) * 640, (1 - clip.y / clip.w) * 360};
    const auto pixel = camera.project(point, 1280, 720);
    QVERIFY(pixel);
    QVERIFY(glm::length(*pixel - byMatrix) < 1e-6);
}

void TestView::middleOfThePictureIsStraightAhead()
{
    const auto camera = cameraAt(false);
    const auto ray = camera.rayThrough(400, 300, 800, 600);
    QVERIFY(glm::length(ray.direction - camera.forward()) < 1e-12);
    QCOMPARE(ray.origin, camera.position);
}

void TestView::whatLiesBehindHasNoPixel()
{
    const auto camera = cameraAt(false);
    QVERIFY(!camera.project(camera.position - camera.forward(), 800, 600));
}

void TestView::aPixelCoversMoreMetresFartherAway()
{
    const auto camera = cameraAt(false);
    const double near = camera.metresPerPixel(camera.position + camera.forward() * 2.0, 720);
    const double far = camera.metresPerPixel(camera.position + camera.forward() * 20.0, 720);
    QVERIFY(std::abs(far / near - 10.0) < 1e-9);
    const auto flat = cameraAt(true);
    QVERIFY(std::abs(flat.metresPerPixel({100, 100, 100}, 720) - flat.viewHeight / 720) < 1e-12);
}

PLAIN_TEST(TestView)
} // namespace tst_view

#include "tst_view.moc"
