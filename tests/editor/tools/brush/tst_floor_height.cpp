#include "editor/tools/brush/floor_height.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"

#include <QtTest>

namespace tst_floor_height
{
using mapwright::test::DocumentFixture;

/// What things that are set down from above stand on.
class TestFloorHeight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAnythingItIsZero();
    void underTheSkyItIsTheUppermost();
    void inARoomItIsTheFloor();
    void whatIsTooTallToStandOnBelowTheCeilingIsStoodOn();
    void aJointBelowTheRoofIsNoRoom();
};

namespace
{
/// A floor with its top at 0 and a ceiling from 4 to 4.25 m.
struct Room : DocumentFixture
{
    Room()
    {
        addBox({-8, -0.25, -8}, {8, 0, 8}, "floor");
        addBox({-8, 4, -8}, {8, 4.25, 8}, "ceiling");
    }

    [[nodiscard]] double at(double x) const { return editor::floorHeight(document, {x, 0, 0}); }
};
} // namespace

void TestFloorHeight::withoutAnythingItIsZero()
{
    const DocumentFixture level;
    QCOMPARE(editor::floorHeight(level.document, {1, 0, 1}), 0.0);
}

void TestFloorHeight::underTheSkyItIsTheUppermost()
{
    DocumentFixture level;
    level.addBox({-8, -0.25, -8}, {8, 0, 8});
    level.addBox({0, 0, -1}, {2, 3, 1});
    QCOMPARE(editor::floorHeight(level.document, {1, 0, 0}), 3.0);
}

void TestFloorHeight::inARoomItIsTheFloor()
{
    QCOMPARE(Room{}.at(3), 0.0);
}

/// On the roof nobody would see it.
void TestFloorHeight::whatIsTooTallToStandOnBelowTheCeilingIsStoodOn()
{
    Room room;
    room.addBox({0, 0, -1}, {2, 2.25, 1}, "cupboard");
    QCOMPARE(room.at(1), 2.25);
}

void TestFloorHeight::aJointBelowTheRoofIsNoRoom()
{
    Room room;
    room.addBox({0, 0, -1}, {2, 3.9, 1}, "pillar");
    QCOMPARE(room.at(1), 4.25);
}

PLAIN_TEST(TestFloorHeight)
} // namespace tst_floor_height

#include "tst_floor_height.moc"
