#include "engine_core/geometry/chart_frame.h"
#include "engine_core/render/gl/gl_api.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/body_hash.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <glm/detail/type_half.hpp>

#include <fstream>
#include <set>

namespace tst_render_lightmaps
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Plain = "plain"; ///< a material of one colour

/// What an 8-bit sRGB screen shows of a linear value.
int encoded(double linear)
{
    const double value =
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(value * 255));
}

/// A lightmap with one chart of 2 x 2 luxels for a face: their red, by rows.
std::shared_ptr<Lightmap> lightmapOf(EntityId entity, std::size_t face, std::array<float, 4> red)
{
    auto lightmap = std::make_shared<Lightmap>();
    LightmapAtlas atlas{8, 8, {}};
    atlas.halfs.resize(8 * 8 * 3);
    const auto put = [&](std::size_t x, std::size_t y, float value) {
        const auto half = static_cast<std::uint16_t>(glm::detail::toFloat16(value));
        atlas.halfs[(y * 8 + x) * 3] = half;
        atlas.halfs[(y * 8 + x) * 3 + 1] = half;
    };
    // With the border of copies that the baker makes.
    for (std::size_t y = 1; y <= 4; ++y)
        for (std::size_t x = 2; x <= 5; ++x)
            put(x, y, red[(y <= 2 ? 0U : 2U) + (x <= 3 ? 0U : 1U)]);
    lightmap->atlases.push_back(std::move(atlas));
    lightmap->charts[{entity, static_cast<std::uint32_t>(face)}] = {0, 3, 2, 2, 2, 0};
    lightmap->hash = 0x1234567890abcdef + static_cast<ContentHash>(red[0] * 100);
    return lightmap;
}

void show(World& world, AssetDatabase& assets, const std::shared_ptr<Lightmap>& lightmap)
{
    assets.lightmaps().put(lightmap->hash, lightmap);
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, LightmapRef{"level.exr", hashToText(lightmap->hash)}));
    world.apply(edit);
}

constexpr std::size_t TopFace = 2; ///< of makeBox
} // namespace

/// Where the luxels of faces are shown, and whether they are still true.
class TestRenderLightmaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void lightmapTexelsAppearWhereTheirChartSays();
    void movedBrushKeepsItsLuxels();
    void movedBrushKeepsTheLuxelsOfWhatItReplaced();
    void lightmapLoadedLaterIsShown();
    void bakedLightDoesNotLightChartedFacesTwice();
    void staleFacesAreHatchedInLitViewsOnly();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

void TestRenderLightmaps::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto assets = fs::path{m_folder->path().toStdString()} / "assets";
    fs::create_directories(assets);
    std::ofstream{assets / "plain.material.json"} << R"({"format": 1, "tint": [1, 0.6, 0.8]})";
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderLightmaps::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderLightmaps::lightmapTexelsAppearWhereTheirChartSays()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-2, -1, -2}, {2, 0, 2});
    // Values in the straight part of the tone curve, which leaves them as they are.
    const std::array<float, 4> values{0.25F, 0.5F, 0.375F, 0.3125F};
    show(drawn.world, m_gl->assets(), lightmapOf(box, TopFace, values));
    auto view = viewFrom({0, 3, 0}, {0, 0, 0});
    view.mode = ViewMode::Lightmap;
    const auto image = drawn.picture(view);
    const auto frame = chartFrame(*drawn.world.get<BrushComponent>(box)->brush, TopFace);
    for (std::size_t i = 0; i < 4; ++i) {
        // A little inside the corners, where the centres of the luxels lie.
        const Vec2d place{i % 2 == 0 ? 0.01 : 0.99, i < 2 ? 0.01 : 0.99};
        const auto pixel = view.camera.project(frame.at(place), 200, 100);
        const auto found = pixelAt(image, static_cast<int>(pixel->x), static_cast<int>(pixel->y));
        const int expected = encoded(static_cast<double>(values[i]));
        QVERIFY2(
            isNear(found, {expected, expected, 0}, 4),
            qPrintable(QString{"luxel %1: %2 instead of %3"}.arg(i).arg(found.r).arg(expected)));
    }
    // Halfway between all four is their mean.
    const int mean = encoded((0.25 + 0.5 + 0.375 + 0.3125) / 4);
    QVERIFY(isNear(pixelAt(image, 100, 50), {mean, mean, 0}, 2));
}

void TestRenderLightmaps::movedBrushKeepsItsLuxels()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-2, -1, -2}, {2, 0, 2});
    show(drawn.world, m_gl->assets(), lightmapOf(box, TopFace, {0.25F, 0.5F, 0.375F, 0.3125F}));
    auto view = viewFrom({0, 3, 0}, {0, 0, 0});
    view.mode = ViewMode::Lightmap;
    const auto before = drawn.picture(view);
    moveBrush(drawn.world, box, {7, 0, 0});
    view.camera.position.x += 7;
    const auto after = drawn.picture(view);
    for (const int x : {70, 100, 130})
        QVERIFY(isNear(pixelAt(before, x, 50), pixelAt(after, x, 50), 1));
}

void TestRenderLightmaps::movedBrushKeepsTheLuxelsOfWhatItReplaced()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-2, -1, -2}, {2, 0, 2});
    const auto lightmap = lightmapOf(box, TopFace, {0.25F, 0.5F, 0.375F, 0.3125F});
    lightmap->bodies[bodyHash(*drawn.world.get<BrushComponent>(box)->brush)] = box;
    ++lightmap->hash;
    show(drawn.world, m_gl->assets(), lightmap);
    auto view = viewFrom({0, 3, 0}, {0, 0, 0});
    view.mode = ViewMode::Lightmap;
    const auto before = drawn.picture(view);
    Edit cut;
    addRemoval(drawn.world, box, cut);
    drawn.world.apply(cut);
    const auto pasted = addBox(drawn.world, {-2, -1, -2}, {2, 0, 2});
    QVERIFY(pasted != box);
    const auto inPlace = drawn.picture(view);
    moveBrush(drawn.world, pasted, {7, 0, 0});
    view.camera.position.x += 7;
    const auto after = drawn.picture(view);
    for (const int x : {70, 100, 130}) {
        QVERIFY(pixelAt(before, x, 50).sum() > 0);
        QVERIFY(isNear(pixelAt(before, x, 50), pixelAt(inPlace, x, 50), 1));
        QVERIFY(isNear(pixelAt(before, x, 50), pixelAt(after, x, 50), 1));
    }
}

void TestRenderLightmaps::lightmapLoadedLaterIsShown()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-2, -1, -2}, {2, 0, 2});
    const auto lightmap = lightmapOf(box, TopFace, {0.4F, 0.4F, 0.4F, 0.4F});
    set(drawn.world, SceneEntity, LightmapRef{"level.exr", hashToText(lightmap->hash)});
    auto view = viewFrom({0, 3, 0}, {0, 0, 0});
    view.mode = ViewMode::Lightmap;
    QCOMPARE(pixelAt(drawn.picture(view), 100, 50).sum(), 0);
    m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
    const int expected = encoded(0.4);
    QVERIFY(isNear(pixelAt(drawn.picture(view), 100, 50), {expected, expected, 0}, 2));
}

void TestRenderLightmaps::bakedLightDoesNotLightChartedFacesTwice()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-2, -1, -2}, {2, 0, 2});
    show(drawn.world, m_gl->assets(), lightmapOf(box, TopFace, {0.3F, 0.3F, 0.3F, 0.3F}));
    auto view = viewFrom({0, 3, 0.5}, {0, 0, 0});
    view.mode = ViewMode::Lightmap;
    const auto baked = pixelAt(drawn.picture(view), 100, 50);
    const auto light = addLight(drawn.world, {0, 1, 0}, 8, 5);
    QVERIFY(isNear(pixelAt(drawn.picture(view), 100, 50), baked, 1));
    auto live = *drawn.world.get<Light>(light);
    live.baked = false;
    set(drawn.world, light, live);
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r > baked.r + 20);
}

void TestRenderLightmaps::staleFacesAreHatchedInLitViewsOnly()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-1, -1, -5}, {1, 1, -3}, "box", Name{Plain});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    const std::set<Lightmap::Key> stale{{box, 4}};
    view.staleFaces = &stale;
    const auto differing = [&](ViewMode mode) {
        view.mode = mode;
        const auto image = drawn.picture(view);
        int count = 0;
        for (int x = 92; x < 108; ++x)
            count += pixelAt(image, x, 50) == pixelAt(image, 92, 50) ? 0 : 1;
        return count;
    };
    QVERIFY(differing(ViewMode::Lit) > 4);
    QCOMPARE(differing(ViewMode::Unlit), 0);
    const FaceParts left{{{box, 4}, {{{-1, -1, -4}, {-0.25, 1, -2}}}}};
    view.staleParts = &left;
    const auto differsAt = [&](int from, int to) {
        view.mode = ViewMode::Lit;
        const auto image = drawn.picture(view);
        int count = 0;
        for (int x = from; x < to; ++x)
            count += pixelAt(image, x, 50) == pixelAt(image, from, 50) ? 0 : 1;
        return count;
    };
    QVERIFY(differsAt(86, 94) > 2); // where one metre is 33 pixels
    QCOMPARE(differsAt(96, 116), 0);
}

CORE_TEST(TestRenderLightmaps)
} // namespace tst_render_lightmaps

#include "tst_render_lightmaps.moc"
