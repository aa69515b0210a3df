#include "editor/app/dialogs/recovery_dialog.h"
#include "tests/editor/app/window_fixture.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace tst_recovery_dialog
{
using namespace editor;
using namespace mapwright::test;

class TestRecoveryDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatAndWhen();
    void keysKeepTheWork_data();
    void keysKeepTheWork();
    void buttonsAnswer_data();
    void buttonsAnswer();
    void warnsOfFilesOfOthers();
    void takesNamesForPlainText();

private:
    static Journal::Leftover leftover()
    {
        Journal::Leftover found;
        found.scene = "/home/ann/levels/castle/scenes/great_hall.scene.json";
        found.when = "2026-11-23 20:15";
        found.steps = {"Add box", "Move 3 brushes", "Set material"};
        return found;
    }

    static QString shown(const RecoveryDialog& dialog, const char* name)
    {
        const auto* label = dialog.findChild<QLabel*>(QLatin1String{name});
        return label != nullptr ? label->text().remove(QStringLiteral("\u200b")) : QString{};
    }
};

void TestRecoveryDialog::tellsWhatAndWhen()
{
    const RecoveryDialog dialog{leftover(), nullptr};
    QCOMPARE(shown(dialog, "recoveryScene"),
             QStringLiteral("/home/ann/levels/castle/scenes/great_hall.scene.json"));
    QCOMPARE(shown(dialog, "recoveryTime"), QStringLiteral("2026-11-23 20:15"));
    QVERIFY(shown(dialog, "recoveryCount").startsWith(QStringLiteral("3 steps")));
    const auto* steps = dialog.findChild<QListWidget*>(QStringLiteral("recoverySteps"));
    QCOMPARE(steps->count(), 3);
    QVERIFY(steps->item(1)->text().endsWith(QStringLiteral("Move 3 brushes")));
    QVERIFY(shown(dialog, "recoveryChanged").isEmpty());
    QVERIFY(shown(dialog, "recoveryOutside").isEmpty());
}

void TestRecoveryDialog::keysKeepTheWork_data()
{
    QTest::addColumn<int>("key");
    for (const int key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Escape})
        QTest::newRow(QByteArray::number(key)) << key;
}

void TestRecoveryDialog::keysKeepTheWork()
{
    QFETCH(int, key);
    RecoveryDialog dialog{leftover(), nullptr};
    dialog.show();
    auto* focused = dialog.focusWidget();
    QCOMPARE(focused, dialog.findChild<QPushButton*>(QStringLiteral("recoveryLater")));
    QTest::keyClick(focused, static_cast<Qt::Key>(key));
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.answer(), RecoveryDialog::Answer::Later);
}

void TestRecoveryDialog::buttonsAnswer_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<RecoveryDialog::Answer>("answer");
    QTest::newRow("later") << "recoveryLater" << RecoveryDialog::Answer::Later;
    QTest::newRow("recover") << "recoveryRecover" << RecoveryDialog::Answer::Recover;
    QTest::newRow("discard") << "recoveryDiscard" << RecoveryDialog::Answer::Discard;
}

void TestRecoveryDialog::buttonsAnswer()
{
    QFETCH(QString, button);
    QFETCH(RecoveryDialog::Answer, answer);
    RecoveryDialog dialog{leftover(), nullptr};
    dialog.findChild<QPushButton*>(button)->click();
    QCOMPARE(dialog.answer(), answer);
}

void TestRecoveryDialog::warnsOfFilesOfOthers()
{
    auto found = leftover();
    found.isSceneChanged = true;
    found.isAutosaved = true;
    const RecoveryDialog changed{found, nullptr};
    QVERIFY(!shown(changed, "recoveryChanged").isEmpty());
    QVERIFY(shown(changed, "recoveryCount").contains(QStringLiteral("autosave")));
    found.isSceneOutside = true;
    found.steps.clear();
    RecoveryDialog outside{found, nullptr};
    QVERIFY(!shown(outside, "recoveryOutside").isEmpty());
    QVERIFY(outside.findChild<QListWidget*>() == nullptr);
    if (const auto folder = qEnvironmentVariable("MAPWRIGHT_PICTURES"); !folder.isEmpty()) {
        outside.show();
        outside.grab().save(folder + QStringLiteral("/recovery_outside.png"));
        found = leftover();
        found.isSceneChanged = true;
        for (int i = 0; i < 40; ++i)
            found.steps.push_back("Move " + std::to_string(i) + " brushes");
        RecoveryDialog usual{found, nullptr};
        usual.show();
        usual.grab().save(folder + QStringLiteral("/recovery_usual.png"));
    }
}

void TestRecoveryDialog::takesNamesForPlainText()
{
    auto found = leftover();
    found.scene = "/home/ann/<b>Recover<b>/x.scene.json";
    found.steps = {"<h1>Fine</h1>"};
    const RecoveryDialog dialog{found, nullptr};
    QCOMPARE(dialog.findChild<QLabel*>(QStringLiteral("recoveryScene"))->textFormat(),
             Qt::PlainText);
    QCOMPARE(shown(dialog, "recoveryScene"),
             QStringLiteral("/home/ann/<b>Recover<b>/x.scene.json"));
}

WINDOW_TEST(TestRecoveryDialog)
} // namespace tst_recovery_dialog

#include "tst_recovery_dialog.moc"
