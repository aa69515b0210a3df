#include "editor/panels/console.h"
#include "editor/panels/console_model.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/test_editor.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QtTest>

#include <thread>

namespace tst_console
{
using namespace editor;
using engine::LogLevel;
using mapwright::test::PlayFixture;
using mapwright::test::TestEditor;

class TestConsole : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void messagesOfAllThreadsArrive();
    void theOldestLinesGo();
    void filtersByLevelAndText();
    void errorsAreCountedUntilSeen();
    void theNewestLineIsInSightUnlessOneReadsFurtherUp();
    void messagesAfterTheEndAreHarmless();
    void linesForTheGameAreTypedWhileItRuns();
};

void TestConsole::linesForTheGameAreTypedWhileItRuns()
{
    PlayFixture game;
    game.addFloor();
    game.writeScript("cheats.as", "class Cheats : Node { int items = 0;\n"
                                  "void onStart() { Console::command('give', 'give', 'More'); }\n"
                                  "void give(int count) { items += count; } }");
    const auto cheats = game.addScripted("cheats", "cheats.as", "Cheats");
    TestEditor editor;
    Console console{editor};
    auto* line = console.findChild<QLineEdit*>("gameLine");
    QVERIFY(line->isHidden());
    QVERIFY(game.start());
    game.tick(1);
    editor.session = game.session.get();
    editor.typedTo = game.session.get();
    editor.gameChanged();
    QVERIFY(!line->isHidden());

    QFocusEvent focus{QEvent::FocusIn};
    QApplication::sendEvent(line, &focus);
    auto* offered = line->completer();
    offered->setCompletionPrefix("gi");
    QCOMPARE(offered->currentCompletion(), QString{"give"});
    QCOMPARE(offered->currentIndex().data().toString(), QString{"give:  More"});

    QTest::keyClicks(line, "give 3");
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(line->text(), QString{});
    QTest::keyClick(line, Qt::Key_Up);
    QCOMPARE(line->text(), QString{"give 3"});
    QTest::keyClick(line, Qt::Key_Return);
    QTest::keyClick(line, Qt::Key_Up);
    QTest::keyClick(line, Qt::Key_Down);
    QCOMPARE(line->text(), QString{});
    game.tick(2);
    QCOMPARE(game.number(cheats, "items"), 6.0);

    editor.session = nullptr;
    editor.typedTo = nullptr;
    editor.gameChanged();
    QVERIFY(line->isHidden());
}

void TestConsole::messagesOfAllThreadsArrive()
{
    TestEditor editor;
    Console console{editor};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([thread] {
            for (int i = 0; i < 100; ++i)
                engine::logInfo("test", "{} {}", thread, i);
        });
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(console.model().rowCount(), 0); // not before the main thread takes them
    QTRY_COMPARE(console.model().rowCount(), 400);
}

void TestConsole::theOldestLinesGo()
{
    ConsoleModel model;
    for (int i = 0; i < 7000; ++i)
        engine::logInfo("test", "line {}", i);
    QTRY_COMPARE(model.rowCount(), 5000);
    QVERIFY(model.index(0).data().toString().endsWith(QStringLiteral("line 2000")));
    engine::logInfo("test", "one more");
    QTRY_VERIFY(model.index(4999).data().toString().endsWith(QStringLiteral("one more")));
    QCOMPARE(model.rowCount(), 5000);
}

void TestConsole::filtersByLevelAndText()
{
    TestEditor editor;
    Console console{editor};
    engine::logInfo("bake", "done");
    engine::logWarning("scene", "a material is missing");
    engine::log({LogLevel::Error, "script", "unknown name", "/tmp/scripts/door.as", 12});
    QTRY_COMPARE(console.model().rowCount(), 3);
    const auto* shown = console.findChild<QListView*>(QStringLiteral("consoleList"))->model();
    QCOMPARE(shown->rowCount(), 3);
    QVERIFY(shown->index(2, 0).data().toString().contains(QStringLiteral("door.as:12")));
    console.findChild<QComboBox*>(QStringLiteral("consoleLevel"))->setCurrentIndex(2);
    QCOMPARE(shown->rowCount(), 2);
    console.findChild<QLineEdit*>(QStringLiteral("consoleFilter"))
        ->setText(QStringLiteral("SCRIPT"));
    QCOMPARE(shown->rowCount(), 1);
}

void TestConsole::errorsAreCountedUntilSeen()
{
    TestEditor editor;
    QDockWidget dock;
    auto* console = new Console{editor, &dock};
    dock.setWidget(console);
    engine::logError("script", "one");
    engine::logError("script", "two");
    QTRY_COMPARE(dock.windowTitle(), QStringLiteral("Console (2)"));
    dock.show();
    QCOMPARE(dock.windowTitle(), QStringLiteral("Console"));
    engine::logError("script", "three");
    QTRY_COMPARE(console->model().rowCount(), 3);
    QCOMPARE(dock.windowTitle(), QStringLiteral("Console"));
}

void TestConsole::theNewestLineIsInSightUnlessOneReadsFurtherUp()
{
    TestEditor editor;
    Console console{editor};
    auto* bar = console.findChild<QListView*>(QStringLiteral("consoleList"))->verticalScrollBar();
    const auto say = [&](int lines) {
        const int before = console.model().rowCount();
        for (int i = 0; i < lines; ++i)
            engine::logInfo("test", "line {}", i);
        QTRY_COMPARE(console.model().rowCount(), before + lines);
    };
    console.resize(500, 400);
    say(50); // while it is closed
    console.show();
    QVERIFY(QTest::qWaitForWindowExposed(&console));
    QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
    console.resize(500, 200); // as a dock is that opens behind others
    QTRY_VERIFY(bar->pageStep() < 200 && bar->value() == bar->maximum());
    say(5);
    QTRY_COMPARE(bar->value(), bar->maximum());

    bar->setValue(3);
    say(5);
    QCoreApplication::processEvents();
    QCOMPARE(bar->value(), 3);
    console.hide();
    console.show();
    say(5);
    QCoreApplication::processEvents();
    QCOMPARE(bar->value(), 3);
}

void TestConsole::messagesAfterTheEndAreHarmless()
{
    {
        const ConsoleModel model;
        engine::logInfo("test", "on its way");
    }
    const auto kept = engine::addLogSink([](const auto&) {});
    engine::logInfo("test", "to nobody");
    QCoreApplication::processEvents();
}

GUI_TEST(TestConsole)
} // namespace tst_console

#include "tst_console.moc"
