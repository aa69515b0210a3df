#include "engine_core/geometry/brush_transform.h"
#include "engine_core/lighting/face_inputs.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/lighting/lit_rooms.h"
#include "tests/program/registry.h"

#include <QTest>

#include <utility>
#include <vector>

namespace tst_replaced_light
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Its bodies go and come again.
struct Fixture : LitRooms
{
    /// What goes away and comes again with another id and a shape of its own.
    std::pair<EntityId, Edit> replace(EntityId entity, const Vec3d& by = {0, 0, 0})
    {
        Edit edit;
        addRemoval(world, entity, edit);
        const auto fresh = world.newId();
        for (const auto& swap : std::vector{edit.swaps})
            if (const auto& now = world.value(entity, swap.type);
                now && swap.type != typeIdOf<BrushComponent>())
                edit.swaps.push_back({fresh, swap.type, now});
        if (const auto* body = world.get<BrushComponent>(entity)) {
            auto moved = translated(*body->brush, by, TextureLock::On);
            ENGINE_EXPECT(moved);
            edit.swaps.push_back(
                swapTo(fresh, BrushComponent{std::make_shared<const Brush>(*std::move(moved))}));
        }
        world.apply(edit);
        return {fresh, std::move(edit)};
    }

    /// The same place by way of a group that is turned and moved.
    void putIntoGroup(EntityId entity)
    {
        const Transform place{{3, 1, 2}, glm::angleAxis(0.3, Vec3d{0, 1, 0}), Vec3d{1}};
        const auto turnedBack = glm::inverse(place.rotation);
        const Transform back{turnedBack * -place.position, turnedBack, Vec3d{1}};
        auto local = transformed(*world.get<BrushComponent>(entity)->brush, back, TextureLock::On);
        ENGINE_EXPECT(local);
        const auto group = world.newId();
        set(group, Node{.name = "group", .parent = {}});
        set(group, TransformComponent{.position = place.position, .rotation = place.rotation});
        Edit edit;
        edit.swaps.push_back(swapTo(entity, Node{.name = "in it", .parent = group}));
        edit.swaps.push_back(
            swapTo(entity, BrushComponent{std::make_shared<const Brush>(*std::move(local))}));
        world.apply(edit);
    }
};
} // namespace

/// What comes back at its place with another id, or below a group, keeps the light that it had.
class TestReplacedLight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsThatTakeInMakeNothingStale();
    void whatComesBackUnderAnotherIdIsFresh();
    void whatSharesItsPlaceComesBackAsItself();
    void whatComesBackElsewhereIsStale();
    void whatWasStaleStaysSoUnderAnotherId();
    void openedLightmapKnowsWhatWasReplaced();
    void lightBakedOnceIsStillComparedExactly();
};

void TestReplacedLight::groupsThatTakeInMakeNothingStale()
{
    Fixture fixture;
    fixture.putIntoGroup(fixture.crate);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

void TestReplacedLight::whatComesBackUnderAnotherIdIsFresh()
{
    Fixture fixture;
    auto [crate, edit] = fixture.replace(fixture.crate);
    QVERIFY(crate != fixture.crate);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    fixture.replace(fixture.lamp);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    const auto again = fixture.replace(crate).first;
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    fixture.reshape(again, {{1, 0, 1}, {2, 1, 2}}, Name{"red"});
    QCOMPARE(fixture.staleCount(), std::size_t{6}); // painted, and nothing else
    Edit removal;
    addRemoval(fixture.world, again, removal);
    fixture.world.apply(removal);
    QVERIFY(fixture.isStale(fixture.floor));
}

void TestReplacedLight::whatSharesItsPlaceComesBackAsItself()
{
    Fixture fixture;
    std::vector<EntityId> all;
    for (int i = 0; i < 6; ++i) { // of which each could be taken for any other
        all.push_back(addLight(fixture.world, {0, 2, 0}, 9, 1.0f + static_cast<float>(i)));
        const Name paint{"paint " + std::to_string(i)};
        all.push_back(addBox(fixture.world, {-2, 0, 0}, {-1, 1, 1}, "box", paint));
    }
    fixture.lighting.markAllFresh();
    std::vector<EntityId> boxes;
    for (const auto entity : all)
        if (const auto fresh = fixture.replace(entity).first;
            fixture.world.get<BrushComponent>(fresh) != nullptr)
            boxes.push_back(fresh);
    QCOMPARE(boxes.size(), std::size_t{6});
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    for (const auto box : boxes) { // the others still are what they were
        auto edit = fixture.reshape(box, {{-2, 0, 0}, {-1, 1, 1}}, Name{"green"});
        QCOMPARE(fixture.staleCount(), std::size_t{6});
        QVERIFY(fixture.isStale(box));
        fixture.world.apply(edit);
        QCOMPARE(fixture.staleCount(), std::size_t{0});
    }
    addLight(fixture.world, {0, 2, 0}, 9, 99); // which was none of them
    QVERIFY(fixture.isStale(fixture.floor));
}

void TestReplacedLight::whatComesBackElsewhereIsStale()
{
    Fixture fixture;
    auto [crate, edit] = fixture.replace(fixture.crate, {0.5, 0, 0});
    QVERIFY(fixture.isStale(crate));
    QVERIFY(fixture.isStale(fixture.floor));
    QVERIFY(!fixture.isStale(fixture.farFloor));
    fixture.world.apply(edit);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    // Two more in the place of one: the second has no light of its own.
    fixture.world.apply(edit);
    fixture.reshape(crate, {{1, 0, 1}, {2, 1, 2}});
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    addBox(fixture.world, {1, 0, 1}, {2, 1, 2});
    QVERIFY(fixture.staleCount() > 0);
}

void TestReplacedLight::whatWasStaleStaysSoUnderAnotherId()
{
    Fixture fixture;
    BakeOptions options;
    options.bounces = 0;
    const auto baked = fixture.bake(options);
    fixture.reshape(fixture.crate, {{2, 0, 1}, {3, 1, 2}});
    fixture.lighting.compareWith(*baked.lightmap); // opened with an edit after its bake
    const auto stale = fixture.staleCount();
    const auto crate = fixture.replace(fixture.crate).first;
    QVERIFY(fixture.isStale(crate));
    QVERIFY(fixture.isStale(fixture.floor));
    QCOMPARE(fixture.staleCount(), stale);
}

void TestReplacedLight::openedLightmapKnowsWhatWasReplaced()
{
    Fixture fixture;
    BakeOptions options;
    options.bounces = 0;
    const auto baked = fixture.bake(options);
    const auto& light = *baked.lightmap;
    const auto crate = fixture.replace(fixture.crate).first;
    fixture.putIntoGroup(fixture.farFloor);
    fixture.lighting.compareWith(light);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    // Its faces are drawn with the charts that they were baked with.
    QCOMPARE(light.chartsOf(crate, *brushInWorld(fixture.world, crate)), fixture.crate);
    const auto other = addBox(fixture.world, {-2, 0, 0}, {-1, 1, 1});
    QCOMPARE(light.chartsOf(other, *brushInWorld(fixture.world, other)), other);
    QCOMPARE(light.chartsOf(fixture.floor, *brushInWorld(fixture.world, crate)), fixture.floor);
}

/// Charts from before bodies had names hold hashes of places to the last bit.
void TestReplacedLight::lightBakedOnceIsStillComparedExactly()
{
    Fixture fixture;
    BakeOptions options;
    options.bounces = 0;
    const auto baked = fixture.bake(options);
    auto old = *baked.lightmap;
    old.bodies.clear();
    std::vector<StaticBrush> brushes = staticBrushes(fixture.world);
    const auto input = fixture.input();
    const FaceInputs inputs{{.brushes = brushes, .lights = input.lights},
                            FaceInputs::Places::Exact};
    for (std::size_t i = 0; i < brushes.size(); ++i)
        for (std::uint32_t face = 0; face < 6; ++face) {
            auto& chart = old.charts.at({brushes[i].entity, face});
            QVERIFY(chart.inputs != inputs.of(i, face));
            chart.inputs = inputs.of(i, face);
        }
    old.bodies = fixture.lighting.compareWith(old);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
    QVERIFY(old.bodies == baked.lightmap->bodies); // from now on what is replaced is known, too
    fixture.replace(fixture.crate);
    fixture.lighting.compareWith(old);
    QCOMPARE(fixture.staleCount(), std::size_t{0});
}

PLAIN_TEST(TestReplacedLight)
} // namespace tst_replaced_light

#include "tst_replaced_light.moc"
