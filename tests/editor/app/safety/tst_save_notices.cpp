#include "editor/app/safety/save_notices.h"
#include "editor/app/window/notice_bar.h"
#include "engine_core/base/files/unsynced_files.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/full_disk.h"

#include <QtTest>

namespace tst_save_notices
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What stands between unsaved work and the disk stays in sight (issue 16).
class TestSaveNotices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFailedSaveStaysInSightUntilOneSucceeds();
    void whatTheDiskDidNotConfirmIsToldUntilASaveIs();
    void aFailedSaveIsForgottenWithItsScene();
    void unprotectedWorkStaysInSightUntilItIsProtected();

private:
    WindowFixture m_fixture;
};

void TestSaveNotices::aFailedSaveStaysInSightUntilOneSucceeds()
{
    auto& window = m_fixture.window();
    auto& workspace = window.context().workspace();
    m_fixture.addBox({{0, 0, 0}, {1, 1, 1}});
    const auto scene = m_fixture.document().path();
    const auto before = readFile(scene);
    {
        const FullDisk full{64};
        m_fixture.command("file.save");
        workspace.finishSaves();
    }
    const auto* notice = window.notices().find("save.failed");
    QVERIFY(notice != nullptr);
    QVERIFY2(notice->text.contains("File too large"), qPrintable(notice->text));
    QVERIFY(!notice->canBeClosed);
    QVERIFY(window.notices().isVisible());
    QTest::qWait(1100); // the window looks after it every half second
    QVERIFY(window.notices().find("save.failed") != nullptr);
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty())
        window.grab().save(folder + "/failed_save.png");
    QCOMPARE(*readFile(scene), *before);
    for (const auto* label : {"Try again", "Save as...", "Show"})
        QVERIFY2(window.notices().button("save.failed", label) != nullptr, label);
    QTest::mouseClick(window.notices().button("save.failed", "Try again"), Qt::LeftButton);
    workspace.finishSaves();
    QVERIFY(window.notices().find("save.failed") == nullptr);
    QVERIFY(!m_fixture.document().isModified());
}

/// The fault sweep has the sync of the folder fail; this is what becomes of it in the window.
void TestSaveNotices::whatTheDiskDidNotConfirmIsToldUntilASaveIs()
{
    auto& window = m_fixture.window();
    noteUnsynced({m_fixture.folder() / "elsewhere/autosave", "Input/output error"});
    window.saveNotices().refresh();
    QVERIFY(window.notices().find("save.unsynced") == nullptr); // not of the open project
    noteUnsynced({m_fixture.document().path(), "Input/output error"});
    QTRY_VERIFY(window.notices().find("save.unsynced") != nullptr);
    const auto* notice = window.notices().find("save.unsynced");
    QVERIFY2(notice->text.contains("Input/output error"), qPrintable(notice->text));
    QVERIFY(notice->canBeClosed);
    m_fixture.addBox({{0, 0, 0}, {1, 1, 1}});
    m_fixture.command("file.save");
    window.context().workspace().finishSaves();
    QVERIFY(window.notices().find("save.unsynced") == nullptr);
}

void TestSaveNotices::aFailedSaveIsForgottenWithItsScene()
{
    auto& window = m_fixture.window();
    m_fixture.addBox({{0, 0, 0}, {1, 1, 1}});
    {
        const FullDisk full{64};
        m_fixture.command("file.save");
        window.context().workspace().finishSaves();
    }
    QVERIFY(window.notices().find("save.failed") != nullptr);
    m_fixture.document().undo(); // nothing is left to save
    QTRY_VERIFY(window.notices().find("save.failed") == nullptr);
    m_fixture.emptyScene();
    QVERIFY(!window.notices().isVisible());
}

void TestSaveNotices::unprotectedWorkStaysInSightUntilItIsProtected()
{
    auto& window = m_fixture.window();
    m_fixture.emptyScene();
    {
        const FullDisk full{16};
        m_fixture.addBox({{0, 0, 0}, {1, 1, 1}});
        window.context().workspace().updateJournals(0.5, 60);
        window.saveNotices().refresh();
        const auto* notice = window.notices().find("work.unprotected");
        QVERIFY(notice != nullptr);
        QVERIFY(notice->text.contains("what you have not saved is lost"));
    }
    QTest::mouseClick(window.notices().button("work.unprotected", "Try again"), Qt::LeftButton);
    QTRY_VERIFY(window.notices().find("work.unprotected") == nullptr);
}

WINDOW_TEST(TestSaveNotices)
} // namespace tst_save_notices

#include "tst_save_notices.moc"
