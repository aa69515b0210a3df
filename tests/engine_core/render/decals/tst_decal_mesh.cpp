#include "engine_core/render/decals/decal_mesh.h"
#include "engine_core/render/passes/packed_frame.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <cmath>

namespace tst_decal_mesh
{
using namespace engine;
using namespace mapwright::test;

class TestDecalMesh : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallFadeAnglesFadeOverAllOfThem();
    void bumpsStandOutOfWhatIsMirrored_data();
    void bumpsStandOutOfWhatIsMirrored();
};

void TestDecalMesh::smallFadeAnglesFadeOverAllOfThem()
{
    const auto coverAt = [](double fadeAngle, double degrees) {
        Decal decal;
        decal.fadeAngle = fadeAngle;
        const double angle = radians(degrees);
        return coverOf(decal, {0, 0, 1}, {std::sin(angle), 0, std::cos(angle)});
    };
    QVERIFY(std::abs(coverAt(5, 0) - 1) < 1e-6);
    QVERIFY(std::abs(coverAt(5, 2.5) - 0.5) < 1e-6);
    QVERIFY(std::abs(coverAt(20, 0) - 1) < 1e-6);
    QVERIFY(std::abs(coverAt(20, 15) - 0.5) < 1e-6);
    QCOMPARE(coverAt(0, 0), 0.0);
}

void TestDecalMesh::bumpsStandOutOfWhatIsMirrored_data()
{
    QTest::addColumn<double>("decal"); // the scale along x of each
    QTest::addColumn<double>("surface");
    QTest::addColumn<double>("root");
    for (const double decal : {1.0, -1.0})
        for (const double surface : {1.0, -1.0})
            for (const double root : {1.0, -1.0})
                QTest::addRow("%g %g %g", decal, surface, root) << decal << surface << root;
}

void TestDecalMesh::bumpsStandOutOfWhatIsMirrored()
{
    QFETCH(const double, decal);
    QFETCH(const double, surface);
    QFETCH(const double, root);
    World world;
    const auto wall = addBox(world, {-8, -8, -5}, {8, 8, -3}, "wall"); // as wide to both sides
    const auto& brush = *world.get<BrushComponent>(wall)->brush;
    const Transform stand{{0, 0, -3}, {1, 0, 0, 0}, {decal, 1, 1}};
    const Transform place{{0, 0, 0}, {1, 0, 0, 0}, {surface, 1, 1}};
    const auto mesh =
        decalOnBrush({Decal{}, stand, root < 0}, brush, {place, world.surfaces()}, nullptr, {});
    QVERIFY(!mesh.vertices.empty());
    // As the shaders do: both directions go along, and are crossed where they are drawn.
    const auto frame = unpackFrame(mesh.vertices.front().frame);
    const Vec3d tangent = Vec3d{frame.tangent} * Vec3d{surface * root, 1, 1};
    const auto up = glm::cross(Vec3d{frame.normal}, tangent) * static_cast<double>(frame.tangent.w);
    QVERIFY(glm::distance(tangent, Vec3d{decal * root, 0, 0}) < 0.02);
    QVERIFY(glm::distance(up, Vec3d{0, 1, 0}) < 0.02);
}

PLAIN_TEST(TestDecalMesh)
} // namespace tst_decal_mesh

#include "tst_decal_mesh.moc"
