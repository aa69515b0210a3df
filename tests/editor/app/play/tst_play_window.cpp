#include "editor/app/play/game_windows.h"
#include "editor/app/play/play_console.h"
#include "editor/app/play/play_window.h"
#include "editor/app/run_editor.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QApplication>
#include <QListView>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace tst_play_window
{
using namespace editor;

/// The game alone in its window, driven by mouse and keys.
class TestPlayWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void playsTheSampleByMouseAndKeys();
    void theWorkspaceStaysAsItWas();
    void aBrokenSceneNeverStarts();
    void showsNothingOfTheEditorAndEndsByItsKey();
    void theEffectsOfTheViewMenuReachIt();
    void theConsoleLiesOverTheGame();
    void aGameOfItsOwnSaysWhyThereIsNone();
    void aGameOfItsOwnEndsWithTheEditor();

private:
    engine::fs::path m_scene;
    std::unique_ptr<QTemporaryDir> m_home;
};

void TestPlayWindow::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    const auto project = engine::createProject(
        engine::fs::path{m_home->path().toStdString()} / "room", "first_room");
    VERIFY_OK(project);
    m_scene = project->root / project->startScene;
    QVERIFY(engine::fs::exists(m_scene));
}

void TestPlayWindow::playsTheSampleByMouseAndKeys()
{
    auto project = engine::projectOfScene(m_scene);
    VERIFY_OK(project);
    PlayWindow window{*std::move(project)};
    VERIFY_OK(window.start(m_scene));
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QCOMPARE(window.windowTitle(), QStringLiteral("room")); // the game's name
    QVERIFY(!window.framesGame());
    auto* session = window.playSession();
    auto* view = window.playView();
    QVERIFY(session != nullptr && view != nullptr);
    QTRY_VERIFY(session->player().grounded);

    QTest::mouseClick(view, Qt::LeftButton, {}, view->rect().center());
    QVERIFY(view->isMouseCaptured());
    const auto start = session->player().position;
    QTest::keyPress(view, Qt::Key_W);
    QTRY_VERIFY(glm::length(session->player().position - start) > 0.5);
    QTest::keyRelease(view, Qt::Key_W);

    const auto before = session->camera().rotation;
    QCursor::setPos(view->mapToGlobal(view->rect().center()) + QPoint{60, 0});
    QTRY_VERIFY(std::abs(glm::dot(before, session->camera().rotation)) < 0.9999);

    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!view->isMouseCaptured());
    const auto ticks = session->tickCount();
    QTRY_VERIFY(session->tickCount() > ticks + 5); // the game goes on without the mouse
    QVERIFY(session->scriptErrors().empty());
}

void TestPlayWindow::theWorkspaceStaysAsItWas()
{
    const auto text = engine::readFile(m_scene);
    VERIFY_OK(text);
    {
        auto project = engine::projectOfScene(m_scene);
        VERIFY_OK(project);
        PlayWindow window{*std::move(project)};
        VERIFY_OK(window.start(m_scene));
        QTRY_VERIFY(window.playSession()->tickCount() > 30);
        QVERIFY(!window.viewDocument().isModified());
    }
    const auto after = engine::readFile(m_scene);
    VERIFY_OK(after);
    QCOMPARE(*after, *text);
}

void TestPlayWindow::aBrokenSceneNeverStarts()
{
    VERIFY_OK(engine::writeFileAtomically(m_scene, R"({"format": 1, "entities": [)"));
    auto project = engine::projectOfScene(m_scene);
    VERIFY_OK(project);
    PlayWindow window{*std::move(project)};
    const auto started = window.start(m_scene);
    QVERIFY(!started);
    QVERIFY2(started.error().message().find("start.scene.json") != std::string::npos,
             started.error().message().c_str());
    QVERIFY(window.playSession() == nullptr);
    QVERIFY(!window.isVisible());
}

void TestPlayWindow::showsNothingOfTheEditorAndEndsByItsKey()
{
    auto project = engine::projectOfScene(m_scene);
    VERIFY_OK(project);
    PlayWindow window{*std::move(project)};
    VERIFY_OK(window.start(m_scene));
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (const auto* button : window.playView()->findChildren<QToolButton*>())
        QVERIFY2(!button->isVisible(), qPrintable(button->objectName()));
    QVERIFY(window.gameHint(false).contains("Shift+F5"));
    QVERIFY(window.gameHint(true).isEmpty());
    QTest::keyClick(window.playView(), Qt::Key_F5, Qt::ShiftModifier);
    QTRY_VERIFY(!window.isVisible());
}

void TestPlayWindow::theEffectsOfTheViewMenuReachIt()
{
    auto project = engine::projectOfScene(m_scene);
    VERIFY_OK(project);
    QSettings{}.setValue(QStringLiteral("effects/bloom"), QStringLiteral("off"));
    QSettings{}.setValue(QStringLiteral("effects/shadows"), QStringLiteral("on"));
    const PlayWindow window{*project};
    QSettings{}.remove(QStringLiteral("effects"));
    QVERIFY(window.viewEffects().bloom == engine::EffectUse::Off);
    QVERIFY(window.viewEffects().shadows == engine::EffectUse::On);
    QVERIFY(window.viewEffects().adaptation == engine::EffectUse::Automatic);
}

void TestPlayWindow::theConsoleLiesOverTheGame()
{
    auto project = engine::projectOfScene(m_scene);
    VERIFY_OK(project);
    PlayWindow window{*std::move(project)};
    VERIFY_OK(window.start(m_scene));
    QVERIFY(QTest::qWaitForWindowActive(&window));
    auto* view = window.playView();
    auto* console = window.findChild<PlayConsole*>();
    QVERIFY(console != nullptr && !console->isVisible());
    QTest::mouseClick(view, Qt::LeftButton, {}, view->rect().center());
    QTest::keyClick(view, Qt::Key_QuoteLeft);
    QTRY_VERIFY(console->isVisible());
    QVERIFY(!view->isMouseCaptured());
    QCOMPARE(console->width(), view->width());

    auto* line = console->findChild<GameLine*>();
    QVERIFY(line != nullptr && line->isVisible());
    QTRY_VERIFY(line->hasFocus());
    const auto* said = console->findChild<QListView*>()->model();
    const auto before = said->rowCount();
    QTest::keyClicks(line, QStringLiteral("wwww"));
    QTest::keyClick(line, Qt::Key_Return);
    const auto answers = [&] {
        QStringList rows;
        for (int row = before; row < said->rowCount(); ++row)
            rows.append(said->index(row, 0).data().toString());
        return rows.join(QLatin1Char{'\n'});
    };
    QTRY_VERIFY2(answers().contains(QStringLiteral("There is no 'wwww'")), qPrintable(answers()));

    QTest::keyClick(line, Qt::Key_QuoteLeft);
    QVERIFY(!console->isVisible());
    QVERIFY(view->isMouseCaptured());
    QVERIFY(window.playSession()->scriptErrors().empty());
}

void TestPlayWindow::aGameOfItsOwnSaysWhyThereIsNone()
{
    GameWindows games;
    QSignalSpy failed{&games, &GameWindows::failed};
    const auto broken = m_scene.parent_path() / "broken.scene.json";
    VERIFY_OK(engine::writeFileAtomically(broken, "{ \"format\": "));
    games.start(broken);
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 20'000);
    const auto why = failed.front().front().toString();
    QVERIFY2(why.contains(QStringLiteral("broken.scene.json")), qPrintable(why));
    QVERIFY2(!why.startsWith(QStringLiteral("mapwright")), qPrintable(why));
    QTRY_VERIFY(games.findChildren<QProcess*>().isEmpty());
}

void TestPlayWindow::aGameOfItsOwnEndsWithTheEditor()
{
    qint64 process = 0;
    {
        GameWindows games;
        QSignalSpy failed{&games, &GameWindows::failed};
        games.start(m_scene);
        auto* game = games.findChild<QProcess*>();
        QVERIFY(game != nullptr);
        QVERIFY(game->waitForStarted());
        process = game->processId();
        QVERIFY(engine::fs::exists(fmt::format("/proc/{}", process)));
        QVERIFY(failed.isEmpty());
    }
    QVERIFY(!engine::fs::exists(fmt::format("/proc/{}", process)));
}

WINDOW_TEST(TestPlayWindow)
} // namespace tst_play_window

#include "tst_play_window.moc"
