#include "editor/app/dialogs/trust_dialog.h"
#include "editor/app/safety/trust_guard.h"
#include "editor/app/window/notice_bar.h"
#include "editor/app/window/script_windows.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/gameplay.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

#include <atomic>

namespace tst_project_trust_window
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
const QString NoticeId = QStringLiteral("scriptsOff");

/// A script that tells whoever runs it.
constexpr auto Note = "class Note : EditorWindow { Note() { log(\"editor mark\"); }\n"
                      "void onGui() { Gui::label(\"Read\"); } }\n";
constexpr auto Game = "class Lamp : Node { int x = 3; void onStart() { log(\"game mark\"); } }\n";
} // namespace

/// A project from a stranger in the real window.
class TestProjectTrustWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void nothingRunsUntilSomebodyTrusts();
    void theLevelIsPlayedWithoutScripts();
    void theScriptsCanBeReadFirst();
    void trustIsRememberedAndTakenBack();
    void aProjectWithoutScriptsIsBotheredWithNothing();

private:
    [[nodiscard]] fs::path project() const { return fs::path{m_home->path().toStdString()} / "room"; }

    void open()
    {
        auto window = openEditor(project());
        VERIFY_OK(window);
        m_window = *std::move(window);
        m_window->resize(1280, 800);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::qWait(100); // the watchers have had their time
    }

    void close()
    {
        if (!m_window)
            return;
        m_window->play().stop();
        m_window->context().workspace().newScene();
        m_window.reset();
    }

    void press(const char* label)
    {
        auto* button = m_window->notices().button(NoticeId, QLatin1String{label});
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<MainWindow> m_window;
    Connection m_sink;
    std::atomic<int> m_marks = 0; ///< how often a script spoke, or was compiled with messages
};

void TestProjectTrustWindow::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    VERIFY_OK(createProject(project(), "empty"));
    VERIFY_OK(distrustProject(project()));
    fs::create_directories(project() / "Editor");
    VERIFY_OK(writeFileAtomically(project() / "Editor" / "note.as", Note));
    VERIFY_OK(writeFileAtomically(project() / "scripts" / "lamp.as", Game));
    m_marks = 0;
    m_sink = addLogSink([this](const LogMessage& message) {
        m_marks += message.source == "script" ? 1 : 0;
    });
}

void TestProjectTrustWindow::cleanup()
{
    close();
    m_sink.disconnect();
}

void TestProjectTrustWindow::nothingRunsUntilSomebodyTrusts()
{
    open();
    const auto* notice = m_window->notices().find(NoticeId);
    QVERIFY(notice != nullptr);
    QVERIFY(m_window->notices().isVisible());
    QVERIFY(m_window->scriptWindows().scripts().windows().empty());
    // A script that changes is not looked at either.
    VERIFY_OK(writeFileAtomically(project() / "Editor" / "other.as", Note));
    QTest::qWait(200);
    QVERIFY(m_window->scriptWindows().scripts().windows().empty());
    QVERIFY(!m_window->context().workspace().scripts().program("lamp.as"));
    QCOMPARE(m_marks.load(), 0);
    fs::remove(project() / "Editor" / "other.as");

    press("Trust project");
    QVERIFY(m_window->notices().find(NoticeId) == nullptr);
    QTRY_COMPARE(m_window->scriptWindows().scripts().windows().size(), std::size_t{1});
    VERIFY_OK(m_window->context().workspace().scripts().program("lamp.as"));
}

void TestProjectTrustWindow::theLevelIsPlayedWithoutScripts()
{
    open();
    auto& document = m_window->context().document();
    VERIFY_OK(document.run("Lamp", [](Transaction& edit) -> Result<void> {
        edit.set(edit.create("lamp"), Script{{"lamp.as"}, "Lamp", {}});
        return {};
    }));
    m_window->startPlay(false);
    QTRY_VERIFY(m_window->play().session() != nullptr);
    QTRY_VERIFY(m_window->play().session()->tickCount() > 5);
    QCOMPARE(m_marks.load(), 0);
    m_window->play().stop();

    m_window->trust().decide(ScriptTrust::On);
    m_window->startPlay(false);
    QTRY_VERIFY(m_marks.load() > 0); // the same level runs it now
}

void TestProjectTrustWindow::theScriptsCanBeReadFirst()
{
    open();
    QString shown;
    QStringList files;
    answerDialog([&](QWidget& dialog) {
        auto* list = dialog.findChild<QListWidget*>(QStringLiteral("trustFiles"));
        for (int i = 0; i < list->count(); ++i)
            files << list->item(i)->text();
        shown = dialog.findChild<QPlainTextEdit*>(QStringLiteral("trustText"))->toPlainText();
        // Enter decides nothing.
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    press("What do they do?");
    QCOMPARE(files.size(), 2);
    QVERIFY(files[0].startsWith(QLatin1String{"Editor/note.as"}));
    QCOMPARE(shown, QString::fromLatin1(Note));
    QCOMPARE(m_marks.load(), 0);
    QVERIFY(m_window->notices().find(NoticeId) != nullptr);
}

void TestProjectTrustWindow::trustIsRememberedAndTakenBack()
{
    open();
    press("Trust project");
    close();
    open();
    QVERIFY(m_window->notices().find(NoticeId) == nullptr);
    QTRY_COMPARE(m_window->scriptWindows().scripts().windows().size(), std::size_t{1});
    answerDialog([](QWidget& dialog) {
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("trustStop")),
                          Qt::LeftButton);
    });
    m_window->actions().find("file.trust")->trigger();
    QVERIFY(m_window->notices().find(NoticeId) != nullptr);
    QVERIFY(m_window->scriptWindows().scripts().windows().empty());
    QVERIFY(!m_window->context().workspace().scripts().program("lamp.as"));
}

void TestProjectTrustWindow::aProjectWithoutScriptsIsBotheredWithNothing()
{
    fs::remove_all(project() / "Editor");
    fs::remove(project() / "scripts" / "lamp.as");
    open();
    QVERIFY(m_window->notices().find(NoticeId) == nullptr);
    VERIFY_OK(writeFileAtomically(project() / "scripts" / "lamp.as", Game));
    QTRY_VERIFY(m_window->notices().find(NoticeId) != nullptr);
    QCOMPARE(m_marks.load(), 0);
}

WINDOW_TEST(TestProjectTrustWindow)
} // namespace tst_project_trust_window

#include "tst_project_trust_window.moc"
