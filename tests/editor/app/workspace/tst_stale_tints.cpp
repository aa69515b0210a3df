#include "editor/app/workspace/stale_tints.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/edited_house.h"

#include <QTest>

namespace tst_stale_tints
{
using namespace editor;
using namespace mapwright::test;

class TestStaleTints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agesBeginAnewWithAScene();
    void tintsFollowEdits();
};

namespace
{
void moveACrate(EditedHouse& house, double x)
{
    house.set(house.crates[0], engine::TransformComponent{.position = {x, 0, 0}});
}
} // namespace

void TestStaleTints::agesBeginAnewWithAScene()
{
    EditedHouse house;
    moveACrate(house, 0.5);
    StaleTints tints;
    tints.followAt(house.lighting, 0);
    QVERIFY(!tints.tints()[0].faces.empty());
    tints.followAt(house.lighting, 120);
    QVERIFY(tints.tints()[0].faces.empty());
    QVERIFY(!tints.tints()[1].faces.empty()); // older than a minute
    tints.reset();
    QVERIFY(tints.tints().empty());
    tints.followAt(house.lighting, 121);
    QVERIFY(!tints.tints()[0].faces.empty());
    QVERIFY(tints.tints()[1].faces.empty());
}

/// At once, however short ago the last ones were made.
void TestStaleTints::tintsFollowEdits()
{
    EditedHouse house;
    StaleTints tints;
    tints.followAt(house.lighting, 0);
    QVERIFY(tints.tints()[0].faces.empty());
    moveACrate(house, 0.5);
    tints.followAt(house.lighting, 0.1);
    QVERIFY(!tints.tints()[0].faces.empty());
    house.lighting.markAllFresh();
    tints.followAt(house.lighting, 0.2);
    QVERIFY(tints.tints()[0].faces.empty());
}

PLAIN_TEST(TestStaleTints)
} // namespace tst_stale_tints

#include "tst_stale_tints.moc"
