#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

namespace tst_joined_scenes
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A game with a floor, and beside it a scene with a wall at its origin, a player start, a layer
/// that is left out of play and a guard whose script points to the wall.
struct Joined : PlayFixture
{
    Joined()
    {
        addFloor();
        writeScript("guard.as", R"(class Guard : Node
{
    Entity wall;
    int starts = 0;
    int stops = 0;
    string sees;
    void onStart() { ++starts; sees = wall.exists ? wall.name : "nothing"; }
    void onTick(float dt) { Game::setNumber("ticks", Game::getNumber("ticks") + 1); }
    void onStop() { Game::setNumber("stops", Game::getNumber("stops") + 1); }
})");
        World scene;
        scene.setNextId(1024);
        addPlayerStart(scene, Vec3d{1, 0, 0});
        const auto wall = addBox(scene, {-2, 0, -0.5}, {2, 3, 0.5}, "wall");
        const auto hidden = scene.newId();
        const auto guard = scene.newId();
        const auto below = scene.newId();
        Edit edit{{swapTo(hidden, Node{.name = "notes", .parent = {}}),
                   swapTo(hidden, Layer{.omit = true}),
                   swapTo(below, Node{.name = "note", .parent = hidden}),
                   swapTo(guard, Node{.name = "guard", .parent = {}}),
                   swapTo(guard, TransformComponent{.position = {3, 0, 0}}),
                   swapTo(guard, Script{{"guard.as"}, "Guard", {{"wall", {wall}}}})}};
        scene.apply(edit);
        ENGINE_EXPECT(saveScene(scene, types, folder / "scenes" / "wing.scene.json"));
    }

    EntityId boss;

    /// The boss does that in its ticks.
    void begin(const std::string& code)
    {
        writeScript("boss.as", "class Boss : Node { int tick = 0; Entity wing; string said; void "
                               "onTick(float dt) { " +
                                   code + " ++tick; } }");
        boss = addScripted("boss", "boss.as", "Boss", {10, 0, 10});
        ENGINE_EXPECT(start());
    }

    [[nodiscard]] EntityId named(const std::string& name) const
    {
        EntityId found;
        session->world().forEach<Node>([&](EntityId entity, const Node& node) {
            if (node.name == name)
                found = entity;
        });
        return found;
    }

    [[nodiscard]] std::string errorsNow() const
    {
        std::string all;
        for (const auto& issue : session->scriptErrors())
            all += issue.message + "\n";
        return all;
    }
};

constexpr const char* AddThen = "if (tick == 0) wing = Game::add('scenes/wing.scene.json', "
                                "Vec3(0, 0, -4)); ";
} // namespace

/// Other scenes that scripts add to the running one.
class TestJoinedScenes : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void itsObjectsAreThereAtTheOffset()
    {
        Joined game;
        game.begin(AddThen);
        game.tick(1);
        QCOMPARE(game.errorsNow(), std::string{});
        const auto guard = game.named("guard");
        QVERIFY(guard);
        QCOMPARE(worldTransform(game.session->world(), guard).position, Vec3d(3, 0, -4));
        QVERIFY(game.session->world().get<Node>(guard)->parent == game.named("wing.scene.json"));
        QVERIFY(!game.named("note")); // its layer is left out of play
        int starts = 0;
        game.session->world().forEach<PlayerStart>([&](EntityId, const PlayerStart&) { ++starts; });
        QCOMPARE(starts, 1); // that of the running scene
        game.tick(5);
        QCOMPARE(game.number(guard, "starts"), 1.0);
        QVERIFY(game.session->scriptProperty(guard, "sees") == Value{std::string{"wall"}});
        QVERIFY(game.session->scriptProperty(guard, "wall") == Value{game.named("wall")});
        game.tick(200, keys(PlayerKey::Forward)); // it is solid
        QVERIFY(game.session->player().position.z > -3.6);
        QVERIFY(game.session->player().position.z < -2);
    }

    void itGoesWithAllOfIt()
    {
        Joined game;
        game.begin(std::string{AddThen}.append(
            "if (tick == 10) Game::leave(wing); if (tick == 11) said = wing.exists + ' ' + "
            "Game::getNumber('ticks') + ' ' + Game::getNumber('stops');"));
        game.tick(12);
        QCOMPARE(game.errorsNow(), std::string{});
        QVERIFY(!game.named("guard"));
        QVERIFY(!game.named("wall"));
        QVERIFY(!game.named("wing.scene.json"));
        const auto said = game.session->scriptProperty(game.boss, "said");
        QVERIFY(said && said->as<std::string>() != nullptr);
        QCOMPARE(*said->as<std::string>(), std::string{"false 9 1"}); // what is kept goes along
        game.tick(200, keys(PlayerKey::Forward));
        QVERIFY(game.session->player().position.z < -6);
    }

    void itCanBeThereTwice()
    {
        Joined game;
        game.begin("if (tick == 0) { Game::add('scenes/wing.scene.json', Vec3(0, 0, -8)); wing = "
                   "Game::add('scenes/wing.scene.json', Vec3(50, 0, 0)); } if (tick == 3) "
                   "Game::leave(wing);");
        game.tick(2);
        QCOMPARE(game.session->world().count<Script>(), std::size_t{4}); // boss, player, guards
        game.tick(3);
        QCOMPARE(game.session->world().count<Script>(), std::size_t{3});
        QCOMPARE(game.errorsNow(), std::string{});
    }

    void whatCannotBeAddedIsSaid_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("none") << "Game::add('scenes/no.scene.json');"
                              << "The project has no scene 'scenes/no.scene.json'";
        QTest::newRow("outside") << "Game::add('../no.scene.json');"
                                 << "";
        QTest::newRow("place") << "Game::add('scenes/wing.scene.json', Vec3(1e9, 0, 0));"
                               << "A place must be finite";
        QTest::newRow("leave") << "Game::leave(entity);"
                               << "This is no scene that Game::add()";
        QTest::newRow("many") << "while (true) Game::add('scenes/wing.scene.json');"
                              << "One tick can add 4 scenes at most";
        QTest::newRow("too many") << "Game::add('scenes/wing.scene.json');"
                                  << "A scene can have 64 others added to it at most";
    }

    void whatCannotBeAddedIsSaid()
    {
        QFETCH(const QString, code);
        QFETCH(const QString, sentence);
        Joined game;
        game.begin(code.toStdString());
        game.tick(70);
        QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
        const auto message = QString::fromStdString(game.session->scriptErrors()[0].message);
        QVERIFY2(message.startsWith(sentence), qPrintable(message));
    }

    void scriptsThatDoNotCompileKeepItAway()
    {
        Joined game;
        game.writeScript("guard.as", "class Guard : Node { nonsense }");
        game.begin(AddThen);
        game.tick(3);
        QVERIFY(game.errorsNow().starts_with("'scenes/wing.scene.json' is not added: "));
        QVERIFY(!game.named("wing.scene.json"));
        QVERIFY(!game.named("wall"));
    }

    void equalGamesAreEqual()
    {
        ContentHash hashes[2]{};
        for (auto& hash : hashes) {
            Joined game;
            game.begin(std::string{AddThen}.append("if (tick == 40) Game::leave(wing);"));
            game.tick(60, keys(PlayerKey::Forward));
            hash = game.session->stateHash();
        }
        QCOMPARE(hashes[0], hashes[1]);
    }
};

PLAIN_TEST(TestJoinedScenes)
} // namespace tst_joined_scenes

#include "tst_joined_scenes.moc"
