#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/light/lightmap.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>

namespace tst_render_decals
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr Pixel White{255, 255, 255};
constexpr Pixel Red{255, 0, 0};

constexpr auto Cube = R"(v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 5 6 7 8
f 2 1 4 3
f 6 2 3 7
f 1 5 8 4
f 1 2 6 5
f 8 7 3 4
)";

/// A wall in front of the origin, whose face looks along +Z at z = -3, and what decals it gets.
struct Wall : Drawn
{
    explicit Wall(GlFixture& gl, const char* material = "white", double half = 8) : Drawn{gl}
    {
        wall = addBox(world, {-half, -half, -5}, {half, half, -3}, "wall", Name{material});
    }

    EntityId
    addDecal(const Decal& decal, const Transform& place = {{0, 0, -3}}, EntityId parent = {})
    {
        const auto entity = world.newId();
        set(world, entity, Node{.name = "decal", .parent = parent});
        set(world, entity, TransformComponent{place.position, place.rotation, place.scale});
        set(world, entity, decal);
        return entity;
    }

    Pixel at(double x, double y, ViewMode mode = ViewMode::Unlit, bool game = false)
    {
        auto view = viewFrom({x, y, 0}, {x, y, -1});
        view.mode = mode;
        view.gameView = game;
        return pixelAt(picture(view), 100, 50);
    }

    EntityId wall;
};

int differing(const Image& a, const Image& b, int tolerance)
{
    int count = 0;
    for (int y = 0; y < static_cast<int>(a.height); ++y)
        for (int x = 0; x < static_cast<int>(a.width); ++x)
            count += isNear(pixelAt(a, x, y), pixelAt(b, x, y), tolerance) ? 0 : 1;
    return count;
}

Decal decalOf(const char* material, const Vec3d& size = {2, 2, 0.5})
{
    Decal decal;
    decal.material.path = material;
    decal.size = size;
    return decal;
}
} // namespace

class TestRenderDecals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void cleanupTestCase() { m_gl.reset(); }

    void liesOnTheFaceBeneath();
    void isUprightOnTheFace();
    void higherOrdersLieOverLowerOnes();
    void laterOnesLieOverEarlierOnes();
    void blendedOnesShowTheFace();
    void masksShowTheFace();
    void materialsInSpaceStayThere();
    void tintAndOpacityMultiply();
    void liesOnPatchesAndModels();
    void facesTurnedAwayTakeNothing();
    void facesThatTheGameDoesNotShowTakeNothing();
    void followsEditsOfTheFace();
    void goesAndComesBack();
    void hiddenOnesAreNotDrawn();
    void liesOnGlass();
    void movesWithItsDoor();
    void standingOnesDoNotLieOnWhatMoves();
    void isLitAsTheFaceBeneath_data();
    void isLitAsTheFaceBeneath();
    void neverFightsWithTheFace_data();
    void neverFightsWithTheFace();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

void TestRenderDecals::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto assets = fs::path{m_folder->path().toStdString()} / "assets";
    fs::create_directories(assets);
    std::ofstream{assets / "cube.obj"} << Cube;
    const auto write = [&](const char* name, const char* text) {
        std::ofstream{assets / (std::string{name} + ".material.json")} << text;
    };
    Image corners{64, 64, {}};
    Image holes{64, 64, {}};
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const std::uint8_t left = x < 32 ? 255 : 0;
            const std::uint8_t top = y < 32 ? 255 : 0;
            corners.rgba.insert(corners.rgba.end(), {left, top, 0, 255});
            holes.rgba.insert(holes.rgba.end(), {255, 0, 0, left});
        }
    VERIFY_OK(savePng(corners, assets / "corners.png"));
    VERIFY_OK(savePng(holes, assets / "holes.png"));
    write("white", R"({"format": 1, "tint": [1, 1, 1]})");
    write("red", R"({"format": 1, "tint": [1, 0, 0]})");
    write("blue", R"({"format": 1, "tint": [0, 0, 1]})");
    write("corners", R"({"format": 1, "color": "corners.png"})");
    write("space", R"({"format": 1, "color": "corners.png", "triplanar": 8})");
    write("mask", R"({"format": 1, "color": "holes.png", "opacity": "mask"})");
    write("blend", R"({"format": 1, "color": "holes.png", "opacity": "blend"})");
    write("glass", R"({"format": 1, "tint": [0, 0, 1], "opacity": "blend", "alpha": 0.5})");
    auto made = GlFixture::create(m_folder->path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderDecals::liesOnTheFaceBeneath()
{
    Wall wall{*m_gl};
    wall.addDecal(decalOf("red"));
    QCOMPARE(wall.at(0, 0), Red);
    QCOMPARE(wall.at(0.9, -0.9), Red);
    QCOMPARE(wall.at(1.1, 0), White);
    QCOMPARE(wall.at(0, 1.1), White);
    QCOMPARE(wall.at(0, 0, ViewMode::Unlit, true), Red); // and in the game
}

void TestRenderDecals::isUprightOnTheFace()
{
    Wall wall{*m_gl};
    wall.addDecal(decalOf("corners"));
    QCOMPARE(wall.at(-0.5, 0.5), (Pixel{255, 255, 0}));
    QCOMPARE(wall.at(0.5, 0.5), (Pixel{0, 255, 0}));
    QCOMPARE(wall.at(-0.5, -0.5), (Pixel{255, 0, 0}));
    QCOMPARE(wall.at(0.5, -0.5), (Pixel{0, 0, 0}));
}

void TestRenderDecals::higherOrdersLieOverLowerOnes()
{
    Wall wall{*m_gl};
    auto red = decalOf("red");
    red.order = 1;
    const auto upper = wall.addDecal(red);
    wall.addDecal(decalOf("blue"));
    QCOMPARE(wall.at(0, 0), Red);
    red.order = -1;
    set(wall.world, upper, red);
    QCOMPARE(wall.at(0, 0), (Pixel{0, 0, 255}));
}

void TestRenderDecals::laterOnesLieOverEarlierOnes()
{
    Wall wall{*m_gl};
    for (int i = 0; i < 8; ++i)
        wall.addDecal(decalOf(i % 2 == 0 ? "blue" : "red"));
    QCOMPARE(wall.at(0, 0), Red);
}

void TestRenderDecals::blendedOnesShowTheFace()
{
    Wall wall{*m_gl};
    wall.addDecal(decalOf("blend"));
    QCOMPARE(wall.at(-0.5, 0), Red);
    QCOMPARE(wall.at(0.5, 0), White);
}

void TestRenderDecals::masksShowTheFace()
{
    Wall wall{*m_gl};
    wall.addDecal(decalOf("mask"));
    QCOMPARE(wall.at(-0.5, 0), Red);
    QCOMPARE(wall.at(0.5, 0), White);
}

/// Four repeats meet in the middle, each as wide as the wall.
void TestRenderDecals::materialsInSpaceStayThere()
{
    Wall wall{*m_gl};
    wall.addDecal(decalOf("space"));
    QCOMPARE(wall.at(-0.5, 0.5), (Pixel{0, 0, 0}));
    QCOMPARE(wall.at(0.5, 0.5), (Pixel{255, 0, 0}));
    QCOMPARE(wall.at(-0.5, -0.5), (Pixel{0, 255, 0}));
    QCOMPARE(wall.at(0.5, -0.5), (Pixel{255, 255, 0}));
    QCOMPARE(wall.at(1.5, 0), White);
}

void TestRenderDecals::tintAndOpacityMultiply()
{
    Wall wall{*m_gl};
    auto decal = decalOf("white");
    decal.tint = {1, 0, 0};
    const auto entity = wall.addDecal(decal);
    QCOMPARE(wall.at(0, 0), Red);
    decal.opacity = 0;
    set(wall.world, entity, decal);
    QCOMPARE(wall.at(0, 0), White);
    decal.opacity = 0.5F;
    set(wall.world, entity, decal);
    const auto half = wall.at(0, 0);
    QVERIFY(half.r == 255 && half.g > 80 && half.g < 220);
}

void TestRenderDecals::liesOnPatchesAndModels()
{
    Wall wall{*m_gl};
    const auto model = wall.world.newId();
    wall.world.setMeshes(&m_gl->assets());
    set(wall.world, model, Node{.name = "cube", .parent = {}});
    set(wall.world, model, TransformComponent{.position = {4, 0, -3}});
    set(wall.world, model, MeshInstance{.mesh = {"cube.obj"}});
    auto decal = decalOf("red", {1, 1, 1});
    const auto onModel = wall.addDecal(decal, {{4, 0, -2}});
    QCOMPARE(wall.at(4, 0), Red);
    QVERIFY(wall.at(4, 0.7) != Red);
    decal.onModels = false;
    set(wall.world, onModel, decal);
    QVERIFY(wall.at(4, 0) != Red);

    addPatch(wall.world, PatchShape::Flat, {{-5, -1, -2}, {-3, -1, 0}}, "white");
    auto view = viewFrom({-4, 2, -1}, {-4, -1, -1.01});
    view.mode = ViewMode::Unlit;
    const auto onFloor = [&] {
        return pixelAt(wall.picture(view), 100, 50);
    };
    QCOMPARE(onFloor(), White);
    const Quatd down = glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0});
    const auto onPatch = wall.addDecal(decal, {{-4, -1, -1}, down});
    QCOMPARE(onFloor(), Red);
    decal.onBrushes = false;
    set(wall.world, onPatch, decal);
    QCOMPARE(onFloor(), White);
}

void TestRenderDecals::facesTurnedAwayTakeNothing()
{
    Wall wall{*m_gl};
    const Quatd aside = glm::angleAxis(Pi / 3, Vec3d{0, 1, 0}); // by 60 degrees
    auto decal = decalOf("red");
    decal.fadeAngle = 55;
    const auto entity = wall.addDecal(decal, {{0, 0, -3}, aside});
    QCOMPARE(wall.at(0, 0), White);
    decal.fadeAngle = 80;
    set(wall.world, entity, decal);
    QCOMPARE(wall.at(0, 0), Red);
    decal.fadeAngle = 65; // on its way out
    set(wall.world, entity, decal);
    const auto faint = wall.at(0, 0);
    QVERIFY(faint.g > 30 && faint.g < 250);
    // From behind never.
    decal.fadeAngle = 90;
    set(wall.world, entity, decal);
    set(wall.world, entity,
        TransformComponent{.position = {0, 0, -3}, .rotation = glm::angleAxis(Pi, Vec3d{0, 1, 0})});
    QCOMPARE(wall.at(0, 0), White);
}

void TestRenderDecals::facesThatTheGameDoesNotShowTakeNothing()
{
    Wall wall{*m_gl, "common/clip"};
    const auto before = wall.at(0, 0);
    wall.addDecal(decalOf("red"));
    QCOMPARE(wall.at(0, 0), before);
}

void TestRenderDecals::followsEditsOfTheFace()
{
    Wall wall{*m_gl};
    const auto entity = wall.addDecal(decalOf("red"));
    moveBrush(wall.world, wall.wall, {0, 0, -0.2}); // still in the box
    QCOMPARE(wall.at(0, 0), Red);
    moveBrush(wall.world, wall.wall, {0, 0, -0.2});
    QCOMPARE(wall.at(0, 0), White);
    set(wall.world, entity, TransformComponent{.position = {3, 0, -3.4}});
    QCOMPARE(wall.at(0, 0), White);
    QCOMPARE(wall.at(3, 0), Red);
    addBox(wall.world, {2, -1, -3.4}, {4, 1, -3.3}, "step", Name{"white"});
    QCOMPARE(wall.at(3, 0), Red); // it came in between
}

void TestRenderDecals::goesAndComesBack()
{
    Wall wall{*m_gl};
    const auto entity = wall.addDecal(decalOf("red"));
    QCOMPARE(wall.at(0, 0), Red);
    Edit removal;
    addRemoval(wall.world, entity, removal);
    wall.world.apply(removal);
    QCOMPARE(wall.at(0, 0), White);
    wall.world.apply(removal); // undo
    QCOMPARE(wall.at(0, 0), Red);
    Edit wallRemoval;
    addRemoval(wall.world, wall.wall, wallRemoval);
    wall.world.apply(wallRemoval);
    QVERIFY(wall.at(0, 0) != Red);
}

void TestRenderDecals::hiddenOnesAreNotDrawn()
{
    Wall wall{*m_gl};
    const auto group = wall.world.newId();
    set(wall.world, group, Node{.name = "group", .parent = {}});
    wall.addDecal(decalOf("red"), {{0, 0, -3}}, group);
    QCOMPARE(wall.at(0, 0), Red);
    set(wall.world, group, Node{.name = "group", .parent = {}, .hidden = true});
    QCOMPARE(wall.at(0, 0), White);
    QCOMPARE(wall.at(0, 0, ViewMode::Unlit, true), Red); // what the editor hides the game shows
}

void TestRenderDecals::liesOnGlass()
{
    Wall wall{*m_gl};
    addBox(wall.world, {-4, -4, -2}, {4, 4, -1.9}, "pane", Name{"glass"});
    wall.addDecal(decalOf("red", {1, 1, 0.1}), {{0, 0, -1.9}});
    QCOMPARE(wall.at(0, 0), Red);
    QVERIFY(wall.at(2, 0) != Red);
}

void TestRenderDecals::movesWithItsDoor()
{
    Wall wall{*m_gl};
    const auto door = wall.world.newId();
    set(wall.world, door, Node{.name = "door", .parent = {}});
    set(wall.world, door, Mover{});
    const auto leaf = addBox(wall.world, {-1, -1, -2}, {1, 1, -1.8}, "leaf", Name{"blue"});
    set(wall.world, leaf, Node{.name = "leaf", .parent = door});
    wall.addDecal(decalOf("red", {0.5, 0.5, 0.2}), {{0, 0, -1.8}}, door);
    QCOMPARE(wall.at(0, 0), Red);
    QCOMPARE(wall.at(0.5, 0), (Pixel{0, 0, 255}));
    set(wall.world, door, TransformComponent{.position = {3, 0, 0}});
    QCOMPARE(wall.at(0, 0), White);
    QCOMPARE(wall.at(3, 0), Red);
    wall.system.setPlaceOverride([&](EntityId entity) -> std::optional<Transform> {
        return entity == door ? std::optional{Transform{{-3, 0, 0}}} : std::nullopt;
    });
    QCOMPARE(wall.at(-3, 0), Red); // between two ticks
}

void TestRenderDecals::standingOnesDoNotLieOnWhatMoves()
{
    Wall wall{*m_gl};
    const auto box = addBox(wall.world, {-1, -1, -3.1}, {1, 1, -2.9}, "box", Name{"blue"});
    wall.addDecal(decalOf("red"));
    QCOMPARE(wall.at(0, 0), Red);
    set(wall.world, box, Mover{});
    QCOMPARE(wall.at(0, 0), (Pixel{0, 0, 255}));
}

void TestRenderDecals::isLitAsTheFaceBeneath_data()
{
    QTest::addColumn<int>("quality");
    QTest::addColumn<bool>("baked");
    for (const auto quality : {ViewQuality::Fast, ViewQuality::Full})
        for (const bool baked : {false, true})
            QTest::addRow("%s, %s", quality == ViewQuality::Fast ? "fast" : "full",
                          baked ? "baked" : "live")
                << static_cast<int>(quality) << baked;
}

/// A decal of the wall's own material is not to be told from the wall.
void TestRenderDecals::isLitAsTheFaceBeneath()
{
    QFETCH(int, quality);
    QFETCH(bool, baked);
    Wall wall{*m_gl};
    addLight(wall.world, {2, 1, -1}, 9, 20);
    if (baked) {
        auto lightmap = std::make_shared<Lightmap>();
        LightmapAtlas atlas{8, 8, {}};
        for (std::uint16_t i = 0; i < 8 * 8 * 3; ++i)
            atlas.halfs.push_back(static_cast<std::uint16_t>(0x3000 + 16 * i)); // 0.125 and more
        lightmap->atlases.push_back(std::move(atlas));
        for (std::uint32_t face = 0; face < 6; ++face)
            lightmap->charts[{wall.wall, face}] = {0, 1, 1, 6, 6, 0};
        lightmap->hash = 0xdeca1;
        m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
        set(wall.world, SceneEntity, LightmapRef{"level.exr", hashToText(lightmap->hash)});
    }
    auto view = viewFrom({3, 2, 1}, {0, 0, -3});
    view.mode = ViewMode::Lit;
    view.quality = static_cast<ViewQuality>(quality);
    const auto before = wall.picture(view);
    const auto entity = wall.addDecal(decalOf("white", {3, 2, 0.5}));
    QCOMPARE(differing(before, wall.picture(view), 1), 0);
    set(wall.world, entity, decalOf("red", {3, 2, 0.5}));
    QVERIFY(differing(before, wall.picture(view), 1) > 500);
}

void TestRenderDecals::neverFightsWithTheFace_data()
{
    QTest::addColumn<Vec3d>("eye");
    QTest::addColumn<Vec3d>("target");
    QTest::newRow("near and grazing") << Vec3d{-7, 0.3, -2.99} << Vec3d{0, 0, -3};
    QTest::newRow("grazing") << Vec3d{-30, 0, -2.7} << Vec3d{0, 0, -3};
    QTest::newRow("far and grazing") << Vec3d{-600, 0, -1} << Vec3d{0, 0, -3};
    QTest::newRow("far") << Vec3d{90, 40, 700} << Vec3d{0, 0, -3};
}

/// A decal as large as the face must hide it wherever it is seen from.
void TestRenderDecals::neverFightsWithTheFace()
{
    QFETCH(Vec3d, eye);
    QFETCH(Vec3d, target);
    for (const auto quality : {ViewQuality::Fast, ViewQuality::Full}) {
        Wall wall{*m_gl, "white", 1000};
        auto view = viewFrom(eye, target);
        view.mode = ViewMode::Unlit;
        view.quality = quality;
        view.camera.fovY = std::min(1.0, 30 / glm::length(eye - target));
        // Turned about the face's normal, so that its cuts are not those of the face.
        const Quatd turn = glm::angleAxis(0.3, Vec3d{0, 0, 1});
        const auto entity = wall.addDecal(decalOf("red", {3000, 3000, 0.5}), {{0, 0, -3}, turn});
        const auto withDecal = wall.picture(view);
        Wall painted{*m_gl, "red", 1000};
        auto expected = painted.picture(view);
        int shown = 0;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 200; ++x)
                shown += pixelAt(expected, x, y) == Red ? 1 : 0;
        QVERIFY(shown > 20);
        int lost = 0;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 200; ++x)
                lost += pixelAt(expected, x, y) == Red && pixelAt(withDecal, x, y).g > 60 ? 1 : 0;
        QCOMPARE(lost, 0);
        QVERIFY(wall.world.exists(entity));
    }
}

CORE_TEST(TestRenderDecals)
} // namespace tst_render_decals

#include "tst_render_decals.moc"
