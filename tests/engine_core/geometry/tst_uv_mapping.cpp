#include "engine_core/geometry/uv_mapping.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <random>

namespace tst_uv_mapping
{
using namespace engine;

class TestUvMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void worldAlignedMappingIsUprightAndUnmirrored_data();
    void worldAlignedMappingIsUprightAndUnmirrored();
    void noiseInASlopeDoesNotTurnItsTexture();
    void bigScaleRepeatsLess();
    void rotationIsReadBack();
    void rotationTurnsCounterClockwiseOnTheFace();
    void rotationKeepsMirroring();
    void lockedTextureFollowsATranslation();
    void lockedTextureFollowsAnyTransform();
    void identityKeepsEveryBit();
};

namespace
{
bool isNear(const Vec2d& a, const Vec2d& b)
{
    return glm::distance(a, b) < 1e-9;
}

UvMapping sampleMapping()
{
    return {.uAxis = {0.6, 0.8, 0}, .vAxis = {0, 0, -1}, .scale = {2, -0.5}, .offset = {0.25, 7}};
}
} // namespace

void TestUvMapping::worldAlignedMappingIsUprightAndUnmirrored_data()
{
    QTest::addColumn<Vec3d>("normal");
    QTest::addColumn<Vec3d>("up"); // of the texture
    QTest::newRow("floor") << Vec3d{0, 1, 0} << Vec3d{0, 0, -1};
    QTest::newRow("ceiling") << Vec3d{0, -1, 0} << Vec3d{0, 0, 1};
    QTest::newRow("wall to the east") << Vec3d{1, 0, 0} << Vec3d{0, 1, 0};
    QTest::newRow("wall to the west") << Vec3d{-1, 0, 0} << Vec3d{0, 1, 0};
    QTest::newRow("wall to the south") << Vec3d{0, 0, 1} << Vec3d{0, 1, 0};
    QTest::newRow("wall to the north") << Vec3d{0, 0, -1} << Vec3d{0, 1, 0};
}

void TestUvMapping::worldAlignedMappingIsUprightAndUnmirrored()
{
    QFETCH(Vec3d, normal);
    QFETCH(Vec3d, up);
    const auto uv = worldAlignedUv(normal);
    QCOMPARE(-uv.vAxis, up);
    QCOMPARE(glm::cross(uv.uAxis, up), normal); // text on it can be read
}

void TestUvMapping::noiseInASlopeDoesNotTurnItsTexture()
{
    const double h = std::sqrt(0.5);
    for (const auto& slope : {Vec3d{h, h, 0}, Vec3d{0, h, -h}, Vec3d{-h, 0, h}}) {
        const auto uv = worldAlignedUv(slope);
        for (const double noise : {1e-12, -1e-12}) {
            QCOMPARE(worldAlignedUv(slope + Vec3d{noise, 0, 0}), uv);
            QCOMPARE(worldAlignedUv(slope + Vec3d{0, noise, 0}), uv);
            QCOMPARE(worldAlignedUv(slope + Vec3d{0, 0, noise}), uv);
        }
    }
}

void TestUvMapping::bigScaleRepeatsLess()
{
    auto uv = worldAlignedUv({0, 1, 0});
    uv.scale = {4, 2};
    uv.offset = {0.5, 0};
    QCOMPARE(uv.at({8, 100, 3}), (Vec2d{2.5, 1.5}));
}

void TestUvMapping::rotationIsReadBack()
{
    std::mt19937 random{1};
    std::uniform_real_distribution<double> number{-1, 1};
    for (int i = 0; i < 200; ++i) {
        const auto normal = glm::normalize(Vec3d{number(random), number(random), number(random)});
        const double angle = number(random) * Pi;
        const auto turned = withUvRotation(worldAlignedUv(normal), normal, angle);
        QVERIFY(std::abs(uvRotation(turned, normal) - angle) < 1e-12);
        QVERIFY(std::abs(glm::dot(turned.uAxis, turned.vAxis)) < 1e-12);
        QVERIFY(std::abs(glm::length(turned.vAxis) - 1) < 1e-12);
    }
    QCOMPARE(uvRotation(worldAlignedUv({0, 1, 0}), {0, 1, 0}), 0.0);
}

void TestUvMapping::rotationTurnsCounterClockwiseOnTheFace()
{
    for (const auto& normal : {Vec3d{0, 1, 0}, Vec3d{0, -1, 0}, Vec3d{1, 0, 0}, Vec3d{0, 0, -1}}) {
        const auto upright = worldAlignedUv(normal);
        const auto turned = withUvRotation(upright, normal, 0.1);
        QVERIFY(glm::dot(glm::cross(upright.uAxis, turned.uAxis), normal) > 0);
        QVERIFY(glm::dot(glm::cross(upright.vAxis, turned.vAxis), normal) > 0);
    }
}

void TestUvMapping::rotationKeepsMirroring()
{
    const Vec3d normal{0, 1, 0};
    auto mirrored = worldAlignedUv(normal);
    mirrored.vAxis = -mirrored.vAxis;
    const auto turned = withUvRotation(mirrored, normal, 1);
    QVERIFY(glm::dot(glm::cross(turned.uAxis, turned.vAxis), normal) > 0);
    const auto back = withUvRotation(turned, normal, 0);
    QVERIFY(glm::distance(back.vAxis, mirrored.vAxis) < 1e-12);
}

void TestUvMapping::lockedTextureFollowsATranslation()
{
    const auto uv = sampleMapping();
    const Vec3d by{3, -4, 5.5};
    const auto moved = translatedUv(uv, by);
    for (const auto& p : {Vec3d{0}, Vec3d{1, 2, 3}, Vec3d{-7, 0.5, 2}})
        QVERIFY(isNear(moved.at(p + by), uv.at(p)));
}

void TestUvMapping::lockedTextureFollowsAnyTransform()
{
    std::mt19937 random{2};
    std::uniform_real_distribution<double> number{-4, 4};
    for (int i = 0; i < 200; ++i) {
        Transform by;
        by.position = {number(random), number(random), number(random)};
        by.rotation =
            glm::normalize(Quatd{number(random), number(random), number(random), number(random)});
        by.scale = {number(random), number(random), number(random)};
        if (std::abs(by.scale.x * by.scale.y * by.scale.z) < 0.01)
            continue;
        const auto uv = sampleMapping();
        const auto moved = transformedUv(uv, by);
        QVERIFY(std::abs(glm::length(moved.uAxis) - 1) < 1e-12);
        QVERIFY(std::abs(glm::length(moved.vAxis) - 1) < 1e-12);
        for (const auto& p : {Vec3d{0}, Vec3d{1, 2, 3}, Vec3d{-7, 0.5, 2}})
            QVERIFY(isNear(moved.at(by.apply(p)), uv.at(p)));
    }
}

void TestUvMapping::identityKeepsEveryBit()
{
    const auto uv = sampleMapping();
    QCOMPARE(transformedUv(uv, Transform{}), uv);
    QCOMPARE(translatedUv(uv, Vec3d{0}), uv);
}

PLAIN_TEST(TestUvMapping)
} // namespace tst_uv_mapping

#include "tst_uv_mapping.moc"
