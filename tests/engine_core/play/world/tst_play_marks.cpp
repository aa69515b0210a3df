#include "engine_core/play/world/play_marks.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

namespace tst_play_marks
{
using namespace engine;
using namespace mapwright::test;

class TestPlayMarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMarkIsSeenForItsTime();
    void theOldestGoFirst();
    void scriptsDrawIntoTheGame();
    void whatIsDrawnChangesNothing();
    void whatCannotBeDrawnStopsTheScript();
};

void TestPlayMarks::aMarkIsSeenForItsTime()
{
    PlayMarks marks;
    marks.beginTick();
    marks.line(Vec3d{0}, Vec3d{1}, {}, 0);
    marks.box({Vec3d{0}, Vec3d{1}}, {}, 0.05); // three ticks
    marks.text(Vec3d{0}, "here", {}, -1);
    QCOMPARE(marks.count(), 14U);
    for (const std::size_t left : {12U, 12U, 0U}) {
        marks.beginTick();
        QCOMPARE(marks.count(), left);
    }
}

void TestPlayMarks::theOldestGoFirst()
{
    PlayMarks marks;
    for (std::size_t i = 0; i < PlayMarks::MostLines + 5; ++i)
        marks.line(Vec3d{static_cast<double>(i), 0, 0}, Vec3d{0}, {}, 1);
    for (std::size_t i = 0; i < PlayMarks::MostTexts + 5; ++i)
        marks.text(Vec3d{0}, std::to_string(i), {}, 1);
    DebugDraw draw;
    marks.draw(draw);
    QCOMPARE(draw.lines.size(), PlayMarks::MostLines);
    QCOMPARE(draw.lines.front().from.x, 5.0f);
    QCOMPARE(draw.labels.size(), PlayMarks::MostTexts);
    QCOMPARE(draw.labels.front().text, std::string{"5"});
}

void TestPlayMarks::scriptsDrawIntoTheGame()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("d.as", R"(class D : Node
{
    void onStart()
    {
        Debug::line(Vec3(0, 1, 0), Vec3(2, 1, 0), Color(1, 0, 0), 0.1);
        Debug::box(Vec3(1, 1, 1), Vec3(0, 0, 0));
        Debug::sphere(Vec3(0, 2, 0), 0.5);
        Debug::text(Vec3(0, 3, 0), "awake");
    }
})");
    fixture.addScripted("d", "d.as", "D");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    DebugDraw draw;
    fixture.session->drawMarks(draw);
    QCOMPARE(draw.lines.size(), 1U + 12U + 72U);
    QCOMPARE(draw.lines.front().color.r, 1.0f);
    QCOMPARE(draw.labels.size(), 1U);
    QCOMPARE(draw.labels.front().text, std::string{"awake"});
    fixture.tick(1);
    DebugDraw later;
    fixture.session->drawMarks(later);
    QCOMPARE(later.lines.size(), 1U);
    fixture.tick(5);
    DebugDraw last;
    fixture.session->drawMarks(last);
    QVERIFY(last.lines.empty() && last.labels.empty());
}

void TestPlayMarks::whatIsDrawnChangesNothing()
{
    const auto play = [](const char* line) {
        PlayFixture fixture;
        fixture.addFloor();
        fixture.writeScript("d.as", std::string{"class D : Node { void onTick(float dt) { "} +
                                        line + " } }");
        fixture.addScripted("d", "d.as", "D");
        ENGINE_EXPECT(fixture.start());
        fixture.tick(30);
        return fixture.session->stateHash();
    };
    QCOMPARE(play(""), play("Debug::sphere(Vec3(0, 1, 0), 1, Color(1, 1, 1), 5);"));
}

void TestPlayMarks::whatCannotBeDrawnStopsTheScript()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("d.as", "class D : Node { double zero; void onStart() { "
                                "Debug::line(Vec3() / zero, Vec3()); } }");
    fixture.addScripted("d", "d.as", "D");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    QCOMPARE(fixture.session->scriptErrors().size(), 1U);
}

PLAIN_TEST(TestPlayMarks)
} // namespace tst_play_marks

#include "tst_play_marks.moc"
