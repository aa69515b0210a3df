#include "engine_core/render/passes/packed_frame.h"
#include "tests/program/registry.h"
#include "tests/support/levels/brush_fuzz.h"

#include <QTest>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>

namespace tst_packed_frame
{
using namespace engine;
using namespace mapwright::test;

namespace
{
double degreesBetween(const Vec3f& a, const Vec3f& b)
{
    return degrees(std::acos(
        std::clamp(glm::dot(glm::normalize(Vec3d{a}), glm::normalize(Vec3d{b})), -1.0, 1.0)));
}

/// A direction at a right angle to the normal.
Vec3f across(const Vec3f& normal, double turn)
{
    const auto helper = std::abs(normal.x) < 0.5F ? Vec3f{1, 0, 0} : Vec3f{0, 1, 0};
    const auto u = glm::normalize(glm::cross(helper, normal));
    return u * static_cast<float>(std::cos(turn)) +
           glm::cross(normal, u) * static_cast<float>(std::sin(turn));
}
} // namespace

class TestPackedFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void axesAreExact();
    void slopesOfOneToOneAreExact();
    void anyDirectionComesBackNearly();
    void nothingBecomesUp();
};

void TestPackedFrame::axesAreExact()
{
    for (int axis = 0; axis < 3; ++axis)
        for (const float sign : {-1.F, 1.F})
            for (int along = 0; along < 3; ++along)
                for (const float way : {-1.F, 1.F}) {
                    if (along == axis)
                        continue;
                    Vec3f normal{0};
                    normal[axis] = sign;
                    Vec4f tangent{0, 0, 0, -sign};
                    tangent[along] = way;
                    const auto frame = unpackFrame(packFrame(normal, tangent));
                    QCOMPARE(frame.normal, normal);
                    QVERIFY(glm::length(Vec3f{frame.tangent} - Vec3f{tangent}) < 1e-6F);
                    QCOMPARE(frame.tangent.w, tangent.w);
                }
}

void TestPackedFrame::slopesOfOneToOneAreExact()
{
    for (const float x : {-1.F, 0.F, 1.F})
        for (const float y : {-1.F, 0.F, 1.F})
            for (const float z : {-1.F, 0.F, 1.F}) {
                const Vec3f normal{x, y, z};
                if (normal == Vec3f{0})
                    continue;
                const auto frame = unpackFrame(packFrame(normal * 0.3F, Vec4f{0, 0, 0, 1}));
                QVERIFY(glm::length(frame.normal - glm::normalize(normal)) < 1e-6F);
            }
}

void TestPackedFrame::anyDirectionComesBackNearly()
{
    Dice dice{11};
    double worstNormal = 0;
    double worstTangent = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto part = [&] {
            return static_cast<float>(dice.between(-1, 1));
        };
        const Vec3f any{part(), part(), part()};
        if (glm::length(any) < 0.01F)
            continue;
        const auto normal = glm::normalize(any);
        const auto tangent = across(normal, dice.between(0, 2 * Pi));
        const float sign = i % 2 == 0 ? 1.F : -1.F;
        const auto frame = unpackFrame(packFrame(normal, Vec4f{tangent, sign}));
        worstNormal = std::max(worstNormal, degreesBetween(frame.normal, normal));
        worstTangent = std::max(worstTangent, degreesBetween(Vec3f{frame.tangent}, tangent));
        QVERIFY(std::abs(glm::dot(frame.normal, Vec3f{frame.tangent})) < 1e-5F);
        QCOMPARE(frame.tangent.w, sign);
    }
    QVERIFY2(worstNormal < 0.12, qPrintable(QString::number(worstNormal)));
    QVERIFY2(worstTangent < 0.5, qPrintable(QString::number(worstTangent)));
}

void TestPackedFrame::nothingBecomesUp()
{
    const auto frame = unpackFrame(packFrame(Vec3f{0}, Vec4f{0}));
    QCOMPARE(frame.normal, (Vec3f{0, 0, 1}));
    QVERIFY(std::abs(glm::length(Vec3f{frame.tangent}) - 1.F) < 1e-6F);
}

PLAIN_TEST(TestPackedFrame)
} // namespace tst_packed_frame

#include "tst_packed_frame.moc"
