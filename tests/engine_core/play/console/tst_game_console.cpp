#include "engine_core/base/log.h"
#include "engine_core/play/input_recording.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_game_console
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr const char* Cheats = R"(class Cheats : Node
{
    bool god = false;
    int items = 0;
    string said;
    double speed = 0;
    bool bob = false;
    void onStart()
    {
        Console::command("god", "setGod", "Nothing hurts you");
        Console::command("give", "give", "Gives so many things");
        Console::command("say", "say");
        Console::command("restart", "restart", "Begins anew");
    }
    void onTick(float dt)
    {
        speed = Console::number("player.speed", 4, 0, 20, "Metres per second");
        bob = Console::toggle("bob", true);
        Console::text("title", "A game");
    }
    void setGod(bool on) { god = on; }
    void give(int count) { items += count; }
    void say(const string &in words) { said = words; }
    void restart() { items = -1; }
})";

struct Consoles : PlayFixture
{
    Consoles()
    {
        addFloor();
        writeScript("cheats.as", Cheats);
        cheats = addScripted("cheats", "cheats.as", "Cheats");
        sink = addLogSink([this](const LogMessage& message) {
            if (message.source == "console")
                told.push_back(message.text);
        });
    }

    EntityId cheats;
    std::vector<std::string> told;
    Connection sink;

    void begin()
    {
        ENGINE_EXPECT(start());
        tick(1);
    }

    /// Types the line; what the console says to it, without the line itself.
    std::string type(const std::string& line)
    {
        told.clear();
        ENGINE_EXPECT(session->type(line));
        tick(1);
        ENGINE_EXPECT(!told.empty());
        ENGINE_EXPECT(told.front() == "> " + line);
        std::string all;
        for (auto at = told.begin() + 1; at != told.end(); ++at)
            all += (all.empty() ? "" : "\n") + *at;
        return all;
    }

    [[nodiscard]] bool isOn(const char* property) const
    {
        return session->scriptProperty(cheats, property) == std::optional{Value{true}};
    }

    [[nodiscard]] double value(const char* property) const { return number(cheats, property); }
};
} // namespace

/// Commands and variables that scripts declare, typed while the game runs.
class TestGameConsole : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aCommandCallsItsMethod()
    {
        Consoles game;
        game.begin();
        QCOMPARE(game.type("god on"), std::string{});
        QVERIFY(game.isOn("god"));
        QCOMPARE(game.type("god false"), std::string{});
        QVERIFY(!game.isOn("god"));
        QCOMPARE(game.type("give   3"), std::string{});
        QCOMPARE(game.value("items"), 3.0);
        QCOMPARE(game.type("say 12 small # steps"), std::string{});
        QVERIFY(game.session->scriptProperty(game.cheats, "said") ==
                Value{std::string{"12 small # steps"}});
        QCOMPARE(game.type("say 12"), std::string{}); // a number is a text as well
        QVERIFY(game.session->scriptProperty(game.cheats, "said") == Value{std::string{"12"}});
        QCOMPARE(game.type("restart"), std::string{});
        QCOMPARE(game.value("items"), -1.0);
        QVERIFY(game.session->scriptErrors().empty());
    }

    void aVariableIsWhatIsTyped()
    {
        Consoles game;
        game.begin();
        QCOMPARE(game.value("speed"), 4.0);
        QCOMPARE(game.type("player.speed 7.5"),
                 std::string{"player.speed is 7.5, usually 4, from 0 to 20"});
        game.tick(1);
        QCOMPARE(game.value("speed"), 7.5);
        QCOMPARE(game.type("bob off"), std::string{"bob is off, usually on"});
        game.tick(1);
        QVERIFY(!game.isOn("bob"));
        QCOMPARE(game.type("title The end"), std::string{"title is 'The end', usually 'A game'"});
        QCOMPARE(game.type("title"), std::string{"title is 'The end', usually 'A game'"});
    }

    void whatIsWrongIsSaidInASentence_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("name") << "gid"
                              << "There is no 'gid'; the nearest is 'god', and 'help' lists all";
        QTest::newRow("range") << "player.speed 21"
                               << "'player.speed' takes a number from 0 to 20, not '21'";
        QTest::newRow("number") << "player.speed fast"
                                << "'player.speed' takes a number from 0 to 20, not 'fast'";
        QTest::newRow("nan") << "player.speed nan"
                             << "'player.speed' takes a number from 0 to 20, not 'nan'";
        QTest::newRow("switch") << "bob maybe"
                                << "'bob' is on or off, not 'maybe'";
        QTest::newRow("help")
            << "help nothing"
            << "There is no 'nothing'; the nearest is 'bob', and 'help' lists all";
    }

    void whatIsWrongIsSaidInASentence()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, sentence);
        Consoles game;
        game.begin();
        QCOMPARE(QString::fromStdString(game.type(line.toStdString())), sentence);
        QCOMPARE(game.value("speed"), 4.0);
        QVERIFY(game.session->scriptErrors().empty());
    }

    void aCommandSaysWhatItCannotTake()
    {
        Consoles game;
        game.begin();
        const auto said = game.type("god maybe");
        QVERIFY2(said.starts_with("'god' cannot do that: "), said.c_str());
        QVERIFY(!game.isOn("god"));
        QVERIFY(game.session->scriptErrors().empty());
    }

    void helpListsAllByName()
    {
        Consoles game;
        game.begin();
        QCOMPARE(game.type("help"),
                 std::string{"bob: on, usually on\n"
                             "clear: Empties this list\n"
                             "give: Gives so many things\n"
                             "god: Nothing hurts you\n"
                             "help: Lists commands and variables, or tells of the one behind it\n"
                             "pause: Lets the game stand still, and go on with the next one\n"
                             "player.speed: Metres per second (4, usually 4, from 0 to 20)\n"
                             "quit: Ends the game\n"
                             "restart: Begins anew\n"
                             "say\n"
                             "title: 'A game', usually 'A game'\n"
                             "where: Tells where the player stands and looks"});
        QCOMPARE(game.type("help give"), std::string{"give: Gives so many things"});
        std::vector<std::string> names;
        for (const auto& entry : game.session->consoleEntries())
            names.push_back(entry.name);
        QVERIFY((names == std::vector<std::string>{"bob", "clear", "give", "god", "help", "pause",
                                                   "player.speed", "quit", "restart", "say",
                                                   "title", "where"}));
    }

    void everyGameHasSomeCommands()
    {
        PlayFixture game;
        game.addFloor();
        std::vector<std::string> told;
        const auto sink = addLogSink([&](const LogMessage& message) {
            if (message.source == "console")
                told.push_back(message.text);
        });
        ENGINE_EXPECT(game.start());
        game.tick(1);
        const auto type = [&](const char* line) {
            told.clear();
            ENGINE_EXPECT(game.session->type(line));
            game.tick(1);
        };
        type("help");
        QCOMPARE(told.size(), std::size_t{6}); // the line itself and five commands
        type("where");
        QCOMPARE(told.size(), std::size_t{3});
        QVERIFY2(told[1].starts_with("The player stands at "), told[1].c_str());
        QVERIFY2(told[2].starts_with("The eyes are at "), told[2].c_str());
        type("pause");
        QVERIFY2(told.back().starts_with("The game stands still"), told.back().c_str());
        type("pause");
        QCOMPARE(told.back(), std::string{"The game goes on"});
        type("clear");
        QVERIFY(told.empty());
        QVERIFY(!game.session->hasEnded());
        type("quit");
        QVERIFY(game.session->hasEnded());
    }

    void aCommandOfAScriptTakesTheNameOfOneThatEveryGameHas()
    {
        Consoles game;
        game.writeScript("stop.as", R"(class Stop : Node
{
    bool stopped = false;
    void onStart() { Console::command("quit", "quit", "Asks first"); }
    void quit() { stopped = true; }
})");
        game.addScripted("stop", "stop.as", "Stop");
        game.begin();
        QCOMPARE(game.type("quit"), std::string{});
        QVERIFY(!game.session->hasEnded());
        QCOMPARE(game.type("help quit"), std::string{"quit: Asks first"});
    }

    void commandsGoWithTheirObjects()
    {
        Consoles game;
        game.writeScript("bomb.as", R"(class Bomb : Node
{
    void onStart() { Console::command("boom", "boom"); }
    void boom() { entity.destroy(); }
})");
        const auto first = game.addScripted("first", "bomb.as", "Bomb");
        const auto second = game.addScripted("second", "bomb.as", "Bomb");
        game.begin();
        QCOMPARE(game.type("boom"), std::string{}); // both hear it
        QVERIFY(!game.session->world().exists(first));
        QVERIFY(!game.session->world().exists(second));
        QVERIFY(game.type("boom").starts_with("There is no 'boom'"));
    }

    void whatScriptsDeclareIsChecked_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("method") << "Console::command(\"x\", \"nothing\");"
                                << "no public method";
        QTest::newRow("name") << "Console::command(\"a b\", \"onStart\");"
                              << "letters, digits";
        QTest::newRow("range") << "Console::number(\"x\", 5, 0, 4);"
                               << "finite range";
        QTest::newRow("kind") << "Console::number(\"x\", 5, 0, 9); Console::toggle(\"x\", true);"
                              << "another kind";
        QTest::newRow("many") << "for (int i = 0; i < 1000; i++) Console::number(\"v\" + i, 0, 0, "
                                 "1);"
                              << "500 variables at most";
    }

    void whatScriptsDeclareIsChecked()
    {
        QFETCH(const QString, code);
        QFETCH(const QString, sentence);
        Consoles game;
        game.writeScript("bad.as", "class Bad : Node { void onTick(float dt) { " +
                                       code.toStdString() + " } }");
        game.addScripted("bad", "bad.as", "Bad");
        game.begin();
        QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
        const auto message = QString::fromStdString(game.session->scriptErrors()[0].message);
        QVERIFY2(message.contains(sentence), qPrintable(message));
    }

    void linesAreInputAndPlayAgain()
    {
        Consoles game;
        game.begin();
        InputRecording recording;
        recording.ticks.resize(6);
        recording.ticks[1].console = "player.speed 9";
        recording.ticks[2].console = "give 2";
        recording.ticks[3].console = "give 2";
        recording.ticks[3].keys = keys(PlayerKey::Forward);
        const auto read = readRecording(writeRecording(recording));
        VERIFY_OK(read);
        for (std::size_t i = 0; i < 6; ++i)
            QCOMPARE(read->ticks[i].console, recording.ticks[i].console);
        QVERIFY(read->ticks[3].isDown(PlayerKey::Forward));
        for (const auto& tick : read->ticks)
            game.session->tick(tick);
        QCOMPARE(game.value("items"), 4.0);
        QCOMPARE(game.value("speed"), 9.0);
        const auto hash = game.session->stateHash();

        Consoles typed;
        typed.begin();
        VERIFY_OK(typed.session->type("player.speed 9"));
        VERIFY_OK(typed.session->type("give 2"));
        VERIFY_OK(typed.session->type("give 2"));
        const auto without = typed.session->stateHash();
        typed.tick(2); // a line a tick, from the next one on
        QCOMPARE(typed.value("items"), 2.0);
        typed.tick(1, keys(PlayerKey::Forward));
        typed.tick(3);
        QCOMPARE(typed.value("items"), 4.0);
        QVERIFY(typed.session->stateHash() != without);
        Q_UNUSED(hash);
    }

    void anEqualInputGivesAnEqualGame()
    {
        ContentHash hashes[2]{};
        for (auto& hash : hashes) {
            Consoles game;
            game.begin();
            PlayerInput input;
            input.console = "player.speed 9";
            game.session->tick(input);
            game.tick(3);
            hash = game.session->stateHash();
        }
        QCOMPARE(hashes[0], hashes[1]);
        Consoles other;
        other.begin();
        other.tick(4);
        QVERIFY(other.session->stateHash() != hashes[0]);
    }

    void typedLinesAreBounded()
    {
        Consoles game;
        game.begin();
        QVERIFY(!game.session->type(""));
        QVERIFY(!game.session->type("   "));
        QVERIFY(!game.session->type("one\ntwo"));
        QVERIFY(!game.session->type(std::string(1001, 'x')));
        for (int i = 0; i < 100; ++i)
            VERIFY_OK(game.session->type("give 1"));
        const auto refused = game.session->type("give 1");
        QVERIFY(!refused);
        QCOMPARE(refused.error().message(), std::string{"100 lines wait for the game already"});
    }

    void itWorksUnderAMenuAndInAPause()
    {
        Consoles game;
        game.writeScript("pause.as", R"(class Pause : Node
{
    void onTick(float dt) { Game::pause(); }
    void onPausedTick(float dt) { Hud::menu("pause", "Paused"); Hud::button("On"); }
})");
        game.addScripted("pause", "pause.as", "Pause");
        game.begin();
        game.tick(2);
        QCOMPARE(game.type("give 3"), std::string{});
        QCOMPARE(game.value("items"), 3.0);
    }
};

PLAIN_TEST(TestGameConsole)
} // namespace tst_game_console

#include "tst_game_console.moc"
