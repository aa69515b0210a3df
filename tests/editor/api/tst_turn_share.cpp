#include "editor/api/turn_share.h"
#include "engine_core/base/thread_time.h"
#include "tests/program/registry.h"

#include <QtTest>

#include <algorithm>
#include <vector>

namespace tst_turn_share
{
using namespace editor;

/// Work that is done bit by bit between the events of a window.
class TestTurnShare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBitIsDoneInAQuietTurn();
    void aBitWaitsWhereTheTurnHasDoneEnough();
    void aWindowThatIsAlwaysBusyGetsOn();
};

namespace
{
/// More than a turn may do before a bit.
void workHard()
{
    const double start = engine::threadMilliseconds();
    while (engine::threadMilliseconds() - start < 10)
        ;
}
} // namespace

void TestTurnShare::aBitIsDoneInAQuietTurn()
{
    (void)TurnShare{}.take(); // the first call begins with the clock
    QCoreApplication::processEvents();
    TurnShare share;
    bool isDone = false;
    QTimer::singleShot(0, this, [&] { isDone = share.take(); });
    QCoreApplication::processEvents();
    QVERIFY(isDone);
}

void TestTurnShare::aBitWaitsWhereTheTurnHasDoneEnough()
{
    (void)TurnShare{}.take();
    TurnShare share;
    bool afterWork = true;
    QTimer::singleShot(0, this, [&] {
        workHard();
        afterWork = share.take();
    });
    QCoreApplication::processEvents();
    QVERIFY(!afterWork);
    bool later = false;
    QTimer::singleShot(0, this, [&] { later = share.take(); });
    QCoreApplication::processEvents();
    QVERIFY(later);
}

void TestTurnShare::aWindowThatIsAlwaysBusyGetsOn()
{
    (void)TurnShare{}.take();
    TurnShare share;
    std::vector<bool> done;
    for (int turn = 0; turn < 8; ++turn) {
        QTimer::singleShot(0, this, [&] {
            workHard();
            done.push_back(share.take());
        });
        QCoreApplication::processEvents();
    }
    QVERIFY(!done[0]);
    QVERIFY(std::count(done.begin(), done.end(), true) >= 2); // after three frames each, or sooner
}

CORE_TEST(TestTurnShare)
} // namespace tst_turn_share

#include "tst_turn_share.moc"
