#include "engine_core/navigation/survey/nav_proposals.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/nav_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_nav_proposals
{
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
    void wallsGetLadders_data();
    void wallsGetLadders();
    void laddersNeedAWallToTheTop();
    void laddersKeepToTheirMaterials();
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
        QCOMPARE(proposal.agent, level.config().profile.name);
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

void TestNavProposals::wallsGetLadders_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<double>("ladder");
    QTest::addColumn<bool>("proposes");
    QTest::newRow("within reach") << 3.0 << 4.0 << true;
    QTest::newRow("low") << 1.0 << 4.0 << true;
    QTest::newRow("too high") << 5.0 << 4.0 << false;
    QTest::newRow("does not climb") << 3.0 << 0.0 << false;
}

void TestNavProposals::wallsGetLadders()
{
    QFETCH(double, height);
    QFETCH(double, ladder);
    QFETCH(bool, proposes);
    NavFixture level;
    level.agent.ladderHeight = ladder;
    level.box({-8, -1, -2}, {0, 0, 2}, "low");
    level.box({0, -1, -2}, {8, height, 2}, "high");
    const auto proposals = proposed(level);
    QCOMPARE(proposals.size(), std::size_t{proposes ? 1U : 0U}); // of one wall one is enough
    for (const auto& proposal : proposals) {
        QCOMPARE(proposal.kind, NavLinkKind::Ladder);
        QVERIFY(std::abs(proposal.height - height) < 0.1);
        QVERIFY(proposal.from.y < 0.1 && proposal.link().bothWays);
    }
    accept(level, proposals);
    const auto mesh = level.mesh();
    QCOMPARE(leads(mesh, {-6, 0, 0}, {4, height, 0}), proposes);
    QCOMPARE(leads(mesh, {4, height, 0}, {-6, 0, 0}), proposes);
    if (proposes)
        QVERIFY(proposed(level).empty());
}

void TestNavProposals::laddersNeedAWallToTheTop()
{
    NavFixture balcony;
    balcony.agent.ladderHeight = 4;
    balcony.box({-8, -1, -3}, {8, 0, 3}, "floor");
    balcony.box({2, 2.6, -3}, {8, 3, 3}, "balcony without a wall below");
    QVERIFY(proposed(balcony).empty());
    NavFixture roofed;
    roofed.agent.ladderHeight = 4;
    roofed.box({-8, -1, -3}, {0, 0, 3}, "low");
    roofed.box({0, -1, -3}, {8, 3, 3}, "high");
    roofed.box({-8, 3.5, -3}, {8, 4, 3}, "ceiling too low to stand below");
    for (const auto& proposal : proposed(roofed))
        QVERIFY(proposal.to.y > 3.9); // onto that ceiling at most
}

void TestNavProposals::laddersKeepToTheirMaterials()
{
    NavFixture level;
    level.agent.ladderHeight = 4;
    level.box({-8, -1, -3}, {0, 0, 3}, "low");
    addBox(level.world, {0, -1, -3}, {8, 3, 3}, "high", Name{"Materials/Brick"});
    QCOMPARE(proposed(level).size(), std::size_t{1});
    level.agent.ladderMaterials = "Materials/Rungs, Materials/Ivy";
    QVERIFY(proposed(level).empty());
    level.agent.ladderMaterials = "Materials/Ivy, Materials/Brick";
    QCOMPARE(proposed(level).size(), std::size_t{1});
}

PLAIN_TEST(TestNavProposals)
} // namespace tst_nav_proposals

#include "tst_nav_proposals.moc"
