#include "engine_core/play/playtest/playtest.h"
#include "engine_core/play/playtest/reduce_inputs.h"
#include "engine_core/scene/checks/expectation.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <algorithm>

namespace tst_playtest
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A hall of 20 x 12 metres, entered in its middle. A wall at x = 6 cuts off its east end.
struct Hall : PlayFixture
{
    Hall()
    {
        addBox(world, {-10, -1, -6}, {10, 0, 6}, "floor");
        addBox(world, {-10, 6, -6}, {10, 7, 6}, "ceiling");
        addBox(world, {-11, -1, -7}, {-10, 7, 7}, "wall");
        addBox(world, {10, -1, -7}, {11, 7, 7}, "wall");
        addBox(world, {-10, -1, -7}, {10, 7, -6}, "wall");
        addBox(world, {-10, -1, 6}, {10, 7, 7}, "wall");
        addBox(world, {6, 0, -6}, {6.5, 6, 6}, "inner wall");
        addPlayerStart(world, {0, 0, 0});
    }

    EntityId expect(const char* name, const Vec3d& place, const Expectation& expectation)
    {
        const auto id = world.newId();
        Edit edit;
        Node node;
        node.name = name;
        edit.swaps.push_back(swapTo(id, node));
        TransformComponent there;
        there.position = place;
        edit.swaps.push_back(swapTo(id, there));
        edit.swaps.push_back(swapTo(id, expectation));
        world.exchange(edit);
        return id;
    }

    [[nodiscard]] Result<PlaytestReport>
    playtest(unsigned bots, double seconds, unsigned threads = 1, bool reduces = true) const
    {
        JobControl control;
        PlaytestOptions options;
        options.bots = bots;
        options.seconds = seconds;
        options.threads = threads;
        options.reduces = reduces;
        return playtestLevel(world, assets.project(), options, control);
    }
};

const PlaytestExpectation* outcomeOf(const PlaytestReport& report, EntityId entity)
{
    const auto at =
        std::find_if(report.expectations.begin(), report.expectations.end(),
                     [&](const PlaytestExpectation& each) { return each.what.entity == entity; });
    return at != report.expectations.end() ? &*at : nullptr;
}

const PlaytestFinding* findingOf(const PlaytestReport& report, NavFindingKind kind)
{
    const auto at =
        std::find_if(report.findings.begin(), report.findings.end(),
                     [&](const PlaytestFinding& each) { return each.what.kind == kind; });
    return at != report.findings.end() ? &*at : nullptr;
}
} // namespace

class TestPlaytest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void arrivalsAreJudged();
    void aTimeLimitIsOfTheFastest();
    void anExitThatEndsTheGameIsReached();
    void whatGoesMissingIsCounted();
    void recordingsLeadToWhatTheyShow();
    void scriptErrorsComeWithAShortRecording();
    void fallsAreGroupedAndCounted();
    void anyNumberOfThreadsIsTheSameRun();
    void onlyWhatIsNeededIsLeft();
    void whatStaysAtTheEndIsKept();
    void aSmallBudgetEndsIt();
    void inputsBeyondTheBudgetAreNotPlayed();
    void inputsThatShowNothingStay();
    void cancelLeavesNothingHalf();
};

void TestPlaytest::arrivalsAreJudged()
{
    Hall hall;
    const auto open = hall.expect("west end", {-8, 1, 0}, {});
    const auto closed = hall.expect("east end", {9, 1, 0}, {});
    const auto secret =
        hall.expect("secret", {9, 1, 4}, {.expect = ExpectedOfPlay::NobodyGetsHere});
    const auto broken =
        hall.expect("no way", {-8, 1, 4}, {.expect = ExpectedOfPlay::NobodyGetsHere});
    const auto report = hall.playtest(4, 20);
    VERIFY_OK(report);
    QCOMPARE(report->problem, std::string{});
    QCOMPARE(report->expectations.size(), std::size_t{4});
    for (const auto& [entity, holds] :
         {std::pair{open, true}, {closed, false}, {secret, true}, {broken, false}}) {
        const auto* outcome = outcomeOf(*report, entity);
        QVERIFY(outcome != nullptr);
        QVERIFY2(outcome->what.holds == holds, outcome->what.message.c_str());
        QCOMPARE(outcome->shown.has_value(), entity == open || entity == broken);
    }
    QVERIFY(outcomeOf(*report, closed)->what.message.find("no bot came") != std::string::npos);
}

void TestPlaytest::aTimeLimitIsOfTheFastest()
{
    Hall hall;
    const auto fair = hall.expect("fair", {-8, 1, 0}, {.within = 15});
    const auto hard = hall.expect("hard", {-8, 1, 2}, {.within = 0.2});
    const auto report = hall.playtest(2, 20);
    VERIFY_OK(report);
    QVERIFY2(outcomeOf(*report, fair)->what.holds, outcomeOf(*report, fair)->what.message.c_str());
    QVERIFY(!outcomeOf(*report, hard)->what.holds);
    QVERIFY(outcomeOf(*report, hard)->what.tick > 12U);
}

/// The game ends in the very tick in which the player touches the exit, whose box is as big as
/// what is expected of it.
void TestPlaytest::anExitThatEndsTheGameIsReached()
{
    Hall hall;
    hall.writeScript("exit.as", "class Exit : Node { void onTouch(Entity other)"
                                " { Game::quit(); } }");
    hall.addDoor({-9, 0, -1}, {-7, 2, 1}, "exit.as");
    const auto exit = hall.expect("exit", {-8, 1, 0}, {.size = {2, 2, 2}, .within = 15});
    const auto report = hall.playtest(4, 20);
    VERIFY_OK(report);
    const auto* outcome = outcomeOf(*report, exit);
    QVERIFY2(outcome->what.holds, outcome->what.message.c_str());
    QVERIFY(outcome->shown.has_value());
    QCOMPARE(*outcome->what.tick, std::uint64_t{outcome->shown->ticks.size()});
}

void TestPlaytest::whatGoesMissingIsCounted()
{
    Hall hall;
    hall.writeScript("coin.as", "class Coin : Node { void onTouch(Entity other)"
                                " { entity.destroy(); } }");
    std::vector<EntityId> coins;
    for (const double z : {-3.0, 3.0}) {
        const auto coin = hall.addDoor({-4, 0, z - 1}, {-3, 1, z + 1}, "coin.as");
        Edit edit{{swapTo(coin, Tags{"coin"})}};
        hall.world.exchange(edit);
    }
    const auto kept = hall.expect(
        "coins", {0, 1, 0}, {.expect = ExpectedOfPlay::NeverFewer, .tag = "coin", .count = 2});
    const auto none = hall.expect(
        "ghosts", {0, 1, 0}, {.expect = ExpectedOfPlay::NeverFewer, .tag = "coin", .count = 0});
    const auto report = hall.playtest(4, 30);
    VERIFY_OK(report);
    QCOMPARE(report->problem, std::string{});
    const auto* outcome = outcomeOf(*report, kept);
    QVERIFY2(!outcome->what.holds, outcome->what.message.c_str());
    QVERIFY2(outcome->what.message.find("1 after") != std::string::npos ||
                 outcome->what.message.find("0 after") != std::string::npos,
             outcome->what.message.c_str());
    QVERIFY(outcomeOf(*report, none)->what.holds);
}

/// A player who plays the recording comes to where a bot came.
void TestPlaytest::recordingsLeadToWhatTheyShow()
{
    Hall hall;
    const auto corner =
        hall.expect("corner", {-9, 1, -5}, {.expect = ExpectedOfPlay::NobodyGetsHere});
    const auto report = hall.playtest(4, 20);
    VERIFY_OK(report);
    const auto* outcome = outcomeOf(*report, corner);
    QVERIFY(outcome->shown.has_value());
    const auto again = readRecording(writeRecording(*outcome->shown)); // as its file has it
    VERIFY_OK(again);
    auto setup = hall.setup();
    setup.seed = again->seed;
    const auto session = PlaySession::start(hall.world, setup);
    VERIFY_OK(session);
    for (const auto& tick : again->ticks)
        (*session)->tick(tick);
    const auto place = (*session)->player().position;
    QVERIFY2(std::abs(place.x + 9) < 1.5 && std::abs(place.z + 5) < 1.5,
             fmt::format("{} {}", place.x, place.z).c_str());
}

void TestPlaytest::scriptErrorsComeWithAShortRecording()
{
    Hall hall;
    hall.writeScript("mine.as", "class Mine : Node { array<int> none;"
                                " void onTouch(Entity other) { none[3] = 1; } }");
    hall.addDoor({-8, 0, -1}, {-7, 0.2, 1}, "mine.as");
    const auto whole = hall.playtest(2, 20, 1, false);
    VERIFY_OK(whole);
    const auto* found = findingOf(*whole, NavFindingKind::ScriptError);
    QVERIFY(found != nullptr);
    QVERIFY2(found->what.message.find("mine.as") != std::string::npos, found->what.message.c_str());
    QVERIFY(found->count >= 1 && found->tick && found->shown);
    const auto reduced = hall.playtest(2, 20);
    VERIFY_OK(reduced);
    const auto* shorter = findingOf(*reduced, NavFindingKind::ScriptError);
    QVERIFY(shorter != nullptr && shorter->shown.has_value());
    QVERIFY(shorter->shown->ticks.size() <= found->shown->ticks.size());
    QCOMPARE(*shorter->tick, std::uint64_t{shorter->shown->ticks.size()});
    auto setup = hall.setup();
    setup.seed = shorter->shown->seed;
    const auto session = PlaySession::start(hall.world, setup);
    VERIFY_OK(session);
    for (const auto& tick : shorter->shown->ticks)
        (*session)->tick(tick);
    QCOMPARE((*session)->scriptErrors().size(), std::size_t{1});
}

void TestPlaytest::fallsAreGroupedAndCounted()
{
    PlayFixture field;
    addBox(field.world, {-4, -1, -4}, {4, 0, 4}, "raft");
    addPlayerStart(field.world, {0, 0, 0});
    JobControl control;
    PlaytestOptions options;
    options.bots = 4;
    options.seconds = 20;
    const auto report = playtestLevel(field.world, field.assets.project(), options, control);
    VERIFY_OK(report);
    std::size_t falls = 0;
    for (const auto& finding : report->findings)
        falls += finding.what.kind == NavFindingKind::Fall ? 1 : 0;
    QCOMPARE(falls, std::size_t{1}); // the mesh tells of the edge already
}

void TestPlaytest::anyNumberOfThreadsIsTheSameRun()
{
    Hall hall;
    hall.expect("corner", {-9, 1, -5}, {.expect = ExpectedOfPlay::NobodyGetsHere});
    const auto one = hall.playtest(6, 8, 1);
    const auto three = hall.playtest(6, 8, 3);
    VERIFY_OK(one);
    VERIFY_OK(three);
    QCOMPARE(three->hash, one->hash);
    QCOMPARE(three->ticks, one->ticks);
    QCOMPARE(three->findings.size(), one->findings.size());
    QCOMPARE(one->problem + three->problem, std::string{});
    QCOMPARE(one->expectations.size() + three->expectations.size(), std::size_t{2});
    QCOMPARE(three->expectations[0].what.tick, one->expectations[0].what.tick);
    QCOMPARE(three->expectations[0].what.message, one->expectations[0].what.message);
}

void TestPlaytest::onlyWhatIsNeededIsLeft()
{
    constexpr auto Jump = static_cast<std::uint32_t>(PlayerKey::Jump);
    std::vector<BotInput> inputs(1000);
    inputs[300].keys = Jump;
    inputs[999].keys = Jump;
    const auto jumps = [](std::span<const BotInput> some) {
        return std::count_if(some.begin(), some.end(),
                             [](const BotInput& each) { return each.keys == Jump; });
    };
    const auto shorter = reduceInputs(
        inputs, 1, 1'000'000, [&](auto some) { return jumps(some) == 2; }, JobControl{});
    QVERIFY2(shorter.size() < 40, std::to_string(shorter.size()).c_str());
    QCOMPARE(jumps(shorter), 2);
}

void TestPlaytest::whatStaysAtTheEndIsKept()
{
    const std::vector<BotInput> inputs(500);
    const auto shorter = reduceInputs(
        inputs, 120, 1'000'000, [](auto) { return true; }, JobControl{});
    QVERIFY(shorter.size() >= 120 && shorter.size() < 140);
    const auto all = reduceInputs(
        inputs, 500, 1'000'000, [](auto) { return true; }, JobControl{});
    QCOMPARE(all.size(), std::size_t{500});
}

void TestPlaytest::aSmallBudgetEndsIt()
{
    int asked = 0;
    const auto left = reduceInputs(
        std::vector<BotInput>(1000), 1, 2200,
        [&](auto some) {
            ++asked;
            return some.size() == 1000;
        },
        JobControl{});
    QCOMPARE(left.size(), std::size_t{1000});
    QCOMPARE(asked, 3); // all of them, and without one half and the other
}

void TestPlaytest::inputsBeyondTheBudgetAreNotPlayed()
{
    int asked = 0;
    const auto left = reduceInputs(
        std::vector<BotInput>(1000), 1, 999,
        [&](auto) {
            ++asked;
            return true;
        },
        JobControl{});
    QCOMPARE(left.size(), std::size_t{1000});
    QCOMPARE(asked, 0);
}

void TestPlaytest::inputsThatShowNothingStay()
{
    int asked = 0;
    const auto left = reduceInputs(
        std::vector<BotInput>(1000), 1, 1'000'000,
        [&](auto) {
            ++asked;
            return false;
        },
        JobControl{});
    QCOMPARE(left.size(), std::size_t{1000});
    QCOMPARE(asked, 1);
}

void TestPlaytest::cancelLeavesNothingHalf()
{
    const Hall hall;
    JobControl control;
    control.cancel();
    const auto report = playtestLevel(hall.world, hall.assets.project(), {}, control);
    if (report) {
        QCOMPARE(report->ticks, std::uint64_t{0});
        QVERIFY(report->findings.empty());
    }
}

PLAIN_TEST(TestPlaytest)
} // namespace tst_playtest

#include "tst_playtest.moc"
