#include "engine_core/math/srgb.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <glm/detail/type_half.hpp>

#include <array>

namespace tst_render_light_modes
{
using namespace engine;
using namespace mapwright::test;

/// Views that take baked light apart: what bounced, its age, its probes, its noise.
class TestRenderLightModes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void indirectLightIsTheBakedWithoutTheDirect();
    void indirectLightIsDarkWhereNothingWasBaked();
    void noiseIsAShareOfTheLight();
    void probesAreBallsInTheirLight();
    void oldLightIsInTheColourOfItsAge();
    void oldLightInAPartOfAFaceIsTintedThere();

private:
    [[nodiscard]] std::shared_ptr<Lightmap> lightmapOf(EntityId box,
                                                       const std::array<float, 16>& luxels) const;
    void show(World& world, const std::shared_ptr<Lightmap>& lightmap) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

namespace
{
constexpr std::size_t TopFace = 2; ///< of makeBox
constexpr auto Qualities = {ViewQuality::Fast, ViewQuality::Full};

double linearAt(const Image& image, int x, int y)
{
    return static_cast<double>(linearFromSrgb(static_cast<float>(pixelAt(image, x, y).g) / 255.F));
}

ViewRequest above(ViewMode mode, ViewQuality quality = ViewQuality::Full)
{
    auto view = viewFrom({0, 4, 0}, {0, 0, 0});
    view.mode = mode;
    view.quality = quality;
    view.gameView = true; // before black
    return view;
}

void addSun(World& world, double radiance)
{
    const auto sun = addLight(world, {0, 9, 0});
    set(world, sun,
        TransformComponent{.position = {0, 9, 0},
                           .rotation = glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0})});
    auto light = *world.get<Light>(sun);
    light.kind = LightKind::Sun;
    light.color = {1, 1, 1};
    light.intensity = static_cast<float>(radiance * Pi);
    set(world, sun, light);
}

void showPlainly(World& world)
{
    SceneSettings settings;
    settings.toneCurve = ToneCurve::None;
    set(world, SceneEntity, settings);
}
} // namespace

void TestRenderLightModes::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderLightModes::cleanupTestCase()
{
    m_gl.reset();
}

/// A chart of 4 x 4 luxels on the top of a box, with the border of copies that the baker makes.
std::shared_ptr<Lightmap>
TestRenderLightModes::lightmapOf(EntityId box, const std::array<float, 16>& luxels) const
{
    static ContentHash hash = 9000;
    auto lightmap = std::make_shared<Lightmap>();
    LightmapAtlas atlas{8, 8, std::vector<std::uint16_t>(8 * 8 * 3)};
    for (std::size_t y = 0; y < 6; ++y)
        for (std::size_t x = 0; x < 6; ++x) {
            const auto inside = [](std::size_t at) {
                return std::clamp<std::size_t>(at, 1, 4) - 1;
            };
            const auto half = static_cast<std::uint16_t>(
                glm::detail::toFloat16(luxels.at(inside(y) * 4 + inside(x))));
            for (std::size_t i = 0; i < 3; ++i)
                atlas.halfs[(y * 8 + x) * 3 + i] = half;
        }
    lightmap->atlases.push_back(std::move(atlas));
    lightmap->charts[{box, static_cast<std::uint32_t>(TopFace)}] = {0, 1, 1, 4, 4, 0};
    lightmap->hash = ++hash;
    return lightmap;
}

void TestRenderLightModes::show(World& world, const std::shared_ptr<Lightmap>& lightmap) const
{
    m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
    set(world, SceneEntity, LightmapRef{"x.exr", hashToText(lightmap->hash)});
}

void TestRenderLightModes::indirectLightIsTheBakedWithoutTheDirect()
{
    for (const auto quality : Qualities) {
        Drawn drawn{*m_gl};
        showPlainly(drawn.world);
        const auto floor = addBox(drawn.world, {-4, -1, -4}, {4, 0, 4});
        std::array<float, 16> even{};
        even.fill(0.5F);
        show(drawn.world, lightmapOf(floor, even));
        addSun(drawn.world, 0.3);
        auto view = above(ViewMode::Indirect, quality);
        view.effects.shadows = EffectUse::Off; // which would show the direct light in shadows
        const auto open = linearAt(drawn.picture(view), 100, 50);
        QVERIFY2(std::abs(open - 0.2) < 0.01, qPrintable(QString::number(open)));
        // In shadow nothing of the light is direct.
        addBox(drawn.world, {1, 6, -2}, {3, 6.5, 2});
        const auto place = view.camera.project({2, 0, 0}, 200, 100);
        const auto dark =
            linearAt(drawn.picture(view), static_cast<int>(place->x), static_cast<int>(place->y));
        QVERIFY2(std::abs(dark - 0.5) < 0.02, qPrintable(QString::number(dark)));
        // Where less was baked than the light gives now, nothing is left.
        even.fill(0.2F);
        show(drawn.world, lightmapOf(floor, even));
        QCOMPARE(linearAt(drawn.picture(view), 100, 50), 0.0);
    }
}

void TestRenderLightModes::indirectLightIsDarkWhereNothingWasBaked()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-4, -1, -4}, {4, 0, 4});
    addSun(drawn.world, 0.3);
    for (const auto quality : Qualities)
        QCOMPARE(pixelAt(drawn.picture(above(ViewMode::Indirect, quality)), 100, 50).sum(), 0);
}

void TestRenderLightModes::noiseIsAShareOfTheLight()
{
    Drawn drawn{*m_gl};
    const auto floor = addBox(drawn.world, {-4, -1, -4}, {4, 0, 4});
    const auto shown = [&](double noise, double level, float slope) {
        std::array<float, 16> luxels{};
        for (std::size_t i = 0; i < luxels.size(); ++i) {
            const double sign = (i % 4 + i / 4) % 2 == 0 ? 1 : -1;
            luxels.at(i) =
                static_cast<float>(level * (1 + sign * noise)) + slope * static_cast<float>(i % 4);
        }
        show(drawn.world, lightmapOf(floor, luxels));
        return pixelAt(drawn.picture(above(ViewMode::Noise)), 100, 50);
    };
    const auto quiet = shown(0, 0.5, 0);
    QVERIFY(quiet.g > 1.5 * quiet.r);
    QVERIFY(isNear(shown(0, 0.2, 0.1F), quiet, 2)); // a slope is no noise
    const auto loud = shown(0.05, 0.5, 0);
    QVERIFY(loud.r > 2 * loud.g);
    // The same share of less light is the same colour.
    QVERIFY(isNear(shown(0.05, 0.05, 0), loud, 6));
    QVERIFY(shown(0, 0, 0).sum() < 160); // dark: nothing to tell
}

void TestRenderLightModes::probesAreBallsInTheirLight()
{
    Drawn drawn{*m_gl};
    showPlainly(drawn.world);
    const auto floor = addBox(drawn.world, {-40, -9, -40}, {40, -8, 40});
    std::array<float, 16> black{};
    auto lightmap = lightmapOf(floor, black);
    auto& volume = lightmap->volume;
    volume.origin = {0, 0, 0};
    volume.spacing = 1;
    volume.size = {2, 1, 1};
    volume.probes.resize(2);
    for (auto& channel : volume.probes[0].channels)
        channel = {0, 0, 0, 0.4F};
    for (auto& channel : volume.probes[1].channels)
        channel = {0.2F, 0, 0, 0.2F}; // from +x
    show(drawn.world, lightmap);
    for (const auto quality : Qualities) {
        auto view = above(ViewMode::Probes, quality);
        view.camera.position = {0.5, 1.5, 0};
        view.effects.smoothing = EffectUse::Off;
        const auto image = drawn.picture(view);
        const auto at = [&](const Vec3d& place) {
            const auto pixel = view.camera.project(place, 200, 100);
            return linearAt(image, static_cast<int>(pixel->x), static_cast<int>(pixel->y));
        };
        QVERIFY2(std::abs(at({0, 0, 0}) - 0.4) < 0.02, qPrintable(QString::number(at({0, 0, 0}))));
        QCOMPARE(at({0.5, 0, 0}), 0.0);
        QVERIFY(at({1.06, 0, 0}) > at({0.94, 0, 0}) + 0.05);
        view.mode = ViewMode::Lightmap;
        QCOMPARE(linearAt(drawn.picture(view), 100, 50), 0.0);
    }
}

void TestRenderLightModes::oldLightIsInTheColourOfItsAge()
{
    Drawn drawn{*m_gl};
    const auto floor = addBox(drawn.world, {-4, -1, -4}, {4, 0, 4});
    const std::vector<FaceTint> tints{{0xd9402f, {{floor, TopFace}}}};
    for (const auto quality : Qualities) {
        auto view = above(ViewMode::Age, quality);
        const auto fresh = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(fresh.r > 60 && std::abs(fresh.r - fresh.b) < 4);
        view.tints = &tints;
        const auto old = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(old.r > 1.6 * old.g && old.r > 150);
        view.mode = ViewMode::Unlit;
        QVERIFY(pixelAt(drawn.picture(view), 100, 50).r <
                2 * pixelAt(drawn.picture(view), 100, 50).g);
    }
}

void TestRenderLightModes::oldLightInAPartOfAFaceIsTintedThere()
{
    Drawn drawn{*m_gl};
    const auto floor = addBox(drawn.world, {-4, -1, -4}, {4, 0, 4});
    const std::vector<FaceTint> tints{{0xd9402f, {{floor, TopFace}}}};
    const FaceParts left{
        {{floor, static_cast<std::uint32_t>(TopFace)}, {Aabb{{-4, -1, -4}, {0, 1, 4}}}}};
    for (const auto quality : Qualities) {
        auto view = above(ViewMode::Age, quality);
        view.tints = &tints;
        view.staleParts = &left;
        const auto image = drawn.picture(view);
        const auto at = [&](const Vec3d& place) {
            const auto pixel = view.camera.project(place, 200, 100);
            return pixelAt(image, static_cast<int>(pixel->x), static_cast<int>(pixel->y));
        };
        QVERIFY(at({-0.3, 0, 0}).r > 1.6 * at({-0.3, 0, 0}).g);
        QVERIFY(std::abs(at({0.3, 0, 0}).r - at({0.3, 0, 0}).b) < 4);
    }
}

CORE_TEST(TestRenderLightModes)
} // namespace tst_render_light_modes

#include "tst_render_light_modes.moc"
