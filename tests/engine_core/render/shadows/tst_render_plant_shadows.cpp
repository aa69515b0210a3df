#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>

namespace tst_render_plant_shadows
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A roof of 1 m.
constexpr auto Leaf = R"(v -0.5 1 -0.5
v 0.5 1 -0.5
v 0.5 1 0.5
v -0.5 1 0.5
f 1 2 3 4
)";
} // namespace

/// When the shadow maps of plants are drawn anew.
class TestRenderPlantShadows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();
    void otherKindsThrowOtherShadows();
    void layersThatGoTakeTheirShadowsAlong();

private:
    /// How many maps the next picture draws.
    int drawnAnew();

    QTemporaryDir m_folder;
    std::unique_ptr<GlFixture> m_gl;
    std::unique_ptr<FoliageFixture> m_fixture;
    std::unique_ptr<RenderSystem> m_system;
};

void TestRenderPlantShadows::initTestCase()
{
    const auto root = fs::path{m_folder.path().toStdString()};
    fs::create_directories(root / "assets");
    std::ofstream{root / "assets/leaf.obj"} << Leaf;
    auto made = GlFixture::create(root);
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderPlantShadows::cleanupTestCase()
{
    m_gl.reset();
}

/// A plant on the ground in the light of a lamp.
void TestRenderPlantShadows::init()
{
    m_fixture = std::make_unique<FoliageFixture>();
    auto& world = m_fixture->world;
    m_fixture->addGround({-5, -5}, 10);
    FoliageType type;
    type.mesh = {"leaf.obj"};
    m_fixture->addType(type);
    FoliageInstance plant;
    plant.normal = packFoliageNormal({0, 1, 0});
    m_fixture->set(instancesOf(std::array{plant}));
    const auto lamp = addLight(world, {0, 3, 0}, 12, 40);
    auto light = *world.get<Light>(lamp);
    light.baked = false;
    set(world, lamp, light);
    m_system = std::make_unique<RenderSystem>(m_gl->resources());
    world.addSystem(*m_system);
    m_system->attach(world);
    QVERIFY(drawnAnew() > 0);
    QCOMPARE(drawnAnew(), 0);
}

void TestRenderPlantShadows::cleanup()
{
    m_fixture->world.removeSystem(*m_system);
    m_system.reset();
    m_fixture.reset();
}

int TestRenderPlantShadows::drawnAnew()
{
    auto view = viewFrom({0, 2, 4}, {0, 0, 0});
    view.mode = ViewMode::Lightmap;
    view.quality = ViewQuality::Full;
    view.effects.shadows = EffectUse::On;
    m_system->update(0);
    return m_system->render(view).shadowViewsDrawn;
}

void TestRenderPlantShadows::otherKindsThrowOtherShadows()
{
    auto& world = m_fixture->world;
    const auto [entity, before] = foliageTypes(world, m_fixture->layer).front();
    auto type = before;
    type.castShadows = false;
    set(world, entity, type);
    QVERIFY(drawnAnew() > 0);
    QCOMPARE(drawnAnew(), 0);
    auto node = *world.get<Node>(entity);
    node.name = "Another name";
    set(world, entity, node);
    QCOMPARE(drawnAnew(), 0);
}

void TestRenderPlantShadows::layersThatGoTakeTheirShadowsAlong()
{
    auto& world = m_fixture->world;
    const auto layer = m_fixture->layer;
    const auto kind = foliageTypes(world, layer).front().entity;
    Edit edit;
    edit.swaps.push_back({kind, typeIdOf<FoliageType>(), nullptr});
    edit.swaps.push_back({kind, typeIdOf<Node>(), nullptr});
    edit.swaps.push_back({layer, typeIdOf<FoliagePlacement>(), nullptr});
    edit.swaps.push_back({layer, typeIdOf<FoliageLayer>(), nullptr});
    edit.swaps.push_back({layer, typeIdOf<Node>(), nullptr});
    world.apply(edit);
    QVERIFY(drawnAnew() > 0);
    QCOMPARE(drawnAnew(), 0);
}

CORE_TEST(TestRenderPlantShadows)
} // namespace tst_render_plant_shadows

#include "tst_render_plant_shadows.moc"
