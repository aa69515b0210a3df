#include "engine_core/geometry/mesh/mesh_simplify.h"
#include "engine_core/render/passes/frame.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/gl_fixture.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/core.h>
#include <glm/gtc/packing.hpp>

#include <fstream>
#include <random>

namespace tst_render_foliage
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A red square of 1 m that stands on the ground and looks along +Z; seen from both sides.
constexpr auto Card = R"(mtllib card.mtl
v -0.5 0 0
v 0.5 0 0
v 0.5 1 0
v -0.5 1 0
usemtl paint
f 1 2 3 4
)";

constexpr auto Paint = "newmtl paint\nKd 1 0 0\n";

bool isRed(const Pixel& pixel)
{
    return pixel.r > 150 && pixel.g < 60 && pixel.b < 60;
}

int redPixels(const Image& image)
{
    int count = 0;
    for (std::uint32_t y = 0; y < image.height; ++y)
        for (std::uint32_t x = 0; x < image.width; ++x)
            count += isRed(pixelAt(image, static_cast<int>(x), static_cast<int>(y))) ? 1 : 0;
    return count;
}

/// A ball of many triangles.
Mesh ball(int rows)
{
    Mesh mesh;
    for (int i = 0; i <= rows; ++i)
        for (int k = 0; k <= 2 * rows; ++k) {
            const double a = Pi * i / rows;
            const double b = Pi * k / rows;
            const Vec3f p{static_cast<float>(std::sin(a) * std::cos(b)),
                          static_cast<float>(std::cos(a)),
                          static_cast<float>(std::sin(a) * std::sin(b))};
            mesh.vertices.push_back(
                {.position = p, .normal = p, .tangent = {1, 0, 0, 1}, .uv = {}, .lightmapUv = {}});
        }
    const auto at = [&](int i, int k) {
        return static_cast<std::uint32_t>(i * (2 * rows + 1) + k);
    };
    for (int i = 0; i < rows; ++i)
        for (int k = 0; k < 2 * rows; ++k)
            for (const auto corner : {at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k),
                                      at(i + 1, k + 1), at(i, k + 1)})
                mesh.indices.push_back(corner);
    mesh.faces.push_back({0, Name{}, 0, static_cast<std::uint32_t>(mesh.indices.size())});
    return mesh;
}

std::string objText(const Mesh& mesh)
{
    std::string text;
    for (const auto& vertex : mesh.vertices)
        text +=
            fmt::format("v {} {} {}\n", vertex.position.x, vertex.position.y, vertex.position.z);
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
        text += fmt::format("f {} {} {}\n", mesh.indices[i] + 1, mesh.indices[i + 1] + 1,
                            mesh.indices[i + 2] + 1);
    return text;
}
} // namespace

class TestRenderFoliage : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        write("card.obj", Card);
        write("card.mtl", Paint);
        write("ball.obj", objText(ball(12)));
        // Two views side by side: a red one, and one that is a hole but for its left half.
        Image picture{4, 1, {}};
        for (const bool solid : {true, true, true, false})
            for (const int channel : {255, 0, 0, solid ? 255 : 0})
                picture.rgba.push_back(static_cast<std::uint8_t>(channel));
        VERIFY_OK(savePng(picture, root() / "assets/leaf.png"));
        write("leaf.material.json", R"({"format":1,"color":"leaf.png","metallic":0})");
        auto made = GlFixture::create(root());
        VERIFY_OK(made);
        m_gl = *std::move(made);
    }

    void cleanupTestCase() { m_gl.reset(); }

    void init()
    {
        m_fixture = std::make_unique<FoliageFixture>();
        m_system = std::make_unique<RenderSystem>(m_gl->resources());
        m_fixture->world.addSystem(*m_system);
        m_system->attach(m_fixture->world);
    }

    void cleanup()
    {
        m_fixture->world.removeSystem(*m_system);
        m_system.reset();
        m_fixture.reset();
    }

    void plantsAreDrawnWhereTheyStand();
    void orphansAndHiddenKindsAreNotDrawn();
    void plantsOfHiddenBrushesHideWithThem();
    void plantsThatComeBackToAHiddenBrushAreHidden();
    void plantsTurnLeanAndGrow();
    void plantsHangFromACeiling();
    void plantsFarAwayAreLeftOut();
    void billboardsFaceEveryViewer();
    void billboardsSeenFromAboveAreWhole();
    void billboardsHaveHolesAndViews();
    void worldsThatShareChunksShareTheirPlaceOnTheGpu();
    void plantsAreLitAsTheFaceBeneath_data();
    void plantsAreLitAsTheFaceBeneath();
    void simplerMeshesHaveFewerTriangles();
    void simplerMeshesAreMadeAnewForAModelOfPlantsAlone();
    void fastPicturesThinDenseKindsEvenly();
    void figuresTellWhatAPictureTakes();

private:
    [[nodiscard]] fs::path root() const { return m_folder.path().toStdString(); }

    void write(const std::string& name, std::string_view text) const
    {
        fs::create_directories(root() / "assets");
        std::ofstream{root() / "assets" / name} << text;
    }

    FoliageType cards()
    {
        FoliageType type;
        type.mesh = {"card.obj"};
        return type;
    }

    static FoliageType billboards()
    {
        FoliageType type;
        type.kind = FoliageKind::Billboard;
        type.material = {"leaf"};
        type.size = {1, 1};
        type.views = 2;
        return type;
    }

    static FoliageInstance at(const Vec3f& position, std::uint32_t seed = 0)
    {
        FoliageInstance plant;
        plant.position = position;
        plant.normal = packFoliageNormal({0, 1, 0});
        plant.seed = seed;
        return plant;
    }

    void plant(const std::vector<FoliageInstance>& plants) { m_fixture->set(instancesOf(plants)); }

    Image look(const Vec3d& from, const Vec3d& to, RenderStats* stats = nullptr)
    {
        auto view = viewFrom(from, to);
        view.mode = ViewMode::Unlit;
        view.quality = ViewQuality::Full;
        m_system->update(0);
        auto image = renderToImage(*m_system, view, stats);
        ENGINE_EXPECT(image);
        return *std::move(image);
    }

    int redFrom(const Vec3d& from) { return redPixels(look(from, {0, 0.5, 0})); }

    QTemporaryDir m_folder;
    std::unique_ptr<GlFixture> m_gl;
    std::unique_ptr<FoliageFixture> m_fixture;
    std::unique_ptr<RenderSystem> m_system;
};

void TestRenderFoliage::plantsAreDrawnWhereTheyStand()
{
    m_fixture->addType(cards());
    plant({at({0, 0, 0})});
    const auto image = look({0, 0.5, 3}, {0, 0.5, 0});
    QVERIFY(isRed(pixelAt(image, 100, 50)));
    QVERIFY(!isRed(pixelAt(image, 20, 50)));
    plant({at({-2, 0, 0})});
    const auto moved = look({0, 0.5, 3}, {0, 0.5, 0});
    QVERIFY(!isRed(pixelAt(moved, 100, 50)));
    QVERIFY(redPixels(moved) > 0);
}

void TestRenderFoliage::orphansAndHiddenKindsAreNotDrawn()
{
    m_fixture->addType(cards());
    auto orphan = at({0, 0, 0});
    orphan.flags = FoliageOrphan;
    plant({orphan});
    QCOMPARE(redFrom({0, 0.5, 3}), 0);
    plant({at({0, 0, 0})});
    QVERIFY(redFrom({0, 0.5, 3}) > 0);
    Edit edit;
    auto node = *m_fixture->world.get<Node>(m_fixture->layer);
    node.hidden = true;
    edit.swaps.push_back(swapTo(m_fixture->layer, node));
    m_fixture->world.apply(edit);
    QCOMPARE(redFrom({0, 0.5, 3}), 0);
}

void TestRenderFoliage::plantsOfHiddenBrushesHideWithThem()
{
    m_fixture->addType(cards());
    const auto group = m_fixture->world.newId();
    const auto hide = [&](bool hidden) {
        Edit edit;
        edit.swaps.push_back(swapTo(group, Node{.name = "group", .parent = {}, .hidden = hidden}));
        m_fixture->world.apply(edit);
    };
    hide(false);
    const auto ground = m_fixture->addGround({-4, -4}, 8);
    Edit edit;
    edit.swaps.push_back(swapTo(ground, Node{.name = "ground", .parent = group}));
    m_fixture->world.apply(edit);
    auto onGround = at({-1, 0, 0});
    onGround.brush = static_cast<std::uint32_t>(ground.value);
    auto between = at({1, 0, 0}, 5); // of another brush, in the same cell, in the midst of them
    auto last = onGround;
    last.position.x = 0;
    last.seed = 9;
    plant({onGround, between, last});
    const int all = redFrom({0, 0.5, 4});
    hide(true);
    const auto image = look({0, 0.5, 4}, {0, 0.5, 0});
    QVERIFY(std::abs(redPixels(image) * 3 - all) < all / 5);
    auto view = viewFrom({0, 0.5, 4}, {0, 0.5, 0});
    view.mode = ViewMode::Unlit;
    view.quality = ViewQuality::Full;
    view.gameView = true; // the player sees what the editor hides
    const auto played = renderToImage(*m_system, view);
    VERIFY_OK(played);
    QVERIFY(std::abs(redPixels(*played) - all) < all / 5);
    hide(false);
    QCOMPARE(redFrom({0, 0.5, 4}), all);
}

void TestRenderFoliage::plantsThatComeBackToAHiddenBrushAreHidden()
{
    m_fixture->addType(cards());
    const auto ground = m_fixture->addGround({-4, -4}, 8);
    auto onGround = at({0, 0, 0});
    onGround.brush = static_cast<std::uint32_t>(ground.value);
    plant({onGround});
    QVERIFY(redFrom({0, 0.5, 4}) > 0);
    Edit foliage; // all that the scene has goes, and comes back
    foliage.swaps.push_back({m_fixture->layer, typeIdOf<FoliageLayer>(), nullptr});
    m_fixture->world.apply(foliage);
    QCOMPARE(redFrom({0, 0.5, 4}), 0);
    Edit hide;
    hide.swaps.push_back(swapTo(ground, Node{.name = "ground", .parent = {}, .hidden = true}));
    m_fixture->world.apply(hide);
    QCOMPARE(redFrom({0, 0.5, 4}), 0);
    m_fixture->world.apply(foliage);
    QCOMPARE(redFrom({0, 0.5, 4}), 0);
    m_fixture->world.apply(hide);
    QVERIFY(redFrom({0, 0.5, 4}) > 0);
}

void TestRenderFoliage::plantsTurnLeanAndGrow()
{
    m_fixture->addType(cards());
    auto one = at({0, 0, 0});
    plant({one});
    const int facing = redFrom({0, 0.5, 4});
    one.yaw = packFoliageYaw(radians(90.0));
    plant({one});
    QVERIFY(redFrom({0, 0.5, 4}) < facing / 10); // on edge
    QVERIFY(std::abs(redFrom({4, 0.5, 0}) - facing) < facing / 10);
    one.yaw = 0;
    one.scale = {packFoliageScale(0.5), packFoliageScale(0.5), packFoliageScale(0.5)};
    plant({one});
    QVERIFY(std::abs(redFrom({0, 0.5, 4}) * 4 - facing) < facing / 4);
    // On a wall that looks along +X its own axis does, too: seen from there it is on edge.
    one = at({0, 0.5, 0});
    one.normal = packFoliageNormal({1, 0, 0});
    plant({one});
    const auto image = look({0.5, 0.5, 4}, {0.5, 0.5, 0});
    QVERIFY(isRed(pixelAt(image, 100, 50)));
    QVERIFY(!isRed(pixelAt(look({-0.5, 0.5, 4}, {-0.5, 0.5, 0}), 100, 50)));
}

void TestRenderFoliage::plantsHangFromACeiling()
{
    m_fixture->addType(cards());
    auto one = at({0, 1, 0});
    one.normal = packFoliageNormal({0, -1, 0});
    plant({one});
    const auto image = look({0, 1, -4}, {0, 1, 0}); // its front is turned over, too
    QVERIFY(isRed(pixelAt(image, 100, 60)));
    QVERIFY(!isRed(pixelAt(image, 100, 40)));
}

void TestRenderFoliage::plantsFarAwayAreLeftOut()
{
    auto type = cards();
    type.fadeStart = 8;
    type.cullDistance = 10;
    m_fixture->addType(type);
    plant({at({0, 0, 0})});
    RenderStats near, far;
    static_cast<void>(look({0, 0.5, 5}, {0, 0.5, 0}, &near));
    const auto image = look({0, 0.5, 20}, {0, 0.5, 0}, &far);
    QCOMPARE(near.triangles, std::size_t{2});
    QCOMPARE(far.triangles, std::size_t{0});
    QCOMPARE(redPixels(image), 0);
    QVERIFY(redFrom({0, 0.5, 9.5}) < redFrom({0, 0.5, 7.9}) / 3); // shrinks away
}

void TestRenderFoliage::billboardsFaceEveryViewer()
{
    m_fixture->addType(billboards());
    plant({at({0, 0, 0})});
    const int front = redFrom({0, 0.5, 4});
    QVERIFY(front > 100);
    for (int i = 0; i < 8; ++i) {
        const double angle = i * Pi / 4 + 0.1;
        const int red = redFrom({4 * std::sin(angle), 0.5, 4 * std::cos(angle)});
        QVERIFY2(std::abs(red - front) <= front / 12, qPrintable(QString::number(red)));
    }
}

void TestRenderFoliage::billboardsSeenFromAboveAreWhole()
{
    m_fixture->addType(billboards());
    plant({at({0, 0, 0})});
    // Right above it there is no direction to turn to; a little beside there is, and the picture
    // stays upright: from above it is on edge.
    static_cast<void>(look({0, 6, 0}, {0.001, 0, 0}));
    const int slanted = redFrom({0, 4, 4});
    QVERIFY(slanted > 20 && slanted < redFrom({0, 0.5, 5.6}));
}

void TestRenderFoliage::billboardsHaveHolesAndViews()
{
    m_fixture->addType(billboards());
    int whole = 0;
    int half = 0;
    for (std::uint32_t i = 0; i < 8; ++i) {
        plant({at({0, 0, 0}, i << 8U)});
        const int red = redFrom({0, 0.5, 4});
        (red > 300 ? whole : half) += 1;
    }
    QCOMPARE(whole, 4);
    QCOMPARE(half, 4);
    plant({at({0, 0, 0}, 0)});
    const int all = redFrom({0, 0.5, 4});
    plant({at({0, 0, 0}, 1U << 8U)});
    QVERIFY(std::abs(redFrom({0, 0.5, 4}) * 2 - all) < all / 4);
}

void TestRenderFoliage::worldsThatShareChunksShareTheirPlaceOnTheGpu()
{
    m_fixture->addType(cards());
    plant({at({0, 0, 0})});
    const int red = redFrom({0, 0.5, 3});
    const int objects = m_gl->resources().use().objects;
    {
        World play{m_fixture->world};
        RenderSystem second{m_gl->resources()};
        second.attach(play);
        auto view = viewFrom({0, 0.5, 3}, {0, 0.5, 0});
        view.mode = ViewMode::Unlit;
        view.quality = ViewQuality::Full;
        QCOMPARE(redPixels(GlFixture::picture(second, view)), red);
        QCOMPARE(m_gl->resources().use().objects, objects);
    }
    QCOMPARE(redFrom({0, 0.5, 3}), red); // what the copy let go of is still there
}

void TestRenderFoliage::plantsAreLitAsTheFaceBeneath_data()
{
    QTest::addColumn<float>("light");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most");
    QTest::newRow("bright") << 1.F << 120 << 255;
    QTest::newRow("dim") << 0.1F << 20 << 110;
    QTest::newRow("darker than small floats tell") << 1e-5F << 0 << 3;
    QTest::newRow("black") << 0.F << 0 << 3;
}

void TestRenderFoliage::plantsAreLitAsTheFaceBeneath()
{
    QFETCH(float, light);
    QFETCH(int, least);
    QFETCH(int, most);
    m_fixture->addType(cards());
    const auto ground = m_fixture->addGround({-5, -5}, 10);
    auto one = at({0, 0, 0});
    one.brush = static_cast<std::uint32_t>(ground.value);
    for (const auto& face : foliageFaces(m_fixture->world, m_fixture->index, ground))
        if (face.plane.normal.y > 0.5)
            one.face = static_cast<std::uint16_t>(face.face);
    plant({one});
    auto lightmap = std::make_shared<Lightmap>();
    lightmap->atlases.push_back({4, 4, std::vector<std::uint16_t>(48, glm::packHalf1x16(light))});
    lightmap->charts[{ground, one.face}] = {0, 0, 0, 4, 4, 1};
    lightmap->hash = hashOf(*lightmap);
    m_gl->assets().lightmaps().put(lightmap->hash, lightmap);
    Edit edit;
    edit.swaps.push_back(
        swapTo(SceneEntity, LightmapRef{.file = "x.exr", .hash = hashToText(lightmap->hash)}));
    m_fixture->world.apply(edit);
    auto view = viewFrom({0, 0.5, 3}, {0, 0.5, 0});
    view.mode = ViewMode::Lit;
    view.quality = ViewQuality::Full;
    m_system->update(0);
    const auto pixel = pixelAt(GlFixture::picture(*m_system, view), 100, 50);
    QVERIFY2(pixel.r >= least && pixel.r <= most, qPrintable(QString::number(pixel.r)));
    QVERIFY(pixel.g <= most / 3 + 2 && pixel.b <= most / 3 + 2);
}

void TestRenderFoliage::simplerMeshesHaveFewerTriangles()
{
    const auto mesh = ball(24);
    const auto half = simplified(mesh, 0.5);
    const auto few = simplified(mesh, 0.1);
    QVERIFY(half.indices.size() < mesh.indices.size() * 6 / 10);
    QVERIFY(few.indices.size() < mesh.indices.size() * 2 / 10);
    QCOMPARE(few.faces.size(), mesh.faces.size());
    // Leaves have no edges to collapse: there are fewer, and they are bigger.
    Mesh leaves;
    for (std::uint32_t i = 0; i < 100; ++i) {
        for (const auto& corner : {Vec3f{0, 0, 0}, Vec3f{1, 0, 0}, Vec3f{0, 1, 0}})
            leaves.vertices.push_back({.position = corner + Vec3f{static_cast<float>(i), 0, 0},
                                       .normal = {0, 0, 1},
                                       .tangent = {1, 0, 0, 1},
                                       .uv = {},
                                       .lightmapUv = {}});
        leaves.indices.insert(leaves.indices.end(), {3 * i, 3 * i + 1, 3 * i + 2});
    }
    leaves.faces.push_back({0, Name{}, 0, 300});
    const auto quarter = simplified(leaves, 0.25);
    QCOMPARE(quarter.indices.size(), std::size_t{75});
    const auto corner = [&](std::size_t i) {
        return quarter.vertices[quarter.indices[i]].position;
    };
    QVERIFY(std::abs(glm::length(corner(1) - corner(0)) - 2) < 1e-4F); // four times the area
    const MeshShape shape{few};
    QVERIFY(glm::length(shape.bounds().size() - Vec3d{2}) < 0.4); // still a ball
}

void TestRenderFoliage::simplerMeshesAreMadeAnewForAModelOfPlantsAlone()
{
    auto type = cards();
    type.mesh = {"ball.obj"};
    m_fixture->addType(type);
    plant({at({0, 0, 0})});
    addModel(m_fixture->world, "card.obj");
    m_system->update(0);
    const auto builtFor = [&](const char* path) {
        const auto before = m_gl->resources().use().meshesBuilt;
        m_fixture->world.notify(changesOfMeshes(m_fixture->world, std::vector<std::string>{path}));
        m_system->update(0);
        return m_gl->resources().use().meshesBuilt - before;
    };
    QCOMPARE(builtFor("card.obj"), std::size_t{0});
    QCOMPARE(builtFor("ball.obj"), std::size_t{2}); // its levels
}

/// Cells of one kind lie in the buffer side by side: their first plants stand in the first cells.
void TestRenderFoliage::fastPicturesThinDenseKindsEvenly()
{
    auto type = cards();
    type.density = 8;
    m_fixture->addType(type);
    constexpr int Cells = 6;
    std::vector<FoliageInstance> plants;
    std::mt19937 random{7};
    std::uniform_real_distribution<float> place{1, 15};
    for (int cell = 0; cell < Cells; ++cell)
        for (int i = 0; i < 400; ++i)
            plants.push_back(
                at({static_cast<float>((cell - Cells / 2) * FoliageInstances::CellSize) +
                        place(random),
                    0, place(random)},
                   static_cast<std::uint32_t>(random())));
    plant(plants);
    m_system->update(0);
    RenderStats full, fast;
    for (int cell = 0; cell < Cells; ++cell) {
        const double x = (cell - Cells / 2 + 0.5) * FoliageInstances::CellSize;
        auto view = viewFrom({x, 2, 26}, {x, 0.5, 8});
        view.mode = ViewMode::Unlit;
        view.quality = ViewQuality::Full;
        const int all = redPixels(GlFixture::picture(*m_system, view));
        view.quality = ViewQuality::Fast;
        const int some = redPixels(GlFixture::picture(*m_system, view));
        QVERIFY2(some > all / 4,
                 qPrintable(QString("cell %1: %2 of %3").arg(cell).arg(some).arg(all)));
    }
    auto view = viewFrom({0, 60, 60}, {0, 0, 8});
    view.quality = ViewQuality::Full;
    VERIFY_OK(renderToImage(*m_system, view, &full));
    view.quality = ViewQuality::Fast;
    VERIFY_OK(renderToImage(*m_system, view, &fast));
    QCOMPARE(full.triangles, std::size_t{Cells} * 400 * 2);
    QCOMPARE(fast.triangles, full.triangles / 4);
}

void TestRenderFoliage::figuresTellWhatAPictureTakes()
{
    m_fixture->addType(cards());
    m_fixture->addType(cards());
    RenderStats bare, full;
    static_cast<void>(look({0, 1, 10}, {0, 0.5, 0}, &bare));
    QCOMPARE(bare.commands, std::size_t{0});
    QCOMPARE(bare.drawMilliseconds, 0.0);
    std::vector<FoliageInstance> plants;
    for (int i = 0; i < 100; ++i) {
        plants.push_back(at({1 + 0.1F * static_cast<float>(i), 0, 1}));
        plants.back().type = static_cast<std::uint8_t>(i % 2);
    }
    plant(plants);
    static_cast<void>(look({0, 1, 10}, {6, 0.5, 0}, &full));
    // Of one cell each kind is one command in a draw call of its own.
    QCOMPARE(full.triangles, std::size_t{100 * 2});
    QCOMPARE(full.commands, std::size_t{2});
    QCOMPARE(full.drawCalls, bare.drawCalls + 2);
    QCOMPARE(full.bytesFilled, bare.bytesFilled + 2 * sizeof(ElementsCommand));
    const std::array parts{full.ownMilliseconds, full.fillMilliseconds, full.recordMilliseconds,
                           full.drawMilliseconds};
    for (const double part : parts)
        QVERIFY(part > 0);
    QVERIFY(parts[0] + parts[1] + parts[2] + parts[3] < full.submitMilliseconds);
}

CORE_TEST(TestRenderFoliage)
} // namespace tst_render_foliage

#include "tst_render_foliage.moc"
