#include "engine_core/scene/foliage/foliage_pose.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <random>

namespace tst_foliage_pose
{
using namespace engine;

/// Where a plant's own axis points.
class TestFoliagePose : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theAxisFollowsTheNormal();
    void theMostAngleHolds();
};

namespace
{
FoliageInstance on(const Vec3d& normal, double yaw)
{
    FoliageInstance plant;
    plant.normal = packFoliageNormal(normal);
    plant.yaw = packFoliageYaw(yaw);
    for (auto& scale : plant.scale)
        scale = packFoliageScale(1);
    return plant;
}

/// Straight up and down, walls, and any other.
std::vector<Vec3d> normals()
{
    std::vector<Vec3d> all{{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 0, -1}, {1e-7, -1, 0}};
    std::mt19937 random{1};
    std::normal_distribution<double> spread;
    for (int i = 0; i < 500; ++i)
        all.push_back(glm::normalize(Vec3d{spread(random), spread(random), spread(random)}));
    return all;
}
} // namespace

void TestFoliagePose::theAxisFollowsTheNormal()
{
    const FoliageType type;
    double yaw = 0;
    for (const auto& normal : normals()) {
        const auto pose = foliagePose(type, on(normal, yaw += 0.1));
        QVERIFY(glm::length(pose.turn * Vec3d{0, 1, 0} - normal) < 1e-3);
        QVERIFY(std::abs(glm::determinant(pose.turn) - 1) < 1e-3); // nothing is mirrored
    }
}

void TestFoliagePose::theMostAngleHolds()
{
    FoliageType type;
    type.maxAngle = 30;
    for (const auto& normal : normals()) {
        const auto axis = foliagePose(type, on(normal, 1)).turn * Vec3d{0, 1, 0};
        const double wanted = std::min(std::acos(std::clamp(normal.y, -1.0, 1.0)), radians(30.0));
        QVERIFY(std::abs(std::acos(std::clamp(axis.y, -1.0, 1.0)) - wanted) < 1e-3);
    }
    type.alignToNormal = false;
    QVERIFY(glm::length(foliagePose(type, on({0, -1, 0}, 1)).turn * Vec3d{0, 1, 0} -
                        Vec3d{0, 1, 0}) < 1e-9);
}

PLAIN_TEST(TestFoliagePose)
} // namespace tst_foliage_pose

#include "tst_foliage_pose.moc"
