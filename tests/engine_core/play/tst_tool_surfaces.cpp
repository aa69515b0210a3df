#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/walk_fixture.h"

#include <QTest>

namespace tst_tool_surfaces
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Right = keys(PlayerKey::Right);
constexpr double Wall = 4; ///< metres along +X

/// The player at the origin, who walks along +X.
struct ToolFixture : WalkFixture
{
    ToolFixture() { set(addPlayerStartAway(), TransformComponent{.position = {0, 0, 0}}); }

    EntityId addWall(std::string_view material)
    {
        return addBox(world, {Wall, 0, -2}, {Wall + 1, 3, 2}, "wall", Name{material});
    }

    void begin(bool isLent)
    {
        auto lent = setup();
        if (!isLent)
            lent.collision = nullptr;
        auto started = PlaySession::start(world, lent);
        ENGINE_EXPECT(started);
        session = *std::move(started);
    }

    [[nodiscard]] bool getsThrough()
    {
        tick(240, Right);
        return session->player().position.x > Wall;
    }

    /// As the editor does once a file has changed.
    void say(Name material, const SurfaceTraits& traits)
    {
        auto table = std::make_shared<SurfaceTable>(world.surfaces());
        table->set(material, traits);
        world.setSurfaces(table);
        world.notify(changesOfSurfaces(world, std::vector{material}));
        if (session)
            session->surfacesChanged(table, std::vector{material});
    }
};
} // namespace

/// What of tool textures stops whom, with the edited world's collision and with one of its own.
class TestToolSurfaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase_data()
    {
        QTest::addColumn<bool>("lent");
        QTest::newRow("with the edited world's collision") << true;
        QTest::newRow("with a collision of its own") << false;
    }

    void aPlayerGetsThrough_data()
    {
        QTest::addColumn<QString>("material");
        QTest::addColumn<bool>("passes");
        QTest::newRow("a wall") << "wall" << false;
        QTest::newRow("clip") << "clip" << false;
        QTest::newRow("caulk") << "common/caulk" << false;
        QTest::newRow("hint") << "common/hint" << true;
        QTest::newRow("trigger") << "trigger" << true;
        QTest::newRow("water") << "*water" << true;
    }

    void aPlayerGetsThrough()
    {
        QFETCH_GLOBAL(bool, lent);
        QFETCH(QString, material);
        ToolFixture game;
        game.addWall(material.toStdString());
        game.begin(lent);
        QTEST(game.getsThrough(), "passes");
    }

    void aDoorOfHintStopsNobody()
    {
        QFETCH_GLOBAL(bool, lent);
        for (const auto* material : {"wall", "hint"}) {
            ToolFixture game;
            game.set(game.addWall(material), Mover{});
            game.begin(lent);
            QCOMPARE(game.getsThrough(), material == std::string_view{"hint"});
        }
    }

    void aBodyIsWhatOfItIsSolid()
    {
        QFETCH_GLOBAL(bool, lent);
        ToolFixture game;
        Body still;
        still.kind = BodyKind::Kinematic;
        game.set(game.addWall("trigger"), still);
        game.begin(lent);
        QVERIFY(game.getsThrough());
    }

    void editsWhilePlayingCountAtOnce()
    {
        QFETCH_GLOBAL(bool, lent);
        ToolFixture game;
        const auto wall = game.addWall("hint");
        game.begin(lent);
        const auto& brush = *game.world.get<BrushComponent>(wall)->brush;
        std::vector<BrushFace> faces(brush.faces().begin(), brush.faces().end());
        for (auto& face : faces)
            face.material = Name{"wall"};
        Edit edit;
        edit.swaps.push_back(
            swapTo(wall, BrushComponent{std::make_shared<const Brush>(*Brush::fromFaces(faces))}));
        (void)game.editLive(std::move(edit));
        QVERIFY(!game.getsThrough());
    }

    void aMaterialThatChangesWhilePlayingCountsAtOnce()
    {
        QFETCH_GLOBAL(bool, lent);
        ToolFixture game;
        game.addWall("curtain");
        game.begin(lent);
        QVERIFY(!game.getsThrough());
        game.say(Name{"curtain"},
                 {.seen = true, .collides = false, .walkable = true, .castsShadow = true});
        QVERIFY(game.getsThrough());
    }

    void aMaterialThatChangesWhilePlayingCountsForDoorsToo()
    {
        QFETCH_GLOBAL(bool, lent);
        ToolFixture game;
        game.set(game.addWall("curtain"), Mover{});
        game.begin(lent);
        QVERIFY(!game.getsThrough());
        game.say(Name{"curtain"},
                 {.seen = true, .collides = false, .walkable = true, .castsShadow = true});
        QVERIFY(game.getsThrough());
    }
};

PLAIN_TEST(TestToolSurfaces)
} // namespace tst_tool_surfaces

#include "tst_tool_surfaces.moc"
