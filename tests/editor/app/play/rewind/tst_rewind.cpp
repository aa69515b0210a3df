#include "editor/app/play/play_controller.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/app/play/rewind/timeline_bar.h"
#include "editor/operations/entity/entity_operations.h"
#include "engine_core/play/recording/recording_store.h"
#include "engine_core/play/recording/session_recording.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <string_view>

namespace tst_rewind
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The past of a game in the editor's window.
class TestRewind : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void thePastIsShownWhereThePlayerWas();
    void theTimelineIsDraggedAndStepped();
    void theButtonsOfTheTimelineAreTheCommands();
    void whoPlaysOnIsWhereTheyWere();
    void againSaysThatTheRunIsTheSame();
    void aRecordingIsOpenedAndSeen();
    void aRecordingIsOpenedAtAMoment();
    void whatIsOnlyLookedAtIsNoNewRecording();
    void theGameThatGoesOnShowsThePresent();
    void anEditEndsWhatSharesTheLevel();
    void anotherSceneEndsWhatIsPlayedAgain();

private:
    /// Some ticks of a game that runs by itself, then paused.
    void play();

    WindowFixture m_fixture;
};

void TestRewind::cleanup()
{
    m_fixture.window().play().stop();
}

void TestRewind::play()
{
    auto& window = m_fixture.window();
    m_fixture.command("play.start");
    QVERIFY(window.play().isPlaying());
    window.play().setPaused(true);
    PlayerInput forward;
    forward.keys = static_cast<std::uint32_t>(PlayerKey::Forward);
    for (int i = 0; i < 60; ++i)
        window.play().session()->tick(forward);
}

void TestRewind::thePastIsShownWhereThePlayerWas()
{
    play();
    auto& window = m_fixture.window();
    const auto& session = *window.play().session();
    const auto player = session.player();
    const auto last = window.rewind().last();
    QVERIFY(last >= 60);
    window.rewind().show(last - 30);
    QVERIFY(window.rewind().isPast());
    QVERIFY(!window.play().isPossessed());
    QCOMPARE(window.rewind().tick(), last - 30);
    auto* view = window.viewLayout().activeView();
    const auto seen = view->camera().camera().position;
    QVERIFY(glm::distance(seen * Vec3d{1, 0, 1}, player.position * Vec3d{1, 0, 1}) > 0.3);
    window.rewind().show(last);
    const auto now = view->camera().camera().position;
    QVERIFY(glm::distance(now * Vec3d{1, 0, 1}, player.position * Vec3d{1, 0, 1}) < 0.1);
    QCOMPARE(session.tickCount(), last); // the game itself stood still
}

void TestRewind::theTimelineIsDraggedAndStepped()
{
    play();
    auto& window = m_fixture.window();
    m_fixture.command("play.rewind");
    auto* bar = window.findChild<TimelineBar*>();
    QVERIFY(bar != nullptr && bar->isVisible());
    auto& track = bar->track();
    auto& rewind = window.rewind();
    QTest::mouseClick(&track, Qt::LeftButton, {}, {track.width() / 2, track.height() / 2});
    const auto middle = rewind.tick();
    QVERIFY(middle > rewind.first() + 10 && middle < rewind.last() - 10);
    QTest::keyClick(&track, Qt::Key_Left);
    QCOMPARE(rewind.tick(), middle - 1);
    m_fixture.command("play.tickBack");
    QCOMPARE(rewind.tick(), middle - 2);
    m_fixture.command("play.tick");
    QCOMPARE(rewind.tick(), middle - 1);
    QTest::keyClick(&track, Qt::Key_Home);
    QCOMPARE(rewind.tick(), rewind.first());
    QTest::keyClick(&track, Qt::Key_End);
    QCOMPARE(rewind.tick(), rewind.last());
}

void TestRewind::theButtonsOfTheTimelineAreTheCommands()
{
    play();
    auto& window = m_fixture.window();
    m_fixture.command("play.rewind");
    window.actions().refreshNow();
    window.rewind().show(window.rewind().last() - 10);
    const auto shown = window.rewind().tick();
    const auto* bar = window.findChild<TimelineBar*>();
    for (const char* command : {"play.tickBack", "play.playOn", "play.tick", "play.again"}) {
        const auto buttons = bar->findChildren<QToolButton*>();
        const auto at = std::find_if(buttons.begin(), buttons.end(), [&](const auto* each) {
            return each->defaultAction() == window.actions().find(command);
        });
        QVERIFY2(at != buttons.end(), command);
        QVERIFY2((*at)->isEnabled(), command);
        const auto keys = (*at)->defaultAction()->shortcut().toString();
        QVERIFY2(!keys.isEmpty() && (*at)->toolTip().contains(keys), command);
        if (command == std::string_view{"play.tick"}) {
            (*at)->click();
            QCOMPARE(window.rewind().tick(), shown + 1); // as with its key: still the past
        }
    }
}

void TestRewind::whoPlaysOnIsWhereTheyWere()
{
    play();
    auto& window = m_fixture.window();
    auto& rewind = window.rewind();
    const auto before = window.play().recorder()->file();
    const auto there = rewind.last() - 20;
    rewind.show(there);
    const auto* view = window.viewLayout().activeView();
    const auto seen = view->camera().camera().position;
    m_fixture.command("play.playOn");
    QTRY_VERIFY(!rewind.progress());
    QVERIFY(window.play().isPlaying() && window.play().isPossessed());
    QVERIFY(!rewind.isPast());
    window.play().setPaused(true);
    const auto& session = *window.play().session();
    QVERIFY(session.tickCount() >= there && session.tickCount() < there + 60);
    rewind.show(there);
    QVERIFY(glm::distance(view->camera().camera().position, seen) < 1e-9);
    QVERIFY(fs::exists(before));
    QVERIFY(window.play().recorder()->file() != before);
}

void TestRewind::againSaysThatTheRunIsTheSame()
{
    play();
    auto& window = m_fixture.window();
    QSignalSpy told{&window.rewind(), &Rewind::told};
    m_fixture.command("play.again");
    QTRY_COMPARE(told.count(), 1);
    const auto text = told.front().front().toString();
    QVERIFY2(text.startsWith("Same run: "), qPrintable(text));
    QVERIFY(window.play().isPlaying() && window.play().isPaused());
}

void TestRewind::aRecordingIsOpenedAndSeen()
{
    play();
    auto& window = m_fixture.window();
    const auto file = window.play().recorder()->file();
    const auto ticks = window.rewind().last();
    window.play().stop();
    QSignalSpy told{&window.rewind(), &Rewind::told};
    VERIFY_OK(window.rewind().open(file));
    QTRY_COMPARE(told.count(), 1);
    QVERIFY2(told.front().front().toString().startsWith("Same run: "),
             qPrintable(told.front().front().toString()));
    QVERIFY(window.play().isPlaying() && window.play().isPaused());
    QCOMPARE(window.rewind().last(), ticks);
    window.rewind().show(10);
    QCOMPARE(window.rewind().tick(), 10U);
}

void TestRewind::aRecordingIsOpenedAtAMoment()
{
    play();
    auto& window = m_fixture.window();
    const auto file = window.play().recorder()->file();
    const auto ticks = window.rewind().last();
    window.play().stop();
    VERIFY_OK(window.rewind().open(file, ticks - 20));
    QTRY_VERIFY(window.play().isPlaying());
    QVERIFY(window.rewind().isPast());
    QCOMPARE(window.rewind().tick(), ticks - 20);
    QCOMPARE(window.rewind().last(), ticks);
}

void TestRewind::whatIsOnlyLookedAtIsNoNewRecording()
{
    play();
    auto& window = m_fixture.window();
    QTRY_VERIFY(!window.play().recorder()->file().empty());
    const auto file = window.play().recorder()->file();
    window.play().stop();
    const RecordingStore store{window.context().assets().project().root};
    const auto recordings = store.list().size();
    QSignalSpy told{&window.rewind(), &Rewind::told};
    VERIFY_OK(window.rewind().open(file));
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(store.list().size(), recordings);
    m_fixture.command("play.pause"); // it goes on
    QTRY_COMPARE(store.list().size(), recordings + 1);
    const auto ticks = window.play().session()->tickCount();
    VERIFY_OK(window.play().recorder()->broughtUpToDate());
    const auto recording = loadSessionRecording(window.play().recorder()->file());
    VERIFY_OK(recording);
    QVERIFY(recording->input.ticks.size() >= ticks);
}

void TestRewind::theGameThatGoesOnShowsThePresent()
{
    play();
    auto& window = m_fixture.window();
    window.rewind().show(5);
    m_fixture.command("play.pause");
    QVERIFY(!window.rewind().isPast());
    QVERIFY(!window.play().isPaused());
    const auto ticks = window.play().session()->tickCount();
    QTRY_VERIFY(window.play().session()->tickCount() > ticks);
}

void TestRewind::anEditEndsWhatSharesTheLevel()
{
    play();
    auto& window = m_fixture.window();
    const auto file = window.play().recorder()->file();
    window.play().stop();
    QSignalSpy failed{&window.rewind(), &Rewind::failed};
    VERIFY_OK(window.rewind().open(file));
    QVERIFY(window.rewind().progress());
    m_fixture.addBox({{40, 0, 40}, {41, 1, 41}});
    QVERIFY(!window.rewind().progress());
    QCOMPARE(failed.count(), 1);
    QVERIFY(!window.play().isPlaying());
}

/// The last one: the scene is gone then.
void TestRewind::anotherSceneEndsWhatIsPlayedAgain()
{
    play();
    auto& window = m_fixture.window();
    const auto file = window.play().recorder()->file();
    window.play().stop();
    VERIFY_OK(window.rewind().open(file));
    QVERIFY(window.rewind().progress());
    m_fixture.emptyScene();
    QVERIFY(!window.rewind().progress());
    QCoreApplication::processEvents(); // what its timer still had to say
    QVERIFY(!window.play().isPlaying());
}

WINDOW_TEST(TestRewind)
} // namespace tst_rewind

#include "tst_rewind.moc"
