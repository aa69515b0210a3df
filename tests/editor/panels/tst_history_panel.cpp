#include "editor/panels/history_panel.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/test_editor.h"

#include <QFont>
#include <QListView>
#include <QtTest>

namespace tst_history_panel
{
using namespace editor;
using mapwright::test::TestEditor;

class TestHistoryPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClickGoesToTheStateAfterTheStep();
    void theCurrentStepIsBoldAndLaterOnesDimmed();
    void theCurrentStepIsInSightWhenItIsShown();
    void theCurrentStepStaysInSightWhenThePanelGetsLower();
};

void TestHistoryPanel::aClickGoesToTheStateAfterTheStep()
{
    TestEditor editor;
    HistoryPanel panel{editor};
    auto& document = editor.document();
    const auto empty = document.contentHash();
    editor.fixture.addPoint({0, 0, 0});
    const auto one = document.contentHash();
    editor.fixture.addPoint({1, 0, 0});
    editor.fixture.addPoint({2, 0, 0});
    const auto three = document.contentHash();
    auto* list = panel.findChild<QListView*>(QStringLiteral("historyList"));
    panel.resize(300, 300);
    panel.show();
    QCOMPARE(list->model()->rowCount(), 4);
    const auto click = [&](int row) {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(row, 0)).center());
    };
    click(1);
    QCOMPARE(document.contentHash(), one);
    QCOMPARE(list->currentIndex().row(), 1);
    click(3);
    QCOMPARE(document.contentHash(), three);
    click(0);
    QCOMPARE(document.contentHash(), empty);
    QCOMPARE(list->model()->rowCount(), 4);
}

void TestHistoryPanel::theCurrentStepIsBoldAndLaterOnesDimmed()
{
    TestEditor editor;
    editor.fixture.addPoint({0, 0, 0});
    editor.fixture.addPoint({1, 0, 0});
    HistoryModel model{editor.document()};
    editor.document().undo();
    QVERIFY(model.index(1).data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(!model.index(2).data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(model.index(2).data(Qt::ForegroundRole).isValid());
    QVERIFY(!model.index(0).data(Qt::ForegroundRole).isValid());
    editor.fixture.addPoint({5, 0, 0}); // takes the place of the undone step
    QCOMPARE(model.rowCount(), 3);
}

void TestHistoryPanel::theCurrentStepIsInSightWhenItIsShown()
{
    TestEditor editor;
    HistoryPanel panel{editor}; // behind another tab at first
    for (int i = 0; i < 60; ++i)
        editor.fixture.addPoint({i, 0, 0});
    const auto* list = panel.findChild<QListView*>(QStringLiteral("historyList"));
    const auto isInSight = [list](int row) {
        return list->viewport()->rect().contains(list->visualRect(list->model()->index(row, 0)));
    };
    panel.resize(300, 150);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QTRY_VERIFY(isInSight(60));
    panel.hide();
    editor.document().goTo(5);
    panel.show();
    QTRY_VERIFY(isInSight(5));
    QVERIFY(!isInSight(60));
}

/// A dock that was behind another one is made smaller once more after it came to the front.
void TestHistoryPanel::theCurrentStepStaysInSightWhenThePanelGetsLower()
{
    TestEditor editor;
    HistoryPanel panel{editor};
    for (int i = 0; i < 60; ++i)
        editor.fixture.addPoint({i, 0, 0});
    const auto* list = panel.findChild<QListView*>(QStringLiteral("historyList"));
    panel.resize(300, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const auto isInSight = [list] {
        return list->viewport()->rect().contains(list->visualRect(list->model()->index(60, 0)));
    };
    QTRY_VERIFY(isInSight());
    panel.resize(300, 150);
    QTRY_VERIFY(isInSight());
}

GUI_TEST(TestHistoryPanel)
} // namespace tst_history_panel

#include "tst_history_panel.moc"
