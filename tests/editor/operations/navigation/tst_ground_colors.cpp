#include "editor/operations/navigation/ground_colors.h"
#include "tests/program/registry.h"

#include <QTest>

namespace tst_ground_colors
{
using namespace editor;

class TestGroundColors : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nobodyWithoutColoursHasTheGround();
    void whoWasAskedForLastHasIt();
    void whoLeavesComesAfterTheOthers();
    void itIsToldWhenTheGroundChangesHands();
};

void TestGroundColors::nobodyWithoutColoursHasTheGround()
{
    GroundColors colors;
    colors.ask(GroundPainter::Search);
    QVERIFY(!colors.shown());
    colors.offer(GroundPainter::Mesh, true);
    QVERIFY(colors.shows(GroundPainter::Mesh));
    colors.offer(GroundPainter::Mesh, false);
    QVERIFY(!colors.shown());
}

void TestGroundColors::whoWasAskedForLastHasIt()
{
    GroundColors colors;
    for (const auto painter : {GroundPainter::Mesh, GroundPainter::Search, GroundPainter::HeatMap})
        colors.offer(painter, true);
    for (const auto painter :
         {GroundPainter::HeatMap, GroundPainter::Search, GroundPainter::Mesh}) {
        colors.ask(painter);
        QVERIFY(colors.shows(painter));
    }
    colors.offer(GroundPainter::Mesh, false);
    QVERIFY(colors.shows(GroundPainter::Search)); // the one before
}

void TestGroundColors::whoLeavesComesAfterTheOthers()
{
    GroundColors colors;
    colors.offer(GroundPainter::Search, true);
    colors.ask(GroundPainter::Search);
    colors.yield(GroundPainter::Search);
    QVERIFY(colors.shows(GroundPainter::Search)); // nobody else wants it
    colors.offer(GroundPainter::Mesh, true);
    QVERIFY(colors.shows(GroundPainter::Mesh));
}

void TestGroundColors::itIsToldWhenTheGroundChangesHands()
{
    GroundColors colors;
    int told = 0;
    const auto connection = colors.changed.connect([&] { ++told; });
    colors.offer(GroundPainter::Mesh, true);
    QCOMPARE(told, 1);
    colors.ask(GroundPainter::Mesh);
    colors.ask(GroundPainter::Search);
    QCOMPARE(told, 1);
    colors.offer(GroundPainter::Search, true);
    QCOMPARE(told, 2);
}

PLAIN_TEST(TestGroundColors)
} // namespace tst_ground_colors

#include "tst_ground_colors.moc"
