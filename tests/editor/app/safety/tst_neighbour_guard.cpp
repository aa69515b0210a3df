#include "editor/app/safety/project_presence.h"
#include "editor/app/window/notice_bar.h"
#include "engine_core/assets/project/project_trust.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/run_program.h"

#include <QToolButton>

#include <csignal>

namespace tst_neighbour_guard
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// A second editor on the same project is told, here and there (issue 16).
class TestNeighbourGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSameSceneIsNamedAndTheNoticeGoesWithTheOther();
    void anotherSceneOfTheProjectIsNoWarning();
    void aNoticeThatWasPutAwayComesBackWithSomethingNew();
    void aSecondEditorIsNoticedAndItsWorkIsNotTouched();

private:
    [[nodiscard]] NoticeBar& notices() { return m_window.window().notices(); }

    [[nodiscard]] const Notice* notice() { return notices().find("project.shared"); }

    [[nodiscard]] fs::path root() { return m_window.window().context().assets().project().root; }

    void shoot(const char* name)
    {
        m_window.window().resize(1280, 800);
        QTest::qWait(200);
        if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty())
            m_window.window().grab().save(folder + "/" + name);
    }

    WindowFixture m_window;
};

void TestNeighbourGuard::theSameSceneIsNamedAndTheNoticeGoesWithTheOther()
{
    QVERIFY(notice() == nullptr);
    auto other = std::make_unique<ProjectPresence>(root());
    other->setScene(m_window.document().path());
    QTRY_VERIFY(notice() != nullptr);
    QVERIFY2(notice()->title.startsWith("start.scene.json is also open in another"),
             qPrintable(notice()->title));
    QVERIFY2(notice()->text.contains("the one that saves later is asked first"),
             qPrintable(notice()->text));
    QCOMPARE(notice()->kind, MessageKind::Warning);
    shoot("same_scene.png");
    // We are seen as well.
    QCOMPARE(other->others().size(), std::size_t{1});
    QCOMPARE(other->others()[0].scene, wholePath(m_window.document().path()));
    other.reset();
    QTRY_VERIFY(notice() == nullptr);
}

void TestNeighbourGuard::anotherSceneOfTheProjectIsNoWarning()
{
    ProjectPresence other{root()};
    other.setScene(root() / "scenes" / "cellar.scene.json");
    QTRY_VERIFY(notice() != nullptr);
    QVERIFY2(notice()->title.startsWith("This project is also open"), qPrintable(notice()->title));
    QVERIFY2(notice()->text.contains("cellar.scene.json"), qPrintable(notice()->text));
    QCOMPARE(notice()->kind, MessageKind::Info);
    shoot("same_project.png");
    const ProjectPresence third{root()};
    QTRY_VERIFY(notice()->title.contains("2 other Mapwright windows"));
}

void TestNeighbourGuard::aNoticeThatWasPutAwayComesBackWithSomethingNew()
{
    QTRY_VERIFY(notice() == nullptr);
    ProjectPresence other{root()};
    QTRY_VERIFY(notice() != nullptr);
    QTest::mouseClick(notices().findChild<QToolButton*>(QStringLiteral("closeNotice")),
                      Qt::LeftButton);
    QVERIFY(notice() == nullptr);
    QTest::qWait(1100);
    QVERIFY(notice() == nullptr);
    other.setScene(m_window.document().path());
    QTRY_VERIFY(notice() != nullptr);
}

void TestNeighbourGuard::aSecondEditorIsNoticedAndItsWorkIsNotTouched()
{
    QTRY_VERIFY(notice() == nullptr);
    m_window.addBox({{0, 0, 0}, {1, 1, 1}}, "mine");
    QProcess process;
    process.start(program(), {"edit", QString::fromStdString(root().string())});
    QTRY_VERIFY_WITH_TIMEOUT(notice() != nullptr, 30'000);
    QTRY_VERIFY(notice()->title.startsWith("start.scene.json"));
    // What is unsaved here is no leftover for anybody.
    QVERIFY(m_window.window().context().workspace().leftovers().empty());
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    process.waitForFinished();
    QTRY_VERIFY(notice() == nullptr);
    QVERIFY(m_window.window().context().workspace().leftovers().empty());
    QVERIFY(m_window.document().isModified());
}

WINDOW_TEST(TestNeighbourGuard)
} // namespace tst_neighbour_guard

#include "tst_neighbour_guard.moc"
