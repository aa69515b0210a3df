#include "engine_core/play/world/play_graphs.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QtTest>

namespace tst_play_graphs
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const PlayGraphs::Line* lineOf(const PlaySession& session, const std::string& name)
{
    for (const auto& line : session.graphs().lines())
        if (line.name == name)
            return &line;
    return nullptr;
}

double last(const PlaySession& session, const std::string& name)
{
    const auto* line = lineOf(session, name);
    return line != nullptr && !line->values.empty() ? line->values.back() : -1000.0;
}

/// A script that counts up to `count` graphs of its own, `ticks` ticks long.
std::string drawing(int count, int ticks)
{
    return fmt::format("class Drawing : Node {{ int ticks = 0; void onTick(float dt) {{ ++ticks; "
                       "for (int i = 0; ticks <= {} && i < {}; ++i) "
                       "Debug::graph(\"own \" + i, ticks * 10 + i); }} }}",
                       ticks, count);
}
} // namespace

/// What the graphs over a game tell is what the game had.
class TestPlayGraphs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatThePlayerHad();
    void slopesAreToldOnTheGroundAlone();
    void keepsTheLastTicks();
    void scriptsAddTheirOwn();
    void ownGraphsEndWithTheirValues();
    void refusesTooManyAndWhatIsNoNumber();
    void theGameIsTheSameWithThem();
};

void TestPlayGraphs::tellsWhatThePlayerHad()
{
    PlayFixture fixture;
    fixture.addFloor();
    VERIFY_OK(fixture.start());
    std::vector<std::array<double, 3>> had;
    for (int i = 0; i < 120; ++i) {
        fixture.tick(1, i < 60 ? keys(PlayerKey::Forward) : keys(PlayerKey::Jump));
        const auto player = fixture.session->player();
        had.push_back({std::hypot(player.velocity.x, player.velocity.z), player.velocity.y,
                       player.position.y});
    }
    QVERIFY(had[50][0] > 3 && had[70][2] > 0.3); // it did walk and jump
    const std::array names{"Speed", "Upwards", "Height"};
    for (std::size_t which = 0; which < names.size(); ++which) {
        const auto* line = lineOf(*fixture.session, names[which]);
        QVERIFY(line != nullptr);
        QCOMPARE(line->values.size(), had.size());
        for (std::size_t i = 0; i < had.size(); ++i)
            QCOMPARE(line->values[i], had[i][which]);
    }
}

void TestPlayGraphs::slopesAreToldOnTheGroundAlone()
{
    PlayFixture fixture;
    const auto floor = addBox(fixture.world, {-20, -1, -20}, {20, 0, 20});
    Edit edit{{swapTo(
        floor, TransformComponent{.rotation = glm::angleAxis(radians(30.0), Vec3d{1, 0, 0})})}};
    fixture.world.apply(edit);
    addPlayerStart(fixture.world, {0, 1, 0});
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    QVERIFY(std::isnan(last(*fixture.session, "Slope")));
    fixture.tick(60);
    QVERIFY(fixture.session->player().grounded);
    QVERIFY(std::abs(last(*fixture.session, "Slope") - 30) < 0.01);
}

void TestPlayGraphs::keepsTheLastTicks()
{
    PlayFixture fixture;
    fixture.addFloor();
    VERIFY_OK(fixture.start());
    fixture.tick(static_cast<int>(PlayGraphs::Ticks) + 50, keys(PlayerKey::Forward));
    for (const auto& line : fixture.session->graphs().lines())
        QCOMPARE(line.values.size(), PlayGraphs::Ticks);
    QCOMPARE(last(*fixture.session, "Height"), fixture.session->player().position.y);
}

void TestPlayGraphs::scriptsAddTheirOwn()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("drawing.as", drawing(2, 5));
    fixture.addScripted("drawing", "drawing.as", "Drawing");
    VERIFY_OK(fixture.start());
    fixture.tick(4);
    const auto* line = lineOf(*fixture.session, "own 1");
    QVERIFY(line != nullptr);
    QCOMPARE(line->values, (std::deque<double>{11, 21, 31, 41}));
    QCOMPARE(fixture.session->graphs().lines().back().name, std::string{"own 1"});
    fixture.tick(2);
    QCOMPARE(line->values.size(), std::size_t{6});
    QVERIFY(std::isnan(line->values.back()));
}

void TestPlayGraphs::ownGraphsEndWithTheirValues()
{
    PlayGraphs graphs;
    QVERIFY(graphs.set("own", 1));
    graphs.endTick(nullptr);
    const auto count = graphs.lines().size();
    for (std::size_t i = 1; i < PlayGraphs::Ticks; ++i)
        graphs.endTick(nullptr);
    QCOMPARE(graphs.lines().size(), count);
    graphs.endTick(nullptr);
    QCOMPARE(graphs.lines().size(), count - 1);
}

void TestPlayGraphs::refusesTooManyAndWhatIsNoNumber()
{
    for (const auto& text :
         {drawing(9, 5),
          std::string{"class Drawing : Node { void onTick(float dt) { "
                      "Debug::graph(\"own\", 1.0 / (dt - dt)); } }"},
          std::string{
              "class Drawing : Node { void onTick(float dt) { Debug::graph(\"\", 1); } }"}}) {
        PlayFixture fixture;
        fixture.addFloor();
        fixture.writeScript("drawing.as", text);
        fixture.addScripted("drawing", "drawing.as", "Drawing");
        VERIFY_OK(fixture.start());
        fixture.tick(3);
        QCOMPARE(fixture.session->scriptErrors().size(), std::size_t{1});
        QVERIFY(fixture.session->graphs().lines().size() <= 4 + PlayGraphs::MostOwn);
    }
}

void TestPlayGraphs::theGameIsTheSameWithThem()
{
    std::vector<ContentHash> hashes;
    for (const auto* call : {"Debug::graph(\"own\", ticks);", ""}) {
        PlayFixture fixture;
        fixture.addFloor();
        fixture.writeScript("drawing.as", std::string{"class Drawing : Node { int ticks = 0; "
                                                      "void onTick(float dt) { ++ticks; "} +
                                              call + " } }");
        fixture.addScripted("drawing", "drawing.as", "Drawing");
        VERIFY_OK(fixture.start());
        fixture.tick(30, keys(PlayerKey::Forward));
        hashes.push_back(fixture.session->stateHash());
    }
    QCOMPARE(hashes[0], hashes[1]);
}

PLAIN_TEST(TestPlayGraphs)
} // namespace tst_play_graphs

#include "tst_play_graphs.moc"
