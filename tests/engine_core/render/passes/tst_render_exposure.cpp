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

#include <array>
#include <cmath>

namespace tst_render_exposure
{
using namespace engine;
using namespace mapwright::test;

/// From light to what a screen shows: exposure, tone curves, eyes that adapt, scattered light.
class TestRenderExposure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void aStopIsTwiceTheLight();
    void curvesKeepBlackAndTheOrderOfBrightness();
    void eyesBringEverythingToTheSameGrey();
    void eyesKeepToTheirLimits();
    void eyesTakeTheirTimeInAGame();
    void eyesLookAtTheSkyToo();
    void scatteredLightIsNeitherMadeNorLost();
    void lightBeyondHalfFloatsIsWhiteAndPasses();
    void fastPicturesLeaveEffectsOut();
    void directLightIsShownAsItIs();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

namespace
{
/// A plate seen from right above, in the light of a sun.
struct Plate : Drawn
{
    explicit Plate(GlFixture& gl, double half = 5) : Drawn{gl}
    {
        addBox(world, {-half, -1, -half}, {half, 0, half});
        sun = addLight(world, {0, 9, 0});
        set(world, sun,
            TransformComponent{.position = {0, 9, 0},
                               .rotation = glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0})});
        shine(1);
    }

    /// `radiance` is what a white face sends out.
    void shine(double radiance)
    {
        auto light = *world.get<Light>(sun);
        light.kind = LightKind::Sun;
        light.color = {1, 1, 1};
        light.intensity = static_cast<float>(radiance * Pi);
        light.baked = false;
        light.castShadows = false;
        set(world, sun, light);
    }

    void set(World& to, EntityId entity, auto component)
    {
        mapwright::test::set(to, entity, std::move(component));
    }

    void settings(const SceneSettings& settings) { set(world, SceneEntity, settings); }

    EntityId sun;
};

ViewRequest above(ViewQuality quality = ViewQuality::Full)
{
    auto view = viewFrom({0, 2, 0}, {0, 0, 0});
    view.mode = ViewMode::Lightmap;
    view.quality = quality;
    view.gameView = true; // before black
    return view;
}

double linearAt(const Image& image, int x = 100, int y = 50)
{
    return static_cast<double>(linearFromSrgb(static_cast<float>(pixelAt(image, x, y).g) / 255.F));
}

double sumOf(const Image& image)
{
    double sum = 0;
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 200; ++x)
            sum += linearAt(image, x, y);
    return sum;
}

SceneSettings plain()
{
    SceneSettings settings;
    settings.toneCurve = ToneCurve::None;
    return settings;
}

bool isWithin(double value, double expected, double share)
{
    return std::abs(value - expected) <= share * expected;
}
} // namespace

void TestRenderExposure::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderExposure::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderExposure::aStopIsTwiceTheLight()
{
    Plate plate{*m_gl};
    plate.shine(0.1);
    auto settings = plain();
    for (const auto quality : {ViewQuality::Fast, ViewQuality::Full})
        for (int stops = -2; stops <= 3; ++stops) {
            settings.exposure = static_cast<float>(stops);
            plate.settings(settings);
            const auto shown = linearAt(plate.picture(above(quality)));
            QVERIFY2(isWithin(shown, 0.1 * std::exp2(stops), 0.03),
                     qPrintable(QString{"%1 stops: %2"}.arg(stops).arg(shown)));
        }
}

void TestRenderExposure::curvesKeepBlackAndTheOrderOfBrightness()
{
    Plate plate{*m_gl};
    for (const auto curve :
         {ToneCurve::Natural, ToneCurve::Filmic, ToneCurve::Soft, ToneCurve::None}) {
        SceneSettings settings;
        settings.toneCurve = curve;
        plate.settings(settings);
        for (const auto quality : {ViewQuality::Fast, ViewQuality::Full}) {
            plate.shine(1e-9);
            double before = linearAt(plate.picture(above(quality)));
            QCOMPARE(before, 0.0);
            for (const double radiance : {0.02, 0.1, 0.3, 0.7, 1.5, 6.0}) {
                plate.shine(radiance);
                const double shown = linearAt(plate.picture(above(quality)));
                QVERIFY(shown > before || (shown == 1.0 && before == 1.0));
                before = shown;
            }
        }
    }
}

void TestRenderExposure::eyesBringEverythingToTheSameGrey()
{
    Plate plate{*m_gl};
    auto settings = plain();
    settings.eyeAdaptation = true;
    settings.adaptationDown = settings.adaptationUp = 8;
    plate.settings(settings);
    for (const double radiance : {0.01, 0.05, 0.2, 1.0, 10.0}) {
        plate.shine(radiance);
        auto view = above();
        view.gameView = false; // at once
        const auto shown = linearAt(plate.picture(view));
        QVERIFY2(isWithin(shown, 0.18, 0.04),
                 qPrintable(QString{"%1: %2"}.arg(radiance).arg(shown)));
    }
}

void TestRenderExposure::eyesKeepToTheirLimits()
{
    Plate plate{*m_gl};
    auto settings = plain();
    settings.eyeAdaptation = true;
    settings.adaptationDown = 0.5F;
    settings.adaptationUp = 1;
    plate.settings(settings);
    auto view = above();
    view.gameView = false;
    plate.shine(0.02);
    QVERIFY(isWithin(linearAt(plate.picture(view)), 0.04, 0.04));
    plate.shine(0.9);
    QVERIFY(isWithin(linearAt(plate.picture(view)), 0.9 / std::sqrt(2.0), 0.04));
}

void TestRenderExposure::eyesTakeTheirTimeInAGame()
{
    Plate plate{*m_gl};
    auto settings = plain();
    settings.eyeAdaptation = true;
    settings.adaptationDown = settings.adaptationUp = 6;
    settings.adaptationSpeed = 1;
    plate.settings(settings);
    plate.shine(0.04);
    QVERIFY(isWithin(linearAt(plate.picture(above())), 0.18, 0.04)); // the first one at once
    plate.system.update(0.001);
    plate.shine(0.16);
    const auto dazzled = linearAt(plate.picture(above()));
    QVERIFY2(isWithin(dazzled, 0.72, 0.04), qPrintable(QString::number(dazzled)));
    QVERIFY(isWithin(linearAt(plate.picture(above())), dazzled, 0.01)); // no time has passed
    plate.system.update(1);
    const auto later = linearAt(plate.picture(above()));
    // Of two stops 1 / e are left.
    QVERIFY2(isWithin(later, 0.18 * std::exp2(2 * std::exp(-1.0)), 0.04),
             qPrintable(QString::number(later)));
    plate.system.update(30);
    QVERIFY(isWithin(linearAt(plate.picture(above())), 0.18, 0.04));
}

void TestRenderExposure::eyesLookAtTheSkyToo()
{
    Drawn drawn{*m_gl};
    auto settings = plain();
    settings.skyTop = settings.skyHorizon = {0.02F, 0.02F, 0.02F};
    settings.eyeAdaptation = true;
    settings.adaptationUp = 6;
    set(drawn.world, SceneEntity, settings);
    auto view = viewFrom({0, 2, 0}, {0, 2, -1});
    view.mode = ViewMode::Lit;
    view.quality = ViewQuality::Full;
    view.camera.rotation = glm::angleAxis(0.9, Vec3d{1, 0, 0});
    const auto shown = linearAt(drawn.picture(view));
    QVERIFY2(isWithin(shown, 0.18, 0.05), qPrintable(QString::number(shown)));
}

void TestRenderExposure::scatteredLightIsNeitherMadeNorLost()
{
    // In the middle of a black picture. Smoothing of edges, which comes last, takes its share of
    // what borders on black.
    Plate plate{*m_gl, 0.5};
    plate.shine(0.8);
    auto settings = plain();
    plate.settings(settings);
    const auto sharp = plate.picture(above());
    settings.bloom = 0.4F;
    plate.settings(settings);
    const auto blooming = plate.picture(above());
    QVERIFY2(isWithin(sumOf(blooming), sumOf(sharp), 0.05),
             qPrintable(QString{"%1 of %2"}.arg(sumOf(blooming)).arg(sumOf(sharp))));
    QVERIFY(linearAt(blooming) < linearAt(sharp) * 0.95);
    QCOMPARE(linearAt(sharp, 125, 50), 0.0);
    QVERIFY(linearAt(blooming, 125, 50) > 0.005);
    QVERIFY(linearAt(blooming, 125, 50) > linearAt(blooming, 160, 50));
}

/// A lamp right above the plate: in the middle more light comes back than 16 bits can say.
void TestRenderExposure::lightBeyondHalfFloatsIsWhiteAndPasses()
{
    Plate plate{*m_gl};
    plate.shine(0.1);
    const auto lamp = addLight(plate.world, {0, 0.01, 0}, 5, 1e6F);
    auto light = *plate.world.get<Light>(lamp);
    light.baked = false;
    light.castShadows = false;
    set(plate.world, lamp, light);
    auto settings = plain();
    settings.bloom = 0.3F;
    settings.eyeAdaptation = true;
    settings.adaptationDown = settings.adaptationUp = 14;
    settings.adaptationSpeed = 1;
    for (const auto curve :
         {ToneCurve::Filmic, ToneCurve::Soft, ToneCurve::None, ToneCurve::Natural}) {
        settings.toneCurve = curve;
        plate.settings(settings);
        const auto image = plate.picture(above());
        QVERIFY(pixelAt(image, 100, 50).g > 200);
        int lit = 0;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 200; ++x)
                lit += pixelAt(image, x, y).sum() > 0 ? 1 : 0;
        QVERIFY2(lit > 100 * 200 / 2, qPrintable(QString::number(lit)));
    }
    // And eyes get used to the dark that follows.
    light.intensity = 0;
    set(plate.world, lamp, light);
    settings = plain();
    settings.eyeAdaptation = true;
    settings.adaptationDown = settings.adaptationUp = 14;
    settings.adaptationSpeed = 1;
    plate.settings(settings);
    plate.system.update(30);
    static_cast<void>(plate.picture(above()));
    plate.system.update(30);
    const auto later = linearAt(plate.picture(above()));
    QVERIFY2(isWithin(later, 0.18, 0.05), qPrintable(QString::number(later)));
}

void TestRenderExposure::fastPicturesLeaveEffectsOut()
{
    Plate plate{*m_gl};
    plate.shine(0.02);
    auto settings = plain();
    plate.settings(settings);
    const auto before = plate.picture(above(ViewQuality::Fast));
    settings.bloom = 0.5F;
    settings.eyeAdaptation = true;
    plate.settings(settings);
    QVERIFY(plate.picture(above(ViewQuality::Fast)).rgba == before.rgba);
    auto asked = above(ViewQuality::Fast);
    asked.effects.adaptation = EffectUse::On;
    asked.gameView = false;
    QVERIFY(linearAt(plate.picture(asked)) > 0.1);
    auto full = above();
    full.effects.adaptation = full.effects.bloom = EffectUse::Off;
    QVERIFY(isWithin(linearAt(plate.picture(full)), 0.02, 0.05));
}

void TestRenderExposure::directLightIsShownAsItIs()
{
    Plate plate{*m_gl};
    plate.shine(0.02);
    auto settings = plain();
    plate.settings(settings);
    auto view = above();
    view.mode = ViewMode::Direct;
    const auto before = plate.picture(view);
    QVERIFY(isWithin(linearAt(before), 0.02, 0.05));
    settings.bloom = 0.5F;
    settings.eyeAdaptation = true;
    plate.settings(settings);
    QVERIFY(plate.picture(view).rgba == before.rgba);
}

CORE_TEST(TestRenderExposure)
} // namespace tst_render_exposure

#include "tst_render_exposure.moc"
