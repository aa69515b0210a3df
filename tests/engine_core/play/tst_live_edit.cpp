#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_live_edit
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Forward = keys(PlayerKey::Forward);

Edit boxEdit(EntityId brush, const Vec3d& min, const Vec3d& max)
{
    Edit edit;
    edit.swaps.push_back(
        swapTo(brush, BrushComponent{std::make_shared<const Brush>(*makeBox({min, max}))}));
    return edit;
}

template <typename T>
Edit editOf(EntityId entity, T component)
{
    Edit edit;
    edit.swaps.push_back(swapTo(entity, std::move(component)));
    return edit;
}

Vec3d placeIn(const World& world, EntityId entity)
{
    return world.get<TransformComponent>(entity)->position;
}
} // namespace

class TestLiveEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMovedWallBlocksAtItsNewPlaceInTheNextTick_data();
    void aMovedWallBlocksAtItsNewPlaceInTheNextTick();
    void aScriptedDoorKeepsItsPlaceWhenOnlyItsBrushChanges();
    void aPropertyThatDidNotChangeIsLeftToTheScript();
    void scriptPropertiesReachTheRunningObject();
    void aRemovedScriptPropertyGoesBackToTheClass();
    void whatWaitsForTheNextPlayIsSaid();
    void addedAndRemovedEntitiesComeAndGo();
    void anotherScriptFileRebuildsTheEntity();
    void editsWhilePlayingAreTheEditsWithoutPlaying();
    void undoReachesTheSession();
    void aModelThatIsReadLaterBlocksAsSoonAsItIsThere();
};

void TestLiveEdit::aMovedWallBlocksAtItsNewPlaceInTheNextTick_data()
{
    QTest::addColumn<bool>("borrowed");
    QTest::newRow("with the edited world's collision") << true;
    QTest::newRow("with a collision of its own") << false;
}

void TestLiveEdit::aMovedWallBlocksAtItsNewPlaceInTheNextTick()
{
    QFETCH(bool, borrowed);
    PlayFixture fixture;
    fixture.addFloor();
    const auto wall = addBox(fixture.world, {-5, 0, -10}, {5, 3, -9.75}, "wall");
    auto setup = fixture.setup();
    if (!borrowed)
        setup.collision = nullptr;
    auto started = PlaySession::start(fixture.world, setup);
    VERIFY_OK(started);
    fixture.session = *std::move(started);
    fixture.tick(30, Forward);
    const double soFar = fixture.session->player().position.z;
    QVERIFY(soFar < -1 && soFar > -2.5);
    // The player's front is 0.35 in front of it; the wall stands 1 cm farther.
    const auto edit = boxEdit(wall, {-5, 0, soFar - 0.61}, {5, 3, soFar - 0.36});
    QVERIFY(fixture.editLive(edit).empty());
    fixture.tick(1, Forward); // would go nearly 6 cm
    double z = fixture.session->player().position.z;
    QVERIFY2(z > soFar - 0.0101, std::to_string(z - soFar).c_str());
    fixture.tick(60, Forward);
    z = fixture.session->player().position.z;
    QVERIFY2(z > soFar - 0.0101, std::to_string(z - soFar).c_str());
    QVERIFY(*fixture.session->world().get<BrushComponent>(wall) ==
            *fixture.world.get<BrushComponent>(wall));
}

void TestLiveEdit::aScriptedDoorKeepsItsPlaceWhenOnlyItsBrushChanges()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("up.as", "class Up : Node { void onStart() { "
                                 "entity.position = Vec3(0, 4, 0); } }");
    const auto door = fixture.addDoor({-1, 0, -3.25}, {1, 2.5, -3}, "up.as");
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    const auto leaf = fixture.world.children(door).front();
    QVERIFY(fixture.editLive(boxEdit(leaf, {-1, 0, -5.25}, {1, 2.5, -5})).empty());
    QVERIFY(placeIn(fixture.session->world(), door) == Vec3d(0, 4, 0));
    fixture.tick(180, Forward); // below the raised leaf
    QVERIFY(fixture.session->player().position.z < -6);
}

void TestLiveEdit::aPropertyThatDidNotChangeIsLeftToTheScript()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("dim.as", "class Dim : Node { void onStart() { "
                                  "entity.setNumber(\"light.intensity\", 3); } }");
    const auto lamp = fixture.addScripted("lamp", "dim.as", "Dim", {0, 3, 0});
    Light light;
    auto add = editOf(lamp, light);
    fixture.world.apply(add);
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    light.range = 20;
    QVERIFY(fixture.editLive(editOf(lamp, light)).empty());
    QCOMPARE(fixture.session->world().get<Light>(lamp)->range, 20.0f);
    QCOMPARE(fixture.session->world().get<Light>(lamp)->intensity, 3.0f);
}

void TestLiveEdit::scriptPropertiesReachTheRunningObject()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("c.as", "class C : Node { double speed = 1; int ticks = 0; "
                                "void onTick(float dt) { ticks++; } }");
    const auto entity = fixture.addScripted("c", "c.as", "C");
    VERIFY_OK(fixture.start());
    fixture.tick(4);
    QVERIFY(fixture.editLive(editOf(entity, Script{{"c.as"}, "C", {{"speed", {7.5}}}})).empty());
    QCOMPARE(fixture.number(entity, "speed"), 7.5);
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "ticks"), 5.0); // still the same object
}

void TestLiveEdit::aRemovedScriptPropertyGoesBackToTheClass()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("c.as", "class C : Node { double speed = 1; }");
    const auto entity = fixture.addScripted("c", "c.as", "C");
    auto set = editOf(entity, Script{{"c.as"}, "C", {{"speed", {7.5}}}});
    fixture.world.apply(set);
    VERIFY_OK(fixture.start());
    QCOMPARE(fixture.number(entity, "speed"), 7.5);
    QVERIFY(fixture.editLive(editOf(entity, Script{{"c.as"}, "C", {}})).empty());
    QCOMPARE(fixture.number(entity, "speed"), 1.0);
}

void TestLiveEdit::whatWaitsForTheNextPlayIsSaid()
{
    PlayFixture fixture;
    fixture.addFloor();
    const auto hum = addLight(fixture.world, {0, 1, 0});
    AudioSource source;
    source.range = 4;
    auto add = editOf(hum, source);
    fixture.world.apply(add);
    VERIFY_OK(fixture.start());
    source.volume = 0.5f;
    source.autoplay = false;
    const auto waiting = fixture.editLive(editOf(hum, source));
    QCOMPARE(waiting.size(), 1U);
    QCOMPARE(waiting.front(), "'Autoplay' of 'light' applies when play starts again");
    QCOMPARE(fixture.session->world().get<AudioSource>(hum)->volume, 0.5f);
    QVERIFY(fixture.session->world().get<AudioSource>(hum)->autoplay);
}

void TestLiveEdit::addedAndRemovedEntitiesComeAndGo()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("c.as", "class C : Node { int ticks = 0; "
                                "void onTick(float dt) { ticks++; } }");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    const auto entity = fixture.world.newId();
    Edit add;
    add.swaps.push_back(swapTo(entity, Node{.name = "new", .parent = {}}));
    add.swaps.push_back(swapTo(entity, TransformComponent{}));
    add.swaps.push_back(swapTo(entity, Script{{"c.as"}, "C", {}}));
    QVERIFY(fixture.editLive(add).empty());
    fixture.tick(3);
    QCOMPARE(fixture.number(entity, "ticks"), 3.0);
    Edit remove;
    addRemoval(fixture.world, entity, remove);
    QVERIFY(fixture.editLive(remove).empty());
    QVERIFY(!fixture.session->world().exists(entity));
    QVERIFY(!fixture.session->scriptProperty(entity, "ticks"));
    fixture.tick(1);
}

void TestLiveEdit::anotherScriptFileRebuildsTheEntity()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("a.as", "class A : Node { void onTick(float dt) { "
                                "entity.translate(Vec3(1, 0, 0)); } }");
    fixture.writeScript("b.as", "class B : Node { double b = 2; }");
    const auto entity = fixture.addScripted("x", "a.as", "A", {5, 5, 5});
    VERIFY_OK(fixture.start());
    fixture.tick(10);
    QVERIFY(fixture.editLive(editOf(entity, Script{{"b.as"}, "B", {}})).empty());
    QCOMPARE(fixture.number(entity, "b"), 2.0);
    QVERIFY(placeIn(fixture.session->world(), entity) == Vec3d(5, 5, 5));
}

void TestLiveEdit::editsWhilePlayingAreTheEditsWithoutPlaying()
{
    std::vector<ContentHash> hashes;
    for (const bool playing : {false, true}) {
        PlayFixture fixture;
        fixture.addFloor();
        const auto wall = addBox(fixture.world, {-5, 0, -10}, {5, 3, -9.75}, "wall");
        const auto lamp = addLight(fixture.world, {0, 3, 0});
        if (playing) {
            VERIFY_OK(fixture.start());
            fixture.tick(20, Forward);
        }
        std::vector<Edit> edits{boxEdit(wall, {-5, 0, -4}, {5, 3, -3.75}),
                                editOf(lamp, TransformComponent{.position = {1, 2, 3}})};
        for (auto& edit : edits) {
            const auto changes = fixture.world.apply(edit);
            if (playing) {
                fixture.session->applyLiveEdit(changes);
                fixture.tick(10, Forward);
            }
        }
        fixture.session.reset();
        hashes.push_back(contentHash(fixture.world, fixture.types));
    }
    QCOMPARE(hashes[0], hashes[1]);
}

void TestLiveEdit::undoReachesTheSession()
{
    PlayFixture fixture;
    fixture.addFloor();
    const auto lamp = addLight(fixture.world, {0, 3, 0});
    VERIFY_OK(fixture.start());
    auto edit = editOf(lamp, TransformComponent{.position = {1, 2, 3}});
    fixture.session->applyLiveEdit(fixture.world.apply(edit));
    QVERIFY(placeIn(fixture.session->world(), lamp) == Vec3d(1, 2, 3));
    fixture.session->applyLiveEdit(fixture.world.apply(edit)); // takes it back
    QVERIFY(placeIn(fixture.session->world(), lamp) == Vec3d(0, 3, 0));
}

void TestLiveEdit::aModelThatIsReadLaterBlocksAsSoonAsItIsThere()
{
    PlayFixture fixture;
    fixture.addFloor();
    // A wall across the way, that hangs on a mover whose own place is beside it.
    VERIFY_OK(writeFileAtomically(fixture.folder / "assets" / "wall.obj",
                                  "v 3 0 0\nv 13 0 0\nv 13 3 0\nv 3 3 0\nf 1 2 3 4\n"));
    fixture.assets.readModelsAside([] {});
    fixture.world.setMeshes(&fixture.assets);
    const auto wall = addModel(fixture.world, "none.obj", {{-8, 0, -10}});
    auto moves = editOf(wall, Mover{});
    fixture.world.apply(moves);
    VERIFY_OK(fixture.start());
    const auto told = fixture.assets.modelsRead.connect(
        [&](const auto& paths) { fixture.session->modelsChanged(paths); });
    // Picked while the game runs.
    fixture.editLive(editOf(wall, MeshInstance{.mesh = {"wall.obj"}}));
    QVERIFY(boundsOf(fixture.session->world(), wall).size().x < 1);
    fixture.tick(30, Forward);
    fixture.assets.finishModels();
    QVERIFY(boundsOf(fixture.session->world(), wall).size().x > 9);
    fixture.tick(300, Forward);
    const auto stopped = fixture.session->player().position.z;
    QVERIFY2(stopped > -10 && stopped < -8, qPrintable(QString::number(stopped)));
    fixture.session.reset();
    fixture.world.setMeshes(nullptr);
}

PLAIN_TEST(TestLiveEdit)
} // namespace tst_live_edit

#include "tst_live_edit.moc"
