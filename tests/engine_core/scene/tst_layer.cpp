#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/world.h"
#include "tests/program/registry.h"

#include <QtTest>

namespace tst_layer
{
using namespace engine;

namespace
{
EntityId add(World& world, EntityId parent = {})
{
    const auto id = world.newId();
    Edit edit{{swapTo(id, Node{.name = "x", .parent = parent})}};
    world.apply(edit);
    return id;
}

EntityId addLayer(World& world, Layer layer, EntityId parent = {})
{
    const auto id = add(world, parent);
    Edit edit{{swapTo(id, layer)}};
    world.apply(edit);
    return id;
}
} // namespace

class TestLayer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsBelowALayerBelongsToIt();
    void layersAreOnlyThoseOfTheTopLevel();
    void layersComeByOrderThenId();
    void omittedLayersLeaveAllBelowThemOut();
};

void TestLayer::whatIsBelowALayerBelongsToIt()
{
    World world;
    const auto layer = addLayer(world, {});
    const auto group = add(world, layer);
    const auto part = add(world, group);
    const auto other = add(world);
    QVERIFY(layerOf(world, layer) == layer);
    QVERIFY(layerOf(world, part) == layer);
    QVERIFY(!layerOf(world, other));
    QVERIFY(!layerOf(world, {}));
}

void TestLayer::layersAreOnlyThoseOfTheTopLevel()
{
    World world;
    const auto group = add(world);
    const auto inner = addLayer(world, {}, group);
    QVERIFY(layers(world).empty());
    QVERIFY(!layerOf(world, inner));
}

void TestLayer::layersComeByOrderThenId()
{
    World world;
    const auto a = addLayer(world, {.order = 2});
    const auto b = addLayer(world, {.order = 1});
    const auto c = addLayer(world, {.order = 1});
    QVERIFY((layers(world) == std::vector{b, c, a}));
}

void TestLayer::omittedLayersLeaveAllBelowThemOut()
{
    World world;
    const auto layer = addLayer(world, {.omit = true});
    const auto part = add(world, add(world, layer));
    const auto other = add(world, addLayer(world, {}));
    QVERIFY(isLeftOut(world, part));
    QVERIFY(!isLeftOut(world, other));
    QVERIFY(!isLeftOut(world, add(world)));
}

PLAIN_TEST(TestLayer)
} // namespace tst_layer

#include "tst_layer.moc"
