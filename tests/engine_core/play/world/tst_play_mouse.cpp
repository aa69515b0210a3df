#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

namespace tst_play_mouse
{
using namespace engine;
using namespace mapwright::test;

constexpr const char* Clicker = R"(class Clicker : Node
{
    int pressed;
    int held;
    int other;
    double turned;
    void onTick(float dt)
    {
        if (Input::wasPressed(Key::Fire))
            ++pressed;
        if (Input::isDown(Key::Fire))
            ++held;
        if (Input::isDown(Key::AltFire))
            ++other;
        turned += Input::wheel();
    }
})";

class TestPlayMouse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scriptsAskForButtonsAndWheel();
    void theWheelTurnsOnceInAFrameOfManyTicks();
};

void TestPlayMouse::scriptsAskForButtonsAndWheel()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("c.as", Clicker);
    const auto clicker = fixture.addScripted("c", "c.as", "Clicker");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    fixture.tick(3, keys(PlayerKey::Fire));
    fixture.tick(2, keys(PlayerKey::AltFire));
    fixture.session->tick({keys(PlayerKey::Fire), Vec2d{0}, -2.5});
    QVERIFY(fixture.session->scriptErrors().empty());
    QCOMPARE(fixture.number(clicker, "pressed"), 2.0);
    QCOMPARE(fixture.number(clicker, "held"), 4.0);
    QCOMPARE(fixture.number(clicker, "other"), 2.0);
    QCOMPARE(fixture.number(clicker, "turned"), -2.5);
}

void TestPlayMouse::theWheelTurnsOnceInAFrameOfManyTicks()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("c.as", Clicker);
    const auto clicker = fixture.addScripted("c", "c.as", "Clicker");
    VERIFY_OK(fixture.start());
    QCOMPARE(fixture.session->advance(0.001, {0, Vec2d{0}, 1}), 0); // waits for the next tick
    QCOMPARE(fixture.session->advance(PlaySession::TickSeconds * 4, {0, Vec2d{0}, 2}), 4);
    QCOMPARE(fixture.number(clicker, "turned"), 3.0);
}

PLAIN_TEST(TestPlayMouse)
} // namespace tst_play_mouse

#include "tst_play_mouse.moc"
