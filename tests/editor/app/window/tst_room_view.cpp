#include "editor/views/room_view.h"
#include "editor/views/viewport_camera.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"

#include <QtTest>

#include <glm/geometric.hpp>

#include <map>
#include <string>

namespace tst_room_view
{
using namespace editor;
using engine::Aabb;
using engine::Vec3d;

namespace
{
/// A room of 8 x 3 x 6 m with walls of 0.2 m and a crate, and a camera in it that looks along -z.
struct Room : mapwright::test::DocumentFixture
{
    std::map<std::string, engine::EntityId> walls{
        {"floor", addBox({-4.2, -0.2, -3.2}, {4.2, 0, 3.2})},
        {"ceiling", addBox({-4.2, 3, -3.2}, {4.2, 3.2, 3.2})},
        {"west", addBox({-4.2, 0, -3.2}, {-4, 3, 3.2})},
        {"east", addBox({4, 0, -3.2}, {4.2, 3, 3.2})},
        {"north", addBox({-4, 0, -3.2}, {4, 3, -3})},
        {"south", addBox({-4, 0, 3}, {4, 3, 3.2})}};
    engine::EntityId crate = addBox(Crate.min, Crate.max);

    /// Of a camera at `eye` that looks along -z.
    [[nodiscard]] std::optional<Look> look(const Vec3d& eye, const Aabb& box) const
    {
        ViewportCamera camera{ViewKind::Perspective};
        engine::ViewCamera place;
        place.position = eye;
        camera.setCamera(place);
        return lookInRoom(document.world(), document.index(), eye, camera.eyeFor(box, 1.6), box);
    }

    static inline const Aabb Inside{{-4, 0, -3}, {4, 3, 3}};
    static inline const Aabb Crate{{-1, 0, -2}, {0, 1, -1}};
};
} // namespace

class TestRoomView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRoomIsClosedOnAllSides();
    void framingACrateStaysInTheRoom();
    void somethingOnTheFloorIsSeenFromAbove();
    void wallsAreSeenFromWhereTheyAreLargest();
    void whatIsInAnotherRoomIsLookedAtThere();
    void whatIsOutsideIsFramedFromOutside();
    void framingEverythingStaysInTheRoom();
    void framingAWallLooksAtItFromInside_data();
    void framingAWallLooksAtItFromInside();
    void outsideNothingIsInTheWay();
    void aPlaceOnAWallIsSeenFromItsOwnSide();
    void aPlaceOnTheGroundIsSeenFromAbove_data();
    void aPlaceOnTheGroundIsSeenFromAbove();
};

void TestRoomView::aRoomIsClosedOnAllSides()
{
    const Room room;
    const auto& world = room.document.world();
    QVERIFY(isEnclosed(world, room.document.index(), {2, 1, 2}));
    QVERIFY(!isEnclosed(world, room.document.index(), {2, 1, 5}));
    QVERIFY(!isEnclosed(world, room.document.index(), {2, 4, 2}));
}

void TestRoomView::framingACrateStaysInTheRoom()
{
    const Room room;
    const auto look = room.look({2, 1.6, 2}, Room::Crate);
    QVERIFY(look.has_value());
    QVERIFY(Room::Inside.contains(look->eye));
    QCOMPARE(look->target, Room::Crate.center());
    // As far back as it takes to see all of it.
    QVERIFY(glm::distance(look->eye, look->target) > 1.5);
}

/// However the camera was turned: an eye below it would be in the floor.
void TestRoomView::somethingOnTheFloorIsSeenFromAbove()
{
    const Room room;
    const Aabb start{{1, 0, 1}, {1.2, 1.7, 1.2}};
    for (const double height : {0.2, 1.6, 2.8}) {
        for (const double up : {-2.0, 0.0, 2.0}) {
            const Vec3d eye{-3, height, 2.5};
            const auto wanted = start.center() - glm::normalize(Vec3d{1, up, 0.2}) * 2.0;
            const auto look =
                lookInRoom(room.document.world(), room.document.index(), eye, wanted, start);
            QVERIFY(look.has_value());
            QCOMPARE(look->target, start.center());
            QVERIFY(Room::Inside.grown(-0.2).contains(look->eye)); // it cuts no wall open
            QVERIFY(glm::distance(look->eye, look->target) > 1.2);
        }
    }
}

void TestRoomView::wallsAreSeenFromWhereTheyAreLargest()
{
    const Room room;
    const auto look = room.look({3.5, 1.6, -2.5}, room.boundsOf(room.walls.at("west")));
    QVERIFY(look.has_value());
    const auto way = look->eye - look->target;
    QVERIFY(glm::normalize(way).x > 0.7); // not along it
    QVERIFY(glm::length(way) > 4);
}

void TestRoomView::whatIsInAnotherRoomIsLookedAtThere()
{
    Room room;
    const Vec3d by{0, 0, 20};
    for (const auto& [name, wall] : std::map{room.walls}) {
        const auto box = room.boundsOf(wall);
        room.addBox(box.min + by, box.max + by, name);
    }
    const Aabb crate{Room::Crate.min + by, Room::Crate.max + by};
    room.addBox(crate.min, crate.max);
    const auto look = room.look({2, 1.6, 2}, crate);
    QVERIFY(look.has_value());
    QVERIFY((Aabb{Room::Inside.min + by, Room::Inside.max + by}).contains(look->eye));
    QCOMPARE(look->target, crate.center());
}

void TestRoomView::whatIsOutsideIsFramedFromOutside()
{
    Room room;
    const Aabb outside{{20, 0, 0}, {21, 1, 1}};
    room.addBox(outside.min, outside.max);
    QVERIFY(!room.look({2, 1.6, 2}, outside));
}

void TestRoomView::framingEverythingStaysInTheRoom()
{
    const Room room;
    const Vec3d eye{2, 1.6, 0};
    const auto look = room.look(eye, {{-4.2, -0.2, -3.2}, {4.2, 3.2, 3.2}});
    QVERIFY(look.has_value());
    QVERIFY(Room::Inside.contains(look->eye));
    QVERIFY(look->eye.z > eye.z); // back
    QVERIFY(glm::distance(glm::normalize(look->target - look->eye), Vec3d{0, 0, -1}) < 1e-9);
}

void TestRoomView::framingAWallLooksAtItFromInside_data()
{
    QTest::addColumn<QString>("wall");
    for (const auto* wall : {"floor", "ceiling", "west", "east", "north", "south"})
        QTest::newRow(wall) << wall;
}

void TestRoomView::framingAWallLooksAtItFromInside()
{
    QFETCH(QString, wall);
    const Room room;
    const auto box = room.boundsOf(room.walls.at(wall.toStdString()));
    const auto look = room.look({2, 1.6, 2}, box);
    QVERIFY(look.has_value());
    QVERIFY(Room::Inside.contains(look->eye));
    QCOMPARE(look->target, box.center());
}

void TestRoomView::outsideNothingIsInTheWay()
{
    const Room room;
    QVERIFY(!room.look({0, 6, 9}, Room::Crate));
}

/// Also where the room behind that wall is larger.
void TestRoomView::aPlaceOnAWallIsSeenFromItsOwnSide()
{
    Room room;
    room.addBox({4.2, -0.2, -9}, {30, 0, 9});
    room.addBox({4.2, 6, -9}, {30, 6.2, 9});
    room.addBox({30, 0, -9}, {30.2, 6, 9});
    room.addBox({4.2, 0, -9.2}, {30, 6, -9});
    room.addBox({4.2, 0, 9}, {30, 6, 9.2});
    room.addBox({4, 3, -9}, {4.2, 6, 9});
    room.addBox({4, 0, -9}, {4.2, 3, -3.2});
    room.addBox({4, 0, 3.2}, {4.2, 3, 9});
    const Vec3d place{4, 1.5, 0}; // on the east wall
    for (const Vec3d eye : {Vec3d{3, 1.6, 2}, Vec3d{10, 2, 2}}) {
        const auto look = room.look(eye, {place - Vec3d{1.5}, place + Vec3d{1.5}});
        QVERIFY(look.has_value());
        QVERIFY(Room::Inside.contains(look->eye));
        QCOMPARE(look->target, place);
    }
}

void TestRoomView::aPlaceOnTheGroundIsSeenFromAbove_data()
{
    QTest::addColumn<double>("up"); // of where the camera would stand
    QTest::newRow("in the hill beside it") << 0.0;
    QTest::newRow("in the ground") << -0.5;
    QTest::newRow("below the ground") << -2.0;
}

void TestRoomView::aPlaceOnTheGroundIsSeenFromAbove()
{
    QFETCH(double, up);
    mapwright::test::DocumentFixture level;
    level.addBox({-40, -4, -40}, {40, 0, 40});
    level.addBox({-40, 0, 4}, {40, 8, 40}); // a hill
    const auto& world = level.document.world();
    const auto& index = level.document.index();
    const Vec3d place{0};
    const Aabb box{place - Vec3d{1.5}, place + Vec3d{1.5}};
    const Vec3d eye{0, 12, 30}; // above the hill
    const auto wanted = place + glm::normalize(Vec3d{0, up, 1}) * 6.0;
    QVERIFY(!lookInRoom(world, index, eye, wanted, box));
    const auto look = lookPastSolids(world, index, eye, wanted, box);
    QVERIFY(look.has_value());
    QCOMPARE(look->target, place);
    QVERIFY(look->eye.y > 0.1);
    QVERIFY(look->eye.z < 3.9);
    QVERIFY(!lookPastSolids(world, index, eye, {3, 5, -3}, box)); // nothing is in its way
}

PLAIN_TEST(TestRoomView)
} // namespace tst_room_view

#include "tst_room_view.moc"
