#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/issue_fixes.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_issue_fixes
{
using namespace editor;
using namespace mapwright::test;
using engine::EntityId;
using engine::Issue;

namespace
{
/// A document in an empty project.
struct Level : DocumentFixture
{
    QTemporaryDir folder;
    engine::AssetDatabase assets{
        engine::Project{.root = folder.path().toStdString(), .name = "Test", .startScene = ""}};

    [[nodiscard]] std::vector<Issue> issues(const std::string& rule) const
    {
        auto all = engine::checkLevel(document.world());
        std::erase_if(all, [&](const Issue& issue) { return issue.rule != rule; });
        return all;
    }

    engine::Result<void> fix(const Issue& issue)
    {
        const auto* fix = fixFor(issue);
        if (fix == nullptr)
            return engine::Error{"there is no fix"};
        return document.run(fix->label,
                            [&](Transaction& edit) { return fix->run(edit, issue, assets); });
    }

    /// Mends the only issue of the rule; undo must bring it back.
    void mend(const std::string& rule)
    {
        const auto before = document.contentHash();
        const auto found = issues(rule);
        QCOMPARE(found.size(), 1u);
        VERIFY_OK(fix(found[0]));
        QVERIFY(issues(rule).empty());
        document.undo();
        QVERIFY(document.contentHash() == before);
        QCOMPARE(issues(rule).size(), 1u);
        document.redo();
        QVERIFY(issues(rule).empty());
    }
};
} // namespace

class TestIssueFixes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void duplicatesGo();
    void tinyBrushesGo();
    void emptyGroupsGo();
    void agentsGetNamesOfTheirOwn();
    void whatIsForARenamedAgentStaysForIt();
    void kindsGetPlantsOfTheirOwn();
    void lightsComeOutOfTheWall();
    void lightsComeOutOnThePlayersSide_data();
    void lightsComeOutOnThePlayersSide();
    void lightsComeOutWhereOtherLightsAre();
    void lightsComeOutOfSeveralWalls();
    void cornersGoToTheGrid();
    void missingMaterialsBecomeTheDefault();
    void leaksHaveNoFix();
};

void TestIssueFixes::duplicatesGo()
{
    Level level;
    const auto first = level.addBox({0, 0, 0}, {1, 1, 1});
    level.addBox({0, 0, 0}, {1, 1, 1});
    level.mend("duplicate");
    QVERIFY(level.document.world().exists(first));
}

void TestIssueFixes::tinyBrushesGo()
{
    Level level;
    level.addBox({0, 0, 0}, {1, 0.001, 1});
    level.mend("tiny-brush");
}

void TestIssueFixes::emptyGroupsGo()
{
    Level level;
    VERIFY_OK(level.run([](Transaction& edit) -> engine::Result<void> {
        static_cast<void>(edit.create("Nothing in it"));
        return {};
    }));
    level.mend("empty-group");
}

void TestIssueFixes::agentsGetNamesOfTheirOwn()
{
    Level level;
    EntityId second;
    VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
        for (const auto* name : {"a_b", "a/b 2", "a_b"}) {
            second = edit.create(name);
            edit.set(second, engine::NavAgent{});
        }
        const auto check = edit.create("check");
        edit.set(check, engine::NavCheck{.agent = "a_b"});
        return {};
    }));
    level.mend("agent-name");
    const auto& world = level.document.world();
    QCOMPARE(world.get<engine::Node>(second)->name, std::string{"a_b 3"}); // 2 would share a file
    world.forEach<engine::NavCheck>([](EntityId, const engine::NavCheck& check) {
        QCOMPARE(check.agent, std::string{"a_b"}); // it was about the first one
    });
}

void TestIssueFixes::whatIsForARenamedAgentStaysForIt()
{
    Level level;
    EntityId objects;
    VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
        for (const auto* name : {"a/b", "a_b"})
            edit.set(edit.create(name), engine::NavAgent{});
        objects = edit.create("all in one");
        edit.set(objects, engine::NavCheck{.agent = "a_b"});
        edit.set(objects, engine::NavWalker{.agent = "a_b"});
        edit.set(objects, engine::NavLink{.agents = "a/b, a_b,other"});
        engine::FoliageType kind;
        kind.agent = "a/b";
        edit.set(objects, kind);
        return {};
    }));
    level.mend("agent-name");
    const auto& world = level.document.world();
    QCOMPARE(world.get<engine::NavCheck>(objects)->agent, std::string{"a_b 2"});
    QCOMPARE(world.get<engine::NavWalker>(objects)->agent, std::string{"a_b 2"});
    QCOMPARE(world.get<engine::NavLink>(objects)->agents, std::string{"a/b, a_b 2,other"});
    QCOMPARE(world.get<engine::FoliageType>(objects)->agent, std::string{"a/b"});
}

void TestIssueFixes::kindsGetPlantsOfTheirOwn()
{
    Level level;
    EntityId foliage;
    EntityId second;
    engine::FoliageType tree;
    tree.slot = 7;
    VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
        foliage = edit.create("Wood");
        edit.set(foliage, engine::FoliageLayer{});
        edit.set(edit.create("Tree", foliage), tree);
        second = edit.create("Bush", foliage);
        edit.set(second, engine::FoliageType{});
        return {};
    }));
    QVERIFY(level.issues("plant-kind").empty());
    // As a file may have it: no edit leads there.
    engine::Edit damage{{engine::swapTo(second, tree)}};
    level.document.worldForSystems().apply(damage);
    level.mend("plant-kind");
    QCOMPARE(engine::foliageTypes(level.document.world(), foliage).size(), 2u);
    QCOMPARE(level.get<engine::FoliageType>(second).slot, 0);
}

void TestIssueFixes::lightsComeOutOfTheWall()
{
    Level level;
    level.addBox({0, 0, 0}, {0.25, 3, 8});
    EntityId light;
    VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
        light = addLight(edit, {0.2, 1, 4});
        return {};
    }));
    level.mend("light-in-solid");
    const auto at = worldTransform(level.document.world(), light).position;
    QVERIFY(std::abs(at.x - 0.35) < 1e-9); // the nearer side
    QCOMPARE(at.y, 1.0);
    QCOMPARE(at.z, 4.0);
}

void TestIssueFixes::lightsComeOutOnThePlayersSide_data()
{
    QTest::addColumn<double>("x"); // of the light, in the wall from x to x + 0.25 on either side
    QTest::addColumn<bool>("isSealed");
    QTest::addColumn<double>("expected");
    QTest::newRow("middle of the east wall") << 4.125 << true << 3.9;
    QTest::newRow("middle of the west wall") << -4.125 << true << -3.9;
    QTest::newRow("nearer to the void") << 4.2 << true << 3.9;
    QTest::newRow("nearer to the void in the west") << -4.2 << true << -3.9;
    QTest::newRow("middle of a wall of an open room") << 4.125 << false << 3.9;
    QTest::newRow("middle of the west wall of an open room") << -4.125 << false << -3.9;
}

void TestIssueFixes::lightsComeOutOnThePlayersSide()
{
    QFETCH(double, x);
    QFETCH(bool, isSealed);
    QFETCH(double, expected);
    Level level;
    level.addBox({-4.25, -0.25, -4.25}, {4.25, 0, 4.25}); // floor
    if (isSealed)
        level.addBox({-4.25, 3, -4.25}, {4.25, 3.25, 4.25});
    level.addBox({4, 0, -4}, {4.25, 3, 4});
    level.addBox({-4.25, 0, -4}, {-4, 3, 4});
    level.addBox({-4.25, 0, 4}, {4.25, 3, 4.25});
    level.addBox({-4.25, 0, -4.25}, {4.25, 3, -4});
    EntityId light;
    VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
        addPlayerStart(edit, {0, 0, 0});
        light = addLight(edit, {x, 1, 1});
        return {};
    }));
    level.mend("light-in-solid");
    const auto at = worldTransform(level.document.world(), light).position;
    QVERIFY2(std::abs(at.x - expected) < 1e-9, qPrintable(QString::number(at.x)));
}

void TestIssueFixes::lightsComeOutWhereOtherLightsAre()
{
    for (const double side : {-2.0, 2.0}) {
        Level level;
        level.addBox({0, 0, 0}, {0.25, 3, 8});
        EntityId light;
        VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
            light = addLight(edit, {0.125, 1, 4});
            addLight(edit, {side, 1, 4});
            return {};
        }));
        level.mend("light-in-solid");
        QCOMPARE(worldTransform(level.document.world(), light).position.x < 0, side < 0);
    }
}

void TestIssueFixes::lightsComeOutOfSeveralWalls()
{
    Level level;
    for (int i = 0; i < 3; ++i)
        level.addBox({i * 0.25, 0, 0}, {i * 0.25 + 0.25, 3, 8});
    VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
        addLight(edit, {0.45, 1, 4});
        return {};
    }));
    level.mend("light-in-solid");
}

void TestIssueFixes::cornersGoToTheGrid()
{
    Level level;
    const auto box = level.addBox({0.001, 0, 0}, {1, 1.003, 1});
    level.mend("off-grid");
    QCOMPARE(level.boundsOf(box).min.x, 0.0);
    QCOMPARE(level.boundsOf(box).max.y, 1.0);
}

void TestIssueFixes::missingMaterialsBecomeTheDefault()
{
    Level level;
    const auto box = level.addBox({0, 0, 0}, {1, 1, 1});
    auto faces = std::vector(level.brushOf(box).faces().begin(), level.brushOf(box).faces().end());
    faces[2].material = engine::Name{"No/Such"};
    faces[3].material = engine::Name{"No/Other"};
    faces[4].material = engine::Name{"clip"}; // needs no file
    VERIFY_OK(level.run([&](Transaction& edit) -> engine::Result<void> {
        edit.set(box, engine::BrushComponent{
                          std::make_shared<const engine::Brush>(*engine::Brush::fromFaces(faces))});
        return {};
    }));
    Issue issue;
    issue.rule = "missing-material";
    issue.entity = box;
    issue.place = "face 2";
    VERIFY_OK(level.fix(issue));
    const auto mended = level.brushOf(box).faces();
    QVERIFY(mended[2].material.isEmpty());
    QCOMPARE(mended[3].material.text(), std::string{"No/Other"});
    QCOMPARE(mended[4].material.text(), std::string{"clip"});
    issue.place = "face 99";
    QVERIFY(!level.fix(issue));
}

void TestIssueFixes::leaksHaveNoFix()
{
    Issue issue;
    issue.rule = "leak";
    issue.entity = EntityId{17};
    QVERIFY(fixFor(issue) == nullptr);
    issue.rule = "duplicate";
    issue.entity = engine::EntityId{1}; // the scene is never deleted
    QVERIFY(fixFor(issue) == nullptr);
}

PLAIN_TEST(TestIssueFixes)
} // namespace tst_issue_fixes

#include "tst_issue_fixes.moc"
