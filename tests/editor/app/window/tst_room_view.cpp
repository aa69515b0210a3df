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
    void framingEverythingStaysInTheRoom();
    void framingAWallLooksAtItFromInside_data();
    void framingAWallLooksAtItFromInside();
    void outsideNothingIsInTheWay();
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
    // There is no room for that behind a crate at the wall.
    const Aabb wide{{-3, 0, -0.5}, {3, 2, 0.5}};
    const auto near = room.look({2, 1.6, 2}, wide);
    QVERIFY(near.has_value());
    QVERIFY(Room::Inside.contains(near->eye));
    QVERIFY(near->eye.z > 2.5);
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

PLAIN_TEST(TestRoomView)
} // namespace tst_room_view

#include "tst_room_view.moc"
