#include "engine_core/assets/input/input_map.h"
#include "engine_core/play/device_input.h"
#include "engine_core/play/hud/hud.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_hud_menus
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Three buttons below a label, a slider, a choice and a switch; counts what is chosen.
constexpr const char* Menu = R"(class Menu : Node
{
    bool isShown = true;
    int first = 0;
    int second = 0;
    int left = 0;
    double volume = 0.5;
    int level = 0;
    bool bob = false;
    int jumps = 0;
    void onTick(float dt)
    {
        if (Input::wasPressed(Key::Jump))
            ++jumps;
        if (!isShown)
            return;
        array<string> levels = {"easy", "hard"};
        Hud::menu("main", "Menu");
        Hud::label("Choose");
        if (Hud::button("First"))
            ++first;
        if (Hud::button("Second"))
        {
            ++second;
            isShown = false;
        }
        volume = Hud::slider("Volume", volume, 0, 1, 0.1);
        level = Hud::choice("Level", level, levels);
        bob = Hud::toggle("Head bob", bob);
        if (Hud::back())
            ++left;
    }
})";

/// One button, which closes the menu; the game has an action "Attack" and an axis "Steer".
constexpr const char* Closing = R"(class Menu : Node
{
    bool isShown = true;
    int attacks = 0;
    double forward = 0;
    void onTick(float dt)
    {
        if (Input::wasPressed("Attack") || Input::action("Attack"))
            ++attacks;
        forward += Input::value("Forward");
        if (!isShown)
            return;
        Hud::menu("main", "Menu");
        if (Hud::button("Go on"))
            isShown = false;
    }
})";

PlayerInput withValues(std::uint32_t keys, std::vector<ActionValue> values)
{
    PlayerInput input;
    input.keys = keys;
    input.values = std::move(values);
    return input;
}

struct Menus : PlayFixture
{
    Menus()
    {
        addFloor();
        auto map = InputMap::usual();
        map.actions.push_back({"Attack", {*InputSource::named("mouse.left")}});
        map.axes.push_back({"Steer", {}, {}});
        assets.setInput(std::make_shared<const InputMap>(std::move(map)));
    }

    EntityId menu;

    void begin(const char* script)
    {
        writeScript("menu.as", script);
        menu = addScripted("menu", "menu.as", "Menu");
        ENGINE_EXPECT(start());
        tick(1);
    }

    /// Presses the key, and lets go of it.
    void press(PlayerKey key)
    {
        tick(1, keys(key));
        tick(1);
    }

    /// The same of what the map makes of a key or a controller's button.
    void press(const InputMap& map, const char* source)
    {
        DeviceState held;
        held.press(*InputSource::named(source));
        session->tick(inputFrom(map, held, {}, 0));
        tick(1);
    }

    [[nodiscard]] double number(const char* property) const
    {
        return PlayFixture::number(menu, property);
    }

    /// What is written in the brightest letters: the row that has the focus.
    [[nodiscard]] std::string focused() const
    {
        std::string found;
        for (const auto& item : session->hud().items())
            if (item.kind == HudItem::Kind::Text && item.side == HudSide::Left &&
                item.color == Color{1, 1, 1})
                found = item.text;
        return found;
    }
};
} // namespace

/// What scripts show as menus, and how the player steers them.
class TestHudMenus : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theKeysMoveTheFocusRoundAndChoose();
    void theWorldHearsNoKeyOfAMenu();
    void theWorldHearsNoNamedActionOfAMenu();
    void aHeldStickIsHeldBackUntilItRests();
    void whatIsHeldBackIsPartOfTheState();
    void aControllerMovesChoosesAndLeaves();
    void enterChooses();
    void valuesChangeToBothSides();
    void thePointerFocusesAndTheMouseChooses();
    void thePointerIsPartOfTheState();
    void aMenuCanBeLeft();
    void whatIsOutOfProportionIsSaid();
};

void TestHudMenus::theKeysMoveTheFocusRoundAndChoose()
{
    Menus game;
    game.begin(Menu);
    QCOMPARE(game.focused(), std::string{"First"});
    game.press(PlayerKey::Forward);
    QCOMPARE(game.focused(), std::string{"Head bob"});
    game.press(PlayerKey::Back);
    game.press(PlayerKey::Use);
    QCOMPARE(game.number("first"), 1.0);
    game.tick(60, keys(PlayerKey::Use)); // it is held: chosen once
    QCOMPARE(game.number("first"), 2.0);
    game.tick(1);
    game.tick(30, keys(PlayerKey::Back)); // held, it goes on by itself after a while
    QCOMPARE(game.focused(), std::string{"Volume"});
}

void TestHudMenus::theWorldHearsNoKeyOfAMenu()
{
    Menus game;
    game.begin(Menu);
    game.tick(60); // it has come to rest
    const auto stood = game.session->player().position;
    game.press(PlayerKey::Back);
    QCOMPARE(game.focused(), std::string{"Second"});
    game.tick(10, keys(PlayerKey::Jump)); // chooses, which closes the menu
    QCOMPARE(game.number("second"), 1.0);
    const auto moved = glm::distance(game.session->player().position, stood);
    QVERIFY2(moved < 1e-6, qPrintable(QString::number(moved)));
    QCOMPARE(game.number("jumps"), 0.0);
    QVERIFY(game.session->hud().items().empty());
    game.tick(1);
    game.tick(1, keys(PlayerKey::Jump)); // pressed anew
    QCOMPARE(game.number("jumps"), 1.0);
}

/// The mouse button that chooses fires as well, in a project that has bound it to an action.
void TestHudMenus::theWorldHearsNoNamedActionOfAMenu()
{
    Menus game;
    game.begin(Closing);
    const auto click = withValues(keys(PlayerKey::Use), {{"Attack", 1}});
    for (int i = 0; i < 5; ++i)
        game.session->tick(click);
    QVERIFY(game.session->scriptErrors().empty());
    QCOMPARE(game.number("attacks"), 0.0);
    game.tick(1);
    game.session->tick(withValues(0, {{"Attack", 1}})); // pressed anew
    QCOMPARE(game.number("attacks"), 1.0);
}

void TestHudMenus::aHeldStickIsHeldBackUntilItRests()
{
    Menus game;
    game.begin(Closing);
    const auto forward = static_cast<std::uint32_t>(PlayerKey::Forward);
    for (int i = 0; i < 5; ++i)
        game.session->tick(withValues(forward | keys(PlayerKey::Use), {{"Forward", 0.7}}));
    QCOMPARE(game.number("forward"), 0.0);
    game.session->tick(withValues(0, {{"Forward", 0.4}})); // on its way back
    game.session->tick(withValues(0, {{"Forward", 0.05}}));
    QVERIFY(game.number("forward") < 0.1);
    game.session->tick(withValues(forward, {{"Forward", 0.7}}));
    QVERIFY(std::abs(game.number("forward") - 0.7) < 0.1);
}

void TestHudMenus::whatIsHeldBackIsPartOfTheState()
{
    Menus one;
    Menus other;
    one.begin(Closing);
    other.begin(Closing);
    for (auto* game : {&one, &other})
        game->tick(1, keys(PlayerKey::Use)); // closes it
    one.session->tick(withValues(0, {{"Attack", 1}}));
    other.session->tick(withValues(0, {{"Steer", 1}}));
    QVERIFY(one.session->stateHash() != other.session->stateHash());
    for (auto* game : {&one, &other})
        game->tick(2);
    QCOMPARE(one.session->stateHash(), other.session->stateHash());
}

void TestHudMenus::valuesChangeToBothSides()
{
    Menus game;
    game.begin(Menu);
    game.press(PlayerKey::Back);
    game.press(PlayerKey::Back);
    QCOMPARE(game.focused(), std::string{"Volume"});
    game.press(PlayerKey::Right);
    QCOMPARE(game.number("volume"), 0.6);
    game.tick(200, keys(PlayerKey::Left));
    QCOMPARE(game.number("volume"), 0.0);
    game.tick(1);
    game.press(PlayerKey::Back);
    game.press(PlayerKey::Left); // round
    QCOMPARE(game.number("level"), 1.0);
    game.press(PlayerKey::Use);
    QCOMPARE(game.number("level"), 0.0);
    game.press(PlayerKey::Back);
    game.press(PlayerKey::Right);
    QCOMPARE(*game.session->scriptProperty(game.menu, "bob")->as<bool>(), true);
}

void TestHudMenus::thePointerFocusesAndTheMouseChooses()
{
    Menus game;
    game.begin(Menu);
    const auto plain = game.session->hud().items().size();
    // Rows are 38 points high, and six of them follow a title of 64: the second button is the
    // third.
    const double down = 64.0 / 2 + (2.5 - 3) * 38;
    game.tick(1, 0, {0, -down / 450});
    QCOMPARE(game.focused(), std::string{"Second"});
    QVERIFY(game.session->hud().items().size() > plain); // an arrow is drawn
    game.tick(1, 0, {0, 320.0 / 450});                   // beside all rows
    game.tick(1, keys(PlayerKey::Fire));
    QCOMPARE(game.number("second"), 0.0);
    game.tick(1, 0, {0, -320.0 / 450});
    game.tick(1, keys(PlayerKey::Fire));
    QCOMPARE(game.number("second"), 1.0);
}

void TestHudMenus::thePointerIsPartOfTheState()
{
    Menus one;
    Menus other;
    one.begin(Menu);
    other.begin(Menu);
    for (int i = 0; i < 20; ++i) {
        const Vec2d look{0.01 * i, -0.02};
        one.tick(1, 0, look);
        other.tick(1, 0, look);
        QCOMPARE(one.session->stateHash(), other.session->stateHash());
    }
    one.tick(1, 0, {-0.01, 0});
    other.tick(1);
    QVERIFY(one.session->stateHash() != other.session->stateHash());
}

void TestHudMenus::aMenuCanBeLeft()
{
    Menus game;
    game.begin(Menu);
    game.press(PlayerKey::Crouch);
    game.press(PlayerKey::AltFire);
    QCOMPARE(game.number("left"), 2.0);
}

/// However its keys are bound: here nothing but the menu's own actions.
void TestHudMenus::aControllerMovesChoosesAndLeaves()
{
    auto map = InputMap::usual();
    for (auto& action : map.actions)
        if (keyNamed(action.name) != 0)
            action.bindings.clear();
    Menus game;
    game.begin(Menu);
    game.press(map, "pad.dpadUp");
    QCOMPARE(game.focused(), std::string{"Head bob"});
    game.press(map, "pad.a");
    QVERIFY(game.session->scriptProperty(game.menu, "bob") == Value{true});
    game.press(map, "pad.dpadDown");
    game.press(map, "pad.a");
    QCOMPARE(game.number("first"), 1.0);
    game.press(map, "pad.dpadDown");
    game.press(map, "pad.dpadDown");
    game.press(map, "pad.dpadRight");
    QCOMPARE(game.number("volume"), 0.6);
    game.press(map, "pad.dpadLeft");
    game.press(map, "pad.dpadLeft");
    QCOMPARE(game.number("volume"), 0.4);
    game.press(map, "pad.b");
    QCOMPARE(game.number("left"), 1.0);
    game.press(InputMap::usual(), "pad.leftStickUp"); // as a key that walks
    QCOMPARE(game.focused(), std::string{"Second"});
}

void TestHudMenus::enterChooses()
{
    for (const auto* key : {"key.Return", "key.Enter"}) {
        Menus game;
        game.begin(Menu);
        game.press(InputMap::usual(), key);
        game.press(InputMap::usual(), key);
        QCOMPARE(game.number("first"), 2.0);
    }
}

void TestHudMenus::whatIsOutOfProportionIsSaid()
{
    const std::pair<const char*, const char*> wrong[] = {
        {"Hud::button(\"lost\");", "A row belongs to a menu: call Hud::menu() before"},
        {"Hud::menu(\"\");", "A menu's name must have 1 to 120 bytes, and its title no more"},
        {"Hud::menu(\"wide\", \"\", Vec2(0, 0), 1e9);", "A menu must be 200 to 900 points wide"},
        {"Hud::menu(\"m\"); while (true) Hud::label(\"row\");", "A menu can have 14 rows at most"},
        {"int i = 0; while (true) Hud::menu(\"m\" + i++);", "A game can have 100 menus at most"},
        {"Hud::menu(\"m\"); Hud::slider(\"s\", 0, 1, 1);",
         "A slider needs finite numbers, a most above its least, and a step above 0"}};
    for (const auto& [code, sentence] : wrong) {
        Menus game;
        game.begin(
            (std::string{"class Menu : Node { void onTick(float dt) { "} + code + " } }").c_str());
        game.tick(2);
        QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
        const auto& said = game.session->scriptErrors().front().message;
        QVERIFY2(said.starts_with(sentence), said.c_str());
    }
}

CORE_TEST(TestHudMenus)
} // namespace tst_hud_menus

#include "tst_hud_menus.moc"
