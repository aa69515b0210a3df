#include "engine_core/lighting/lighting_system.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "tests/engine_core/lighting/light_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_light_followed
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// What LightingSystem follows: a fixture whose light has just been baked.
struct BakedFixture : KindFixture
{
    LightingSystem lighting;
    EntityId box = addBox(world, {2, 0, 2}, {3, 1, 3}, "box");
    EntityId farBox = addBox(world, {-7, 0, -7}, {-6, 1, -6}, "far box");
    EntityId sun;

    BakedFixture()
    {
        setDensity(2);
        auto light = lightOf(LightKind::Sun);
        sun = add(light, {0, 5, 0}, glm::angleAxis(-Pi / 4, Vec3d{1, 0, 0}));
        world.addSystem(lighting);
        set(SceneEntity, LightmapRef{"light", "0000000000000001"});
        lighting.markAllFresh();
    }

    ~BakedFixture() { world.removeSystem(lighting); }

    void move(EntityId entity, const Vec3d& by) { set(entity, TransformComponent{.position = by}); }

    [[nodiscard]] bool isStale(EntityId entity, FaceIndex face) const
    {
        return lighting.staleFaces().contains({entity, static_cast<std::uint32_t>(face)});
    }
};

/// One material glows.
class Glowing final : public MeshSource
{
public:
    float glow = 5;

    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string&) const override
    {
        return MeshShape::marker(Name{"none"}, "missing");
    }

    [[nodiscard]] float glowOf(const std::string& material) const override
    {
        return material == "lamp" ? glow : 0;
    }
};

/// A room lit by a panel alone.
struct GlowFixture : KindFixture
{
    Glowing materials;
    LightingSystem lighting;
    EntityId panel = addBox(world, {-1, 3, -1}, {1, 3.25, 1}, "panel", Name{"lamp"});
    EntityId pillar = addBox(world, {1, 0, 1}, {1.5, 2, 1.5}, "pillar");

    GlowFixture()
    {
        setDensity(2);
        glow[Name{"lamp"}] = {5, 5, 5};
        world.setMeshes(&materials);
        world.addSystem(lighting);
        set(SceneEntity, LightmapRef{"light", "0000000000000001"});
        lighting.markFresh(World{world}, {}, {}, {{"lamp", 0}, {"", 0}});
    }

    ~GlowFixture()
    {
        world.removeSystem(lighting);
        world.setMeshes(nullptr);
    }

    [[nodiscard]] bool isStale(EntityId entity) const
    {
        return lighting.staleFaces().contains({entity, static_cast<std::uint32_t>(Top)});
    }

    BakeResult bakeGlow()
    {
        auto all = input();
        all.glowOf[Name{"lamp"}] = materials.glow;
        JobControl control;
        auto baked = bakeLightmap(all, directOnly(), control);
        ENGINE_EXPECT(baked);
        return *std::move(baked);
    }
};
} // namespace

/// What is out of date after edits below a sun, a sky and faces that glow.
class TestLightFollowed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMovedBoxMakesItsSunShadowsStale();
    void aTurnedSunMakesEverythingStale();
    void whatWasBakedUnderTheSunIsFreshAgain();
    void skyOfASceneCountsOnlyIfItLights();
    void aSkyTurnedOnSinceIsNoticed();
    void whatGlowsIsFollowed();
    void whatGlowedElsewhereIsNoticed();
};

void TestLightFollowed::aMovedBoxMakesItsSunShadowsStale()
{
    BakedFixture fixture;
    QVERIFY(fixture.lighting.staleFaces().empty());
    fixture.move(fixture.box, {0.5, 0, 0});
    QVERIFY(fixture.isStale(fixture.box, Top));
    QVERIFY(fixture.isStale(fixture.floor, Top));
    QVERIFY(!fixture.isStale(fixture.farBox, Top));
    QVERIFY(!fixture.isStale(fixture.floor, Bottom));
    // Of the floor only what is near the box, or in its old or new shadow.
    const auto& parts = fixture.lighting.staleParts();
    const auto part = parts.find({fixture.floor, static_cast<std::uint32_t>(Top)});
    QVERIFY(part != parts.end());
    for (const auto& bounds : part->second) {
        QVERIFY(bounds.max.z < 5.1);
        QVERIFY(bounds.min.x > -0.1);
    }
    fixture.move(fixture.box, {0, 0, 0});
    QVERIFY(fixture.lighting.staleFaces().empty());
}

void TestLightFollowed::aTurnedSunMakesEverythingStale()
{
    BakedFixture fixture;
    fixture.move(fixture.sun, {3, 9, 1});
    QVERIFY(!fixture.lighting.staleFaces().empty()); // straight along -Z now
    QVERIFY(fixture.isStale(fixture.farBox, Top));
    fixture.set(fixture.sun,
                TransformComponent{.position = {3, 9, 1},
                                   .rotation = glm::angleAxis(-Pi / 4, Vec3d{1, 0, 0})});
    QVERIFY(fixture.lighting.staleFaces().empty()); // a sun may stand anywhere
}

void TestLightFollowed::whatWasBakedUnderTheSunIsFreshAgain()
{
    BakedFixture fixture;
    fixture.shineFromTheSky(1);
    const auto baked = fixture.bake(directOnly());
    static_cast<void>(fixture.lighting.compareWith(*baked.lightmap));
    QVERIFY(fixture.lighting.staleFaces().empty());
    // Opened again with the box somewhere else: only what is near it or in its shadow is stale.
    fixture.move(fixture.box, {0.5, 0, 0});
    static_cast<void>(fixture.lighting.compareWith(*baked.lightmap));
    QVERIFY(fixture.isStale(fixture.floor, Top));
    QVERIFY(fixture.isStale(fixture.box, Top));
    QVERIFY(!fixture.isStale(fixture.farBox, Top));
    fixture.move(fixture.box, {0, 0, 0});
    fixture.shineFromTheSky(2);
    static_cast<void>(fixture.lighting.compareWith(*baked.lightmap));
    QVERIFY(fixture.isStale(fixture.farBox, Top));
}

void TestLightFollowed::skyOfASceneCountsOnlyIfItLights()
{
    BakedFixture fixture;
    auto settings = fixture.settings();
    settings.skyTop = {0.1F, 0.2F, 0.5F};
    fixture.setSettings(settings);
    QVERIFY(fixture.lighting.staleFaces().empty());
    settings.skyLight = 1;
    fixture.setSettings(settings);
    QVERIFY(fixture.isStale(fixture.floor, Top));
}

void TestLightFollowed::aSkyTurnedOnSinceIsNoticed()
{
    BakedFixture fixture;
    const auto baked = fixture.bake(directOnly());
    fixture.shineFromTheSky(1);
    static_cast<void>(fixture.lighting.compareWith(*baked.lightmap));
    QVERIFY(fixture.isStale(fixture.farBox, Top));
    QVERIFY(fixture.isStale(fixture.floor, Top));
}

void TestLightFollowed::whatGlowsIsFollowed()
{
    GlowFixture fixture;
    QVERIFY(fixture.lighting.staleFaces().empty());
    fixture.set(fixture.panel, TransformComponent{.position = {0.5, 0, 0}});
    QVERIFY(fixture.isStale(fixture.floor));
    fixture.set(fixture.panel, TransformComponent{});
    QVERIFY(fixture.lighting.staleFaces().empty());
    fixture.set(fixture.pillar, TransformComponent{.position = {0.5, 0, 0}});
    QVERIFY(fixture.isStale(fixture.floor));
}

void TestLightFollowed::whatGlowedElsewhereIsNoticed()
{
    GlowFixture fixture;
    const auto baked = fixture.bakeGlow();
    static_cast<void>(fixture.lighting.compareWith(*baked.lightmap));
    QVERIFY(fixture.lighting.staleFaces().empty());
    fixture.set(fixture.panel, TransformComponent{.position = {0.5, 0, 0}});
    static_cast<void>(fixture.lighting.compareWith(*baked.lightmap));
    QVERIFY(fixture.isStale(fixture.floor));
    fixture.set(fixture.panel, TransformComponent{});
    fixture.materials.glow = 7;
    static_cast<void>(fixture.lighting.compareWith(*baked.lightmap));
    QVERIFY(fixture.isStale(fixture.floor));
}

PLAIN_TEST(TestLightFollowed)
} // namespace tst_light_followed

#include "tst_light_followed.moc"
