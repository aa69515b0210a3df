#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_player_eyes
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto Forward = keys(PlayerKey::Forward);
constexpr auto RunForward = keys(PlayerKey::Forward, PlayerKey::Run);

/// A level with a player of its own, seen as `view` says; none: as the game counts.
struct EyesFixture : PlayFixture
{
    explicit EyesFixture(const std::optional<CharacterView>& view, const Vec3d& at = Vec3d{0})
        : PlayFixture{firstRoomFolder()}
    {
        addFloor();
        hero = addScripted("hero", "player.as", "Player", at);
        Edit edit{{swapTo(hero, Character{})}};
        if (view)
            edit.swaps.push_back(swapTo(hero, *view));
        world.apply(edit);
    }

    /// From the eyes that the game counts with to where the picture is taken.
    [[nodiscard]] Vec3d sway() const
    {
        const auto player = session->player();
        const double height = player.crouched ? 1.2 : 1.7;
        return session->camera().position - player.position - Vec3d{0, height, 0};
    }

    EntityId hero;
};

/// Walks, runs, jumps and crouches, turning all the time.
PlayerInput inputAt(int tick)
{
    auto held = tick % 200 < 120 ? Forward : RunForward;
    if (tick % 90 < 3)
        held |= keys(PlayerKey::Jump);
    if (tick % 150 > 120)
        held |= keys(PlayerKey::Crouch);
    return {held, Vec2d{0.02 * std::sin(tick * 0.05), 0.001}};
}
} // namespace

class TestPlayerEyes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theViewNeverChangesTheGame();
    void scriptsSeeTheEyesWithoutBob();
    void aWalkBobsByWhatIsSaid();
    void stepsAreFollowedSmoothly();
    void aLandingDipsAndComesBack();
    void nothingLagsOnALift();
    void anotherCameraStandsStill();
    void theStartsOwnPlayerHasAView();
};

void TestPlayerEyes::theViewNeverChangesTheGame()
{
    const CharacterView wild{0.5, 0.5, 1, 1, 0.5};
    std::vector<std::vector<ContentHash>> runs;
    std::vector<Vec3d> pictures;
    for (const auto& view : {std::optional<CharacterView>{}, std::optional{CharacterView{}},
                             std::optional{wild}, std::optional{wild}}) {
        EyesFixture fixture{view};
        for (int i = 0; i < 6; ++i)
            addBox(fixture.world, {-4, 0, -6.0 - i}, {4, 0.2 * (i + 1), -5.0 - i});
        VERIFY_OK(fixture.start());
        auto& hashes = runs.emplace_back();
        for (int i = 0; i < 600; ++i) {
            fixture.session->tick(inputAt(i));
            hashes.push_back(fixture.session->stateHash());
            if (i == 77)
                pictures.push_back(fixture.session->camera().position);
        }
    }
    QCOMPARE(runs[1], runs[0]);
    QCOMPARE(runs[2], runs[0]);
    QVERIFY(pictures[1] != pictures[0] && pictures[2] != pictures[0]);
    QVERIFY2(pictures[3] == pictures[2], "What is seen is the same every time, too");
}

void TestPlayerEyes::scriptsSeeTheEyesWithoutBob()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("seen.as",
                        "class Seen : Node { double most = 0; void onLateTick(float dt) {"
                        " Vec3 eyes = player().worldPosition + Vec3(0, 1.7, 0);"
                        " most = max(most, (Camera::eye() - eyes).length()); } }");
    const auto seen = fixture.addScripted("seen", "seen.as", "Seen");
    VERIFY_OK(fixture.start());
    double shown = 0;
    for (int i = 0; i < 120; ++i) {
        fixture.tick(1, Forward);
        const auto eyes = fixture.session->player().position + Vec3d{0, 1.7, 0};
        shown = std::max(shown, glm::distance(fixture.session->camera().position, eyes));
    }
    const double most = fixture.number(seen, "most");
    QVERIFY2(most < 1e-9, qPrintable(QString::number(most)));
    QVERIFY(shown > 0.02);
}

void TestPlayerEyes::aWalkBobsByWhatIsSaid()
{
    EyesFixture fixture{CharacterView{.bobHeight = 0.1, .bobWidth = 0.04}};
    VERIFY_OK(fixture.start());
    fixture.tick(120, Forward); // 3.5 m/s: a step each half second
    Vec3d least{1};
    Vec3d most{-1};
    for (int i = 0; i < 60; ++i) { // two steps: one to each side
        fixture.tick(1, Forward);
        least = glm::min(least, fixture.sway());
        most = glm::max(most, fixture.sway());
    }
    QVERIFY2(std::abs(least.y + 0.1) < 0.002 && std::abs(most.y) < 0.002,
             qPrintable(QString{"%1 to %2"}.arg(least.y).arg(most.y)));
    QVERIFY(std::abs(least.x + 0.04) < 0.002 && std::abs(most.x - 0.04) < 0.002);
    fixture.tick(120);
    QVERIFY2(glm::length(fixture.sway()) < 1e-5, "Who stands is at rest");
}

void TestPlayerEyes::stepsAreFollowedSmoothly()
{
    EyesFixture fixture{CharacterView{.bobHeight = 0, .bobWidth = 0}};
    for (int i = 0; i < 10; ++i)
        addBox(fixture.world, {-4, 0, -20}, {4, 0.3 * (i + 1), -2.0 - 0.6 * i});
    VERIFY_OK(fixture.start());
    double body = 0;
    double seen = 0;
    for (int i = 0; i < 180; ++i) {
        const double bodyBefore = fixture.session->player().position.y;
        const double seenBefore = fixture.session->camera().position.y;
        fixture.tick(1, Forward);
        body = std::max(body, fixture.session->player().position.y - bodyBefore);
        seen = std::max(seen, fixture.session->camera().position.y - seenBefore);
    }
    QVERIFY(fixture.session->player().position.y > 2.9);
    QVERIFY2(body > 0.14, qPrintable(QString::number(body)));
    QVERIFY2(seen < 0.6 * body, qPrintable(QString::number(seen / body)));
    fixture.tick(90);
    QVERIFY(glm::length(fixture.sway()) < 1e-5);
}

void TestPlayerEyes::aLandingDipsAndComesBack()
{
    EyesFixture fixture{CharacterView{.landingDip = 0.2, .dipTime = 0.3}, {0, 4, 0}};
    VERIFY_OK(fixture.start());
    for (int i = 0; i < 120 && !fixture.session->player().grounded; ++i)
        fixture.tick(1);
    QVERIFY(fixture.session->player().grounded); // with some 11 m/s
    double least = 0;
    for (int i = 0; i < 18; ++i) {
        fixture.tick(1);
        least = std::min(least, fixture.sway().y);
    }
    QVERIFY2(std::abs(least + 0.2) < 0.01, qPrintable(QString::number(least)));
    fixture.tick(1);
    QVERIFY(std::abs(fixture.sway().y) < 1e-6);
}

void TestPlayerEyes::nothingLagsOnALift()
{
    PlayFixture fixture;
    addPlayerStart(fixture.world, {0, 0, 0});
    fixture.writeScript("lift.as", "class Lift : Node { void onTick(float dt) { "
                                   "entity.translate(Vec3(0, 2 * dt, 0)); } }");
    fixture.addDoor({-1, -0.2, -1}, {1, 0, 1}, "lift.as");
    VERIFY_OK(fixture.start());
    fixture.tick(30);
    for (int i = 0; i < 60; ++i) {
        fixture.tick(1);
        const auto player = fixture.session->player();
        QVERIFY(player.grounded);
        const double off = fixture.session->camera().position.y - player.position.y - 1.7;
        QVERIFY2(std::abs(off) < 0.005, qPrintable(QString::number(off)));
    }
}

void TestPlayerEyes::anotherCameraStandsStill()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("watch.as", "class Watch : Node { void onLateTick(float dt) { "
                                    "Camera::place(Vec3(5, 3, 5), fromAngles(0, 0)); } }");
    fixture.addScripted("watch", "watch.as", "Watch");
    VERIFY_OK(fixture.start());
    for (int i = 0; i < 60; ++i) {
        fixture.tick(1, Forward);
        QVERIFY(fixture.session->camera().position == (Vec3d{5, 3, 5}));
    }
}

void TestPlayerEyes::theStartsOwnPlayerHasAView()
{
    PlayFixture fixture;
    fixture.addFloor();
    VERIFY_OK(fixture.start());
    const auto player = fixture.session->player().entity;
    QVERIFY(fixture.session->world().get<CharacterView>(player) != nullptr);
    const auto* body = fixture.session->world().get<Character>(player);
    QVERIFY(body != nullptr && body->coyoteTime == 0.1 && body->jumpBuffer == 0.1);
}

PLAIN_TEST(TestPlayerEyes)
} // namespace tst_player_eyes

#include "tst_player_eyes.moc"
