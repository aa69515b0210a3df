#include "tests/program/registry.h"
#include "tests/support/system/run_program.h"

#include <QJsonArray>
#include <QTest>

namespace tst_killed_editor
{
using namespace mapwright::test;

/// The real editor in its window, killed by signal 9 wherever it stands: `mapwright bench kills`,
/// which does it a thousand times when asked to.
class TestKilledEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingFinishedIsLostAndNoFileDamaged();
};

void TestKilledEditor::nothingFinishedIsLostAndNoFileDamaged()
{
    const auto ran = runProgram({"bench", "kills", "--kills", "8", "--json"});
    QCOMPARE(ran.status, 0);
    const auto rows = ran.json()[QStringLiteral("rows")].toArray();
    QCOMPARE(rows.size(), 2);
    for (const auto& each : rows) {
        const auto row = each.toObject();
        const auto work = row[QStringLiteral("work")].toString();
        QVERIFY2(row[QStringLiteral("value")].toDouble() == 0, qPrintable(work));
        QVERIFY2(work.startsWith(QStringLiteral("8 kills")), qPrintable(work));
    }
}

CORE_TEST(TestKilledEditor)
} // namespace tst_killed_editor

#include "tst_killed_editor.moc"
