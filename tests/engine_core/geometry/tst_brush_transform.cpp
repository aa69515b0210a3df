#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/geometry/brush_transform.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <random>

namespace tst_brush_transform
{
using namespace engine;

class TestBrushTransform : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boxMovesThereAndBackExactly();
    void lockedTextureStaysOnItsPoints();
    void unlockedTextureStaysInTheWorld();
    void moveBeyondTheWorldIsRefused();

    void quarterTurnsKeepBoxesOnTheGrid();
    void fullTurnComesBack();
    void mirroredBrushIsSolid();
    void scaleStretchesTheVolume();
    void scaleOfZeroIsRefused();
    void uselessRotationIsRefused();
    void identityKeepsEveryBit();
    void unlockedTextureIsNotSmearedByATurn();
    void transformMovesEveryCorner();

    void faceMovesAlongItsNormal();
    void faceMovesThereAndBack();
    void faceThatWouldVanishIsRefused();
    void faceThatWouldSwallowANeighbourIsRefused();
    void endlessMoveIsRefused();
};

namespace
{
Brush sampleBox()
{
    return *makeBox({{-1, 0.25, -2}, {3, 5, 7.5}}, Name{"walls/brick"});
}

/// A box with one corner cut off.
Brush cutBox()
{
    const auto box = *makeBox({Vec3d{-1}, Vec3d{1}});
    std::vector<BrushFace> faces{box.faces().begin(), box.faces().end()};
    const auto normal = glm::normalize(Vec3d{1});
    faces.push_back({{normal, glm::dot(normal, Vec3d{0.5, 1, 1})}, {}, worldAlignedUv(normal)});
    return *Brush::fromFaces(std::move(faces));
}

bool hasVertex(const Brush& brush, const Vec3d& p, double tolerance = 1e-9)
{
    return std::any_of(brush.vertices().begin(), brush.vertices().end(),
                       [&](const Vec3d& v) { return glm::distance(v, p) <= tolerance; });
}
} // namespace

void TestBrushTransform::boxMovesThereAndBackExactly()
{
    const auto box = sampleBox();
    for (const auto lock : {TextureLock::On, TextureLock::Off}) {
        const auto there = translated(box, {16, -0.25, 1024}, lock);
        VERIFY_OK(there);
        QCOMPARE(there->bounds(), box.bounds().translated({16, -0.25, 1024}));
        const auto back = translated(*there, {-16, 0.25, -1024}, lock);
        VERIFY_OK(back);
        QCOMPARE(*back, box);
    }
}

void TestBrushTransform::lockedTextureStaysOnItsPoints()
{
    const auto brush = cutBox();
    Transform by{{1, 2, 3}, glm::angleAxis(1.0, glm::normalize(Vec3d{3, 2, 1})), {2, -1, 0.5}};
    const auto moved = transformed(brush, by, TextureLock::On);
    VERIFY_OK(moved);
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        for (const auto corner : brush.faceVertices(face)) {
            const auto& p = brush.vertices()[corner];
            const auto before = brush.faces()[face].uv.at(p);
            const auto after = moved->faces()[face].uv.at(by.apply(p));
            QVERIFY(glm::distance(before, after) < 1e-9);
        }
}

void TestBrushTransform::unlockedTextureStaysInTheWorld()
{
    const auto box = sampleBox();
    const auto moved = translated(box, {0.5, 0, 0}, TextureLock::Off);
    VERIFY_OK(moved);
    for (FaceIndex face = 0; face < box.faceCount(); ++face)
        QCOMPARE(moved->faces()[face].uv, box.faces()[face].uv);
}

void TestBrushTransform::moveBeyondTheWorldIsRefused()
{
    QVERIFY(!translated(sampleBox(), {WorldLimit, 0, 0}, TextureLock::On));
    QVERIFY(!translated(sampleBox(), {1e300, 0, 0}, TextureLock::On));
    QVERIFY(!translated(sampleBox(), {NAN, 0, 0}, TextureLock::On));
}

void TestBrushTransform::quarterTurnsKeepBoxesOnTheGrid()
{
    Transform by;
    by.rotation = glm::angleAxis(Pi / 2, Vec3d{0, 1, 0});
    const auto turned = transformed(sampleBox(), by, TextureLock::On);
    VERIFY_OK(turned);
    QCOMPARE(turned->bounds(), (Aabb{{-2, 0.25, -3}, {7.5, 5, 1}}));
    for (const auto& face : turned->faces())
        QCOMPARE(glm::dot(glm::abs(face.plane.normal), Vec3d{1}), 1.0);
}

void TestBrushTransform::fullTurnComesBack()
{
    const auto brush = cutBox();
    auto turned = brush;
    Transform by;
    by.rotation = glm::angleAxis(Pi / 12, glm::normalize(Vec3d{1, 2, 3}));
    for (int i = 0; i < 24; ++i) {
        auto next = transformed(turned, by, TextureLock::On);
        VERIFY_OK(next);
        turned = *std::move(next);
    }
    QCOMPARE(turned.faceCount(), brush.faceCount());
    for (const auto& p : brush.vertices())
        QVERIFY(hasVertex(turned, p));
}

void TestBrushTransform::mirroredBrushIsSolid()
{
    const auto brush = cutBox();
    Transform by;
    by.scale = {-1, 1, 1};
    const auto mirrored = transformed(brush, by, TextureLock::On);
    VERIFY_OK(mirrored);
    QVERIFY(std::abs(volume(*mirrored) - volume(brush)) < 1e-12);
    for (const auto& p : brush.vertices())
        QVERIFY(hasVertex(*mirrored, {-p.x, p.y, p.z}));
    const auto back = transformed(*mirrored, by, TextureLock::On);
    VERIFY_OK(back);
    QCOMPARE(*back, brush);
}

void TestBrushTransform::scaleStretchesTheVolume()
{
    Transform by;
    by.scale = {2, 3, -0.5};
    const auto scaled = transformed(cutBox(), by, TextureLock::Off);
    VERIFY_OK(scaled);
    QVERIFY(std::abs(volume(*scaled) - 3 * volume(cutBox())) < 1e-9);
}

void TestBrushTransform::scaleOfZeroIsRefused()
{
    Transform by;
    by.scale = {1, 0, 1};
    QVERIFY(!transformed(sampleBox(), by, TextureLock::On));
    by.scale = {1, 1e-9, 1};
    QVERIFY(!transformed(sampleBox(), by, TextureLock::On));
    by.scale = {1, 1e300, 1};
    QVERIFY(!transformed(sampleBox(), by, TextureLock::On));
    by.scale = {1, NAN, 1};
    QVERIFY(!transformed(sampleBox(), by, TextureLock::Off));
}

void TestBrushTransform::uselessRotationIsRefused()
{
    Transform by;
    by.rotation = {0, 0, 0, 0};
    QVERIFY(!transformed(sampleBox(), by, TextureLock::On));
    by.rotation = {NAN, 0, 0, 0};
    QVERIFY(!transformed(sampleBox(), by, TextureLock::On));
    by.rotation = {2, 0, 0, 0}; // of the wrong length, yet clear
    const auto same = transformed(sampleBox(), by, TextureLock::On);
    VERIFY_OK(same);
    QCOMPARE(*same, sampleBox());
}

void TestBrushTransform::identityKeepsEveryBit()
{
    for (const auto lock : {TextureLock::On, TextureLock::Off}) {
        const auto same = transformed(cutBox(), Transform{}, lock);
        VERIFY_OK(same);
        QCOMPARE(*same, cutBox());
    }
}

void TestBrushTransform::unlockedTextureIsNotSmearedByATurn()
{
    Transform by;
    by.rotation = glm::angleAxis(Pi / 2, Vec3d{0, 0, 1});
    const auto turned = transformed(sampleBox(), by, TextureLock::Off);
    VERIFY_OK(turned);
    for (const auto& face : turned->faces()) {
        const auto across = glm::cross(face.uv.uAxis, face.uv.vAxis);
        QVERIFY(std::abs(glm::dot(across, face.plane.normal)) > 0.9);
    }
}

void TestBrushTransform::transformMovesEveryCorner()
{
    std::mt19937 random{3};
    std::uniform_real_distribution<double> number{-3, 3};
    for (int i = 0; i < 100; ++i) {
        Transform by;
        by.position = {number(random), number(random), number(random)};
        by.rotation =
            glm::normalize(Quatd{number(random), number(random), number(random), number(random)});
        by.scale = {number(random) + 4, number(random) - 4, number(random) + 4};
        const auto brush = cutBox();
        const auto moved = transformed(brush, by, TextureLock::On);
        VERIFY_OK(moved);
        QCOMPARE(moved->faceCount(), brush.faceCount());
        for (const auto& p : brush.vertices())
            QVERIFY(hasVertex(*moved, by.apply(p)));
    }
}

void TestBrushTransform::faceMovesAlongItsNormal()
{
    const auto moved = moveFace(sampleBox(), 2, 1.5);
    VERIFY_OK(moved);
    QCOMPARE(moved->bounds(), (Aabb{{-1, 0.25, -2}, {3, 6.5, 7.5}}));
    const auto sunk = moveFace(sampleBox(), 1, -1);
    VERIFY_OK(sunk);
    QCOMPARE(sunk->bounds().min.x, 0.0);
}

void TestBrushTransform::faceMovesThereAndBack()
{
    const auto brush = cutBox();
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        for (const auto lock : {TextureLock::On, TextureLock::Off}) {
            const auto there = moveFace(brush, face, -0.125, lock);
            VERIFY_OK(there);
            const auto back = moveFace(*there, face, 0.125, lock);
            VERIFY_OK(back);
            QCOMPARE(back->faceCount(), brush.faceCount());
            QCOMPARE(back->vertices().size(), brush.vertices().size());
            for (const auto& p : brush.vertices())
                QVERIFY(hasVertex(*back, p, 1e-12));
        }
}

void TestBrushTransform::faceThatWouldVanishIsRefused()
{
    QVERIFY(moveFace(cutBox(), 6, 0.2)); // the cut is 0.29 m deep
    const auto moved = moveFace(cutBox(), 6, 0.3);
    QVERIFY(!moved);
    QVERIFY(moved.error().message().find("vanish") != std::string::npos);
}

void TestBrushTransform::faceThatWouldSwallowANeighbourIsRefused()
{
    QVERIFY(!moveFace(sampleBox(), 2, -4.75)); // flat
    QVERIFY(!moveFace(sampleBox(), 2, -100));  // inside out
    QVERIFY(!moveFace(cutBox(), 0, -0.5));     // the cut would be gone
}

void TestBrushTransform::endlessMoveIsRefused()
{
    for (const double distance : {1e6, 1e300, -1e300, double{INFINITY}, double{NAN}})
        QVERIFY(!moveFace(sampleBox(), 0, distance));
}

PLAIN_TEST(TestBrushTransform)
} // namespace tst_brush_transform

#include "tst_brush_transform.moc"
