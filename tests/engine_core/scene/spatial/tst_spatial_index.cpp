#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/bounds_tree.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/world/world.h"
#include "tests/program/registry.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace tst_spatial_index
{
using namespace engine;
using namespace mapwright;

namespace
{
struct Fixture
{
    World world;
    SpatialIndex index;

    Fixture() { world.addSystem(index); }

    EntityId box(const Vec3d& min, const Vec3d& max) { return test::addBox(world, min, max); }

    EntityId group(const Vec3d& at)
    {
        const auto id = world.newId();
        Edit edit;
        edit.swaps = {swapTo(id, Node{.name = "group", .parent = {}}),
                      swapTo(id, TransformComponent{.position = at})};
        world.apply(edit);
        return id;
    }

    template <typename T>
    Edit set(EntityId entity, T component)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(entity, std::move(component)));
        world.apply(edit);
        return edit;
    }

    Edit setParent(EntityId entity, EntityId parent)
    {
        auto node = *world.get<Node>(entity);
        node.parent = parent;
        return set(entity, node);
    }

    [[nodiscard]] std::vector<EntityId> overlapping(const Aabb& box) const
    {
        auto found = index.overlapping(box);
        std::sort(found.begin(), found.end());
        return found;
    }

    /// What overlapping() must return, asked of every entity.
    [[nodiscard]] std::vector<EntityId> expected(const Aabb& box) const
    {
        std::vector<EntityId> found;
        for (const auto entity : world.entities())
            if (const auto bounds = boundsOf(world, entity);
                !bounds.isEmpty() && bounds.intersects(box))
                found.push_back(entity);
        return found;
    }
};

Vec3d randomPoint(std::mt19937& random, double reach)
{
    std::uniform_real_distribution<double> along{-reach, reach};
    const double x = along(random);
    const double y = along(random);
    return {x, y, along(random)};
}

Ray randomRay(std::mt19937& random, double reach)
{
    const auto from = randomPoint(random, reach);
    return {from, glm::normalize(randomPoint(random, reach) - from)};
}

const Ray Down{{0.5, 10, 0.5}, {0, -1, 0}};
} // namespace

class TestSpatialIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void overlapsAreThoseOfAPlainSearch();
    void followsRandomEditsAndUndo();
    void followsBulkChanges();
    void movesChildrenWithTheirParent();
    void movesChildrenThatChangeTheirParent();
    void keepsChildrenOfARemovedParentWhereTheyAre();
    void findsLightsByTheirSphere();
    void pickMeetsEveryBrushOnTheWayNearestFirst();
    void pickAgreesWithAPlainSearch();
    void pickReportsFacePointAndNormal();
    void pickOfATurnedAndStretchedBrushIsInWorldSpace();
    void nearestIsTheFirstOfAll();
    void hiddenAndLockedBrushesAreNotPicked();
    void hiddenAncestorsHideFromPicking();
    void nearerLimitsNarrowTheSearch();
    void treeStaysSoundWhileLeavesComeAndGo();
};

void TestSpatialIndex::overlapsAreThoseOfAPlainSearch()
{
    Fixture fixture;
    std::mt19937 random{1};
    for (int i = 0; i < 200; ++i) {
        const auto at = randomPoint(random, 20);
        fixture.box(at, at + Vec3d{1, 2, 3});
    }
    for (int i = 0; i < 200; ++i) {
        const auto at = randomPoint(random, 20);
        const Aabb box{at, at + Vec3d{5, 4, 3}};
        QCOMPARE(fixture.overlapping(box), fixture.expected(box));
    }
    QVERIFY(fixture.overlapping(Aabb{{100, 100, 100}, {101, 101, 101}}).empty());
}

void TestSpatialIndex::followsRandomEditsAndUndo()
{
    Fixture fixture;
    std::mt19937 random{2};
    std::vector<EntityId> boxes;
    for (int i = 0; i < 60; ++i) {
        const auto at = randomPoint(random, 10);
        boxes.push_back(fixture.box(at, at + Vec3d{1, 1, 1}));
    }
    std::vector<Edit> done;
    for (int i = 0; i < 300; ++i) {
        const auto entity = boxes[random() % boxes.size()];
        if (i % 3 == 0) {
            Edit removal;
            addRemoval(fixture.world, entity, removal);
            fixture.world.apply(removal);
            done.push_back(std::move(removal));
        } else if (fixture.world.exists(entity)) {
            const auto at = randomPoint(random, 10);
            auto made = makeBox({at, at + Vec3d{2, 1, 1}});
            QVERIFY(made);
            done.push_back(fixture.set(
                entity, BrushComponent{std::make_shared<const Brush>(*std::move(made))}));
        }
        if (i % 5 == 4) {
            fixture.world.apply(done.back());
            done.pop_back();
        }
        const Aabb box{randomPoint(random, 10), {10, 10, 10}};
        QCOMPARE(fixture.overlapping(box), fixture.expected(box));
    }
    while (!done.empty()) {
        fixture.world.apply(done.back());
        done.pop_back();
    }
    const Aabb all{{-50, -50, -50}, {50, 50, 50}};
    QCOMPARE(fixture.overlapping(all).size(), boxes.size());
}

void TestSpatialIndex::followsBulkChanges()
{
    Fixture fixture;
    test::buildLevel(fixture.world, 2000);
    const auto root = fixture.group({0, 0, 0});
    Edit all;
    for (const auto entity : fixture.world.entities())
        if (fixture.world.get<BrushComponent>(entity) != nullptr) {
            auto node = *fixture.world.get<Node>(entity);
            node.parent = root;
            all.swaps.push_back(swapTo(entity, node));
        }
    fixture.world.apply(all);
    fixture.set(root, TransformComponent{.position = {0, 500, 0}});
    const Aabb box{{-10, 495, -10}, {30, 510, 30}};
    QCOMPARE(fixture.overlapping(box), fixture.expected(box));
    QVERIFY(fixture.overlapping(box).size() > 20);
    fixture.world.apply(all);
    QCOMPARE(fixture.overlapping(box), std::vector{root});
}

void TestSpatialIndex::movesChildrenWithTheirParent()
{
    Fixture fixture;
    const auto outer = fixture.group({0, 0, 0});
    const auto inner = fixture.group({0, 0, 0});
    const auto box = fixture.box({0, 0, 0}, {1, 1, 1});
    fixture.setParent(box, inner);
    fixture.setParent(inner, outer);
    auto move = fixture.set(outer, TransformComponent{.position = {100, 0, 0}});
    QCOMPARE(fixture.overlapping({{100.5, 0.5, 0.5}, {101, 1, 1}}), std::vector{box});
    QVERIFY(fixture.overlapping({{0.5, 0.5, 0.5}, {1, 1, 1}}).empty());
    fixture.world.apply(move);
    QCOMPARE(fixture.overlapping({{0.5, 0.5, 0.5}, {1, 1, 1}}), std::vector{box});
}

void TestSpatialIndex::movesChildrenThatChangeTheirParent()
{
    Fixture fixture;
    const auto far = fixture.group({50, 0, 0});
    const auto box = fixture.box({0, 0, 0}, {1, 1, 1});
    auto change = fixture.setParent(box, far);
    QCOMPARE(fixture.overlapping({{50.5, 0.5, 0.5}, {51, 1, 1}}), std::vector{box});
    fixture.world.apply(change);
    QCOMPARE(fixture.overlapping({{0.5, 0.5, 0.5}, {1, 1, 1}}), std::vector{box});
}

void TestSpatialIndex::keepsChildrenOfARemovedParentWhereTheyAre()
{
    Fixture fixture;
    const auto group = fixture.group({50, 0, 0});
    const auto box = fixture.box({0, 0, 0}, {1, 1, 1});
    fixture.setParent(box, group);
    Edit removal;
    addRemoval(fixture.world, group, removal);
    fixture.world.apply(removal);
    const Aabb all{{-100, -100, -100}, {100, 100, 100}};
    QCOMPARE(fixture.overlapping(all), fixture.expected(all));
    // Without its parent the box is where its own planes say.
    QCOMPARE(fixture.overlapping({{0, 0, 0}, {1, 1, 1}}), std::vector{box});
}

void TestSpatialIndex::findsLightsByTheirSphere()
{
    Fixture fixture;
    const auto light = test::addLight(fixture.world, {0, 0, 0}, 9.0f);
    QCOMPARE(fixture.overlapping({{8.5, 0, 0}, {20, 1, 1}}), std::vector{light});
    auto smaller = *fixture.world.get<Light>(light);
    smaller.range = 4;
    fixture.set(light, smaller);
    QVERIFY(fixture.overlapping({{8.5, 0, 0}, {20, 1, 1}}).empty());
}

void TestSpatialIndex::pickMeetsEveryBrushOnTheWayNearestFirst()
{
    Fixture fixture;
    const auto low = fixture.box({0, 0, 0}, {1, 1, 1});
    const auto high = fixture.box({0, 4, 0}, {1, 5, 1});
    fixture.box({4, 0, 0}, {5, 1, 1}); // beside the ray
    const auto hits = pickBrushes(fixture.world, fixture.index, Down);
    QCOMPARE(hits.size(), std::size_t{2});
    QCOMPARE(hits[0].entity, high);
    QCOMPARE(hits[0].distance, 5.0);
    QCOMPARE(hits[1].entity, low);
    QCOMPARE(hits[1].distance, 9.0);
    QCOMPARE(pickBrushes(fixture.world, fixture.index, Down, 6.0).size(), std::size_t{1});
}

void TestSpatialIndex::pickAgreesWithAPlainSearch()
{
    Fixture fixture;
    test::buildLevel(fixture.world, 300);
    std::mt19937 random{3};
    int hitRays = 0;
    for (int i = 0; i < 300; ++i) {
        const auto ray = randomRay(random, 60);
        std::vector<std::pair<double, EntityId>> expected;
        fixture.world.forEach<BrushComponent>([&](EntityId id, const BrushComponent& component) {
            if (const auto hit = intersect(ray, *component.brush))
                expected.emplace_back(hit->distance, id);
        });
        std::sort(expected.begin(), expected.end());
        const auto hits = pickBrushes(fixture.world, fixture.index, ray);
        QCOMPARE(hits.size(), expected.size());
        for (std::size_t k = 0; k < hits.size(); ++k)
            QCOMPARE(hits[k].entity, expected[k].second);
        hitRays += hits.empty() ? 0 : 1;
    }
    QVERIFY(hitRays > 20);
}

void TestSpatialIndex::pickReportsFacePointAndNormal()
{
    Fixture fixture;
    fixture.box({0, 0, 0}, {1, 1, 1});
    const auto hit = pickNearestBrush(fixture.world, fixture.index, Down);
    QVERIFY(hit);
    QCOMPARE(hit->face, FaceIndex{2}); // +Y
    QCOMPARE(hit->point, Vec3d(0.5, 1, 0.5));
    QCOMPARE(hit->normal, Vec3d(0, 1, 0));
}

void TestSpatialIndex::pickOfATurnedAndStretchedBrushIsInWorldSpace()
{
    Fixture fixture;
    const auto box = fixture.box({-1, -1, -1}, {1, 1, 1});
    // A quarter turn about Z brings the box's +X face up; X is stretched to three times its length.
    const auto turn = glm::angleAxis(radians(90), Vec3d{0, 0, 1});
    fixture.set(
        box, TransformComponent{.position = {0.5, 2, 0.5}, .rotation = turn, .scale = {3, 1, 1}});
    const auto hit = pickNearestBrush(fixture.world, fixture.index, Down);
    QVERIFY(hit);
    QCOMPARE(hit->face, FaceIndex{0}); // +X
    QVERIFY(std::abs(hit->distance - 5.0) < 1e-9);
    QVERIFY(glm::distance(hit->point, Vec3d(0.5, 5, 0.5)) < 1e-9);
    QVERIFY(glm::distance(hit->normal, Vec3d(0, 1, 0)) < 1e-9);
}

void TestSpatialIndex::nearestIsTheFirstOfAll()
{
    Fixture fixture;
    test::buildLevel(fixture.world, 500);
    std::mt19937 random{4};
    for (int i = 0; i < 300; ++i) {
        const auto ray = randomRay(random, 80);
        const auto all = pickBrushes(fixture.world, fixture.index, ray);
        const auto nearest = pickNearestBrush(fixture.world, fixture.index, ray);
        QCOMPARE(nearest.has_value(), !all.empty());
        if (nearest)
            QCOMPARE(nearest->entity, all.front().entity);
    }
}

void TestSpatialIndex::hiddenAndLockedBrushesAreNotPicked()
{
    Fixture fixture;
    const auto box = fixture.box({0, 0, 0}, {1, 1, 1});
    fixture.set(box, Node{.name = "box", .parent = {}, .hidden = true});
    QVERIFY(pickBrushes(fixture.world, fixture.index, Down).empty());
    fixture.set(box, Node{.name = "box", .parent = {}, .locked = true});
    QVERIFY(pickBrushes(fixture.world, fixture.index, Down).empty());
    fixture.set(box, Node{.name = "box", .parent = {}});
    QCOMPARE(pickBrushes(fixture.world, fixture.index, Down).size(), std::size_t{1});
}

void TestSpatialIndex::hiddenAncestorsHideFromPicking()
{
    Fixture fixture;
    const auto outer = fixture.group({0, 0, 0});
    const auto inner = fixture.group({0, 0, 0});
    const auto box = fixture.box({0, 0, 0}, {1, 1, 1});
    fixture.setParent(inner, outer);
    fixture.setParent(box, inner);
    QVERIFY(pickNearestBrush(fixture.world, fixture.index, Down));
    fixture.set(outer, Node{.name = "outer", .parent = {}, .hidden = true});
    QVERIFY(!pickNearestBrush(fixture.world, fixture.index, Down));
    fixture.set(outer, Node{.name = "outer", .parent = {}, .locked = true});
    QVERIFY(!pickNearestBrush(fixture.world, fixture.index, Down));
}

void TestSpatialIndex::nearerLimitsNarrowTheSearch()
{
    Fixture fixture;
    for (int i = 0; i < 200; ++i)
        fixture.box({0, -2.0 * i, 0}, {1, -2.0 * i + 1, 1});
    int visits = 0;
    fixture.index.alongRay(Down, 1e6, [&](EntityId, double distance) {
        ++visits;
        return distance + 1.0;
    });
    QVERIFY2(visits < 20, "A near hit must spare what lies behind it");
}

void TestSpatialIndex::treeStaysSoundWhileLeavesComeAndGo()
{
    BoundsTree tree;
    std::mt19937 random{5};
    std::vector<std::pair<BoundsTree::Leaf, EntityId>> live;
    std::uint64_t next = 1;
    for (int i = 0; i < 5000; ++i) {
        if (!live.empty() && random() % 3 == 0) {
            const auto at = random() % live.size();
            tree.remove(live[at].first);
            live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
            continue;
        }
        const auto at = randomPoint(random, 100);
        const EntityId id{next++};
        live.emplace_back(tree.insert(id, {at, at + Vec3d{1, 1, 1}}), id);
    }
    QCOMPARE(tree.count(), live.size());
    std::vector<EntityId> found;
    tree.overlapping({{-200, -200, -200}, {200, 200, 200}},
                     [&](EntityId id) { found.push_back(id); });
    std::sort(found.begin(), found.end());
    std::vector<EntityId> expected;
    for (const auto& [leaf, id] : live)
        expected.push_back(id);
    std::sort(expected.begin(), expected.end());
    QCOMPARE(found, expected);
    for (const auto& [leaf, id] : live)
        tree.remove(leaf);
    QCOMPARE(tree.count(), std::size_t{0});
    tree.overlapping({{-200, -200, -200}, {200, 200, 200}}, [](EntityId) { QFAIL("empty"); });
}

PLAIN_TEST(TestSpatialIndex)
} // namespace tst_spatial_index

#include "tst_spatial_index.moc"
