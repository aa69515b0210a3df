#include "editor/app/actions/keymap.h"
#include "editor/app/play/game_rebinding.h"
#include "editor/app/play/play_controller.h"
#include "editor/app/play/user_bindings.h"
#include "editor/views/game_keys.h"
#include "engine_core/assets/input/input_map.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QSettings>
#include <QtTest>

namespace tst_game_input
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
void sendKey(
    QWidget& to, QEvent::Type type, int key, Qt::KeyboardModifiers modifiers, quint32 scanCode)
{
    QKeyEvent event{type, key, modifiers, scanCode, 0, 0};
    QApplication::sendEvent(&to, &event);
}
} // namespace

/// What keys, mouse and controllers do in a game that the editor plays.
class TestGameInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void everyKeyThatCanBeBoundIsAKeyOfQt();
    void keysOfTheProjectReachTheGame();
    void theUsersOwnBindingsGoFirst();
    void keysOfOlderSettingsStillCount();
    void aBindingThatIsChangedHoldsWithTheNextClick();
    void aGameRebindsWhatIsPressedNext();
    void aTapIsNotLost();
    void shiftLeavesKeysWhatTheyAre_data();
    void shiftLeavesKeysWhatTheyAre();
    void aKeyIsReleasedByItsPlace();
    void otherLayoutsKeepTheirKeysUnderShift();
    void aControllerCountsWhileTheGameHasTheMouse();

private:
    ViewportWidget& play();
    void useDash();

    WindowFixture m_fixture;
};

void TestGameInput::init()
{
    QSettings{}.clear();
    m_fixture.window().context().workspace().assets().setInput(nullptr);
}

void TestGameInput::cleanup()
{
    m_fixture.window().play().stop();
    QSettings{}.clear();
}

/// Starts the game, paused: nobody else takes what keys and mouse did.
ViewportWidget& TestGameInput::play()
{
    m_fixture.command("play.start");
    m_fixture.command("play.pause");
    auto& view = *m_fixture.window().play().view();
    static_cast<void>(view.takePlayerInput());
    return view;
}

void TestGameInput::useDash()
{
    auto map = InputMap::usual();
    map.actions.push_back(
        {"Dash", {*InputSource::named("key.Q"), *InputSource::named("mouse.middle")}});
    map.action("Jump")->bindings = {*InputSource::named("key.J")};
    m_fixture.window().context().workspace().assets().setInput(
        std::make_shared<const InputMap>(std::move(map)));
}

void TestGameInput::everyKeyThatCanBeBoundIsAKeyOfQt()
{
    std::size_t found = 0;
    std::vector<bool> seen(InputSource::count());
    for (int key = Qt::Key_Space; key <= Qt::Key_QuoteLeft; ++key)
        if (const auto source = sourceOfKey(key))
            seen[source->index()] = true;
    for (int key = Qt::Key_Escape; key <= Qt::Key_AltGr + 32; ++key)
        if (const auto source = sourceOfKey(key))
            seen[source->index()] = true;
    if (const auto source = sourceOfKey(Qt::Key_AltGr))
        seen[source->index()] = true;
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (const auto source = InputSource::at(i); source.device() == InputDevice::Keyboard) {
            QVERIFY2(seen[i], std::string{source.name()}.c_str());
            ++found;
        }
    QVERIFY(found > 75);
    QVERIFY(!sourceOfKey(Qt::Key_Escape));
}

void TestGameInput::keysOfTheProjectReachTheGame()
{
    useDash();
    auto& view = play();
    QTest::keyPress(&view, Qt::Key_Q);
    QTest::keyPress(&view, Qt::Key_Space);
    QTest::keyPress(&view, Qt::Key_W);
    auto input = view.takePlayerInput();
    QCOMPARE(input.valueOf("Dash"), 1.0);
    QVERIFY(input.isDown(PlayerKey::Forward));
    QVERIFY(!input.isDown(PlayerKey::Jump)); // the project has another key for it
    QTest::keyRelease(&view, Qt::Key_Q);
    QTest::keyPress(&view, Qt::Key_J);
    QTest::mousePress(&view, Qt::MiddleButton, {}, view.rect().center());
    input = view.takePlayerInput();
    QVERIFY(input.isDown("Dash") && input.isDown(PlayerKey::Jump));
    QTest::mouseRelease(&view, Qt::MiddleButton, {}, view.rect().center());
    QVERIFY(!view.takePlayerInput().isDown("Dash"));
}

void TestGameInput::theUsersOwnBindingsGoFirst()
{
    useDash();
    setUserBindings({"Dash"}, {*InputSource::named("key.G")});
    auto& view = play();
    QTest::keyPress(&view, Qt::Key_Q);
    QVERIFY(!view.takePlayerInput().isDown("Dash"));
    QTest::keyPress(&view, Qt::Key_G);
    QVERIFY(view.takePlayerInput().isDown("Dash"));
    QVERIFY(hasUserBindings({"Dash"}) && !hasUserBindings({"Jump"}));
    setUserBindings({"Dash"}, {});
    QVERIFY(withUserBindings(InputMap::usual()) == InputMap::usual()); // it has no such action
    QVERIFY(hasUserBindings({"Dash"}));
    resetUserBindings({"Dash"});
    QVERIFY(!hasUserBindings({"Dash"}));
}

void TestGameInput::keysOfOlderSettingsStillCount()
{
    auto keymap = Keymap::load();
    keymap.set("viewkey.gameJump", {QKeySequence{Qt::Key_K}});
    QVERIFY(hasUserBindings({"Jump"}));
    const auto map = withUserBindings(InputMap::usual());
    QCOMPARE(std::string{map.action("Jump")->bindings[0].name()}, std::string{"key.K"});
    QCOMPARE(std::string{map.action("Jump")->bindings[1].name()}, std::string{"pad.a"});
    resetUserBindings({"Jump"});
    QVERIFY(withUserBindings(InputMap::usual()) == InputMap::usual());
}

void TestGameInput::aBindingThatIsChangedHoldsWithTheNextClick()
{
    auto& view = play();
    view.releaseMouseCapture();
    setUserBindings({"Jump"}, {*InputSource::named("mouse.wheelUp")});
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.rect().center());
    QVERIFY(view.isMouseCaptured());
    const QPointF middle{view.rect().center()};
    QWheelEvent wheel{middle, view.mapToGlobal(middle), {},   {0, 120}, {},
                      {},     Qt::NoScrollPhase,        false};
    QApplication::sendEvent(&view, &wheel);
    QVERIFY(view.takePlayerInput().withTaps().isDown(PlayerKey::Jump));
    QVERIFY(!view.takePlayerInput().withTaps().isDown(PlayerKey::Jump));
}

/// In place of the bindings of the same device, for the user; nothing of it reaches the game.
void TestGameInput::aGameRebindsWhatIsPressedNext()
{
    useDash();
    auto& view = play();
    int changes = 0;
    auto& assets = m_fixture.window().context().workspace().assets();
    GameRebinding rebinding{assets,
                            [&] {
                                ++changes;
                                view.setGameInput(
                                    [&] { return withUserBindings(inputOf(assets.project())); });
                            },
                            [&]() -> QWidget* {
                                return &view;
                            }};
    rebinding.listen("Use");
    QVERIFY(rebinding.isListening());
    QTest::keyClick(&view, Qt::Key_K);
    QVERIFY(!rebinding.isListening());
    QCOMPARE(changes, 1);
    const auto map = rebinding.map();
    const auto& bindings = map.action("Use")->bindings;
    QCOMPARE(bindings.size(), std::size_t{2});
    QCOMPARE(std::string{bindings[0].name()}, std::string{"key.K"});
    QCOMPARE(std::string{bindings[1].name()}, std::string{"pad.x"}); // controllers keep theirs
    QVERIFY(hasUserBindings({"Use"}));
    QVERIFY(!view.takePlayerInput().withTaps().isDown(PlayerKey::Use));
    QTest::keyPress(&view, Qt::Key_K);
    QVERIFY(view.takePlayerInput().isDown(PlayerKey::Use));
    QTest::keyRelease(&view, Qt::Key_K);
    QTest::keyPress(&view, Qt::Key_E);
    QVERIFY(!view.takePlayerInput().isDown(PlayerKey::Use));
    QTest::keyRelease(&view, Qt::Key_E);

    rebinding.listen("Use");
    QTest::mouseClick(&view, Qt::MiddleButton, {}, view.rect().center());
    QCOMPARE(std::string{rebinding.map().action("Use")->bindings[0].name()},
             std::string{"mouse.middle"});
    QVERIFY((rebinding.map().sharing("Use") == std::vector<std::string>{"Dash"}));

    rebinding.listen("Use");
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!rebinding.isListening());
    QVERIFY(view.isMouseCaptured()); // that Esc was the answer
    QCOMPARE(changes, 2);
    rebinding.reset("Use");
    QVERIFY(!hasUserBindings({"Use"}));
    QCOMPARE(changes, 3);
}

void TestGameInput::aTapIsNotLost()
{
    auto& view = play();
    QTest::keyClick(&view, Qt::Key_E);
    const auto input = view.takePlayerInput();
    QVERIFY(!input.isDown(PlayerKey::Use));
    QVERIFY(input.withTaps().isDown(PlayerKey::Use));
}

void TestGameInput::shiftLeavesKeysWhatTheyAre_data()
{
    QTest::addColumn<int>("plain");
    QTest::addColumn<int>("shifted");
    QTest::addColumn<quint32>("place"); // as X11 counts them
    QTest::addColumn<QString>("source");
    QTest::newRow("digit") << int{Qt::Key_1} << int{Qt::Key_Exclam} << 10U << "key.1";
    QTest::newRow("last digit") << int{Qt::Key_0} << int{Qt::Key_ParenRight} << 19U << "key.0";
    QTest::newRow("point") << int{Qt::Key_Period} << int{Qt::Key_Greater} << 60U << "key.Period";
    QTest::newRow("tab") << int{Qt::Key_Tab} << int{Qt::Key_Backtab} << 23U << "key.Tab";
    QTest::newRow("letter") << int{Qt::Key_Q} << int{Qt::Key_Q} << 24U << "key.Q";
}

/// Shift is Run: it is held while other keys come and go.
void TestGameInput::shiftLeavesKeysWhatTheyAre()
{
    QFETCH(int, plain);
    QFETCH(int, shifted);
    QFETCH(quint32, place);
    QFETCH(QString, source);
    setUserBindings({"Jump"}, {*InputSource::named(source.toStdString())});
    auto& view = play();
    for (const quint32 scanCode : {0U, place}) { // not every platform tells it
        const quint32 shiftCode = scanCode == 0 ? 0 : 50;
        sendKey(view, QEvent::KeyPress, Qt::Key_Shift, Qt::ShiftModifier, shiftCode);
        sendKey(view, QEvent::KeyPress, shifted, Qt::ShiftModifier, scanCode);
        QVERIFY(view.takePlayerInput().isDown(PlayerKey::Jump));
        sendKey(view, QEvent::KeyRelease, Qt::Key_Shift, Qt::NoModifier, shiftCode);
        QVERIFY(view.takePlayerInput().isDown(PlayerKey::Jump));
        sendKey(view, QEvent::KeyRelease, plain, Qt::NoModifier, scanCode);
        QVERIFY(!view.takePlayerInput().isDown(PlayerKey::Jump));
        sendKey(view, QEvent::KeyPress, plain, Qt::NoModifier, scanCode);
        sendKey(view, QEvent::KeyPress, Qt::Key_Shift, Qt::ShiftModifier, shiftCode);
        QVERIFY(view.takePlayerInput().isDown(PlayerKey::Jump));
        sendKey(view, QEvent::KeyRelease, shifted, Qt::ShiftModifier, scanCode);
        const auto input = view.takePlayerInput();
        QVERIFY(!input.isDown(PlayerKey::Jump) && input.isDown(PlayerKey::Run));
        sendKey(view, QEvent::KeyRelease, Qt::Key_Shift, Qt::NoModifier, shiftCode);
    }
}

/// Both Shifts are one key to Qt.
void TestGameInput::aKeyIsReleasedByItsPlace()
{
    auto& view = play();
    sendKey(view, QEvent::KeyPress, Qt::Key_Shift, Qt::ShiftModifier, 50);
    sendKey(view, QEvent::KeyPress, Qt::Key_Shift, Qt::ShiftModifier, 62);
    sendKey(view, QEvent::KeyRelease, Qt::Key_Shift, Qt::ShiftModifier, 50);
    QVERIFY(view.takePlayerInput().isDown(PlayerKey::Run));
    sendKey(view, QEvent::KeyRelease, Qt::Key_Shift, Qt::NoModifier, 62);
    QVERIFY(!view.takePlayerInput().isDown(PlayerKey::Run));
}

/// On a German keyboard Shift makes an asterisk of the plus, and a semicolon of the comma.
void TestGameInput::otherLayoutsKeepTheirKeysUnderShift()
{
    setUserBindings({"Jump"}, {*InputSource::named("key.Comma")});
    auto& view = play();
    sendKey(view, QEvent::KeyPress, Qt::Key_Comma, Qt::NoModifier, 59);
    sendKey(view, QEvent::KeyRelease, Qt::Key_Comma, Qt::NoModifier, 59);
    static_cast<void>(view.takePlayerInput());
    sendKey(view, QEvent::KeyPress, Qt::Key_Semicolon, Qt::ShiftModifier, 59);
    QVERIFY(view.takePlayerInput().isDown(PlayerKey::Jump));
    sendKey(view, QEvent::KeyRelease, Qt::Key_Semicolon, Qt::ShiftModifier, 59);
    QVERIFY(!view.takePlayerInput().isDown(PlayerKey::Jump));
}

void TestGameInput::aControllerCountsWhileTheGameHasTheMouse()
{
    auto& view = play();
    PadState pad;
    pad.axes = {0, -1, 1, 0, 0, 0.9};
    pad.buttons = 1; // A
    const auto input = view.takePlayerInput(&pad, 0.1);
    QVERIFY(input.isDown(PlayerKey::Forward) && input.isDown(PlayerKey::Jump));
    QVERIFY(input.isDown(PlayerKey::Fire) && !input.isDown(PlayerKey::AltFire));
    QVERIFY(std::abs(input.look.x - radians(15.0)) < 1e-9); // 150 degrees a second
    view.releaseMouseCapture();
    const auto free = view.takePlayerInput(&pad, 0.1);
    QCOMPARE(free.keys, 0U);
    QCOMPARE(free.look, Vec2d{0});
}

WINDOW_TEST(TestGameInput)
} // namespace tst_game_input

#include "tst_game_input.moc"
