#include "tests/engine_core/render/drawn_world.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_render_resources
{
using namespace engine;
using namespace mapwright::test;

/// What drawing costs: calls, meshes, and memory of the driver.
class TestRenderResources : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void drawCallsDoNotDependOnTheNumberOfBrushes();
    void editsDoNotGrowResources();
    void undoAndASecondWorldFindTheirMeshes();
    void aBrushTakesLittleMemoryOfTheDriver();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<GlFixture> m_gl;
};

void TestRenderResources::initTestCase()
{
    auto made = GlFixture::create(m_folder.path().toStdString());
    VERIFY_OK(made);
    m_gl = *std::move(made);
}

void TestRenderResources::cleanupTestCase()
{
    m_gl.reset();
}

void TestRenderResources::drawCallsDoNotDependOnTheNumberOfBrushes()
{
    const auto callsFor = [&](std::size_t brushes) {
        Drawn drawn{*m_gl};
        buildLevel(drawn.world, brushes);
        auto view = viewFrom({-30, 40, -30}, {40, 0, 40});
        view.mode = ViewMode::Lit;
        RenderStats stats;
        const auto image = renderToImage(drawn.system, view, &stats);
        return std::pair{stats.drawCalls, stats.triangles};
    };
    const auto [fewCalls, fewTriangles] = callsFor(50);
    const auto [manyCalls, manyTriangles] = callsFor(1000);
    QVERIFY(manyTriangles > fewTriangles * 5);
    QCOMPARE(manyCalls, fewCalls);
    QVERIFY(manyCalls <= 8);
}

void TestRenderResources::editsDoNotGrowResources()
{
    Drawn drawn{*m_gl};
    buildLevel(drawn.world, 100);
    const auto box = addBox(drawn.world, {-1, 5, -1}, {1, 6, 1});
    auto view = viewFrom({0, 2, 6}, {0, 1, 0});
    const auto edit = [&](int times) {
        for (int i = 0; i < times; ++i) {
            moveBrush(drawn.world, box, {0.001, 0, 0});
            drawn.picture(view);
        }
    };
    edit(10);
    const auto before = m_gl->resources().use();
    edit(200);
    const auto after = m_gl->resources().use();
    QCOMPARE(after.objects, before.objects);
    QVERIFY(after.meshBytes < before.meshBytes + (4U << 20U)); // what is kept for undo
    QCOMPARE(after.meshesBuilt, before.meshesBuilt + 200);
}

void TestRenderResources::undoAndASecondWorldFindTheirMeshes()
{
    Drawn drawn{*m_gl};
    buildLevel(drawn.world, 300);
    const auto box = addBox(drawn.world, {-1, 5, -1}, {1, 6, 1});
    drawn.system.update(0);
    const auto moved =
        translated(*drawn.world.get<BrushComponent>(box)->brush, {1, 0, 0}, TextureLock::On);
    Edit edit;
    edit.swaps.push_back(swapTo(box, BrushComponent{std::make_shared<const Brush>(*moved)}));
    drawn.world.apply(edit);
    drawn.system.update(0);
    const auto built = m_gl->resources().use().meshesBuilt;
    drawn.world.apply(edit); // undo
    drawn.system.update(0);
    World play{drawn.world};
    RenderSystem playSystem{m_gl->resources()};
    playSystem.attach(play);
    QCOMPARE(m_gl->resources().use().meshesBuilt, built);
}

void TestRenderResources::aBrushTakesLittleMemoryOfTheDriver()
{
    RenderResources resources{m_gl->assets()}; // of its own: nothing has grown yet
    World world;
    constexpr std::size_t Boxes = 1000;
    for (std::size_t i = 0; i < Boxes; ++i)
        addBox(world, {static_cast<double>(i) * 2, 0, 0}, {static_cast<double>(i) * 2 + 1, 1, 1});
    RenderSystem system{resources};
    world.addSystem(system);
    system.update(0);
    // 24 vertices of 24 bytes, 36 indices of 4 and 12 edges of 8.
    QCOMPARE(resources.use().meshBytes, Boxes * (24 * 24 + 36 * 4 + 12 * 8));
    world.removeSystem(system);
}

CORE_TEST(TestRenderResources)
} // namespace tst_render_resources

#include "tst_render_resources.moc"
