#include "editor/panels/fields/number_field.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QDialog>
#include <QSignalSpy>

namespace tst_number_field
{
using namespace editor;
using engine::Error;
using engine::Result;

/// What a number field does is seen in the value it edits.
struct Edited
{
    NumberField field;
    double value = 2;
    double before = 2; ///< of the drag
    int commits = 0;
    bool dragging = false;

    Edited()
    {
        field.setUnit(QStringLiteral("m"));
        field.setStep(0.5);
        field.setValue(value);
        field.commit = [this](const NumberEdit& edit) {
            ++commits;
            return take(edit, value);
        };
        field.preview = [this](const NumberEdit& edit) {
            if (!std::exchange(dragging, true))
                before = value;
            return take(edit, before);
        };
        field.endPreview = [this](bool keep) {
            dragging = false;
            commits += keep ? 1 : 0;
            if (!keep)
                value = before;
            field.setValue(value);
        };
        field.show();
        field.activateWindow();
        (void)QTest::qWaitForWindowActive(&field);
        field.setFocus();
    }

    Result<void> take(const NumberEdit& edit, double from)
    {
        const auto wanted = edit(from);
        if (!wanted)
            return wanted.error();
        if (*wanted > 100)
            return Error{"must be at most 100"};
        value = *wanted;
        field.setValue(value);
        return {};
    }

    void type(const char* text)
    {
        field.selectAll();
        QTest::keyClicks(&field, QString::fromLatin1(text));
    }
};

class TestNumberField : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void expressionsHaveValues_data();
    void expressionsHaveValues();
    void nonsenseIsRefused_data();
    void nonsenseIsRefused();
    void enterCommitsOnce();
    void theUnitMayBeTyped();
    void escapeRestoresTheValue();
    void escapeClosesADialogWhenNothingWasTyped();
    void whatIsRefusedStaysWithItsReason();
    void arrowsStepCoarseAndFine();
    void leavingCommits();
    void theWheelNeedsFocus();
    void mixedChangesOnlyWhenTyped();
    void draggingTheLabelIsOneCommit();
    void escapeEndsADragWithoutCommit();
    void numbersAreShort_data();
    void numbersAreShort();
    void aDoubleClickSelectsTheWholeNumber();
};

void TestNumberField::expressionsHaveValues_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("number") << "2.5" << 2.5;
    QTest::newRow("sum") << "2+0.25" << 2.25;
    QTest::newRow("present value") << "=w/2" << 4.0;
    QTest::newRow("x too") << "x*x" << 64.0;
    QTest::newRow("precedence") << "1+2*3" << 7.0;
    QTest::newRow("brackets") << "-(1+2)*3" << -9.0;
    QTest::newRow("left to right") << "8-2-1" << 5.0;
    QTest::newRow("spaces") << " = 1 + 1 " << 2.0;
    QTest::newRow("exponent") << "1e3" << 1000.0;
}

void TestNumberField::expressionsHaveValues()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    const auto result = evaluateExpression(text.toStdString(), 8);
    VERIFY_OK(result);
    QCOMPARE(*result, value);
}

void TestNumberField::nonsenseIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const auto* text : {"", "=", "two", "1+", "(1", "1)", "1//2", "1/0", "inf", "nan", "1e999",
                             "1 2", "1e308*10", "--"})
        QTest::newRow(*text != '\0' ? text : "empty") << text;
    QTest::newRow("deep") << QString{100000, QLatin1Char{'('}};
}

void TestNumberField::nonsenseIsRefused()
{
    QFETCH(QString, text);
    QVERIFY(!evaluateExpression(text.toStdString(), 8));
}

void TestNumberField::enterCommitsOnce()
{
    Edited edited;
    edited.type("w*3");
    QTest::keyClick(&edited.field, Qt::Key_Return);
    QCOMPARE(edited.value, 6.0);
    QCOMPARE(edited.commits, 1);
    QCOMPARE(edited.field.text(), QStringLiteral("6"));
    QTest::keyClick(&edited.field, Qt::Key_Return);
    QCOMPARE(edited.commits, 1);
}

void TestNumberField::theUnitMayBeTyped()
{
    Edited edited;
    edited.type("3 m");
    QTest::keyClick(&edited.field, Qt::Key_Return);
    QCOMPARE(edited.value, 3.0);
}

void TestNumberField::escapeRestoresTheValue()
{
    Edited edited;
    edited.type("77");
    QTest::keyClick(&edited.field, Qt::Key_Escape);
    QCOMPARE(edited.field.text(), QStringLiteral("2"));
    QCOMPARE(edited.commits, 0);
}

void TestNumberField::escapeClosesADialogWhenNothingWasTyped()
{
    QDialog dialog;
    auto* field = new NumberField{&dialog};
    field->setValue(2);
    dialog.show();
    QTest::keyClicks(field, QStringLiteral("7"));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY2(dialog.isVisible(), "it only took back what was typed");
    QCOMPARE(field->value(), 2.0);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

void TestNumberField::whatIsRefusedStaysWithItsReason()
{
    Edited edited;
    edited.type("1000");
    QTest::keyClick(&edited.field, Qt::Key_Return);
    QCOMPARE(edited.value, 2.0);
    QCOMPARE(edited.field.text(), QStringLiteral("1000"));
    QVERIFY(edited.field.property("invalid").toBool());
    QVERIFY(edited.field.toolTip().contains(QStringLiteral("at most 100")));
    QTest::keyClick(&edited.field, Qt::Key_Escape);
    QVERIFY(!edited.field.property("invalid").toBool());
}

void TestNumberField::arrowsStepCoarseAndFine()
{
    Edited edited;
    QTest::keyClick(&edited.field, Qt::Key_Up);
    QCOMPARE(edited.value, 2.5);
    QTest::keyClick(&edited.field, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(edited.value, 7.5);
    QTest::keyClick(&edited.field, Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(edited.value, 7.45);
}

void TestNumberField::leavingCommits()
{
    Edited edited;
    edited.type("5");
    edited.field.clearFocus();
    QCOMPARE(edited.value, 5.0);
    QCOMPARE(edited.commits, 1);
}

void TestNumberField::theWheelNeedsFocus()
{
    Edited edited;
    const auto turn = [&] {
        QWheelEvent wheel{QPointF{4, 4},
                          edited.field.mapToGlobal(QPointF{4, 4}),
                          {},
                          {0, 120},
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false};
        QCoreApplication::sendEvent(&edited.field, &wheel);
    };
    edited.field.clearFocus();
    turn();
    QCOMPARE(edited.value, 2.0);
    edited.field.setFocus();
    turn();
    QCOMPARE(edited.value, 2.5);
}

void TestNumberField::mixedChangesOnlyWhenTyped()
{
    Edited edited;
    edited.field.setMixed();
    QCOMPARE(edited.field.text(), QString{});
    QCOMPARE(edited.field.placeholderText(), QStringLiteral("mixed"));
    QTest::keyClick(&edited.field, Qt::Key_Return);
    edited.field.clearFocus();
    QCOMPARE(edited.commits, 0);
    edited.field.setFocus();
    edited.type("4");
    QTest::keyClick(&edited.field, Qt::Key_Return);
    QCOMPARE(edited.value, 4.0);
}

void TestNumberField::draggingTheLabelIsOneCommit()
{
    Edited edited;
    ScrubLabel label{QStringLiteral("Range"), edited.field};
    label.resize(60, 20);
    label.show();
    QTest::mousePress(&label, Qt::LeftButton, {}, {10, 10});
    for (int x = 14; x <= 30; x += 4)
        QTest::mouseMove(&label, {x, 10});
    QCOMPARE(edited.value, 4.5); // five steps of 0.5, four pixels each
    QCOMPARE(edited.commits, 0);
    QTest::mouseRelease(&label, Qt::LeftButton, {}, {30, 10});
    QCOMPARE(edited.value, 4.5);
    QCOMPARE(edited.commits, 1);
}

void TestNumberField::escapeEndsADragWithoutCommit()
{
    Edited edited;
    ScrubLabel label{QStringLiteral("Range"), edited.field};
    label.resize(60, 20);
    label.show();
    QTest::mousePress(&label, Qt::LeftButton, {}, {10, 10});
    QTest::mouseMove(&label, {50, 10});
    QVERIFY(edited.value > 2);
    QTest::keyClick(&label, Qt::Key_Escape);
    QCOMPARE(edited.value, 2.0);
    QTest::mouseRelease(&label, Qt::LeftButton, {}, {50, 10});
    QCOMPARE(edited.commits, 0);
}

void TestNumberField::numbersAreShort_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << 9.0 << "9";
    QTest::newRow("quarter") << 0.25 << "0.25";
    QTest::newRow("float noise") << static_cast<double>(0.1f) << "0.1";
    QTest::newRow("nearly 0") << -0.0 << "0";
    QTest::newRow("tiny") << 1e-5 << "1e-05";
}

void TestNumberField::numbersAreShort()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(NumberField::textOf(value), text);
}

void TestNumberField::aDoubleClickSelectsTheWholeNumber()
{
    Edited edited;
    edited.field.setValue(-12.375);
    edited.field.deselect();
    QTest::mouseDClick(&edited.field, Qt::LeftButton, {}, {8, edited.field.height() / 2});
    QCOMPARE(edited.field.selectedText(), QStringLiteral("-12.375"));
}

GUI_TEST(TestNumberField)
} // namespace tst_number_field

#include "tst_number_field.moc"
