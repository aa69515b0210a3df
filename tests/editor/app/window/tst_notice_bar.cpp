#include "editor/app/run_editor.h"
#include "editor/app/window/notice_bar.h"
#include "editor/views/theme.h"
#include "tests/program/registry.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtTest>

namespace tst_notice_bar
{
using namespace editor;

/// What stays below the tool bar until its cause is gone.
class TestNoticeBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyBarTakesNoRoom();
    void aNoticeSaysAllThatItHas();
    void aNoticeOfTheSameIdTakesItsPlace();
    void anActionMayEndItsOwnNotice();
    void onlyNoticesThatMayBeClosedHaveACross();
    void longPathsAreBrokenAndNeverWidenTheWindow();
    void buttonsGoBelowTheTextWhereItIsNarrow();
};

namespace
{
struct Window : QWidget
{
    Window()
    {
        auto* layout = new QVBoxLayout{this};
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        bar = new NoticeBar{this};
        layout->addWidget(bar);
        layout->addWidget(new QWidget{this}, 1);
        resize(900, 300);
        QWidget::show();
        (void)QTest::qWaitForWindowExposed(this);
    }

    NoticeBar* bar = nullptr;
};

Notice failedSave()
{
    return {.id = "save.failed",
            .kind = MessageKind::Error,
            .title = "start.scene.json is not saved",
            .text = "Cannot write to '/home/ada/levels/a_long_name_of_a_project_without_a_space_"
                    "that_goes_on_and_on/scenes/start.scene.json': No space left on device",
            .actions = {{.label = "Try again", .tooltip = {}, .run = {}, .isPrimary = true},
                        {.label = "Save as...", .tooltip = {}, .run = {}},
                        {.label = "Show", .tooltip = {}, .run = {}}}};
}

/// To look at: MAPWRIGHT_SHOTS names a folder.
void keepPicture(QWidget& widget, const QString& name)
{
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS"); !folder.isEmpty())
        widget.grab().save(folder + "/" + name + ".png");
}
} // namespace

void TestNoticeBar::anEmptyBarTakesNoRoom()
{
    Window window;
    QVERIFY(!window.bar->isVisible());
    window.bar->show(failedSave());
    QVERIFY(window.bar->isVisible());
    window.bar->dismiss("nothing");
    QVERIFY(window.bar->isVisible());
    window.bar->dismiss("save.failed");
    QVERIFY(!window.bar->isVisible());
    QVERIFY(window.bar->find("save.failed") == nullptr);
}

void TestNoticeBar::aNoticeSaysAllThatItHas()
{
    Window window;
    window.bar->show(failedSave());
    QString said;
    for (const auto* label : window.bar->findChildren<QLabel*>()) {
        said += label->text() + "\n";
        QVERIFY(label->height() >= label->heightForWidth(label->width())); // no line is cut off
    }
    said.remove(QChar{0x200B});
    QVERIFY(said.contains("start.scene.json is not saved"));
    QVERIFY2(said.contains(failedSave().text), qPrintable(said));
    QVERIFY(window.bar->button("save.failed", "Save as...") != nullptr);
    QVERIFY(window.bar->button("save.failed", "Delete") == nullptr);
    QVERIFY(window.bar->button("another", "Save as...") == nullptr);
    window.bar->show({.id = "scripts.off",
                      .kind = MessageKind::Warning,
                      .title = "Scripts of this project are off",
                      .text = "You have not trusted this folder.",
                      .actions = {{.label = "Trust project", .tooltip = {}, .run = {}}},
                      .canBeClosed = true});
    QTest::qWait(50);
    keepPicture(window, "notices");
}

void TestNoticeBar::aNoticeOfTheSameIdTakesItsPlace()
{
    Window window;
    window.bar->show(failedSave());
    window.bar->show({.id = "second",
                      .kind = MessageKind::Info,
                      .title = "Second",
                      .text = {},
                      .actions = {}});
    auto other = failedSave();
    other.title = "other.scene.json is not saved";
    window.bar->show(other);
    QCOMPARE(window.bar->find("save.failed")->title, other.title);
    QTest::qWait(20);
    const auto* first = window.bar->findChild<QWidget*>("notice.save.failed");
    const auto* second = window.bar->findChild<QWidget*>("notice.second");
    QVERIFY(first->isVisible() && first->accessibleName() == other.title);
    QVERIFY(first->y() < second->y());
    QCOMPARE(window.bar->findChildren<QWidget*>("notice.save.failed").size(), 1);
}

void TestNoticeBar::anActionMayEndItsOwnNotice()
{
    Window window;
    auto notice = failedSave();
    int ran = 0;
    notice.actions[0].run = [&] {
        ++ran;
        window.bar->dismiss("save.failed");
        ++ran;
    };
    notice.actions[1].run = [&] { window.bar->show(failedSave()); };
    window.bar->show(notice);
    QTest::mouseClick(window.bar->button("save.failed", "Save as..."), Qt::LeftButton);
    QTest::mouseClick(window.bar->button("save.failed", "Try again"), Qt::LeftButton);
    QCOMPARE(ran, 0); // the notice that took the place does nothing
    window.bar->show(notice);
    QTest::mouseClick(window.bar->button("save.failed", "Try again"), Qt::LeftButton);
    QCOMPARE(ran, 2);
    QVERIFY(!window.bar->isVisible());
}

void TestNoticeBar::onlyNoticesThatMayBeClosedHaveACross()
{
    Window window;
    window.bar->show(failedSave());
    QVERIFY(window.bar->findChild<QToolButton*>("closeNotice") == nullptr);
    auto notice = failedSave();
    notice.canBeClosed = true;
    window.bar->show(notice);
    QSignalSpy closed{window.bar, &NoticeBar::closed};
    QTest::mouseClick(window.bar->findChild<QToolButton*>("closeNotice"), Qt::LeftButton);
    QCOMPARE(closed.size(), 1);
    QCOMPARE(closed[0][0].toString(), QString{"save.failed"});
    QVERIFY(!window.bar->isVisible());
}

void TestNoticeBar::longPathsAreBrokenAndNeverWidenTheWindow()
{
    Window window;
    auto notice = failedSave();
    notice.text = QString{"x"}.repeated(900);
    window.bar->show(notice);
    QTest::qWait(20);
    QCOMPARE(window.width(), 900);
    QVERIFY(window.minimumSizeHint().width() < 900);
    keepPicture(window, "notices_long");
    for (const auto* label : window.bar->findChildren<QLabel*>())
        QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                 qPrintable(QString{"%1 of %2 at %3"}
                                .arg(label->height())
                                .arg(label->heightForWidth(label->width()))
                                .arg(label->width())));
}

void TestNoticeBar::buttonsGoBelowTheTextWhereItIsNarrow()
{
    Window window;
    window.bar->show(failedSave());
    QTest::qWait(20);
    const auto* title = window.bar->findChildren<QLabel*>()[1];
    const auto* button = window.bar->button("save.failed", "Show");
    QVERIFY(button->x() > title->geometry().right());
    window.resize(420, 300);
    QTest::qWait(50);
    keepPicture(window, "notices_narrow");
    QCOMPARE(window.width(), 420);
    QVERIFY(button->y() > title->geometry().bottom());
    window.resize(900, 300);
    QTest::qWait(20);
    QVERIFY(button->x() > title->geometry().right());
}

int run(int argc, char** argv)
{
    editor::prepareQt();
    QApplication application{argc, argv};
    applyTheme(application);
    TestNoticeBar test;
    return QTest::qExec(&test, argc, argv);
}

REGISTER_TEST(run)
} // namespace tst_notice_bar

#include "tst_notice_bar.moc"
