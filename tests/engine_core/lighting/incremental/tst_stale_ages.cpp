#include "engine_core/lighting/incremental/stale_ages.h"
#include "tests/program/registry.h"

#include <QTest>

namespace tst_stale_ages
{
using namespace engine;

class TestStaleAges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void facesGetOlderUntilTheyAreRight();
};

void TestStaleAges::facesGetOlderUntilTheyAreRight()
{
    const Lightmap::Key first{EntityId{3}, 0};
    const Lightmap::Key second{EntityId{3}, 5};
    const Lightmap::Key third{EntityId{9}, 1};
    StaleAges ages;
    ages.follow({second}, 100);
    ages.follow({first, second, third}, 150);
    auto groups = ages.groups(159);
    QCOMPARE(groups[0].size(), std::size_t{3});
    groups = ages.groups(160);
    QVERIFY(groups[0] == (std::vector{first, third}));
    QVERIFY(groups[1] == std::vector{second});
    groups = ages.groups(100 + 3600);
    QVERIFY(groups[2] == (std::vector{first, third}));
    QVERIFY(groups[3] == std::vector{second});
    // A face that was right in between begins anew.
    ages.follow({third}, 4000);
    ages.follow({second, third}, 4001);
    groups = ages.groups(4002);
    QVERIFY(groups[0] == std::vector{second});
    QVERIFY(groups[3] == std::vector{third});
}

CORE_TEST(TestStaleAges)
} // namespace tst_stale_ages

#include "tst_stale_ages.moc"
