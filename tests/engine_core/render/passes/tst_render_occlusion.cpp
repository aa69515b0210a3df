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
#include <cstdlib>

namespace tst_render_occlusion
{
using namespace engine;
using namespace mapwright::test;

/// What is made of a picture by its own depth and colours: less light in corners, smooth edges.
class TestRenderOcclusion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void planesLoseNothing();
    void footsOfWallsLoseWhatTheWallHides();
    void onlyAmbientLightIsLost();
    void bakedLightKnowsOfItsCorners();
    void fastPicturesLeaveItOut();
    void edgesAreNearTheTruth();
    void nothingButEdgesIsSmoothed();
    void effectsAreMeasuredWhenAskedFor();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

namespace
{
double linearAt(const Image& image, int x, int y)
{
    return static_cast<double>(linearFromSrgb(static_cast<float>(pixelAt(image, x, y).g) / 255.F));
}

/// A floor with a high wall along z = 0, in even light.
struct Corner : Drawn
{
    explicit Corner(GlFixture& gl) : Drawn{gl}
    {
        addBox(world, {-9, -1, -9}, {9, 0, 9});
        addBox(world, {-9, 0, -1}, {9, 5, 0});
        settings.toneCurve = ToneCurve::None;
        settings.ambient = {0.5F, 0.5F, 0.5F};
        apply();
    }

    void apply() { set(world, SceneEntity, settings); }

    static constexpr int Finer = 4; ///< so that a pixel is a centimetre

    /// On the floor, so far from the wall.
    double lightAt(double away, EffectUse occlusion, ViewQuality quality = ViewQuality::Full)
    {
        auto view = viewFrom({0, 2, 3}, {0, 0, away});
        view.mode = ViewMode::Lightmap;
        view.quality = quality;
        view.effects.occlusion = occlusion;
        view.width *= Finer;
        view.height *= Finer;
        return linearAt(picture(view), 100 * Finer, 50 * Finer);
    }

    SceneSettings settings;
};

ViewRequest edgeView(int scale, EffectUse smoothing)
{
    auto view = viewFrom({0, 0, 6}, {0, 0, 0});
    view.camera.orthographic = true;
    view.camera.viewHeight = 4;
    view.mode = ViewMode::Unlit;
    view.quality = ViewQuality::Full;
    view.gameView = true; // before black
    view.width *= scale;
    view.height *= scale;
    view.effects.smoothing = smoothing;
    return view;
}

/// The mean difference from a picture with 64 times the pixels, in steps of 8 bits.
double errorOf(const Image& image, const Image& fine)
{
    constexpr int Scale = 8;
    double sum = 0;
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 200; ++x) {
            double truth = 0;
            for (int i = 0; i < Scale * Scale; ++i)
                truth += pixelAt(fine, x * Scale + i % Scale, y * Scale + i / Scale).g;
            sum += std::abs(truth / (Scale * Scale) - pixelAt(image, x, y).g);
        }
    return sum / (200 * 100);
}
} // namespace

void TestRenderOcclusion::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderOcclusion::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderOcclusion::planesLoseNothing()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-90, -1, -90}, {90, 0, 90});
    SceneSettings settings;
    settings.ambient = {0.5F, 0.5F, 0.5F};
    set(drawn.world, SceneEntity, settings);
    for (const auto& eye : {Vec3d{0, 6, 0.1}, Vec3d{2, 1.7, 3}, Vec3d{0, 0.3, 5}}) {
        auto view = viewFrom(eye, {0, 0, 0});
        view.mode = ViewMode::Lightmap;
        view.quality = ViewQuality::Full;
        const auto with = drawn.picture(view);
        view.effects.occlusion = EffectUse::Off;
        const auto without = drawn.picture(view);
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 200; ++x)
                QVERIFY2(std::abs(pixelAt(with, x, y).g - pixelAt(without, x, y).g) <= 2,
                         qPrintable(QString{"%1 %2 from %3"}.arg(x).arg(y).arg(eye.y)));
    }
}

void TestRenderOcclusion::footsOfWallsLoseWhatTheWallHides()
{
    Corner corner{*m_gl};
    const double open = corner.lightAt(0.02, EffectUse::Off);
    QVERIFY(open > 0.45 && open < 0.55);
    // A high wall hides half of the sky from its foot.
    const double foot = corner.lightAt(0.02, EffectUse::Automatic);
    QVERIFY2(foot > 0.42 * open && foot < 0.68 * open, qPrintable(QString::number(foot / open)));
    double before = foot;
    for (const double away : {0.15, 0.3, 0.5}) {
        const double here = corner.lightAt(away, EffectUse::Automatic);
        QVERIFY2(here > before, qPrintable(QString{"%1: %2"}.arg(away).arg(here)));
        before = here;
    }
    const double far = corner.lightAt(1.2, EffectUse::Automatic);
    QVERIFY2(far > 0.98 * open, qPrintable(QString::number(far / open)));
}

void TestRenderOcclusion::onlyAmbientLightIsLost()
{
    Corner corner{*m_gl};
    corner.settings.ambient = {0, 0, 0};
    corner.apply();
    const auto sun = addLight(corner.world, {0, 9, 0});
    set(corner.world, sun,
        TransformComponent{.position = {0, 9, 0},
                           .rotation = glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0})});
    auto light = *corner.world.get<Light>(sun);
    light.kind = LightKind::Sun;
    light.intensity = 1;
    light.baked = false;
    light.castShadows = false;
    set(corner.world, sun, light);
    const double without = corner.lightAt(0.02, EffectUse::Off);
    QVERIFY(without > 0.1);
    QCOMPARE(corner.lightAt(0.02, EffectUse::On), without);
    // What walls would throw back in place of a bake is ambient light.
    light.baked = true;
    set(corner.world, sun, light);
    const double more = corner.lightAt(0.02, EffectUse::Off);
    const double occluded = corner.lightAt(0.02, EffectUse::On);
    QVERIFY(more > without);
    QVERIFY(occluded < more && occluded > without);
}

void TestRenderOcclusion::bakedLightKnowsOfItsCorners()
{
    Corner corner{*m_gl};
    auto lightmap = std::make_shared<Lightmap>();
    lightmap->atlases.push_back({8, 8, std::vector<std::uint16_t>(8 * 8 * 3)});
    auto& volume = lightmap->volume; // lights what has no chart
    volume.spacing = 30;
    volume.origin = {-15, -15, -15};
    volume.size = {2, 2, 2};
    volume.probes.resize(8);
    for (auto& probe : volume.probes)
        for (auto& channel : probe.channels)
            channel = {0, 0, 0, 0.4F};
    lightmap->hash = 71;
    m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
    set(corner.world, SceneEntity, LightmapRef{"x.exr", hashToText(lightmap->hash)});
    corner.settings.ambient = {0, 0, 0};
    corner.apply();
    const double without = corner.lightAt(0.02, EffectUse::Off);
    QVERIFY(without > 0.3);
    QCOMPARE(corner.lightAt(0.02, EffectUse::On), without);
    // Ambient light is added to what was baked, and has no corners.
    corner.settings.ambient = {0.2F, 0.2F, 0.2F};
    corner.apply();
    const double occluded = corner.lightAt(0.02, EffectUse::On);
    QVERIFY(occluded > without && occluded < corner.lightAt(0.02, EffectUse::Off));
}

void TestRenderOcclusion::fastPicturesLeaveItOut()
{
    Corner corner{*m_gl};
    const double off = corner.lightAt(0.02, EffectUse::Off, ViewQuality::Fast);
    QCOMPARE(corner.lightAt(0.02, EffectUse::Automatic, ViewQuality::Fast), off);
    QVERIFY(corner.lightAt(0.02, EffectUse::On, ViewQuality::Fast) < 0.7 * off);
}

void TestRenderOcclusion::edgesAreNearTheTruth()
{
    for (const double degrees : {4.0, 12.0, 27.0, 45.0, 71.0}) {
        Drawn drawn{*m_gl};
        const auto box = addBox(drawn.world, {-1, -1, -1}, {1, 1, 1});
        set(drawn.world, box,
            TransformComponent{.rotation = glm::angleAxis(glm::radians(degrees), Vec3d{0, 0, 1})});
        const auto fine = drawn.picture(edgeView(8, EffectUse::Off));
        const double off = errorOf(drawn.picture(edgeView(1, EffectUse::Off)), fine);
        const double on = errorOf(drawn.picture(edgeView(1, EffectUse::On)), fine);
        QVERIFY(off > 0);
        // Steps of a diagonal are too short to tell how far they go.
        const double share = degrees == 45.0 ? 0.9 : 0.7;
        QVERIFY2(on < share * off,
                 qPrintable(QString{"%1: %2 of %3"}.arg(degrees).arg(on).arg(off)));
    }
}

void TestRenderOcclusion::nothingButEdgesIsSmoothed()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, -1, -1}, {1, 1, 1}); // along the pixels
    const auto on = drawn.picture(edgeView(1, EffectUse::On));
    const auto off = drawn.picture(edgeView(1, EffectUse::Off));
    int changed = 0;
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 200; ++x) {
            const int by = std::abs(pixelAt(on, x, y).g - pixelAt(off, x, y).g);
            QVERIFY2(by < 12, qPrintable(QString{"%1 at %2 %3"}.arg(by).arg(x).arg(y)));
            changed += by > 0 ? 1 : 0;
        }
    QVERIFY2(changed <= 4, qPrintable(QString::number(changed))); // the corners
}

void TestRenderOcclusion::effectsAreMeasuredWhenAskedFor()
{
    Corner corner{*m_gl};
    auto view = viewFrom({0, 2, 3}, {0, 0, 0});
    view.mode = ViewMode::Lit;
    view.quality = ViewQuality::Full;
    view.measuresEffects = true;
    RenderStats stats;
    VERIFY_OK(renderToImage(corner.system, view, &stats));
    QVERIFY(stats.occlusionTook > 0);
    QVERIFY(stats.smoothingTook > 0);
    QCOMPARE(stats.bloomTook, 0.0);
    view.effects.occlusion = view.effects.smoothing = EffectUse::Off;
    RenderStats less;
    VERIFY_OK(renderToImage(corner.system, view, &less));
    QCOMPARE(less.occlusionTook, 0.0);
    QCOMPARE(less.smoothingTook, 0.0);
}

CORE_TEST(TestRenderOcclusion)
} // namespace tst_render_occlusion

#include "tst_render_occlusion.moc"
