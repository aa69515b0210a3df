#include "editor/app/dialogs/hollow_dialog.h"
#include "editor/panels/fields/number_field.h"
#include "tests/program/registry.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QtTest>

namespace tst_hollow_dialog
{
using namespace editor;

class TestHollowDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handsOverWhatIsChosen();
    void staysOpenWithTheReasonWhenRefused();
    void startsWithWhatWasChosenLast();
};

void TestHollowDialog::handsOverWhatIsChosen()
{
    std::optional<HollowOptions> got;
    HollowDialog dialog{{}, [&](const HollowOptions& options) -> engine::Result<void> {
                            got = options;
                            return {};
                        }};
    auto* thickness = dialog.findChild<NumberField*>(QStringLiteral("hollowThickness"));
    thickness->selectAll();
    QTest::keyClicks(thickness, QStringLiteral("0.5"));
    QTest::keyClick(thickness, Qt::Key_Return);
    dialog.findChild<QComboBox*>(QStringLiteral("hollowSide"))->setCurrentIndex(1);
    dialog.findChild<QComboBox*>(QStringLiteral("hollowJoint"))->setCurrentIndex(1);
    dialog.findChild<QPushButton*>(QStringLiteral("hollowRun"))->click();
    QVERIFY(got);
    QCOMPARE(got->thickness, 0.5);
    QCOMPARE(got->side, engine::WallSide::Outward);
    QCOMPARE(got->joint, engine::WallJoint::Mitred);
    QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
}

void TestHollowDialog::staysOpenWithTheReasonWhenRefused()
{
    HollowDialog dialog{{}, [](const HollowOptions&) -> engine::Result<void> {
                            return engine::Error{"The brush is too thin"};
                        }};
    dialog.show();
    dialog.findChild<QPushButton*>(QStringLiteral("hollowRun"))->click();
    QVERIFY(dialog.isVisible());
    const auto* error = dialog.findChild<QLabel*>(QStringLiteral("hollowError"));
    QVERIFY(error->isVisible());
    QCOMPARE(error->text(), QStringLiteral("The brush is too thin"));
}

void TestHollowDialog::startsWithWhatWasChosenLast()
{
    const HollowOptions last{2, engine::WallSide::Outward, engine::WallJoint::Mitred};
    const HollowDialog dialog{last, [](const HollowOptions&) {
                                  return engine::Result<void>{};
                              }};
    QCOMPARE(dialog.options().thickness, 2.0);
    QCOMPARE(dialog.options().side, engine::WallSide::Outward);
    QCOMPARE(dialog.options().joint, engine::WallJoint::Mitred);
}

GUI_TEST(TestHollowDialog)
} // namespace tst_hollow_dialog

#include "tst_hollow_dialog.moc"
