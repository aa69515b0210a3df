#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/world/world.h"
#include "engine_core/scene/world/world_system.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <atomic>
#include <set>
#include <thread>

namespace tst_world
{
using namespace engine;
using namespace mapwright;

namespace
{
/// Writes down who was told of what.
struct Listener final : WorldSystem
{
    Listener(std::string_view name_, std::vector<std::string>& log_) : name{name_}, log{&log_} {}

    void attach(World&) override { log->push_back(name + " attached"); }

    void onChanged(const ChangeSet& changes) override
    {
        log->push_back(name + " heard");
        last = changes;
    }

    void update(double) override {}

    std::string name;
    std::vector<std::string>* log;
    ChangeSet last;
};

EntityId addNode(World& world, const std::string& name, EntityId parent = {})
{
    const auto id = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = name, .parent = parent}));
    world.apply(edit);
    return id;
}

template <typename T>
Edit set(World& world, EntityId entity, T component)
{
    Edit edit;
    edit.swaps.push_back(swapTo(entity, std::move(component)));
    world.apply(edit);
    return edit;
}

Edit removeEntity(World& world, EntityId entity)
{
    Edit edit;
    addRemoval(world, entity, edit);
    world.apply(edit);
    return edit;
}

std::string nameOf(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr ? node->name : "none";
}
} // namespace

class TestWorld : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFilledWorldHoldsWhatAnExchangeWouldHaveStored();
    void aNewWorldHoldsTheSceneAlone();
    void entitiesExistAsLongAsTheyHaveANode();
    void undoAndRedoAreTheSameCall();
    void anEditMayTouchOneComponentTwice();
    void removalTakesEveryComponentAndUndoBringsThemBack();
    void copiesAreIndependentSnapshots();
    void copiesAreReadByOtherThreads();
    void copiesKeepTheirHierarchy();
    void copiesHaveNoSystems();
    void childrenFollowTheirParents();
    void removedChildrenLeaveTheList();
    void subtreeListsParentsFirst();
    void subtreeOfACycleEnds();
    void ancestorsAreFoundAtAnyDepth();
    void worldTransformsChain();
    void boundsOfBrushesLightsAndPlaces();
    void changesCarryBoundsBeforeAndAfter();
    void changesOfAParentCarryTheBoundsOfItsChildren();
    void renamingChangesNoPlace();
    void becomingAMoverChangesTheLook();
    void changesNameOldAndNewValues();
    void systemsHearInTheOrderOfAddingAndBeforeSignals();
    void removedSystemsHearNothing();
    void idsAreNeverReused();
    void newIdsAvoidIdsThatAFileBrought();
    void spawnedIdsNeverMeetAuthoredOnes();
    void forEachRunsInAscendingOrder();
    void whatHangsBelowAMoverMoves();
    void staticBrushesLeaveMoversOut();
    void whatShowsAModelHearsOfIt();
};

void TestWorld::aFilledWorldHoldsWhatAnExchangeWouldHaveStored()
{
    Edit edit;
    edit.swaps.push_back(swapTo(EntityId{5}, Node{.name = "lamp", .parent = EntityId{7}}));
    edit.swaps.push_back(swapTo(EntityId{5}, Light{}));
    edit.swaps.push_back(swapTo(EntityId{7}, Node{.name = "group", .parent = {}}));
    edit.swaps.push_back(swapTo(EntityId{5}, Node{.name = "lamp 2", .parent = EntityId{7}}));
    World filled;
    filled.fill(edit);
    World exchanged;
    exchanged.exchange(edit);
    QCOMPARE(filled.entities(), exchanged.entities());
    QCOMPARE(nameOf(filled, EntityId{5}), std::string{"lamp 2"});
    QVERIFY(filled.get<Light>(EntityId{5}) != nullptr);
    QCOMPARE(filled.children(EntityId{7}), exchanged.children(EntityId{7}));
    QCOMPARE(filled.children({}), exchanged.children({}));
}

void TestWorld::aNewWorldHoldsTheSceneAlone()
{
    const World world;
    QCOMPARE(world.entities(), std::vector{SceneEntity});
    QVERIFY(world.get<SceneSettings>(SceneEntity) != nullptr);
    QVERIFY(world.children({}).empty());
}

void TestWorld::entitiesExistAsLongAsTheyHaveANode()
{
    World world;
    const auto id = addNode(world, "crate");
    QVERIFY(world.exists(id));
    QCOMPARE(world.entityCount(), std::size_t{2});
    removeEntity(world, id);
    QVERIFY(!world.exists(id));
    QVERIFY(world.get<Node>(id) == nullptr);
    QVERIFY(!world.exists({}));
}

void TestWorld::undoAndRedoAreTheSameCall()
{
    World world;
    const auto id = addNode(world, "before");
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = "after", .parent = {}}));
    edit.swaps.push_back(swapTo(id, TransformComponent{.position = {1, 2, 3}}));
    world.apply(edit);
    QCOMPARE(nameOf(world, id), std::string{"after"});
    world.apply(edit);
    QCOMPARE(nameOf(world, id), std::string{"before"});
    QVERIFY(world.get<TransformComponent>(id) == nullptr);
    world.apply(edit);
    QCOMPARE(nameOf(world, id), std::string{"after"});
    QCOMPARE(world.get<TransformComponent>(id)->position, Vec3d(1, 2, 3));
}

void TestWorld::anEditMayTouchOneComponentTwice()
{
    World world;
    const auto id = addNode(world, "zero");
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = "one", .parent = {}}));
    edit.swaps.push_back(swapTo(id, Node{.name = "two", .parent = {}}));
    for (int round = 0; round < 2; ++round) {
        world.apply(edit);
        QCOMPARE(nameOf(world, id), std::string{"two"});
        world.apply(edit);
        QCOMPARE(nameOf(world, id), std::string{"zero"});
    }
}

void TestWorld::removalTakesEveryComponentAndUndoBringsThemBack()
{
    World world;
    const auto light = test::addLight(world, {1, 2, 3}, 7.0f);
    auto removal = removeEntity(world, light);
    QVERIFY(world.get<Light>(light) == nullptr);
    QVERIFY(world.get<TransformComponent>(light) == nullptr);
    QCOMPARE(world.count<Light>(), std::size_t{0});
    world.apply(removal);
    QCOMPARE(world.get<Light>(light)->range, 7.0f);
    QCOMPARE(world.get<TransformComponent>(light)->position, Vec3d(1, 2, 3));
}

void TestWorld::copiesAreIndependentSnapshots()
{
    World world;
    const auto id = addNode(world, "original");
    World copy = world;
    set(world, id, Node{.name = "changed", .parent = {}});
    QCOMPARE(nameOf(copy, id), std::string{"original"});
    set(copy, id, Node{.name = "played", .parent = {}});
    QCOMPARE(nameOf(world, id), std::string{"changed"});
    const auto late = addNode(world, "late");
    QVERIFY(!copy.exists(late));
    removeEntity(copy, id);
    QVERIFY(world.exists(id));
    QCOMPARE(world.entityCount(), std::size_t{3});
}

void TestWorld::copiesAreReadByOtherThreads()
{
    // Pages that the reader lets go of are written in place: ThreadSanitizer watches that order.
    World world;
    const auto rename = [&](int i) {
        Edit edit;
        edit.swaps.push_back(
            {EntityId{5000}, typeIdOf<Node>(),
             std::make_shared<const Node>(Node{.name = std::to_string(i), .parent = {}})});
        world.apply(edit);
    };
    for (int i = 0; i < 100; ++i) {
        rename(i);
        std::string read;
        std::atomic<bool> gone = false;
        std::jthread reader{[copy = std::make_unique<const World>(world), &read, &gone]() mutable {
            read = copy->get<Node>(EntityId{5000})->name;
            copy.reset();
            gone.store(true, std::memory_order_relaxed);
        }};
        while (i % 2 == 0 && !gone.load(std::memory_order_relaxed)) // orders nothing
            std::this_thread::yield();
        for (int k = 1; k <= 20; ++k)
            rename(1000 * k);
        reader.join();
        QCOMPARE(read, std::to_string(i));
    }
}

void TestWorld::copiesKeepTheirHierarchy()
{
    World world;
    const auto a = addNode(world, "a");
    const auto b = addNode(world, "b");
    const auto child = addNode(world, "child", a);
    const World copy = world;
    set(world, child, Node{.name = "child", .parent = b});
    QCOMPARE(copy.children(a), std::vector{child});
    QVERIFY(copy.children(b).empty());
    QCOMPARE(world.children(b), std::vector{child});
    QVERIFY(world.children(a).empty());
}

void TestWorld::copiesHaveNoSystems()
{
    std::vector<std::string> log;
    World world;
    Listener listener{"listener", log};
    world.addSystem(listener);
    World copy = world;
    addNode(copy, "in the copy");
    QCOMPARE(log, std::vector<std::string>{"listener attached"});
}

void TestWorld::childrenFollowTheirParents()
{
    World world;
    const auto group = addNode(world, "group");
    const auto one = addNode(world, "one", group);
    const auto two = addNode(world, "two", group);
    QCOMPARE(world.children({}), std::vector{group});
    QCOMPARE(world.children(group), (std::vector{one, two}));
    auto move = set(world, one, Node{.name = "one", .parent = {}});
    QCOMPARE(world.children(group), std::vector{two});
    QCOMPARE(world.children({}), (std::vector{group, one}));
    world.apply(move);
    QCOMPARE(world.children(group), (std::vector{one, two}));
}

void TestWorld::removedChildrenLeaveTheList()
{
    World world;
    const auto group = addNode(world, "group");
    const auto child = addNode(world, "child", group);
    auto removal = removeEntity(world, child);
    QVERIFY(world.children(group).empty());
    world.apply(removal);
    QCOMPARE(world.children(group), std::vector{child});
}

void TestWorld::subtreeListsParentsFirst()
{
    World world;
    const auto root = addNode(world, "root");
    const auto a = addNode(world, "a", root);
    const auto b = addNode(world, "b", root);
    const auto leaf = addNode(world, "leaf", a);
    addNode(world, "stranger");
    QCOMPARE(subtree(world, root), (std::vector{root, a, b, leaf}));
    QCOMPARE(subtree(world, leaf), std::vector{leaf});
}

void TestWorld::subtreeOfACycleEnds()
{
    World world;
    const auto a = addNode(world, "a");
    const auto b = addNode(world, "b", a);
    set(world, a, Node{.name = "a", .parent = b});
    QVERIFY(subtree(world, a).size() <= world.entityCount() + 1);
    QVERIFY(isFinite(worldTransform(world, a).position));
    QVERIFY(!isMoving(world, a));
    QVERIFY(isAncestor(world, b, a));
}

void TestWorld::ancestorsAreFoundAtAnyDepth()
{
    World world;
    const auto root = addNode(world, "root");
    const auto middle = addNode(world, "middle", root);
    const auto leaf = addNode(world, "leaf", middle);
    QVERIFY(isAncestor(world, root, leaf));
    QVERIFY(isAncestor(world, middle, leaf));
    QVERIFY(!isAncestor(world, leaf, root));
    QVERIFY(!isAncestor(world, leaf, leaf));
}

void TestWorld::worldTransformsChain()
{
    World world;
    const auto root = addNode(world, "root");
    const auto child = addNode(world, "child", root);
    const auto quarter = glm::angleAxis(radians(90), Vec3d{0, 1, 0});
    set(world, root,
        TransformComponent{.position = {10, 0, 0}, .rotation = quarter, .scale = {2, 2, 2}});
    set(world, child, TransformComponent{.position = {1, 0, 0}});
    // A quarter turn about Y brings +X to -Z.
    const auto place = worldTransform(world, child);
    QVERIFY(glm::distance(place.position, Vec3d(10, 0, -2)) < 1e-12);
    QCOMPARE(place.scale, Vec3d(2, 2, 2));
    QVERIFY(worldTransform(world, {}) == Transform{});
}

void TestWorld::boundsOfBrushesLightsAndPlaces()
{
    World world;
    const auto box = test::addBox(world, {0, 0, 0}, {1, 2, 3});
    QVERIFY(boundsOf(world, box) == (Aabb{{0, 0, 0}, {1, 2, 3}}));
    const auto light = test::addLight(world, {5, 5, 5}, 2.0f);
    QVERIFY(boundsOf(world, light) == (Aabb{{3, 3, 3}, {7, 7, 7}}));
    const auto start = test::addPlayerStart(world, {0, 1, 0});
    QVERIFY(boundsOf(world, start).contains(Vec3d{0, 1, 0}));
    QVERIFY(boundsOf(world, addNode(world, "placeless")).isEmpty());
    QVERIFY(boundsOf(world, SceneEntity).isEmpty());
    QVERIFY(boundsOf(world, EntityId{999999999}).isEmpty());
}

void TestWorld::changesCarryBoundsBeforeAndAfter()
{
    World world;
    const auto box = test::addBox(world, {0, 0, 0}, {1, 1, 1});
    auto moved = makeBox({{10, 0, 0}, {11, 1, 1}});
    QVERIFY(moved);
    Edit edit;
    edit.swaps.push_back(
        swapTo(box, BrushComponent{std::make_shared<const Brush>(*std::move(moved))}));
    const auto changes = world.apply(edit, ChangeKind::Preview);
    QCOMPARE(changes.kind, ChangeKind::Preview);
    QVERIFY(changes.bounds == (Aabb{{0, 0, 0}, {11, 1, 1}}));
    Edit removal;
    addRemoval(world, box, removal);
    QVERIFY(world.apply(removal).bounds == (Aabb{{10, 0, 0}, {11, 1, 1}}));
    QVERIFY(world.apply(removal).bounds == (Aabb{{10, 0, 0}, {11, 1, 1}}));
}

void TestWorld::changesOfAParentCarryTheBoundsOfItsChildren()
{
    World world;
    const auto group = addNode(world, "group");
    const auto box = test::addBox(world, {0, 0, 0}, {1, 1, 1});
    set(world, box, Node{.name = "box", .parent = group});
    Edit edit;
    edit.swaps.push_back(swapTo(group, TransformComponent{.position = {0, 100, 0}}));
    const auto bounds = world.apply(edit).bounds;
    QVERIFY(bounds.contains(Aabb{{0, 0, 0}, {1, 1, 1}}));
    QVERIFY(bounds.contains(Aabb{{0, 100, 0}, {1, 101, 1}}));
}

void TestWorld::renamingChangesNoPlace()
{
    World world;
    const auto box = test::addBox(world, {0, 0, 0}, {1, 1, 1});
    Edit edit;
    edit.swaps.push_back(swapTo(box, Node{.name = "renamed", .parent = {}, .hidden = true}));
    const auto changes = world.apply(edit);
    QVERIFY(changes.bounds.isEmpty());
    QCOMPARE(changes.changes.size(), std::size_t{1});
}

void TestWorld::becomingAMoverChangesTheLook()
{
    World world;
    const auto box = test::addBox(world, {0, 0, 0}, {1, 1, 1});
    Edit edit;
    edit.swaps.push_back(swapTo(box, Mover{}));
    QVERIFY(world.apply(edit).bounds == (Aabb{{0, 0, 0}, {1, 1, 1}}));
    // A group that begins to move takes the brushes below it along.
    const auto group = addNode(world, "group");
    set(world, box, Node{.name = "box", .parent = group});
    Edit groupEdit;
    groupEdit.swaps.push_back(swapTo(group, Mover{}));
    QVERIFY(world.apply(groupEdit).bounds.contains(Aabb{{0, 0, 0}, {1, 1, 1}}));
}

void TestWorld::changesNameOldAndNewValues()
{
    World world;
    const auto id = addNode(world, "old");
    const auto old = world.value(id, typeIdOf<Node>());
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = "new", .parent = {}}));
    const auto changes = world.apply(edit);
    QCOMPARE(changes.changes.size(), std::size_t{1});
    QCOMPARE(changes.changes[0].entity, id);
    QCOMPARE(changes.changes[0].before, old);
    QCOMPARE(changes.changes[0].after, world.value(id, typeIdOf<Node>()));
    QCOMPARE(edit.swaps[0].value, old);
}

void TestWorld::systemsHearInTheOrderOfAddingAndBeforeSignals()
{
    std::vector<std::string> log;
    World world;
    Listener first{"first", log};
    Listener second{"second", log};
    const auto connection =
        world.changed.connect([&](const ChangeSet&) { log.emplace_back("signal"); });
    world.addSystem(first);
    world.addSystem(second);
    log.clear();
    addNode(world, "node");
    QCOMPARE(log, (std::vector<std::string>{"first heard", "second heard", "signal"}));
    QCOMPARE(first.last.changes.size(), std::size_t{1});
}

void TestWorld::removedSystemsHearNothing()
{
    std::vector<std::string> log;
    World world;
    Listener listener{"listener", log};
    world.addSystem(listener);
    world.removeSystem(listener);
    log.clear();
    addNode(world, "node");
    QVERIFY(log.empty());
}

void TestWorld::idsAreNeverReused()
{
    World world;
    std::set<EntityId> seen;
    for (int i = 0; i < 100; ++i) {
        const auto id = addNode(world, "short-lived");
        QVERIFY(seen.insert(id).second);
        removeEntity(world, id);
    }
    const auto before = world.newId();
    World copy = world;
    QVERIFY(copy.newId() > before);
}

void TestWorld::newIdsAvoidIdsThatAFileBrought()
{
    World world;
    world.setNextId(500);
    Edit edit;
    edit.swaps.push_back(swapTo(EntityId{500}, Node{.name = "from the file", .parent = {}}));
    edit.swaps.push_back(swapTo(EntityId{501}, Node{.name = "from the file", .parent = {}}));
    world.apply(edit);
    QCOMPARE(world.newId(), EntityId{502});
    world.setNextId(0);
    QVERIFY(world.newId() > SceneEntity);
}

void TestWorld::spawnedIdsNeverMeetAuthoredOnes()
{
    World world;
    const auto spawned = world.newSpawnedId();
    QVERIFY(spawned.isSpawned());
    QVERIFY(!world.newId().isSpawned());
    QVERIFY(world.newSpawnedId() != spawned);
}

void TestWorld::forEachRunsInAscendingOrder()
{
    World world;
    for (const std::uint64_t id : {70000U, 3U, 256U, 255U, 1000U}) {
        Edit edit;
        edit.swaps.push_back(swapTo(EntityId{id}, Node{.name = "n", .parent = {}}));
        world.apply(edit);
    }
    std::vector<std::uint64_t> order;
    world.forEach<Node>([&](EntityId id, const Node&) { order.push_back(id.value); });
    QCOMPARE(order, (std::vector<std::uint64_t>{1, 3, 255, 256, 1000, 70000}));
}

void TestWorld::whatHangsBelowAMoverMoves()
{
    World world;
    const auto door = addNode(world, "door");
    const auto leaf = addNode(world, "leaf", door);
    QVERIFY(!isMoving(world, leaf));
    set(world, door, Mover{});
    QVERIFY(isMoving(world, door));
    QVERIFY(isMoving(world, leaf));
}

void TestWorld::staticBrushesLeaveMoversOut()
{
    World world;
    const auto wall = test::addBox(world, {0, 0, 0}, {1, 1, 1});
    const auto door = test::addBox(world, {2, 0, 0}, {3, 1, 1});
    set(world, door, Mover{});
    const auto brushes = staticBrushes(world);
    QCOMPARE(brushes.size(), std::size_t{1});
    QCOMPARE(brushes[0].entity, wall);
    QVERIFY(brushes[0].place == Transform{});
}

void TestWorld::whatShowsAModelHearsOfIt()
{
    World world;
    const auto tree = addNode(world, "tree");
    const auto kind = addNode(world, "kind");
    const auto stone = addNode(world, "stone");
    set(world, tree, MeshInstance{.mesh = {"tree.obj"}});
    FoliageType type;
    type.mesh = {"tree.obj"};
    set(world, kind, type);
    set(world, stone, MeshInstance{.mesh = {"stone.obj"}});
    const auto changes = changesOfMeshes(world, std::vector<std::string>{"tree.obj"});
    QCOMPARE(changes.changes.size(), std::size_t{2});
    for (const auto& change : changes.changes) {
        QVERIFY(change.before != nullptr && change.before == change.after);
        QCOMPARE(change.entity, change.type == typeIdOf<MeshInstance>() ? tree : kind);
    }
}

PLAIN_TEST(TestWorld)
} // namespace tst_world

#include "tst_world.moc"
