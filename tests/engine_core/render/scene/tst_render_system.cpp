#include "engine_core/render/gl/gl_api.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

namespace tst_render_system
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
} // namespace

class TestRenderSystem : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void emptyWorldShowsTheBackground();
    void litRoomWithoutLightIsBlack();
    void lightIsBrighterNearby();
    void unlitShowsTheMaterialsColor();
    void withoutAMaterialAGridMeasuresFaces();
    void glassShowsWhatIsBehindIt_data();
    void glassShowsWhatIsBehindIt();
    void panesAreDrawnFromBackToFront();
    void holesOfAMaskAreSeenThrough();
    void whatGlowsNeedsNoLight();
    void twoSidedFacesAreSeenFromInside();
    void scrollingTexturesMoveWithTime();
    void selectedBrushHasOrangeEdges();
    void hiddenSelectionIsDimmed();
    void selectedFaceIsTinted();
    void wireframeDrawsEdgesOnly();
    void orthographicViewShowsGridAndEdges();
    void lightsHaveIcons();
    void hiddenBrushesAreShownToThePlayerAlone();
    void coveredFacesAreLeftOutOfEditorViewsAlone();
    void overlayLinesKeepTheirDepthModes();
    void moverIsDrawnWhereItsOverrideSays();
    void childOfAMovedGroupIsDrawnThere();
    void densityHasLuxelsWithoutALightmap();
    void qualityFullDrawsTheSameScene();
    void picturesLieOverTheViewWhereTheySay();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

void TestRenderSystem::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto assets = fs::path{m_folder->path().toStdString()} / "assets";
    fs::create_directories(assets);
    const auto write = [&](const char* name, const char* text) {
        std::ofstream{assets / (std::string{name} + ".material.json")} << text;
    };
    write("red", R"({"format": 1, "tint": [1, 0, 0]})");
    write("glass", R"({"format": 1, "tint": [0, 0, 1], "opacity": "blend", "alpha": 0.5})");
    write("green_glass", R"({"format": 1, "tint": [0, 1, 0], "opacity": "blend", "alpha": 0.5})");
    write("grate", R"({"format": 1, "color": "half.png", "opacity": "mask", "cutoff": 0.5})");
    write("lamp", R"({"format": 1, "tint": [0, 0, 0], "emissiveColor": [0, 1, 0]})");
    write("cloth", R"({"format": 1, "tint": [1, 0, 0], "twoSided": true})");
    write("belt", R"({"format": 1, "color": "half.png", "scroll": [0.5, 0]})");
    // Left half: red and whole; right half: green and a hole.
    Image half{64, 64, {}};
    for (int i = 0; i < 64 * 64; ++i)
        if (i % 64 < 32)
            half.rgba.insert(half.rgba.end(), {255, 0, 0, 255});
        else
            half.rgba.insert(half.rgba.end(), {0, 255, 0, 0});
    QVERIFY(savePng(half, assets / "half.png"));
    std::ofstream{assets / "plain.material.json"} << R"({"format": 1, "tint": [1, 0.6, 0.8]})";
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderSystem::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderSystem::emptyWorldShowsTheBackground()
{
    Drawn drawn{*m_gl};
    const auto image = drawn.picture(viewFrom({0, 1, 0}, {0, 1, -1}));
    QVERIFY(isNear(pixelAt(image, 100, 0), {0x34, 0x38, 0x3d}, 1));
    QVERIFY(isNear(pixelAt(image, 100, 99), {0x24, 0x27, 0x2b}, 1));
    QCOMPARE(int{image.rgba[3]}, 255);
}

void TestRenderSystem::litRoomWithoutLightIsBlack()
{
    Drawn drawn{*m_gl};
    buildRoom(drawn.world);
    auto view = viewFrom({0, 1.7, 0}, {0, 1.5, -8});
    view.mode = ViewMode::Lit;
    const auto dark = drawn.picture(view);
    for (const int x : {5, 100, 195})
        for (const int y : {5, 50, 95})
            QCOMPARE(pixelAt(dark, x, y).sum(), 0);
    view.mode = ViewMode::Textured;
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).sum() > 100);
}

void TestRenderSystem::lightIsBrighterNearby()
{
    Drawn drawn{*m_gl};
    buildRoom(drawn.world);
    addLight(drawn.world, {-5, 2, -7}, 9, 10);
    auto view = viewFrom({0, 2, 2}, {0, 2, -8});
    view.mode = ViewMode::Lit;
    const auto image = drawn.picture(view);
    const auto at = [&](const Vec3d& p) {
        const auto pixel = view.camera.project(p, 200, 100);
        return pixelAt(image, static_cast<int>(pixel->x), static_cast<int>(pixel->y)).sum();
    };
    QVERIFY(at({-5, 2, -8}) > at({-3, 2, -8}));
    QVERIFY(at({-3, 2, -8}) > at({0, 2, -8}));
    QCOMPARE(at({6, 2, -8}), 0); // out of its range
}

void TestRenderSystem::unlitShowsTheMaterialsColor()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, -1, -3}, {1, 1, -2}, "box", Name{Plain});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    const auto material = m_gl->assets().material(Name{Plain});
    QVERIFY(material->color.empty() && !material->missing);
    const Pixel expected{encoded(static_cast<double>(material->tint.x)),
                         encoded(static_cast<double>(material->tint.y)),
                         encoded(static_cast<double>(material->tint.z))};
    QVERIFY(isNear(pixelAt(drawn.picture(view), 100, 50), expected, 1));
}

void TestRenderSystem::glassShowsWhatIsBehindIt_data()
{
    QTest::addColumn<bool>("isFast");
    QTest::newRow("fast") << true;
    QTest::newRow("full") << false;
}

void TestRenderSystem::glassShowsWhatIsBehindIt()
{
    QFETCH(bool, isFast);
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, -1, -3}, {1, 1, -2}, "pane", Name{"glass"});
    addBox(drawn.world, {-1, -1, -6}, {0, 1, -5}, "wall", Name{"red"});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    view.quality = isFast ? ViewQuality::Fast : ViewQuality::Full;
    const auto image = drawn.picture(view);
    const auto overWall = pixelAt(image, 90, 50);
    QVERIFY2(overWall.r > 100 && overWall.b > 100 && overWall.g < 20, "half red, half blue");
    const auto overNothing = pixelAt(image, 110, 50);
    QVERIFY2(overNothing.b > 100 && overNothing.r > 5 && overNothing.r < 60, "background");
}

void TestRenderSystem::panesAreDrawnFromBackToFront()
{
    // Whatever their order in the world is, the nearer pane tints more.
    for (const bool isSwapped : {false, true}) {
        Drawn drawn{*m_gl};
        const auto add = [&](double at, const char* material) {
            addBox(drawn.world, {-1, -1, at - 0.1}, {1, 1, at}, "pane", Name{material});
        };
        if (isSwapped)
            add(-2, "glass");
        add(-4, "green_glass");
        if (!isSwapped)
            add(-2, "glass");
        auto view = viewFrom({0, 0, 0}, {0, 0, -1});
        view.mode = ViewMode::Unlit;
        const auto seen = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(seen.b > seen.g + 20);
        QVERIFY(seen.g > 60);
    }
}

void TestRenderSystem::holesOfAMaskAreSeenThrough()
{
    Drawn drawn{*m_gl};
    // One repeat covers a metre: holes and red stripes in turn.
    addBox(drawn.world, {-4, -1, -3}, {4, 1, -2}, "grate", Name{"grate"});
    addBox(drawn.world, {-9, -3, -9}, {9, 3, -8}, "wall", Name{Plain});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    const auto image = drawn.picture(view);
    int red = 0;
    int green = 0;
    for (int x = 20; x < 180; ++x) {
        const auto pixel = pixelAt(image, x, 50);
        red += pixel.r > 200 && pixel.g < 60 ? 1 : 0;
        green += pixel.g > 200 && pixel.r < 60 ? 1 : 0;
    }
    QVERIFY2(red > 30, qPrintable(QString::number(red)));
    QVERIFY2(green < 10, qPrintable(QString::number(green))); // only where the two are filtered
}

void TestRenderSystem::whatGlowsNeedsNoLight()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, -1, -3}, {1, 1, -2}, "lamp", Name{"lamp"});
    for (const auto mode : {ViewMode::Lit, ViewMode::Textured, ViewMode::Unlit}) {
        auto view = viewFrom({0, 0, 0}, {0, 0, -1});
        view.mode = mode;
        const auto seen = pixelAt(drawn.picture(view), 100, 50);
        QVERIFY(seen.g > 150 && seen.r < 60);
    }
}

void TestRenderSystem::twoSidedFacesAreSeenFromInside()
{
    for (const auto* material : {"red", "cloth"}) {
        Drawn drawn{*m_gl};
        addBox(drawn.world, {-2, -2, -2}, {2, 2, 2}, "tent", Name{material});
        auto view = viewFrom({0, 0, 0}, {0, 0, -1});
        view.mode = ViewMode::Textured;
        const auto seen = pixelAt(drawn.picture(view), 100, 50);
        QCOMPARE(seen.r > 120, std::string_view{material} == "cloth");
    }
}

void TestRenderSystem::scrollingTexturesMoveWithTime()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-4, -1, -3}, {4, 1, -2}, "belt", Name{"belt"});
    auto view = viewFrom({0.3, 0, 0}, {0.3, 0, -1});
    view.mode = ViewMode::Unlit;
    const auto before = pixelAt(drawn.picture(view), 100, 50);
    drawn.system.update(1); // half a repeat: red and green change places
    const auto after = pixelAt(drawn.picture(view), 100, 50);
    QVERIFY((before.r > before.g) != (after.r > after.g));
}

void TestRenderSystem::withoutAMaterialAGridMeasuresFaces()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-4, -4, -4}, {4, 4, -3});
    auto view = viewFrom({0.1, 0.1, -1.8}, {0.1, 0.1, -3});
    view.mode = ViewMode::Unlit;
    view.quality = ViewQuality::Fast;
    view.isStill = false;
    const auto image = drawn.picture(view);
    const auto at = [&](double x, double y) {
        const auto on = view.camera.project({x, y, -3}, 200, 100);
        return pixelAt(image, static_cast<int>(on->x), static_cast<int>(on->y)).g;
    };
    for (const double metre : {-1.0, 0.0, 1.0})
        QVERIFY(at(metre, 0.4) + 10 < at(metre + 0.4, 0.4));
    QVERIFY(at(0.4, 0) + 10 < at(0.4, 0.4));
}

void TestRenderSystem::selectedBrushHasOrangeEdges()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-1, -1, -5}, {1, 1, -3});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.selected = {box};
    const auto image = drawn.picture(view);
    const auto edge = view.camera.project({-1, 0, -3}, 200, 100);
    const auto x = static_cast<int>(edge->x);
    bool found = false;
    for (int dx = -2; dx <= 2; ++dx)
        found |= isNear(pixelAt(image, x + dx, 50), {0xff, 0xb4, 0x54}, 12);
    QVERIFY(found);
}

void TestRenderSystem::hiddenSelectionIsDimmed()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-1, -1, -5}, {1, 1, -3});
    addBox(drawn.world, {-8, -8, -2.5}, {8, 8, -2});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    const auto plain = pixelAt(drawn.picture(view), 100, 20);
    view.selected = {box};
    const auto image = drawn.picture(view);
    const auto edge = view.camera.project({-1, 0, -3}, 200, 100);
    int most = 0;
    for (int dx = -2; dx <= 2; ++dx)
        most = std::max(most, pixelAt(image, static_cast<int>(edge->x) + dx, 50).r - plain.r);
    const int full = 0xff - plain.r;
    QVERIFY(most > full * 3 / 10 && most < full / 2);
}

void TestRenderSystem::selectedFaceIsTinted()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-1, -1, -5}, {1, 1, -3});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    const auto plain = pixelAt(drawn.picture(view), 100, 50);
    view.selectedFaces = {{box, 4}}; // +Z, towards the viewer
    const auto tinted = pixelAt(drawn.picture(view), 100, 50);
    QVERIFY(isNear(tinted,
                   {plain.r * 7 / 10 + 0xff * 3 / 10, plain.g * 7 / 10 + 0xb4 * 3 / 10,
                    plain.b * 7 / 10 + 0x54 * 3 / 10},
                   2));
}

void TestRenderSystem::wireframeDrawsEdgesOnly()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-1, -1, -5}, {1, 1, -3});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Wireframe;
    const auto image = drawn.picture(view);
    QVERIFY(pixelAt(image, 100, 50).r < 0x36); // the middle of the face is empty
    const auto edge = view.camera.project({-1, 0, -3}, 200, 100);
    int brightest = 0;
    for (int dx = -2; dx <= 2; ++dx)
        brightest = std::max(brightest, pixelAt(image, static_cast<int>(edge->x) + dx, 50).r);
    QVERIFY(brightest > 0x58);
}

void TestRenderSystem::orthographicViewShowsGridAndEdges()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-3, 0, -1.5}, {3, 1, 1.5});
    auto view = viewFrom({0.1, 10, 0.1}, {0.1, 0, 0.1});
    view.camera.orthographic = true;
    view.camera.viewHeight = 10;
    view.showGrid = true;
    view.gridStep = 1;
    const auto image = drawn.picture(view);
    const auto zAxis = view.camera.project({0, 0, 3}, 200, 100);
    const auto blue = pixelAt(image, static_cast<int>(zAxis->x), static_cast<int>(zAxis->y));
    QVERIFY(blue.b > blue.r + 40);
    const auto minor = view.camera.project({-7, 0, 3.5}, 200, 100);
    QVERIFY(isNear(pixelAt(image, static_cast<int>(minor->x), static_cast<int>(minor->y)),
                   {0x2b, 0x2f, 0x34}, 2));
    const auto edge = view.camera.project({-3, 0, 0.5}, 200, 100);
    int brightest = 0;
    for (int dx = -1; dx <= 1; ++dx)
        brightest = std::max(
            brightest, pixelAt(image, static_cast<int>(edge->x) + dx, static_cast<int>(edge->y)).r);
    QVERIFY(brightest > 0x58);
}

void TestRenderSystem::lightsHaveIcons()
{
    Drawn drawn{*m_gl};
    addLight(drawn.world, {0, 0, -4});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    QVERIFY(pixelAt(drawn.picture(view), 100, 46).sum() < 250);
    view.showEditorObjects = true;
    QVERIFY(pixelAt(drawn.picture(view), 100, 46).sum() > 600);
}

void TestRenderSystem::hiddenBrushesAreShownToThePlayerAlone()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-1, -1, -5}, {1, 1, -3});
    set(drawn.world, box, Node{.name = "box", .parent = {}, .hidden = true});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r < 0x36);
    view.gameView = true;
    const auto image = drawn.picture(view);
    QVERIFY(pixelAt(image, 100, 50).r > 0x60);
    QCOMPARE(pixelAt(image, 1, 1).sum(), 0); // the void is black
}

void TestRenderSystem::overlayLinesKeepTheirDepthModes()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -8, -2.5}, {8, 8, -2}, "box", Name{Plain});
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    const auto plain = pixelAt(drawn.picture(view), 100, 20);
    const auto greenOf = [&](DebugDraw::Depth depth) {
        DebugDraw lines;
        lines.line({-5, 0, -4}, {5, 0, -4}, {0, 1, 0, 1}, 6, depth);
        view.overlay = &lines;
        return pixelAt(drawn.picture(view), 100, 50);
    };
    QCOMPARE(greenOf(DebugDraw::Depth::Tested), plain);
    QVERIFY(isNear(greenOf(DebugDraw::Depth::OnTop), {0, 255, 0}, 2));
    const int dimmed = plain.g * 6 / 10 + 255 * 4 / 10;
    QVERIFY(std::abs(greenOf(DebugDraw::Depth::Dimmed).g - dimmed) < 4);
}

void TestRenderSystem::moverIsDrawnWhereItsOverrideSays()
{
    Drawn drawn{*m_gl};
    const auto box = addBox(drawn.world, {-1, -1, -1}, {1, 1, 1});
    Edit edit;
    edit.swaps.push_back(swapTo(box, Mover{}));
    edit.swaps.push_back(swapTo(box, TransformComponent{.position = {0, 50, 0}}));
    drawn.world.apply(edit);
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r < 0x36);
    drawn.system.setPlaceOverride([&](EntityId entity) -> std::optional<Transform> {
        return entity == box ? std::optional{Transform{{0, 0, -4}}} : std::nullopt;
    });
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r > 0x60);
    drawn.system.setPlaceOverride({});
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r < 0x36);
}

void TestRenderSystem::childOfAMovedGroupIsDrawnThere()
{
    Drawn drawn{*m_gl};
    const auto door = drawn.world.newId();
    const auto box = addBox(drawn.world, {-1, -1, -1}, {1, 1, 1});
    Edit edit;
    edit.swaps.push_back(swapTo(door, Node{.name = "door", .parent = {}}));
    edit.swaps.push_back(swapTo(door, Mover{}));
    edit.swaps.push_back(swapTo(door, TransformComponent{.position = {0, 50, 0}}));
    edit.swaps.push_back(swapTo(box, Node{.name = "leaf", .parent = door}));
    edit.swaps.push_back(swapTo(box, TransformComponent{.position = {3, 0, 0}}));
    drawn.world.apply(edit);
    auto view = viewFrom({0, 0, 0}, {0, 0, -1});
    view.mode = ViewMode::Unlit;
    drawn.system.setPlaceOverride([&](EntityId entity) -> std::optional<Transform> {
        return entity == door ? std::optional{Transform{{-3, 0, -4}}} : std::nullopt;
    });
    QVERIFY(pixelAt(drawn.picture(view), 100, 50).r > 0x60);
}

void TestRenderSystem::coveredFacesAreLeftOutOfEditorViewsAlone()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {0, 0, 0}, {2, 2, 2});
    addBox(drawn.world, {2, 0, 0}, {4, 2, 2});
    auto view = viewFrom({2, 9, 9}, {2, 1, 1});
    view.mode = ViewMode::Unlit;
    const auto triangles = [&] {
        RenderStats stats;
        static_cast<void>(renderToImage(drawn.system, view, &stats));
        return stats.triangles;
    };
    const auto all = triangles();
    const auto before = drawn.picture(view);
    drawn.system.setCovered(coveredFaces(drawn.world));
    QCOMPARE(triangles(), all - 4); // the two faces between them
    QVERIFY(drawn.picture(view).rgba == before.rgba);
    view.everyFace = true; // as inside of a room
    QCOMPARE(triangles(), all - 4);
    view.gameView = true;
    QCOMPARE(triangles(), all);
    drawn.system.setCovered({});
    drawn.system.setLeftOut(coveredFaces(drawn.world));
    QCOMPARE(triangles(), all);
    view.gameView = false;
    QCOMPARE(triangles(), all);
    view.everyFace = false;
    QCOMPARE(triangles(), all - 4);
}

void TestRenderSystem::densityHasLuxelsWithoutALightmap()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -1, -8}, {8, 0, 8}, "floor");
    auto view = viewFrom({0, 6, 0.1}, {0, 0, 0});
    view.mode = ViewMode::Lit;
    static_cast<void>(drawn.picture(view));
    view.mode = ViewMode::Density;
    const auto image = drawn.picture(view);
    std::set<int> greens;
    for (int x = 60; x < 140; ++x)
        greens.insert(pixelAt(image, x, 50).g);
    QVERIFY(greens.size() > 1); // checks of single luxels
    const auto middle = pixelAt(image, 100, 50);
    QVERIFY(middle.g > middle.r && middle.g > middle.b); // as many a metre as the scene asks for
}

void TestRenderSystem::qualityFullDrawsTheSameScene()
{
    Drawn drawn{*m_gl};
    addBox(drawn.world, {-8, -1, -8}, {8, 0, 8}, "floor");
    addBox(drawn.world, {-8, 0, -9}, {8, 4, -8}, "wall");
    addLight(drawn.world, {-2, 3, -4}, 9, 20);
    auto view = viewFrom({0, 2, 2}, {0, 2, -8});
    for (const auto mode :
         {ViewMode::Textured, ViewMode::Lit, ViewMode::Unlit, ViewMode::Lightmap}) {
        view.mode = mode;
        view.quality = ViewQuality::Fast;
        const auto fast = drawn.picture(view);
        view.quality = ViewQuality::Full;
        const auto full = drawn.picture(view);
        for (const int x : {60, 110, 140})
            QVERIFY(isNear(pixelAt(fast, x, 55), pixelAt(full, x, 55), 24));
    }
}

void TestRenderSystem::picturesLieOverTheViewWhereTheySay()
{
    Drawn drawn{*m_gl};
    auto view = viewFrom({0, 1, 0}, {0, 1, -1});
    view.framebuffer = 0; // only the texture
    // Left half opaque red, right half red at half strength: multiplied by alpha already.
    const auto image = std::make_shared<const Image>(Image{2, 1, {255, 0, 0, 255, 128, 0, 0, 128}});
    const std::vector<ViewPicture> pictures{
        {.x = 10, .y = 5, .width = 20, .height = 4, .image = image}};
    (void)drawn.system.render(view, pictures);
    Image shown{200, 100, std::vector<std::uint8_t>(std::size_t{200} * 100 * 4)};
    glGetTextureImage(drawn.system.texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE,
                      static_cast<GLsizei>(shown.rgba.size()), shown.rgba.data());
    // OpenGL's first row is the lowest.
    const auto at = [&](int x, int y) {
        return pixelAt(shown, x, 99 - y);
    };
    QCOMPARE(at(10, 5), (Pixel{255, 0, 0}));
    QCOMPARE(at(19, 8), (Pixel{255, 0, 0}));
    const auto beside = at(9, 5);
    QVERIFY(isNear(beside, at(100, 5), 0));
    QVERIFY(isNear(at(10, 9), at(100, 9), 0));
    QVERIFY(isNear(at(25, 6), {128 + beside.r / 2, beside.g / 2, beside.b / 2}, 2));
}

CORE_TEST(TestRenderSystem)
} // namespace tst_render_system

#include "tst_render_system.moc"
