#include "engine_core/base/jobs.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/void_faces.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_void_faces
{
using namespace engine;
using namespace mapwright::test;

class TestVoidFaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void outerFacesOfARoomAreFound();
    void withoutAnythingInItNothingIsARoom();
    void anOpenRoomHasNone();
    void aLampInTheOpenMakesTheOutsideALevel();
    void whatStandsOutsideIsNoWall();
    void throughThinWallsNothingIsAWall();
    void aLampBesideAWallOnNoGridIsInTheRoom();
    void aLampJustOverAFloorInTheOpenIsInNoRoom();
    void theWallBetweenTwoRoomsTurnsToNeither();
    void aRoomWithNothingInItIsNoVoid();
    void aFloorThatReachesOutOfTheRoomStays();
    void aClosedDoorClosesTheRoomAndStays();
    void aPlayerStartOnTheFloorCounts();
    void aSkyMakesTheOutsideALevel();
    void whatIsLeftOutOfTheGameIsNoWall();
    void bigLevelsAreSearchedMoreCoarsely();
    void aCancelledSearchEnds();
};

namespace
{
/// +X, -X, +Y, -Y, +Z, -Z.
enum Side : FaceIndex
{
    Right,
    Left,
    Up,
    Down,
    Near,
    Far
};

/// Walls a quarter of a metre thick around the inside of the box.
struct Room
{
    Room(World& world, const Vec3d& min, const Vec3d& max)
        : floor{addBox(world, min - Vec3d{Wall}, {max.x + Wall, min.y, max.z + Wall})}
        , ceiling{addBox(world, {min.x - Wall, max.y, min.z - Wall}, max + Vec3d{Wall})}
        , left{addBox(world, {min.x - Wall, min.y, min.z - Wall}, {min.x, max.y, max.z + Wall})}
        , right{addBox(world, {max.x, min.y, min.z - Wall}, {max.x + Wall, max.y, max.z + Wall})}
        , far{addBox(world, {min.x, min.y, min.z - Wall}, {max.x, max.y, min.z})}
        , near{addBox(world, {min.x, min.y, max.z}, {max.x, max.y, max.z + Wall})}
    {
    }

    static constexpr double Wall = 0.25;
    EntityId floor, ceiling, left, right, far, near;
};

void removeBrush(World& world, EntityId entity)
{
    Edit edit;
    addRemoval(world, entity, edit);
    world.apply(edit);
}

bool has(const std::vector<CoveredFace>& faces, EntityId entity, Side side)
{
    return std::find(faces.begin(), faces.end(), CoveredFace{entity, side}) != faces.end();
}

std::ptrdiff_t countOf(const std::vector<CoveredFace>& faces, EntityId entity)
{
    return std::count_if(faces.begin(), faces.end(),
                         [&](const CoveredFace& face) { return face.entity == entity; });
}
} // namespace

void TestVoidFaces::outerFacesOfARoomAreFound()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    const auto faces = voidFaces(world);
    QVERIFY(has(faces, room.ceiling, Up));
    QVERIFY(has(faces, room.floor, Down));
    QVERIFY(has(faces, room.left, Left));
    QVERIFY(has(faces, room.far, Far));
    QVERIFY(!has(faces, room.ceiling, Down));
    QVERIFY(!has(faces, room.floor, Up));
    QVERIFY(!has(faces, room.left, Right));
    // Ends of walls between others turn to nothing: they are what one sees of the cut.
    QVERIFY(!has(faces, room.left, Up));
    QVERIFY(std::is_sorted(faces.begin(), faces.end()));
}

void TestVoidFaces::withoutAnythingInItNothingIsARoom()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    QVERIFY(voidFaces(world).empty());
}

void TestVoidFaces::anOpenRoomHasNone()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    removeBrush(world, room.near);
    QVERIFY(voidFaces(world).empty());
}

void TestVoidFaces::aLampInTheOpenMakesTheOutsideALevel()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    addLight(world, {3, 8, 3});
    QVERIFY(voidFaces(world).empty());
}

void TestVoidFaces::whatStandsOutsideIsNoWall()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    const auto crate = addBox(world, {8, 0, 0}, {9, 1, 1});
    const auto leaning = addBox(world, {6.25, 0, 0}, {7, 1, 1}); // against the right wall
    const auto faces = voidFaces(world);
    QVERIFY(!faces.empty());
    QCOMPARE(countOf(faces, crate), 0);
    QCOMPARE(countOf(faces, leaning), 0);
}

/// Water is nearer behind the wall than a cell is big.
void TestVoidFaces::throughThinWallsNothingIsAWall()
{
    World world;
    addBox(world, {-0.1, -0.1, -0.1}, {6.1, 0, 6.1});
    addBox(world, {-0.1, 3, -0.1}, {6.1, 3.1, 6.1});
    const auto left = addBox(world, {-0.1, 0, -0.1}, {0, 3, 6.1});
    const auto right = addBox(world, {6, 0, -0.1}, {6.1, 3, 6.1});
    addBox(world, {0, 0, -0.1}, {6, 3, 0});
    addBox(world, {0, 0, 6}, {6, 3, 6.1});
    const auto leaning = addBox(world, {6.1, 0, 1}, {7, 1, 2});
    addLight(world, {3, 2, 3});
    const auto faces = voidFaces(world);
    QVERIFY(has(faces, left, Left));
    QVERIFY(has(faces, right, Right));
    QCOMPARE(countOf(faces, leaning), 0);
}

/// Its cell is cut by the wall, and the middle of that is in it.
void TestVoidFaces::aLampBesideAWallOnNoGridIsInTheRoom()
{
    World world;
    const Room room{world, {0.09, 0.07, 0.09}, {6.09, 3.07, 6.09}};
    addLight(world, {0.11, 2, 3.03});
    const auto faces = voidFaces(world);
    QVERIFY(has(faces, room.ceiling, Up));
    QVERIFY(has(faces, room.right, Right));
    QVERIFY(!has(faces, room.left, Right));
}

void TestVoidFaces::aLampJustOverAFloorInTheOpenIsInNoRoom()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    addBox(world, {20, -0.2, 20}, {30, 0.07, 30});
    addLight(world, {25.03, 0.09, 25.03});
    QVERIFY(voidFaces(world).empty());
}

void TestVoidFaces::theWallBetweenTwoRoomsTurnsToNeither()
{
    World world;
    const Room first{world, {0, 0, 0}, {6, 3, 6}};
    const Room second{world, {6.25, 0, 0}, {12, 3, 6}}; // its left wall is within the right one
    addLight(world, {3, 2, 3});
    addLight(world, {9, 2, 3});
    const auto faces = voidFaces(world);
    QVERIFY(!has(faces, first.right, Right));
    QVERIFY(!has(faces, first.right, Left));
    QVERIFY(has(faces, first.right, Near)); // its end, beside the way out
}

void TestVoidFaces::aRoomWithNothingInItIsNoVoid()
{
    World world;
    const Room first{world, {0, 0, 0}, {6, 3, 6}};
    const Room second{world, {6.25, 0, 0}, {12, 3, 6}};
    addLight(world, {3, 2, 3});
    const auto faces = voidFaces(world);
    QVERIFY(has(faces, first.left, Left));
    QVERIFY(!has(faces, first.right, Right));
    QCOMPARE(countOf(faces, second.ceiling), 0);
}

void TestVoidFaces::aFloorThatReachesOutOfTheRoomStays()
{
    World world;
    const auto ground = addBox(world, {-20, -0.25, -20}, {20, 0, 20});
    const Room house{world, {0, 0, 0}, {6, 3, 6}};
    removeBrush(world, house.floor);
    addLight(world, {3, 2, 3});
    const auto faces = voidFaces(world);
    QVERIFY(has(faces, house.ceiling, Up));
    QVERIFY(!has(faces, ground, Up));
    QVERIFY(has(faces, ground, Down));
}

void TestVoidFaces::aClosedDoorClosesTheRoomAndStays()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    Edit edit;
    edit.swaps.push_back(swapTo(room.near, Mover{}));
    world.apply(edit);
    const auto faces = voidFaces(world);
    QVERIFY(has(faces, room.ceiling, Up));
    QCOMPARE(countOf(faces, room.near), 0);
}

void TestVoidFaces::aSkyMakesTheOutsideALevel()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    SceneSettings settings;
    settings.skyHorizon = {0.5F, 0.6F, 0.7F};
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, settings));
    world.apply(edit);
    QVERIFY(voidFaces(world).empty());
}

void TestVoidFaces::whatIsLeftOutOfTheGameIsNoWall()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addLight(world, {3, 2, 3});
    const auto layer = addLight(world, {3, 2, 3});
    Edit edit;
    edit.swaps.push_back(swapTo(layer, Layer{.omit = true}));
    edit.swaps.push_back(swapTo(room.near, Node{.name = "near", .parent = layer}));
    world.apply(edit);
    QVERIFY(voidFaces(world).empty());
}

void TestVoidFaces::aPlayerStartOnTheFloorCounts()
{
    World world;
    const Room room{world, {0, 0, 0}, {6, 3, 6}};
    addPlayerStart(world, {3, 0, 3});
    QVERIFY(has(voidFaces(world), room.ceiling, Up));
}

/// Too many for cells of an eighth of a metre; walls on no grid.
void TestVoidFaces::bigLevelsAreSearchedMoreCoarsely()
{
    World world;
    std::vector<Room> rooms;
    for (int i = 0; i < 100; ++i) {
        const Vec3d min{9.1 * (i % 10), 0.07, 9.1 * (i / 10)};
        rooms.emplace_back(world, min, min + Vec3d{6.3, 3.2, 6.4});
        addLight(world, min + Vec3d{3, 2, 3});
    }
    const auto faces = voidFaces(world);
    for (const auto& room : rooms) {
        QVERIFY(has(faces, room.ceiling, Up));
        QVERIFY(has(faces, room.left, Left));
        QVERIFY(!has(faces, room.ceiling, Down));
        QVERIFY(!has(faces, room.floor, Up));
        QVERIFY(!has(faces, room.left, Right));
        QVERIFY(!has(faces, room.far, Near));
    }
}

void TestVoidFaces::aCancelledSearchEnds()
{
    World world;
    buildLevel(world, 200);
    JobControl control;
    control.cancel();
    QVERIFY(voidFaces(world, &control).empty());
}

PLAIN_TEST(TestVoidFaces)
} // namespace tst_void_faces

#include "tst_void_faces.moc"
