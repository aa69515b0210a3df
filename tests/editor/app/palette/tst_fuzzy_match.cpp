#include "editor/app/palette/fuzzy_match.h"
#include "editor/app/palette/palette_model.h"
#include "tests/program/registry.h"

#include <QTest>

namespace tst_fuzzy_match
{
using editor::fuzzyMatch;

/// Which texts fit what was typed, and which fit better.
class TestFuzzyMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theWholeLabelComesFirst()
    {
        editor::PaletteModel model;
        std::vector<editor::PaletteItem> items(3);
        items[0].label = QStringLiteral("door_panel_roughness.png");
        items[1].label = QStringLiteral("Doorway");
        items[2].label = QStringLiteral("Door");
        model.setItems(items);
        model.setPattern(QStringLiteral("door "));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.item(0).label, QStringLiteral("Door"));
    }

    void lettersMustComeInOrder()
    {
        QVERIFY(fuzzyMatch(QStringLiteral("dup"), QStringLiteral("Duplicate")));
        QVERIFY(fuzzyMatch(QStringLiteral("dpc"), QStringLiteral("Duplicate")));
        QVERIFY(!fuzzyMatch(QStringLiteral("pd"), QStringLiteral("Duplicate")));
        QVERIFY(!fuzzyMatch(QStringLiteral("duplicates"), QStringLiteral("Duplicate")));
    }

    void theCaseOfLettersDoesNotCount()
    {
        QVERIFY(fuzzyMatch(QStringLiteral("UNDO"), QStringLiteral("Undo")));
        QVERIFY(fuzzyMatch(QStringLiteral("t\u00dcR"), QStringLiteral("T\u00fcr 2")));
    }

    void anEmptyPatternFitsEverything()
    {
        const auto match = fuzzyMatch({}, QStringLiteral("Undo"));
        QVERIFY(match.has_value());
        QVERIFY(match->positions.empty());
        QVERIFY(!fuzzyMatch(QStringLiteral("a"), {}));
    }

    void wordsMayComeInAnyOrder()
    {
        QVERIFY(fuzzyMatch(QStringLiteral("light bake"), QStringLiteral("Bake lighting")));
    }

    void beginningsOfWordsCountMore()
    {
        const auto initials =
            fuzzyMatch(QStringLiteral("ss"), QStringLiteral("Select siblings"))->score;
        const auto inside = fuzzyMatch(QStringLiteral("ss"), QStringLiteral("Passes"))->score;
        QVERIFY2(initials > inside, qPrintable(QStringLiteral("%1 %2").arg(initials).arg(inside)));
    }

    void runsAreFoundBehindALooseLetter()
    {
        // The first "s" is not the one: "snap" stands further on as a whole.
        const auto match = fuzzyMatch(QStringLiteral("snap"), QStringLiteral("sides: snap"));
        QVERIFY(match.has_value());
        QCOMPARE(match->positions, (std::vector{7, 8, 9, 10}));
    }

    void capitalsInsideNamesBeginWords()
    {
        const auto match = fuzzyMatch(QStringLiteral("ps"), QStringLiteral("PlayerStart"));
        QVERIFY(match.has_value());
        QCOMPARE(match->positions, (std::vector{0, 6}));
    }
};

PLAIN_TEST(TestFuzzyMatch)
} // namespace tst_fuzzy_match

#include "tst_fuzzy_match.moc"
