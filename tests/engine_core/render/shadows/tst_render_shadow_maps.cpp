#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/engine_core/render/shadows/live_lights.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <vector>

namespace tst_render_shadow_maps
{
using namespace engine;
using namespace mapwright::test;

/// How many shadow maps there are for a picture, and when they are drawn anew.
class TestRenderShadowMaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void nothingIsDrawnAnewWhereNothingChanges();
    void bakedLightHasNoShadowMaps();
    void aPictureOfManyLightsHasRoomForAllShadows();
    void windowsDrawAFewMapsForEachPicture();
    void aProcessorDrawsFewMapsUnasked();
    void picturesWithoutShadowsLeaveNothingOut();
    void manyMovingLampsTakeTurns();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

namespace
{
/// They stand side by side, so many metres from each other.
std::vector<EntityId> addFiveLamps(World& world, double apart)
{
    std::vector<EntityId> lamps;
    for (int i = -2; i <= 2; ++i)
        lamps.push_back(addLiveLight(world, LightKind::Point, {i * apart, 3, 0}, {0, -1, 0}));
    return lamps;
}
} // namespace

void TestRenderShadowMaps::initTestCase()
{
    auto made = GlFixture::create(m_folder.path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderShadowMaps::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderShadowMaps::nothingIsDrawnAnewWhereNothingChanges()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-30, -1, -9}, {30, 0, 9});
    const auto near = addBox(drawn.world, {-0.5, 1, -0.5}, {0.5, 1.2, 0.5});
    const auto far = addBox(drawn.world, {25, 1, -0.5}, {26, 1.2, 0.5});
    const auto lamp = addLiveLight(drawn.world, LightKind::Point, {0, 3, 0}, {0, -1, 0});
    const auto view = lightFrom({2, 2, 5}, {0, 0, 0});
    const auto drawnAnew = [&] {
        const auto stats = drawn.system.render(view);
        return stats.shadowViewsDrawn;
    };
    QCOMPARE(drawnAnew(), 6);
    QCOMPARE(drawnAnew(), 0);
    moveBrush(drawn.world, far, {0, 1, 0});
    QCOMPARE(drawnAnew(), 0);
    moveBrush(drawn.world, near, {0, 0.1, 0});
    QVERIFY(drawnAnew() >= 1);
    QCOMPARE(drawnAnew(), 0);
    set(drawn.world, lamp, TransformComponent{.position = {0.1, 3, 0}});
    QCOMPARE(drawnAnew(), 6);
    auto dimmed = *drawn.world.get<Light>(lamp);
    dimmed.intensity /= 2;
    set(drawn.world, lamp, dimmed);
    QCOMPARE(drawnAnew(), 0);
}

void TestRenderShadowMaps::bakedLightHasNoShadowMaps()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    const auto lamp = addLiveLight(drawn.world, LightKind::Point, {0, 3, 0}, {0, -1, 0});
    auto light = *drawn.world.get<Light>(lamp);
    light.baked = true;
    set(drawn.world, lamp, light);
    const auto view = lightFrom({2, 2, 5}, {0, 0, 0});
    QCOMPARE(drawn.system.render(view).shadowViews, 6); // in place of a bake
    auto lightmap = std::make_shared<Lightmap>();
    lightmap->atlases.push_back({8, 8, std::vector<std::uint16_t>(8 * 8 * 3)});
    lightmap->hash = 871;
    m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
    set(drawn.world, SceneEntity, LightmapRef{"x.exr", hashToText(lightmap->hash)});
    drawn.system.update(0);
    QCOMPARE(drawn.system.render(view).shadowViews, 0);
    for (const auto mode : {ViewMode::Direct, ViewMode::Overlap}) { // which show no lightmap
        auto live = view;
        live.mode = mode;
        QCOMPARE(drawn.system.render(live).shadowViews, 6);
    }
}

void TestRenderShadowMaps::aPictureOfManyLightsHasRoomForAllShadows()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, -1, -1}, {41, 0, 41});
    addBox(drawn.world, {-1, 0.4, -1}, {41, 0.5, 41});
    for (int i = 0; i < 100; ++i)
        addLiveLight(drawn.world, LightKind::Point, {i % 10 * 4.0, 2, (i / 10) * 4.0}, {0, -1, 0});
    const auto view = lightFrom({20, 0.2, 20}, {10, 0, 20});
    const auto stats = drawn.system.render(view);
    QVERIFY2(stats.shadowViews >= 6 * 40, qPrintable(QString::number(stats.shadowViews)));
    // Between floor and ceiling nothing shines.
    const auto image = drawn.picture(view);
    for (int x = 0; x < 200; x += 10)
        QVERIFY(pixelAt(image, x, 90).sum() < 12);
}

void TestRenderShadowMaps::windowsDrawAFewMapsForEachPicture()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    addBox(drawn.world, {-0.5, 1, -0.5}, {0.5, 1.2, 0.5});
    for (int i = 0; i < 10; ++i)
        addLiveLight(drawn.world, LightKind::Point, {i - 5.0, 3, 0}, {0, -1, 0});
    const auto view = lightFrom({2, 2, 5}, {0, 0, 0});
    const auto whole = drawn.picture(view);
    set(drawn.world, addBox(drawn.world, {3, 1, -9}, {3.2, 2, 9}), Mover{});
    drawn.system.setUploadBudget(1U << 20U);
    int pictures = 0;
    int maps = 0;
    do {
        const auto stats = drawn.system.render(view);
        QVERIFY(stats.shadowViewsDrawn <= 24);
        maps += stats.shadowViewsDrawn;
        ++pictures;
    } while (drawn.system.isUploading() && pictures < 10);
    QVERIFY2(pictures == 2 || pictures == 3, qPrintable(QString::number(pictures)));
    QVERIFY(maps > 24);
    QVERIFY(drawn.picture(view).rgba != whole.rgba);
}

void TestRenderShadowMaps::aProcessorDrawsFewMapsUnasked()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    addLiveLight(drawn.world, LightKind::Point, {0, 3, 0}, {0, -1, 0});
    drawn.system.setUploadBudget(1U << 20U);
    auto view = lightFrom({2, 2, 5}, {0, 0, 0}, EffectUse::Automatic);
    view.mode = ViewMode::Overlap;
    view.quality = ViewQuality::Fast;
    const auto views = drawn.system.render(view).shadowViews;
    QVERIFY(views > 2);
    QVERIFY(drawn.system.isUploading());
    int maps = 2;
    for (int pictures = 1; drawn.system.isUploading() && pictures < 10; ++pictures) {
        const auto stats = drawn.system.render(view);
        QVERIFY(stats.shadowViewsDrawn <= 2);
        maps += stats.shadowViewsDrawn;
    }
    QCOMPARE(maps, views);
}

void TestRenderShadowMaps::picturesWithoutShadowsLeaveNothingOut()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    const auto lamps = addFiveLamps(drawn.world, 1);
    drawn.system.setUploadBudget(1U << 20U);
    auto view = lightFrom({2, 2, 5}, {0, 0, 0});
    const auto isBehindAfter = [&](ViewMode mode) {
        view.mode = mode;
        static_cast<void>(drawn.system.render(view));
        return drawn.system.isUploading();
    };
    QVERIFY(isBehindAfter(ViewMode::Lightmap)); // 24 of 30
    QVERIFY(!isBehindAfter(ViewMode::Textured));
    for (const auto lamp : lamps)
        set(drawn.world, lamp, TransformComponent{.position = {0, 3.5, 0}});
    QVERIFY(isBehindAfter(ViewMode::Lightmap));
    for (const auto lamp : lamps) {
        auto light = *drawn.world.get<Light>(lamp);
        light.castShadows = false;
        set(drawn.world, lamp, light);
    }
    QVERIFY(!isBehindAfter(ViewMode::Lightmap));
}

/// Five have more maps to draw for each picture than one draws, if they move; beneath the slab it
/// is dark only if all of them have been drawn.
void TestRenderShadowMaps::manyMovingLampsTakeTurns()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-9, -1, -9}, {9, 0, 9});
    addBox(drawn.world, {-1, 1, -1}, {1, 1.2, 1});
    const auto lamps = addFiveLamps(drawn.world, 0.01);
    drawn.system.setUploadBudget(1U << 20U);
    const auto view = lightFrom({0, 0.9, 0}, {0, 0, 0});
    for (int step = 1; step <= 4; ++step) {
        for (const auto lamp : lamps)
            set(drawn.world, lamp, TransformComponent{.position = {0, 3 + 0.001 * step, 0}});
        const auto stats = drawn.system.render(view);
        QCOMPARE(stats.shadowViews, 30);
        QCOMPARE(stats.shadowViewsDrawn, 24);
    }
    QVERIFY(pixelAt(drawn.picture(lightFrom({0, 0.9, 0}, {0, 0, 0}, EffectUse::Off)), 100, 50).r >
            100);
    for (const auto lamp : lamps)
        set(drawn.world, lamp, TransformComponent{.position = {0, 3, 0}});
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r < 10);
}

CORE_TEST(TestRenderShadowMaps)
} // namespace tst_render_shadow_maps

#include "tst_render_shadow_maps.moc"
