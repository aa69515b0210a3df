#include "engine_core/play/hud/hud.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_hud
{
using namespace engine;
using namespace mapwright::test;

class TestHud : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scriptsShowThingsForOneTick();
    void aPauseLeavesThem();
    void whatIsShownIsNotPartOfTheState();
    void anchorsHoldOnEveryScreen_data();
    void anchorsHoldOnEveryScreen();
    void aScreenHasRoomForSoManyPoints();
    void offsetsGoRightAndDownInPoints();
    void aBarFillsFromTheLeftWhereverItIsFastened_data();
    void aBarFillsFromTheLeftWhereverItIsFastened();
    void whatMakesNoSenseStopsTheScriptAlone_data();
    void whatMakesNoSenseStopsTheScriptAlone();
    void aTickShowsSoManyThingsAtMost();
};

namespace
{
/// A running game with one script whose onTick() is this.
struct Shown : PlayFixture
{
    explicit Shown(const std::string& onTick)
    {
        addFloor();
        writeScript("show.as", "class Show : Node { int ticks = 0; void onTick(double dt) { "
                               "ticks++; " +
                                   onTick + " } }");
        object = addScripted("Show", "show.as", "Show");
        started = start();
    }

    [[nodiscard]] const std::vector<HudItem>& items() const { return session->hud().items(); }

    EntityId object;
    Result<void> started;
};

HudItem boxAt(HudAnchor anchor, const Vec2d& offset = Vec2d{0})
{
    return {.kind = HudItem::Kind::Box, .anchor = anchor, .offset = offset, .size = {100, 50}};
}
} // namespace

void TestHud::scriptsShowThingsForOneTick()
{
    Shown game{R"(
        if (ticks == 1)
        {
            Hud::text("Score: " + 4, Anchor::TopRight, Vec2(-2, 3), 30, Color(1, 0.5, 0));
            Hud::box(Anchor::Center, Vec2(0, 10), Vec2(20, 30), Color(0, 0, 1), 0.25);
            Hud::picture("textures/heart.png", Anchor::BottomLeft, Vec2(0, 0), Vec2(64, 0));
        }
        else if (ticks == 2)
            Hud::text("Two", Anchor::Top);
    )"};
    VERIFY_OK(game.started);
    QVERIFY(game.items().empty());
    game.tick(1);
    QCOMPARE(game.items().size(), 3U);
    const HudItem words{.kind = HudItem::Kind::Text,
                        .anchor = HudAnchor::TopRight,
                        .offset = {-2, 3},
                        .size = {0, 30},
                        .color = {1, 0.5F, 0},
                        .text = "Score: 4"};
    QVERIFY(game.items()[0] == words);
    const HudItem box{.kind = HudItem::Kind::Box,
                      .anchor = HudAnchor::Center,
                      .offset = {0, 10},
                      .size = {20, 30},
                      .color = {0, 0, 1},
                      .alpha = 0.25};
    QVERIFY(game.items()[1] == box);
    QCOMPARE(game.items()[2].text, std::string{"textures/heart.png"});
    game.tick(1);
    QCOMPARE(game.items().size(), 1U);
    QCOMPARE(game.items()[0].text, std::string{"Two"});
    game.tick(1);
    QVERIFY(game.items().empty());
    QVERIFY(game.session->scriptErrors().empty());
}

void TestHud::aPauseLeavesThem()
{
    Shown game{"Hud::text(\"Here\", Anchor::Top);"};
    VERIFY_OK(game.started);
    game.tick(1);
    game.session->setPaused(true);
    game.session->advance(1, {});
    QCOMPARE(game.items().size(), 1U);
}

void TestHud::whatIsShownIsNotPartOfTheState()
{
    const auto hashOf = [](const char* onTick) {
        Shown game{onTick};
        game.tick(5);
        return game.session->stateHash();
    };
    const auto shown = hashOf("Hud::text(\"A\", Anchor::Top);");
    QCOMPARE(shown, hashOf("Hud::crosshair();"));
}

void TestHud::anchorsHoldOnEveryScreen_data()
{
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("height");
    QTest::newRow("720p") << 1280.0 << 720.0;
    QTest::newRow("1080p") << 1920.0 << 1080.0;
    QTest::newRow("old") << 1024.0 << 768.0;
    QTest::newRow("upright") << 720.0 << 1600.0;
    QTest::newRow("wide") << 3440.0 << 1440.0;
}

void TestHud::anchorsHoldOnEveryScreen()
{
    QFETCH(double, width);
    QFETCH(double, height);
    const double point = pixelsPerPoint(width, height);
    const double margin = 24 * point;
    for (int i = 0; i < 9; ++i) {
        const Vec2d size{100 * point, 50 * point};
        const auto at = placeOnScreen(boxAt(static_cast<HudAnchor>(i)), size, 24, width, height);
        const std::array columns{margin, (width - size.x) / 2, width - margin - size.x};
        const std::array rows{margin, (height - size.y) / 2, height - margin - size.y};
        QCOMPARE(at.x, columns[static_cast<std::size_t>(i) % 3]);
        QCOMPARE(at.y, rows[static_cast<std::size_t>(i) / 3]);
        QCOMPARE(at.width, size.x);
        QCOMPARE(at.height, size.y);
    }
}

void TestHud::aScreenHasRoomForSoManyPoints()
{
    QCOMPARE(pixelsPerPoint(1280, 720), 1.0);
    QCOMPARE(pixelsPerPoint(3440, 1440), 2.0);
    QCOMPARE(pixelsPerPoint(480, 720), 0.5); // a narrow one is not crowded
}

void TestHud::offsetsGoRightAndDownInPoints()
{
    const auto at =
        placeOnScreen(boxAt(HudAnchor::BottomRight, {-10, -20}), {200, 100}, 0, 2560, 1440);
    QCOMPARE(at.x, 2560.0 - 200 - 20);
    QCOMPARE(at.y, 1440.0 - 100 - 40);
}

void TestHud::aBarFillsFromTheLeftWhereverItIsFastened_data()
{
    QTest::addColumn<std::string>("anchor");
    for (const char* anchor : {"TopLeft", "Top", "Right", "Center", "BottomRight", "Bottom"})
        QTest::newRow(anchor) << std::string{anchor};
}

void TestHud::aBarFillsFromTheLeftWhereverItIsFastened()
{
    QFETCH(std::string, anchor);
    Shown game{"Hud::bar(Anchor::" + anchor +
               ", Vec2(7, 5), Vec2(204, 24), ticks == 1 ? 0.25 : 7.0);"};
    VERIFY_OK(game.started);
    const auto onScreen = [&](std::size_t i) {
        const auto& item = game.items()[i];
        return placeOnScreen(item, item.size, game.session->hud().margin(), 1280, 720);
    };
    game.tick(1);
    QCOMPARE(game.items().size(), 2U);
    const auto frame = onScreen(0);
    auto filled = onScreen(1);
    QCOMPARE(filled.x, frame.x + 2);
    QCOMPARE(filled.y, frame.y + 2);
    QCOMPARE(filled.width, 50.0);
    QCOMPARE(filled.height, 20.0);
    game.tick(1); // more than full is full
    filled = onScreen(1);
    QCOMPARE(filled.x, frame.x + 2);
    QCOMPARE(filled.width, 200.0);
}

void TestHud::whatMakesNoSenseStopsTheScriptAlone_data()
{
    QTest::addColumn<std::string>("call");
    QTest::addColumn<std::string>("why");
    const auto row = [](const char* name, const char* call, const char* why) {
        QTest::newRow(name) << std::string{call} << std::string{why};
    };
    row("offset", "Hud::box(Anchor::Top, Vec2(0, 1e308 * 1e10), Vec2(1, 1));",
        "Where it is must be finite");
    row("size", "Hud::box(Anchor::Top, Vec2(), Vec2(-1, 1));", "How large it is must be 0 to");
    row("huge", "Hud::box(Anchor::Top, Vec2(), Vec2(1e9, 1));", "How large it is must be 0 to");
    row("alpha", "Hud::box(Anchor::Top, Vec2(), Vec2(1, 1), Color(), 2);", "alpha must be 0 to 1");
    row("colour", "Hud::box(Anchor::Top, Vec2(), Vec2(1, 1), Color(0, 1e38 * 10, 0));",
        "Its colour must be finite");
    row("letters", "Hud::text(\"A\", Anchor::Top, Vec2(), 1000);", "Letters must be 1 to 400");
    row("long", "string s; s.resize(2001); Hud::text(s, Anchor::Top);", "2000 bytes at most");
    row("anchor", "Hud::text(\"A\", Anchor(9));", "There is no such anchor");
    row("margin", "Hud::setMargin(-1);", "margin must be 0 to 200");
    row("bar", "Hud::bar(Anchor::Top, Vec2(), Vec2(9, 9), 1e308 * 1e10 - 1e308 * 1e10);",
        "How full a bar is");
}

void TestHud::whatMakesNoSenseStopsTheScriptAlone()
{
    QFETCH(std::string, call);
    QFETCH(std::string, why);
    Shown game{call};
    VERIFY_OK(game.started);
    game.tick(1);
    QCOMPARE(game.session->scriptErrors().size(), 1U);
    const auto& said = game.session->scriptErrors().front().message;
    QVERIFY2(said.find(why) != std::string::npos, said.c_str());
    game.tick(1);
    QVERIFY(game.items().empty());
}

void TestHud::aTickShowsSoManyThingsAtMost()
{
    Shown game{"for (int i = 0; i < 501; i++) Hud::box(Anchor::Top, Vec2(), Vec2(1, 1));"};
    VERIFY_OK(game.started);
    game.tick(1);
    QCOMPARE(game.items().size(), Hud::MostItems);
    QCOMPARE(game.session->scriptErrors().size(), 1U);
}

PLAIN_TEST(TestHud)
} // namespace tst_hud

#include "tst_hud.moc"
