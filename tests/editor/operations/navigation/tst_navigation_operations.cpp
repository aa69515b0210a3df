#include "editor/operations/navigation/navigation_operations.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <array>

namespace tst_navigation_operations
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Remedies of "why not?" as edits.
class TestNavigationOperations : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void remediesAreUndone_data();
    void remediesAreUndone();
    void whatIsGoneIsSaid();
    void onlyEditsAreEdits();
    void linksAreForTheAgentThatAsked_data();
    void linksAreForTheAgentThatAsked();
};

namespace
{
Result<void> apply(DocumentFixture& fixture, const NavMend& mend)
{
    return fixture.run([&](Transaction& edit) { return applyNavMend(edit, mend, "walker"); });
}
} // namespace

void TestNavigationOperations::remediesAreUndone_data()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : {NavMendKind::EnableLink, NavMendKind::BothWays,
                            NavMendKind::LinkForAgent, NavMendKind::AddLink, NavMendKind::EnterArea,
                            NavMendKind::OpenVolume, NavMendKind::SmallerCells})
        QTest::newRow(navMendName(kind)) << static_cast<int>(kind);
}

void TestNavigationOperations::remediesAreUndone()
{
    QFETCH(int, kind);
    DocumentFixture fixture;
    const auto thing = fixture.addPoint({1, 0, 2}, "thing");
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        NavLink link;
        link.enabled = false;
        link.agents = "dog";
        edit.set(thing, link);
        NavVolume volume;
        volume.area = NavArea::Blocked;
        edit.set(thing, volume);
        return {};
    }));
    NavMend mend;
    mend.kind = static_cast<NavMendKind>(kind);
    mend.entity = thing;
    mend.link.kind = NavLinkKind::Ladder;
    mend.area = NavArea::Water;
    mend.value = 0.1;
    const auto before = fixture.document.contentHash();
    VERIFY_OK(apply(fixture, mend));
    const auto after = fixture.document.contentHash();
    QVERIFY(after != before);
    const auto& world = fixture.document.world();
    const bool isDone = mend.kind == NavMendKind::EnableLink ? world.get<NavLink>(thing)->enabled
                        : mend.kind == NavMendKind::BothWays ? world.get<NavLink>(thing)->bothWays
                        : mend.kind == NavMendKind::LinkForAgent
                            ? world.get<NavLink>(thing)->agents == "dog, walker"
                        : mend.kind == NavMendKind::AddLink ? world.count<NavLink>() == 2
                        : mend.kind == NavMendKind::EnterArea
                            ? navProfiles(world).front().agent.waterCost == 0.1
                        : mend.kind == NavMendKind::OpenVolume
                            ? world.get<NavVolume>(thing)->area == NavArea::Ground
                            : navSettingsOf(world).cellSize == 0.1;
    QVERIFY(isDone);
    fixture.document.undo();
    QCOMPARE(fixture.document.contentHash(), before);
    fixture.document.redo();
    QCOMPARE(fixture.document.contentHash(), after);
}

void TestNavigationOperations::whatIsGoneIsSaid()
{
    DocumentFixture fixture;
    const auto before = fixture.document.contentHash();
    NavMend mend;
    mend.kind = NavMendKind::EnableLink;
    mend.entity = EntityId{12345};
    const auto done = apply(fixture, mend);
    QVERIFY(!done);
    QVERIFY(done.error().message().find("gone") != std::string::npos);
    QCOMPARE(fixture.document.contentHash(), before);
}

void TestNavigationOperations::onlyEditsAreEdits()
{
    DocumentFixture fixture;
    for (const auto kind : {NavMendKind::None, NavMendKind::RebuildTiles, NavMendKind::MoreNodes}) {
        NavMend mend;
        mend.kind = kind;
        QVERIFY(!mend.isEdit());
        QVERIFY(!apply(fixture, mend));
    }
}

void TestNavigationOperations::linksAreForTheAgentThatAsked_data()
{
    QTest::addColumn<QStringList>("agents");
    QTest::addColumn<QString>("asking");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no object") << QStringList{} << "walker"
                               << "";
    QTest::newRow("the only one") << QStringList{"dog"} << "dog"
                                  << "";
    QTest::newRow("one of two") << QStringList{"dog", "cart"} << "cart"
                                << "cart";
    QTest::newRow("the first") << QStringList{"dog", "cart"} << ""
                               << "dog";
    QTest::newRow("name of no list") << QStringList{"dog", "big, slow"} << "big, slow"
                                     << "";
}

void TestNavigationOperations::linksAreForTheAgentThatAsked()
{
    QFETCH(QStringList, agents);
    QFETCH(QString, asking);
    QFETCH(QString, expected);
    DocumentFixture fixture;
    EntityId proposed;
    VERIFY_OK(fixture.run([&](Transaction& edit) -> Result<void> {
        for (const auto& agent : agents)
            addNavAgent(edit, agent.toStdString());
        NavMend mend;
        mend.kind = NavMendKind::AddLink;
        if (const auto done = applyNavMend(edit, mend, asking.toStdString()); !done)
            return done.error();
        NavProposal proposal;
        proposal.agent = asking.toStdString();
        proposed = addNavLinks(edit, std::array{proposal}).front();
        return {};
    }));
    const auto& world = fixture.document.world();
    QCOMPARE(world.count<NavLink>(), std::size_t{2});
    world.forEach<NavLink>([&](EntityId, const NavLink& link) {
        QCOMPARE(QString::fromStdString(link.agents), expected);
    });
    QVERIFY(world.get<NavLink>(proposed) != nullptr);
}

PLAIN_TEST(TestNavigationOperations)
} // namespace tst_navigation_operations

#include "tst_navigation_operations.moc"
