#include "engine_core/play/player_bindings.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_script_bindings
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr const char* Options = R"(class Options : Node
{
    string labels;
    string shared;
    bool waits = false;
    int tick = 0;
    void onTick(float dt)
    {
        if (tick == 1)
            Input::rebind("Jump");
        if (tick == 4)
            Input::resetBindings("Jump");
        waits = Input::isRebinding();
        array<string>@ now = Input::bindings("Jump");
        labels = "";
        for (uint i = 0; i < now.length(); i++)
            labels += now[i] + ";";
        shared = "";
        array<string>@ others = Input::sharing("Jump");
        for (uint i = 0; i < others.length(); i++)
            shared += others[i] + ";";
        ++tick;
    }
})";

/// A player's bindings whose key is pressed by the test.
struct Bindings final : PlayerBindings
{
    [[nodiscard]] InputMap map() const override { return now; }

    void listen(const std::string& action) override { listened = action; }

    [[nodiscard]] bool isListening() const override { return !listened.empty(); }

    void reset(const std::string& action) override
    {
        now.action(action)->bindings = InputMap::usual().action(action)->bindings;
    }

    void press(const char* source)
    {
        now.action(listened)->bindings = {*InputSource::named(source)};
        listened.clear();
    }

    InputMap now = InputMap::usual();
    std::string listened;
};

struct OptionsGame : PlayFixture
{
    OptionsGame()
    {
        addFloor();
        writeScript("options.as", Options);
        menu = addScripted("options", "options.as", "Options");
    }

    EntityId menu;

    [[nodiscard]] Result<void> startWith(PlayerBindings* bindings)
    {
        auto given = setup();
        given.bindings = bindings;
        auto started = PlaySession::start(world, given);
        if (!started)
            return started.error();
        session = *std::move(started);
        return {};
    }

    [[nodiscard]] std::string text(const char* property) const
    {
        const auto value = session->scriptProperty(menu, property);
        return value && value->as<std::string>() != nullptr ? *value->as<std::string>()
                                                            : std::string{};
    }

    [[nodiscard]] bool waits() const
    {
        return session->scriptProperty(menu, "waits") == std::optional{Value{true}};
    }
};
} // namespace

/// A game's own page for keys.
class TestScriptBindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aScriptBindsWhatThePlayerPresses()
    {
        Bindings bindings;
        OptionsGame game;
        VERIFY_OK(game.startWith(&bindings));
        game.tick(1);
        QCOMPARE(game.text("labels"), std::string{"Space;Pad A;"});
        QCOMPARE(game.text("shared"), std::string{}); // MenuChoose counts in menus alone
        game.tick(2);
        QVERIFY(game.waits());
        QCOMPARE(bindings.listened, std::string{"Jump"});
        bindings.press("key.E");
        game.tick(1);
        QVERIFY(!game.waits());
        QCOMPARE(game.text("labels"), std::string{"E;"});
        QCOMPARE(game.text("shared"), std::string{"Use;"});
        game.tick(1);
        QCOMPARE(game.text("labels"), std::string{"Space;Pad A;"});
        QVERIFY(game.session->scriptErrors().empty());
    }

    void whereNobodyPlaysNothingHappens()
    {
        OptionsGame game;
        VERIFY_OK(game.startWith(nullptr));
        game.tick(6);
        QVERIFY(!game.waits());
        QCOMPARE(game.text("labels"), std::string{"Space;Pad A;"});
        QVERIFY(game.session->scriptErrors().empty());
    }

    void namesAreChecked_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("unknown") << "Input::rebind('Jmp');"
                                 << "the nearest is 'Jump'";
        QTest::newRow("axis") << "Input::rebind('LookUp');"
                              << "'LookUp' is an axis";
    }

    void namesAreChecked()
    {
        QFETCH(const QString, code);
        QFETCH(const QString, sentence);
        PlayFixture game;
        game.addFloor();
        game.writeScript("bad.as", "class Bad : Node { void onTick(float dt) { " +
                                       code.toStdString() + " } }");
        game.addScripted("bad", "bad.as", "Bad");
        VERIFY_OK(game.start());
        game.tick(1);
        QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
        const auto message = QString::fromStdString(game.session->scriptErrors()[0].message);
        QVERIFY2(message.contains(sentence), qPrintable(message));
    }
};

PLAIN_TEST(TestScriptBindings)
} // namespace tst_script_bindings

#include "tst_script_bindings.moc"
