#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

namespace tst_render_light
{
using namespace engine;
using namespace mapwright::test;

/// Light where there is none of a bake, and what is seen where nothing stands.
class TestRenderLight : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void aNewBrushIsLitAsADoorInItsPlaceIs();
    void facesThatLookAwayFromALampShowTheirShape();
    void aLampOfTheViewShowsWhatIsDarkAlone();
    void theSkyIsSeenWhereNothingStands();
    void theSunStandsInTheSky();
    void theSunLightsWhatIsTurnedToIt();
    void spotsLightTheirConesOnly();
    void lightsFollowTheirStyleInTheGame();
    void overlapCountsTheLightsOfAPlace();
    void directLightHasNoAmbientLight();
    void farThingsFadeIntoTheFog();
    void fogThinsOutUpwards();
    void theVoidStaysBlackInTheGame();
    void draftLightIsShownInsteadOfTheScenes();

private:
    [[nodiscard]] std::shared_ptr<Lightmap> emptyLightmap(ContentHash hash) const;
    void showLightmap(World& world, const std::shared_ptr<const Lightmap>& lightmap) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

namespace
{
constexpr std::array Qualities{ViewQuality::Fast, ViewQuality::Full};

SceneSettings withSky(const Color& top, const Color& horizon)
{
    SceneSettings settings;
    settings.skyTop = top;
    settings.skyHorizon = horizon;
    return settings;
}
} // namespace

void TestRenderLight::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderLight::cleanupTestCase()
{
    m_gl.reset();
}

std::shared_ptr<Lightmap> TestRenderLight::emptyLightmap(ContentHash hash) const
{
    auto lightmap = std::make_shared<Lightmap>();
    lightmap->atlases.push_back({8, 8, std::vector<std::uint16_t>(8 * 8 * 3)});
    lightmap->hash = hash;
    return lightmap;
}

void TestRenderLight::showLightmap(World& world,
                                   const std::shared_ptr<const Lightmap>& lightmap) const
{
    m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
    set(world, SceneEntity, LightmapRef{"x.exr", hashToText(lightmap->hash)});
}

/// The processor reads the probes for what moves (lightOn()), the shader for what is new.
void TestRenderLight::aNewBrushIsLitAsADoorInItsPlaceIs()
{
    Drawn drawn{*m_gl};
    auto lightmap = emptyLightmap(501);
    auto& volume = lightmap->volume;
    volume.origin = {-3, -2, -3};
    volume.spacing = 1.5;
    volume.size = {5, 4, 5};
    volume.probes.resize(5 * 4 * 5);
    std::mt19937 random{7};
    std::uniform_real_distribution<float> mean{0.02F, 0.3F};
    std::uniform_real_distribution<float> gradient{-0.1F, 0.1F};
    for (auto& probe : volume.probes)
        for (auto& channel : probe.channels)
            channel = {gradient(random), gradient(random), gradient(random), mean(random)};
    showLightmap(drawn.world, lightmap);
    // About its own origin, so that a turn leaves the places of its faces' middles known.
    const auto box = addBox(drawn.world, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    for (const auto quality : Qualities)
        for (const auto& from : {Vec3d{0.2, 0.1, 2.5}, Vec3d{0.2, 0.1, -2.5}, Vec3d{2.5, 0.1, 0.2},
                                 Vec3d{-2.5, 0.1, 0.2}, Vec3d{0.1, 2.5, 0.2}}) {
            const auto side = glm::round(from / 2.5);
            auto view = viewFrom(from, side * 0.5);
            view.mode = ViewMode::Lightmap;
            view.quality = quality;
            set(drawn.world, box, TransformComponent{.position = {0.3, 0.2, 0}});
            view.camera.position += Vec3d{0.3, 0.2, 0};
            const auto standing = pixelAt(drawn.picture(view), 100, 50);
            set(drawn.world, box, Mover{});
            const auto moving = pixelAt(drawn.picture(view), 100, 50);
            Edit edit;
            edit.swaps.push_back({box, typeIdOf<Mover>(), nullptr});
            drawn.world.apply(edit);
            QVERIFY(standing.sum() > 60);
            QVERIFY2(isNear(standing, {moving.r, moving.g, moving.b}, 3),
                     qPrintable(QString{"%1 %2 %3 instead of %4 %5 %6"}
                                    .arg(standing.r)
                                    .arg(standing.g)
                                    .arg(standing.b)
                                    .arg(moving.r)
                                    .arg(moving.g)
                                    .arg(moving.b)));
        }
}

void TestRenderLight::facesThatLookAwayFromALampShowTheirShape()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, 0, -1}, {1, 2, 1});
    const auto lamp = addLight(drawn.world, {0, 1, -4}, 9, 30);
    auto view = viewFrom({0, 1, 5}, {0, 1, 0});
    view.mode = ViewMode::Lit;
    for (const auto quality : Qualities) {
        view.quality = quality;
        const auto away = pixelAt(drawn.picture(view), 100, 50).sum();
        QVERIFY(away > 15);
        auto towards = viewFrom({0, 1, -6}, {0, 1, 0});
        towards.mode = ViewMode::Lit;
        towards.quality = quality;
        QVERIFY(pixelAt(drawn.picture(towards), 100, 50).sum() > 2 * away);
    }
    auto live = *drawn.world.get<Light>(lamp);
    live.baked = false; // no bake will throw its light back
    set(drawn.world, lamp, live);
    QCOMPARE(pixelAt(drawn.picture(view), 100, 50).sum(), 0);
}

void TestRenderLight::aLampOfTheViewShowsWhatIsDarkAlone()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, 0, -1}, {1, 2, 1});
    auto view = viewFrom({0, 1, 5}, {0, 1, 0});
    view.mode = ViewMode::Lit;
    for (const auto quality : Qualities) {
        view.quality = quality;
        view.lamp = 0;
        QCOMPARE(pixelAt(drawn.picture(view), 100, 50).sum(), 0);
        view.lamp = 0.12F;
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).sum() > 30);
    }
    addLight(drawn.world, {0, 1, 4}, 9, 30);
    const auto lit = drawn.picture(view);
    view.lamp = 0;
    QVERIFY(
        isNear(pixelAt(lit, 100, 50),
               {pixelAt(drawn.picture(view), 100, 50).r, pixelAt(drawn.picture(view), 100, 50).g,
                pixelAt(drawn.picture(view), 100, 50).b},
               1));
}

void TestRenderLight::theSkyIsSeenWhereNothingStands()
{
    Drawn drawn{*m_gl};
    set(drawn.world, SceneEntity, withSky({0, 0, 0.6F}, {0.6F, 0, 0}));
    for (const auto quality : Qualities) {
        auto level = viewFrom({0, 1, 0}, {0, 1, -1});
        level.mode = ViewMode::Lit;
        level.quality = quality;
        const auto horizon = pixelAt(drawn.picture(level), 100, 50);
        QVERIFY(horizon.r > 150 && horizon.b < 60);
        auto up = viewFrom({0, 1, 0}, {0, 9, -0.5});
        up.mode = ViewMode::Lit;
        up.quality = quality;
        const auto zenith = pixelAt(drawn.picture(up), 100, 50);
        QVERIFY(zenith.b > 150 && zenith.r < 60);
        up.gameView = true;
        QVERIFY(pixelAt(drawn.picture(up), 100, 50).b > 150);
        auto settings = withSky({0, 0, 0.6F}, {0.6F, 0, 0});
        settings.exposure = -3;
        set(drawn.world, SceneEntity, settings);
        QVERIFY(pixelAt(drawn.picture(level), 100, 50).r < horizon.r / 2);
        set(drawn.world, SceneEntity, withSky({0, 0, 0.6F}, {0.6F, 0, 0}));
        level.mode = ViewMode::Textured; // for building
        QVERIFY(pixelAt(drawn.picture(level), 100, 50).r < 80);
    }
}

void TestRenderLight::theSunStandsInTheSky()
{
    Drawn drawn{*m_gl};
    set(drawn.world, SceneEntity, withSky({0, 0, 0.3F}, {0, 0, 0.3F}));
    const auto sun = addLight(drawn.world, {5, -3, 2});
    Light light;
    light.kind = LightKind::Sun;
    light.intensity = 3;
    light.sunAngle = 4;
    set(drawn.world, sun, light);
    // It shines along +Z and so is seen along -Z, a little above the horizon.
    const auto turn = glm::angleAxis(Pi, Vec3d{0, 1, 0}) * glm::angleAxis(-0.2, Vec3d{1, 0, 0});
    set(drawn.world, sun, TransformComponent{.position = {5, -3, 2}, .rotation = turn});
    for (const auto quality : Qualities) {
        auto view = viewFrom({0, 1, 0}, Vec3d{0, 1, 0} - lightDirection(turn));
        view.mode = ViewMode::Lit;
        view.gameView = true;
        view.quality = quality;
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).r > 200);
        const auto aside = viewFrom({0, 1, 0}, {9, 3, 0});
        view.camera = aside.camera;
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).r < 60);
    }
}

void TestRenderLight::theSunLightsWhatIsTurnedToIt()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, 0, -1}, {1, 2, 1});
    const auto sun = addLight(drawn.world, {500, 0, 0});
    Light light;
    light.kind = LightKind::Sun;
    light.intensity = 3;
    light.baked = false;
    set(drawn.world, sun, light); // along -Z: onto the face towards +Z
    for (const auto quality : Qualities) {
        auto view = viewFrom({0, 1, 5}, {0, 1, 0});
        view.mode = ViewMode::Lit;
        view.quality = quality;
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).sum() > 150);
        auto behind = viewFrom({0, 1, -5}, {0, 1, 0});
        behind.mode = ViewMode::Lit;
        behind.quality = quality;
        QCOMPARE(pixelAt(drawn.picture(behind), 100, 50).sum(), 0);
    }
}

void TestRenderLight::spotsLightTheirConesOnly()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -1, -8}, {8, 0, 8});
    const auto spot = addLight(drawn.world, {0, 3, 0}, 20, 60);
    auto light = *drawn.world.get<Light>(spot);
    light.kind = LightKind::Spot;
    light.cone = 60;
    light.innerCone = 40;
    light.baked = false;
    set(drawn.world, spot, light);
    set(drawn.world, spot,
        TransformComponent{.position = {0, 3, 0},
                           .rotation = glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0})});
    for (const auto quality : Qualities) {
        const auto lightOn = [&](double x) {
            auto view = viewFrom({x, 2, 0.1}, {x, 0, 0});
            view.mode = ViewMode::Lit;
            view.quality = quality;
            return pixelAt(drawn.picture(view), 100, 50).sum();
        };
        QVERIFY(lightOn(0) > 150);
        QVERIFY(lightOn(1.0) > 100);
        QCOMPARE(lightOn(2.2), 0); // 36 degrees off the middle
    }
}

void TestRenderLight::lightsFollowTheirStyleInTheGame()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -1, -8}, {8, 0, 8});
    const auto lamp = addLight(drawn.world, {0, 3, 0}, 20, 60);
    auto light = *drawn.world.get<Light>(lamp);
    light.style = LightStyle::Pattern;
    light.pattern = "ma";
    set(drawn.world, lamp, light);
    for (const auto quality : Qualities) {
        auto view = viewFrom({0, 4, 4}, {0, 0, 0});
        view.mode = ViewMode::Lit;
        view.quality = quality;
        const auto brightness = [&](std::optional<double> seconds) {
            drawn.system.setGameSeconds(seconds);
            return pixelAt(drawn.picture(view), 100, 50).sum();
        };
        const auto steady = brightness(std::nullopt);
        QVERIFY(steady > 100);
        QCOMPARE(brightness(0.05), steady);
        QCOMPARE(brightness(0.15), 0);
        light.on = false;
        set(drawn.world, lamp, light);
        QCOMPARE(brightness(std::nullopt), 0);
        light.on = true;
        set(drawn.world, lamp, light);
    }
}

void TestRenderLight::overlapCountsTheLightsOfAPlace()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -1, -8}, {8, 0, 8});
    const auto lampsOver = [&](int count) {
        for (int i = 0; i < count; ++i)
            addLight(drawn.world, {0.1 * i, 3, 0}, 6, 60);
    };
    const auto shown = [&](ViewQuality quality) {
        auto view = viewFrom({0, 4, 4}, {0, 0, 0});
        view.mode = ViewMode::Overlap;
        view.quality = quality;
        return pixelAt(drawn.picture(view), 100, 50);
    };
    for (const auto quality : Qualities)
        QVERIFY(shown(quality).sum() < 200); // none: dark
    lampsOver(1);
    for (const auto quality : Qualities) {
        const auto one = shown(quality);
        QVERIFY(one.g > 120 && one.g > 1.5 * one.r);
    }
    lampsOver(4);
    for (const auto quality : Qualities) {
        const auto five = shown(quality);
        QVERIFY(five.r > 150 && five.r > 2 * five.g);
    }
    lampsOver(8);
    for (const auto quality : Qualities)
        QVERIFY(shown(quality).sum() > 450); // more than ten: white
}

void TestRenderLight::directLightHasNoAmbientLight()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -1, -8}, {8, 0, 8});
    SceneSettings settings;
    settings.ambient = {1, 1, 1};
    set(drawn.world, SceneEntity, settings);
    for (const auto quality : Qualities) {
        auto view = viewFrom({0, 4, 4}, {0, 0, 0});
        view.mode = ViewMode::Direct;
        view.quality = quality;
        QCOMPARE(pixelAt(drawn.picture(view), 100, 50).sum(), 0);
    }
    addLight(drawn.world, {0, 3, 0}, 6, 60);
    for (const auto quality : Qualities) {
        auto view = viewFrom({0, 4, 4}, {0, 0, 0});
        view.mode = ViewMode::Direct;
        view.quality = quality;
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).sum() > 100);
    }
}

void TestRenderLight::farThingsFadeIntoTheFog()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-50, -50, -31}, {50, 50, -30});
    auto settings = withSky({0, 0, 0.01F}, {0, 0, 0.01F});
    settings.ambient = {1, 1, 1};
    settings.fogColor = {0.5F, 0, 0};
    for (const auto quality : Qualities) {
        settings.fogDensity = 0;
        set(drawn.world, SceneEntity, settings);
        auto view = viewFrom({0, 1, 0}, {0, 1, -1});
        view.mode = ViewMode::Lit;
        view.quality = quality;
        const auto clear = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(clear.g > 60);
        settings.fogDensity = 1.0F / 30; // a third of the wall is left
        set(drawn.world, SceneEntity, settings);
        const auto hazy = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(hazy.g < clear.g && hazy.g > 20);
        QVERIFY(hazy.r > hazy.g);
        settings.fogDensity = 1;
        set(drawn.world, SceneEntity, settings);
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).g < 5);
        view.mode = ViewMode::Textured; // for building
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).g > 60);
    }
}

void TestRenderLight::fogThinsOutUpwards()
{
    Drawn drawn{*m_gl};
    auto settings = withSky({0, 0.5F, 0}, {0, 0.5F, 0});
    settings.fogColor = {0.5F, 0, 0};
    settings.fogDensity = 0.1F;
    settings.fogThinning = 0.2F;
    set(drawn.world, SceneEntity, settings);
    for (const auto quality : Qualities) {
        auto view = viewFrom({0, 1, 0}, {0, 1, -1});
        view.mode = ViewMode::Lit;
        view.quality = quality;
        const auto level = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(level.r > 120 && level.g < 20);
        view.camera = viewFrom({0, 1, 0}, {0, 9, -1}).camera;
        const auto up = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(up.g > up.r);
        view.camera = viewFrom({0, 60, 0}, {0, 60, -1}).camera;
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).g > 120); // above it
    }
}

void TestRenderLight::theVoidStaysBlackInTheGame()
{
    Drawn drawn{*m_gl};
    auto view = viewFrom({0, 1, 0}, {0, 1, -1});
    view.mode = ViewMode::Lit;
    view.gameView = true;
    for (const auto quality : Qualities) {
        view.quality = quality;
        QCOMPARE(pixelAt(drawn.picture(view), 100, 50).sum(), 0);
    }
}

void TestRenderLight::draftLightIsShownInsteadOfTheScenes()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, 0, -1}, {1, 2, 1});
    const auto lit = [&](ContentHash hash, std::size_t channel) {
        auto lightmap = emptyLightmap(hash);
        lightmap->volume.size = {1, 1, 1};
        lightmap->volume.probes.resize(1);
        lightmap->volume.probes[0].channels[channel].w = 0.4F;
        return lightmap;
    };
    auto view = viewFrom({0, 1, 5}, {0, 1, 0});
    view.mode = ViewMode::Lightmap;
    showLightmap(drawn.world, lit(601, 0));
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r > 100);
    drawn.system.setDraftLight(lit(602, 2));
    auto draft = pixelAt(drawn.picture(view), 100, 50);
    QVERIFY(draft.b > 100 && draft.r < 30);
    drawn.system.setDraftLight(nullptr);
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r > 100);
    set(drawn.world, SceneEntity, LightmapRef{});
    drawn.system.setDraftLight(lit(602, 2)); // of a level that was never baked
    draft = pixelAt(drawn.picture(view), 100, 50);
    QVERIFY(draft.b > 100 && draft.r < 30);
}

CORE_TEST(TestRenderLight)
} // namespace tst_render_light

#include "tst_render_light.moc"
