#include "engine_core/play/hud/hud.h"
#include "engine_core/play/saves/play_saves.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_play_app
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr const char* App = R"(class Game : Node
{
    int ticks = 0;
    void onStart() { Game::setText("log", "app "); }
    void onTick(float dt)
    {
        Game::setNumber("ticks", ++ticks);
        Hud::text("ticks", Anchor::Top);
        if (ticks == 5)
            Game::load("scenes/second.scene.json");
        if (ticks == 12)
            Game::pause();
        if (ticks == 15)
            Game::resume();
    }
    void onStop() { Save::setNumber("ticks", ticks); }
})";

constexpr const char* Thing = R"(class Thing : Node
{
    string log;
    int ticks = 0;
    double ofApp = 0;
    void onStart()
    {
        Game::setText("log", Game::getText("log") + "thing ");
        log = Game::getText("log");
    }
    void onTick(float dt)
    {
        ++ticks;
        ofApp = Game::getNumber("ticks");
    }
})";

struct AppGame : PlayFixture
{
    explicit AppGame(const std::string& app = "game.as:Game")
    {
        addFloor();
        ENGINE_EXPECT(
            writeFileAtomically(folder / "project.json", "{\"format\":1,\"app\":\"" + app + "\"}"));
        writeScript("game.as", App);
        writeScript("thing.as", Thing);
        thing = addScripted("thing", "thing.as", "Thing");
        ENGINE_EXPECT(saveScene(world, types, folder / "scenes/second.scene.json"));
    }

    [[nodiscard]] fs::path saves() const { return folder / "saves.json"; }

    [[nodiscard]] Result<void> startWithSaves()
    {
        auto given = setup();
        given.saves = saves();
        auto started = PlaySession::start(world, given);
        if (!started)
            return started.error();
        session = *std::move(started);
        return {};
    }

    EntityId thing;
};
} // namespace

/// The object of a project's App class.
class TestPlayApp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneObjectLivesThroughAllScenes();
    void whatItFailsInIsSaidAndTheGameGoesOn();
    void aWrongNameIsSaid();
    void aChangedFileIsLoadedAgain();
    void theEndOfAGameMayAskTheGame();
};

void TestPlayApp::oneObjectLivesThroughAllScenes()
{
    AppGame game;
    VERIFY_OK(game.startWithSaves());
    game.tick(1);
    const auto log = game.session->scriptProperty(game.thing, "log");
    QCOMPARE(*log->as<std::string>(), std::string{"app thing "});
    game.tick(9);
    QVERIFY(!game.session->playsEdited());
    QCOMPARE(*game.session->scriptProperty(game.thing, "log")->as<std::string>(),
             std::string{"app thing thing "});
    QCOMPARE(game.number(game.thing, "ticks"), 5.0);
    QCOMPARE(game.number(game.thing, "ofApp"), 10.0); // it comes first in each tick
    game.tick(5);
    QCOMPARE(game.number(game.thing, "ticks"), 7.0); // 12 is the last one before the pause
    QCOMPARE(game.session->hud().items().size(), std::size_t{1});
    game.tick(1);
    QCOMPARE(game.number(game.thing, "ticks"), 8.0);
    game.session.reset();
    QCOMPARE(PlaySaves{game.saves()}.get("ticks"), Value{16.0});
}

void TestPlayApp::theEndOfAGameMayAskTheGame()
{
    AppGame game;
    const std::string asks =
        "Game::resume(); Game::pause(); Save::setText(\"SAVED\", Game::scene() "
        "+ (Game::isPaused() ? \"paused\" : \"runs\"));";
    const auto asking = [&](const char* saved) {
        auto text = asks;
        return text.replace(text.find("SAVED"), 5, saved);
    };
    game.writeScript("game.as", "class Held { ~Held() { " + asking("ofApp") + " } }\n" +
                                    "class Game : Node { Held held; void onStop() { " +
                                    asking("app") + " } }");
    game.writeScript("thing.as", "class Held { ~Held() { " + asking("ofThing") + " } }\n" +
                                     "class Thing : Node { Held held; void onStop() { " +
                                     asking("thing") + " } }");
    VERIFY_OK(game.startWithSaves());
    game.tick(3);
    game.session.reset();
    const PlaySaves kept{game.saves()};
    QCOMPARE(kept.get("app"), Value{std::string{"paused"}});
    QCOMPARE(kept.get("thing"), Value{std::string{"paused"}});
}

void TestPlayApp::whatItFailsInIsSaidAndTheGameGoesOn()
{
    AppGame game;
    game.writeScript("game.as",
                     "class Game : Node { void onTick(float dt) { Game::load(\"none\"); } }");
    VERIFY_OK(game.start());
    game.tick(5);
    QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
    const auto& said = game.session->scriptErrors().front().message;
    QVERIFY2(said.starts_with("the App class was stopped: scripts/game.as:1: 'none' is no scene"),
             said.c_str());
    QCOMPARE(game.number(game.thing, "ticks"), 5.0);
}

void TestPlayApp::aWrongNameIsSaid()
{
    AppGame missing{"none.as:Game"};
    auto started = missing.start();
    QVERIFY(!started);
    QVERIFY2(started.error().message().starts_with("The App class of the project: "),
             started.error().message().c_str());
    AppGame other{"game.as:Nobody"};
    started = other.start();
    QVERIFY(!started);
    QVERIFY2(started.error().message().find("'Nobody'") != std::string::npos,
             started.error().message().c_str());
}

void TestPlayApp::aChangedFileIsLoadedAgain()
{
    AppGame game;
    VERIFY_OK(game.start());
    game.tick(3);
    game.writeScript("game.as", "class Game : Node { int ticks = 0; void onTick(float dt) { "
                                "ticks += 100; Game::setNumber(\"ticks\", ticks); } }");
    VERIFY_OK(game.session->reloadScripts());
    game.tick(1);
    QCOMPARE(game.number(game.thing, "ofApp"), 103.0);
}

CORE_TEST(TestPlayApp)
} // namespace tst_play_app

#include "tst_play_app.moc"
