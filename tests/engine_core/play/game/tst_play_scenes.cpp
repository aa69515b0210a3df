#include "engine_core/play/hud/hud.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

namespace tst_play_scenes
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr const char* Start = "scenes/start.scene.json";
constexpr const char* Second = "scenes/second.scene.json";

/// A game whose scenes are written by the tests.
struct Scenes : PlayFixture
{
    Scenes() { addFloor(); }

    /// A scene with a floor, a player start and one object that runs a script.
    void writeScene(const std::string& name, const std::string& file, double startsAt = 0) const
    {
        World scene;
        scene.setNextId(1024);
        addBox(scene, {-20, -1, -20}, {20, 0, 20}, "floor");
        addPlayerStart(scene, Vec3d{startsAt, 0, 0});
        const auto id = scene.newId();
        Edit edit;
        edit.swaps.push_back(swapTo(id, Node{.name = "thing", .parent = {}}));
        edit.swaps.push_back(swapTo(id, TransformComponent{}));
        edit.swaps.push_back(swapTo(id, Script{{file}, "", {}}));
        scene.apply(edit);
        ENGINE_EXPECT(saveScene(scene, types, folder / name));
    }

    [[nodiscard]] Result<void> startAt(const std::string& scene)
    {
        auto given = setup();
        given.scene = scene;
        auto started = PlaySession::start(world, given);
        if (!started)
            return started.error();
        session = *std::move(started);
        return {};
    }

    /// In the first scene; its script lays the second one on that for a while.
    EntityId addCrateThatPushes();

    [[nodiscard]] EntityId named(const std::string& name) const
    {
        EntityId found;
        session->world().forEach<Node>([&](EntityId entity, const Node& node) {
            if (node.name == name)
                found = entity;
        });
        return found;
    }

    [[nodiscard]] std::string text(const std::string& entity, const char* property) const
    {
        const auto value = session->scriptProperty(named(entity), property);
        return value && value->as<std::string>() != nullptr ? *value->as<std::string>()
                                                            : std::string{};
    }
};

/// Loads the second scene in its tenth tick.
constexpr const char* Leaver = R"(class Leaver : Node
{
    int ticks = 0;
    void onTick(float dt)
    {
        if (++ticks != 10)
            return;
        Game::setNumber("score", 3);
        Game::setText("by", "the door");
        Game::load("scenes/second.scene.json");
        ticks = 100; // the tick goes on
    }
    void onStop() { Game::setNumber("score", Game::getNumber("score") + ticks); }
})";

constexpr const char* Reader = R"(class Reader : Node
{
    double score = -1;
    string by;
    string scene;
    string before = "nothing";
    void onStart()
    {
        score = Game::getNumber("score");
        by = Game::getText("by");
        scene = Game::scene();
        Game::remove("by");
        before = Game::has("by") ? "kept" : "forgotten";
    }
})";

constexpr const char* Asker = R"(class Asker : Node
{
    string path;
    int ticks = 0;
    bool refused = false;
    void onTick(float dt)
    {
        ++ticks;
        try { Game::load(path); } catch { refused = true; }
        if (ticks == 2)
            Game::load(path);
    }
})";

/// Loads itself whenever it begins.
constexpr const char* Chain = R"(class Chain : Node
{
    void onStart() { Game::load(Game::scene()); }
})";

constexpr const char* Deeper = R"(class Deeper : Node
{
    void onStart() { Game::push("scenes/second.scene.json"); }
})";

/// Counts, pushes the second scene in its fifth tick, and is there again when that is over.
constexpr const char* Below = R"(class Below : Node
{
    int ticks = 0;
    int seen = 0;
    bool ended = false;
    void onStart() { start(Routine(count)); }
    void count() { while (true) { wait(0.1); ++seen; } }
    void onTick(float dt)
    {
        if (++ticks == 5)
            Game::push("scenes/second.scene.json");
        entity.position = Vec3(ticks, 0, 0);
    }
    void onStop() { ended = true; }
})";

constexpr const char* Above = R"(class Above : Node
{
    int ticks = 0;
    void onTick(float dt) { if (++ticks == 30) Game::pop(); }
})";

EntityId Scenes::addCrateThatPushes()
{
    writeScript("below.as", Below);
    writeScript("above.as", Above);
    writeScene(Second, "above.as");
    return addScripted("crate", "below.as", "Below");
}

/// Pauses in its tenth tick and goes on twenty later.
constexpr const char* Pauser = R"(class Pauser : Node
{
    int ticks = 0;
    int paused = 0;
    void onTick(float dt)
    {
        Hud::text("score 7", Anchor::TopLeft);
        if (++ticks == 10)
            Game::pause();
    }
    void onPausedTick(float dt)
    {
        Hud::text("paused", Anchor::Center);
        if (++paused == 20)
            Game::resume();
    }
})";

constexpr const char* Walker = R"(class Walker : Node
{
    int ticks = 0;
    void onTick(float dt) { ++ticks; }
})";
} // namespace

/// Scenes that scripts load, push and pop, and what a game carries between them.
class TestPlayScenes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loadingEndsOneSceneAndBeginsAnother();
    void whatCannotBeLoadedIsSaidToTheAsker_data();
    void whatCannotBeLoadedIsSaidToTheAsker();
    void aSceneWhoseScriptIsWrongDoesNotBegin();
    void theSceneThatIsEditedComesBackAsItIsEditedByThen();
    void editsReachTheEditedSceneAlone();
    void whatIsBelowStandsStillAndComesBackAsItWas();
    void scenesThatCallEachOtherWithoutAnEndAreStopped();
    void aGameIsOnlySoDeep();
    void aPausedWorldStandsStillUnderItsMenu();
    void aGameThatEndsDoesNothingMore();
    void equalGamesOverScenesHaveEqualHashes();
};

void TestPlayScenes::loadingEndsOneSceneAndBeginsAnother()
{
    Scenes game;
    game.writeScript("leaver.as", Leaver);
    game.writeScript("reader.as", Reader);
    game.writeScene(Second, "reader.as", 5);
    game.addScripted("door", "leaver.as", "Leaver");
    VERIFY_OK(game.startAt(Start));
    int changes = 0;
    const auto told = game.session->worldChanged.connect([&] { ++changes; });
    game.tick(9);
    QCOMPARE(game.session->scene(), std::string{Start});
    QVERIFY(game.session->playsEdited());
    game.tick(1);
    QCOMPARE(changes, 1);
    QCOMPARE(game.session->scene(), std::string{Second});
    QVERIFY(!game.session->playsEdited());
    QVERIFY(!game.named("door"));
    QCOMPARE(game.number(game.named("thing"), "score"), -1.0); // onStart() comes with the next tick
    game.tick(1);
    QCOMPARE(game.number(game.named("thing"), "score"), 103.0);
    QCOMPARE(game.text("thing", "by"), std::string{"the door"});
    QCOMPARE(game.text("thing", "scene"), std::string{Second});
    QCOMPARE(game.text("thing", "before"), std::string{"forgotten"});
    QVERIFY(std::abs(game.session->player().position.x - 5) < 1e-6);
    QCOMPARE(game.session->tickCount(), std::uint64_t{11});
    QVERIFY(game.session->scriptErrors().empty());
}

void TestPlayScenes::whatCannotBeLoadedIsSaidToTheAsker_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("none") << "scenes/none.scene.json"
                          << "The project has no scene 'scenes/none.scene.json'";
    QTest::newRow("broken") << "scenes/broken.scene.json"
                            << "broken.scene.json";
    QTest::newRow("outside") << "../other.scene.json"
                             << "'../other.scene.json'";
    QTest::newRow("no scene") << "scripts/asker.as"
                              << "does not end in .scene.json";
}

void TestPlayScenes::whatCannotBeLoadedIsSaidToTheAsker()
{
    QFETCH(QString, path);
    QFETCH(QString, sentence);
    Scenes game;
    game.writeScript("asker.as", Asker);
    ENGINE_EXPECT(writeFileAtomically(game.folder / "scenes/broken.scene.json", "{ no scene"));
    const auto asker = game.addScripted("asker", "asker.as", "Asker");
    Edit edit;
    edit.swaps.push_back(
        swapTo(asker, Script{{"asker.as"}, "Asker", {{"path", {path.toStdString()}}}}));
    game.world.apply(edit);
    VERIFY_OK(game.startAt(Start));
    game.tick(1);
    QVERIFY(game.session->scriptErrors().empty()); // it has caught the exception
    QCOMPARE(*game.session->scriptProperty(asker, "refused")->as<bool>(), true);
    game.tick(3);
    QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
    const auto& said = game.session->scriptErrors().front().message;
    QVERIFY2(QString::fromStdString(said).contains(sentence), said.c_str());
    QVERIFY(game.session->playsEdited());
    QCOMPARE(game.session->tickCount(), std::uint64_t{4});
}

void TestPlayScenes::aSceneWhoseScriptIsWrongDoesNotBegin()
{
    Scenes game;
    game.writeScript("leaver.as", Leaver);
    game.writeScript("reader.as", "class Reader : Node { this is wrong }");
    game.writeScene(Second, "reader.as");
    const auto door = game.addScripted("door", "leaver.as", "Leaver");
    VERIFY_OK(game.startAt(Start));
    game.tick(20);
    QVERIFY(game.session->playsEdited());
    QCOMPARE(game.number(door, "ticks"), 110.0); // it goes on
    QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
    const auto& issue = game.session->scriptErrors().front();
    QCOMPARE(issue.entity, door);
    QVERIFY2(issue.message.starts_with("'scenes/second.scene.json' does not begin: "),
             issue.message.c_str());
}

void TestPlayScenes::theSceneThatIsEditedComesBackAsItIsEditedByThen()
{
    Scenes game;
    game.writeScript("leaver.as", Leaver);
    game.writeScript("back.as", "class Back : Node { void onStart() { "
                                "Game::load(\"scenes/start.scene.json\"); } }");
    game.writeScene(Second, "back.as");
    const auto door = game.addScripted("door", "leaver.as", "Leaver");
    VERIFY_OK(game.startAt(Start));
    game.tick(10);
    QVERIFY(!game.session->playsEdited());
    // Never saved, and while another scene plays.
    game.editLive({{swapTo(door, Node{.name = "gate", .parent = {}})}});
    game.tick(2);
    QVERIFY(game.session->playsEdited());
    QVERIFY(game.named("gate"));
    QCOMPARE(game.number(door, "ticks"), 1.0);
}

void TestPlayScenes::editsReachTheEditedSceneAlone()
{
    Scenes game;
    const auto crate = game.addCrateThatPushes();
    VERIFY_OK(game.startAt(Start));
    game.tick(10);
    QCOMPARE(game.session->scene(), std::string{Second});
    const auto hash = contentHash(game.session->world(), game.types);
    game.editLive({{swapTo(crate, Node{.name = "box", .parent = {}})}});
    QCOMPARE(contentHash(game.session->world(), game.types), hash);
    game.tick(26); // the scene on top is over
    QVERIFY(game.session->playsEdited());
    QVERIFY(game.named("box"));
    QVERIFY(!game.named("crate"));
}

void TestPlayScenes::whatIsBelowStandsStillAndComesBackAsItWas()
{
    Scenes game;
    const auto crate = game.addCrateThatPushes();
    VERIFY_OK(game.startAt(Start));
    game.tick(5);
    QCOMPARE(game.session->scene(), std::string{Second});
    game.tick(30);
    QVERIFY(game.session->playsEdited());
    QCOMPARE(game.number(crate, "ticks"), 5.0);
    QCOMPARE(game.session->world().get<TransformComponent>(crate)->position.x, 5.0);
    QCOMPARE(*game.session->scriptProperty(crate, "ended")->as<bool>(), false);
    game.tick(20);
    QCOMPARE(game.number(crate, "ticks"), 25.0);
    QCOMPARE(game.number(crate, "seen"), 4.0); // its coroutine waited as well
}

void TestPlayScenes::scenesThatCallEachOtherWithoutAnEndAreStopped()
{
    Scenes game;
    game.writeScript("chain.as", Chain);
    game.addScripted("chain", "chain.as", "Chain");
    VERIFY_OK(game.startAt(Start));
    game.tick(100);
    QCOMPARE(game.session->tickCount(), std::uint64_t{100});
    QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
    QVERIFY2(game.session->scriptErrors().front().message.starts_with(
                 "The game has changed its scene 10 times within a second"),
             game.session->scriptErrors().front().message.c_str());
}

void TestPlayScenes::aGameIsOnlySoDeep()
{
    Scenes game;
    game.writeScript("deeper.as", Deeper);
    game.writeScene(Second, "deeper.as");
    game.addScripted("deeper", "deeper.as", "Deeper");
    VERIFY_OK(game.startAt(Start));
    game.tick(30);
    QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
    QVERIFY2(game.session->scriptErrors().front().message.starts_with(
                 "A game can have 8 scenes on top of each other at most"),
             game.session->scriptErrors().front().message.c_str());
}

void TestPlayScenes::aPausedWorldStandsStillUnderItsMenu()
{
    Scenes game;
    game.writeScript("pauser.as", Pauser);
    game.writeScript("walker.as", Walker);
    const auto pauser = game.addScripted("pauser", "pauser.as", "Pauser");
    const auto walker = game.addScripted("walker", "walker.as", "Walker");
    VERIFY_OK(game.startAt(Start));
    const auto forward = keys(PlayerKey::Forward);
    game.tick(10, forward);
    const auto stood = game.session->player().position;
    game.tick(20, forward);
    QCOMPARE(game.number(walker, "ticks"), 10.0);
    QCOMPARE(game.number(pauser, "paused"), 20.0);
    QCOMPARE(game.session->player().position, stood);
    const auto& shown = game.session->hud().items();
    QCOMPARE(shown.size(), std::size_t{2}); // what it showed stays, and the menu is on top
    QCOMPARE(shown[0].text, std::string{"score 7"});
    QCOMPARE(shown[1].text, std::string{"paused"});
    game.tick(5, forward);
    QCOMPARE(game.number(walker, "ticks"), 15.0);
    QCOMPARE(game.session->hud().items().size(), std::size_t{1});
    QVERIFY(game.session->player().position != stood);
}

void TestPlayScenes::aGameThatEndsDoesNothingMore()
{
    Scenes game;
    game.writeScript("end.as", "class End : Node { int ticks = 0; void onTick(float dt) { "
                               "if (++ticks == 3) Game::quit(); } }");
    game.addScripted("end", "end.as", "End");
    VERIFY_OK(game.startAt(Start));
    game.tick(2);
    QVERIFY(!game.session->hasEnded());
    game.tick(5);
    QVERIFY(game.session->hasEnded());
    QCOMPARE(game.session->tickCount(), std::uint64_t{3});
}

void TestPlayScenes::equalGamesOverScenesHaveEqualHashes()
{
    std::vector<ContentHash> hashes[2];
    for (auto& run : hashes) {
        Scenes game;
        game.writeScript("below.as", Below);
        game.writeScript("above.as", Above);
        game.writeScene(Second, "above.as");
        game.addScripted("crate", "below.as", "Below");
        VERIFY_OK(game.startAt(Start));
        for (int i = 0; i < 60; ++i) {
            game.tick(1, i % 7 < 3 ? keys(PlayerKey::Forward) : 0);
            run.push_back(game.session->stateHash());
        }
    }
    QCOMPARE(hashes[0], hashes[1]);
}

CORE_TEST(TestPlayScenes)
} // namespace tst_play_scenes

#include "tst_play_scenes.moc"
