#include "engine_core/navigation/nav_proposals.h"
#include "tests/support/nav_fixture.h"
#include "tests/support/verify.h"

#include <QTest>

using namespace engine;
using namespace mapwright::test;

namespace
{
std::vector<NavProposal> proposed(const NavFixture& level)
{
    const auto mesh = level.mesh();
    JobControl control;
    return proposeLinks(NavScene{level.world}, mesh, control);
}

void accept(NavFixture& level, const std::vector<NavProposal>& proposals)
{
    for (const auto& proposal : proposals)
        level.place(proposal.from, proposal.link());
}
} // namespace

class TestNavProposals : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void gapsAreJumped_data();
    void gapsAreJumped();
    void ledgesAreDropped_data();
    void ledgesAreDropped();
    void wallsAndCeilingsAreInTheWay();
    void shortWaysOnFootNeedNoLink();
    void acceptedLinksAreNotProposedAgain();
};

void TestNavProposals::gapsAreJumped_data()
{
    QTest::addColumn<double>("gap");
    QTest::addColumn<double>("jump");
    QTest::addColumn<bool>("proposes");
    QTest::newRow("within reach") << 2.0 << 2.5 << true;
    QTest::newRow("just within reach") << 2.0 << 2.0 << true;
    QTest::newRow("too wide") << 4.0 << 2.0 << false;
    QTest::newRow("cannot jump") << 1.0 << 0.0 << false;
}

void TestNavProposals::gapsAreJumped()
{
    QFETCH(double, gap);
    QFETCH(double, jump);
    QFETCH(bool, proposes);
    NavFixture level;
    level.agent.jumpDistance = jump;
    level.box({-8, -1, -3}, {-gap / 2, 0, 3});
    level.box({gap / 2, -1, -3}, {8, 0, 3});
    const auto proposals = proposed(level);
    QCOMPARE(!proposals.empty(), proposes);
    QVERIFY(!leads(level.mesh(), {-6, 0, 0}, {6, 0, 0}));
    accept(level, proposals);
    const auto mesh = level.mesh();
    for (const auto& link : mesh.links())
        QVERIFY(link.isConnected);
    QCOMPARE(leads(mesh, {-6, 0, 0}, {6, 0, 0}), proposes);
    QCOMPARE(leads(mesh, {6, 0, 0}, {-6, 0, 0}), proposes);
}

void TestNavProposals::ledgesAreDropped_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<double>("drop");
    QTest::addColumn<bool>("proposes");
    QTest::newRow("within reach") << 2.0 << 3.0 << true;
    QTest::newRow("too high") << 5.0 << 3.0 << false;
    QTest::newRow("does not drop") << 2.0 << 0.0 << false;
}

void TestNavProposals::ledgesAreDropped()
{
    QFETCH(double, height);
    QFETCH(double, drop);
    QFETCH(bool, proposes);
    NavFixture level;
    level.agent.dropHeight = drop;
    level.box({-8, -1, -3}, {0, height, 3}, "high");
    level.box({0, -1, -3}, {8, 0, 3}, "low");
    const auto proposals = proposed(level);
    QCOMPARE(!proposals.empty(), proposes);
    for (const auto& proposal : proposals) {
        QCOMPARE(proposal.kind, NavLinkKind::Drop);
        QVERIFY(std::abs(proposal.height - height) < 0.1);
    }
    accept(level, proposals);
    const auto mesh = level.mesh();
    QCOMPARE(leads(mesh, {-4, height, 0}, {6, 0, 0}), proposes);
    QVERIFY(!leads(mesh, {6, 0, 0}, {-4, height, 0}));
}

void TestNavProposals::wallsAndCeilingsAreInTheWay()
{
    NavFixture level;
    level.agent.jumpDistance = 2.5;
    level.agent.dropHeight = 3;
    level.box({-8, -1, -3}, {-1, 0, 3});
    level.box({1, -1, -3}, {8, 0, 3});
    level.box({-0.1, -1, -3}, {0.1, 3, 3}, "wall in the gap");
    QVERIFY(proposed(level).empty());
    NavFixture low;
    low.agent.dropHeight = 3;
    low.box({-8, -1, -3}, {0, 2, 3});
    low.box({0, -1, -3}, {8, 0, 3});
    low.box({0, 2.5, -3}, {8, 3, 3}, "low ceiling");
    for (const auto& proposal : proposed(low)) // from its top one may drop to the left
        QVERIFY(proposal.to.y > 1);
}

void TestNavProposals::shortWaysOnFootNeedNoLink()
{
    NavFixture level;
    level.agent.jumpDistance = 2.5;
    // Two piers of one jetty: the gap between them is as long as the way around at its root.
    level.box({-8, -1, -3}, {8, 0, 0});
    level.box({-8, -1, 0}, {-1, 0, 1.5});
    level.box({1, -1, 0}, {8, 0, 1.5});
    QVERIFY(proposed(level).empty());
    NavFixture longer;
    longer.agent.jumpDistance = 2.5;
    longer.box({-8, -1, -3}, {8, 0, 0});
    longer.box({-8, -1, 0}, {-1, 0, 30});
    longer.box({1, -1, 0}, {8, 0, 30});
    const auto proposals = proposed(longer);
    QVERIFY(!proposals.empty());
    for (const auto& proposal : proposals)
        QVERIFY(proposal.detour > 6);
}

void TestNavProposals::acceptedLinksAreNotProposedAgain()
{
    NavFixture level;
    level.agent.jumpDistance = 2.5;
    level.agent.dropHeight = 3;
    level.box({-8, -1, -3}, {-1, 0, 3});
    level.box({1, -1, -3}, {8, 0, 3});
    level.box({-8, -3, 3}, {8, -2, 9});
    accept(level, proposed(level));
    QVERIFY(proposed(level).empty());
}

QTEST_APPLESS_MAIN(TestNavProposals)
#include "tst_nav_proposals.moc"
