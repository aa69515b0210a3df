#include "editor/app/safety/safe_start.h"
#include "engine_core/assets/project/project_trust.h"
#include "engine_core/base/files/user_folders.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/run_program.h"

#include <QDir>
#include <QPushButton>

#include <csignal>

namespace tst_safe_start
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
fs::path notes()
{
    return userDataFolder() / "opening";
}

int noteCount()
{
    return static_cast<int>(QDir{QString::fromStdString(notes().string())}
                                .entryList(QDir::Files)
                                .size());
}
} // namespace

/// A start that was not survived is known at the next one.
class TestSafeStart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aKilledStartIsKnownOnce();
    void aStartThatGoesWellLeavesNothing();
    void theNextStartAsksAndOpensNothingByItself();
    void anOpeningEditorIsNoBrokenOne();
    void spoiltNotesAreThrownAway();
    void eachButtonSaysItsChoice_data();
    void eachButtonSaysItsChoice();
    void withoutScriptsEvenATrustedProjectRunsNone();

private:
    /// The real program, opening the project.
    void startEditor(QProcess& process) const
    {
        process.start(program(), {"edit", QString::fromStdString(m_project.string())});
    }

    void killWhileOpening() const
    {
        QProcess process;
        startEditor(process);
        QTRY_COMPARE_WITH_TIMEOUT(noteCount(), 1, 30'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished());
    }

    std::unique_ptr<QTemporaryDir> m_home;
    fs::path m_project;
};

void TestSafeStart::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", m_home->filePath("data").toUtf8());
    qputenv("XDG_CONFIG_HOME", m_home->filePath("config").toUtf8());
    const auto made = createProject(fs::path{m_home->path().toStdString()} / "room", "empty");
    VERIFY_OK(made);
    m_project = made->root;
}

void TestSafeStart::aKilledStartIsKnownOnce()
{
    QVERIFY(OpeningNote::takeBroken().empty());
    killWhileOpening();
    QCOMPARE(OpeningNote::takeBroken(), std::vector<fs::path>{m_project});
    QVERIFY(OpeningNote::takeBroken().empty());
}

void TestSafeStart::aStartThatGoesWellLeavesNothing()
{
    QProcess process;
    startEditor(process);
    QTRY_COMPARE_WITH_TIMEOUT(noteCount(), 1, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(noteCount(), 0, 30'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL); // later, it is no broken start
    QVERIFY(process.waitForFinished());
    QVERIFY(OpeningNote::takeBroken().empty());
}

void TestSafeStart::theNextStartAsksAndOpensNothingByItself()
{
    killWhileOpening();
    QProcess process;
    startEditor(process);
    // It takes the old note away, asks, and opens nothing, so there is no new one.
    QTRY_COMPARE_WITH_TIMEOUT(noteCount(), 0, 30'000);
    QTest::qWait(1500);
    QCOMPARE(noteCount(), 0);
    QCOMPARE(process.state(), QProcess::Running);
    process.kill();
    QVERIFY(process.waitForFinished());
}

void TestSafeStart::anOpeningEditorIsNoBrokenOne()
{
    const OpeningNote note{m_project};
    QCOMPARE(noteCount(), 1);
    QVERIFY(OpeningNote::takeBroken().empty());
    QCOMPARE(noteCount(), 1);
}

void TestSafeStart::spoiltNotesAreThrownAway()
{
    VERIFY_OK(makeUserFolder(notes()));
    VERIFY_OK(writeFileAtomically(notes() / "1", ""));
    VERIFY_OK(writeFileAtomically(notes() / "2", "x\ny\nz"));
    VERIFY_OK(writeFileAtomically(notes() / "3", "99999999\n"));
    QVERIFY(OpeningNote::takeBroken().empty());
    QCOMPARE(noteCount(), 0);
}

void TestSafeStart::eachButtonSaysItsChoice_data()
{
    using Choice = SafeStartDialog::Choice;
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("choice");
    QTest::newRow("scripts") << "safeNoScripts" << int(Choice::WithoutScripts);
    QTest::newRow("plugins") << "safeNoPlugins" << int(Choice::WithoutPlugins);
    QTest::newRow("other") << "safeOther" << int(Choice::AnotherProject);
    QTest::newRow("as always") << "safeAsAlways" << int(Choice::AsAlways);
    QTest::newRow("closed") << QString{} << int(Choice::AnotherProject);
}

void TestSafeStart::eachButtonSaysItsChoice()
{
    QFETCH(const QString, button);
    QFETCH(const int, choice);
    SafeStartDialog dialog{m_project};
    dialog.show();
    if (qEnvironmentVariableIsSet("MAPWRIGHT_PICTURES"))
        dialog.grab().save(qEnvironmentVariable("MAPWRIGHT_PICTURES") + "/safe_start.png");
    if (button.isEmpty())
        QTest::keyClick(&dialog, Qt::Key_Escape);
    else
        QTest::mouseClick(dialog.findChild<QPushButton*>(button), Qt::LeftButton);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(int(dialog.choice()), choice);
}

void TestSafeStart::withoutScriptsEvenATrustedProjectRunsNone()
{
    const Project project{m_project, "room", {}};
    QVERIFY(scriptTrustOf(project) == ScriptTrust::On);
    keepScriptsOff();
    QVERIFY(scriptTrustOf(project) == ScriptTrust::Off);
    QVERIFY(scriptTrustOf({installationFolder() / "projects" / "first_room", {}, {}}) ==
            ScriptTrust::Off);
    VERIFY_OK(trustProject(m_project)); // by hand, in the bar
    QVERIFY(scriptTrustOf(project) == ScriptTrust::On);
}

WINDOW_TEST(TestSafeStart)
} // namespace tst_safe_start

#include "tst_safe_start.moc"
