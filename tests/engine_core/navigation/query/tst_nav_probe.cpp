#include "engine_core/navigation/query/nav_probe.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/nav_fixture.h"

#include <QTest>

namespace tst_nav_probe
{
using namespace engine;
using namespace mapwright::test;

/// What measures the level finds the ground that the mesh has.
class TestNavProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTopOfAModelIsGround_data();
    void theTopOfAModelIsGround();
};

void TestNavProbe::theTopOfAModelIsGround_data()
{
    QTest::addColumn<Vec3d>("scale");
    QTest::newRow("as it is") << Vec3d{1, 1, 1};
    QTest::newRow("mirrored to the side") << Vec3d{-1, 1, 1};
    QTest::newRow("mirrored upside down") << Vec3d{1, -1, 1};
    QTest::newRow("turned by two mirrors") << Vec3d{-1, 1, -1};
    QTest::newRow("mirrored thrice") << Vec3d{-1, -1, -1};
}

void TestNavProbe::theTopOfAModelIsGround()
{
    QFETCH(Vec3d, scale);
    ModelSource source;
    source.models["crate.glb"] = boxModel({{-2, -0.5, -2}, {2, 0.5, 2}});
    NavFixture level;
    level.world.setMeshes(&source);
    Transform place;
    place.position = {0, 0.5, 0};
    place.scale = scale;
    const auto crate = addModel(level.world, "crate.glb", place);
    const NavScene scene{level.world};
    const NavProbe probe{scene, {{-3, -1, -3}, {3, 3, 3}}};
    const auto storeys = probe.storeys({0.3, 0, 0.7}, level.agent.height);
    QCOMPARE(storeys.size(), std::size_t{1});
    QVERIFY(std::abs(storeys[0].floor.height - 1) < 1e-6);
    QCOMPARE(storeys[0].floor.entity, crate);
    const auto floor = probe.floor({0.3, 0, 0.7}, 3);
    QVERIFY(floor && !floor->isUnderside);
    const auto ceiling = probe.ceiling({0.3, 0, 0.7}, 0.5); // from within
    QVERIFY(ceiling && ceiling->isUnderside);
}

PLAIN_TEST(TestNavProbe)
} // namespace tst_nav_probe

#include "tst_nav_probe.moc"
