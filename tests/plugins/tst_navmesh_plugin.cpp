#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/issue_fixes.h"
#include "engine_core/navigation/mesh/nav_config.h"
#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "tests/plugins/navmesh_plugin_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/system/little_memory.h"

#include <QTemporaryDir>

namespace tst_navmesh_plugin
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the dock builds, for whom, with which settings, and what it saves.
class TestNavmeshPlugin : public NavmeshPluginFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void showingBuildsAndDrawsTheMesh();
    void editsBuildTheirTilesLive();
    void aLongBuildIsShownAsAJob();
    void withoutLiveModeTilesWaitForTheirBuild();
    void aTileThatCannotBeBuiltIsNamed();
    void aNewAgentsMeshIsShownWhereOneWas();
    void agentsAreMadeChosenAndUndone();
    void settingsAreEditedAndUndone();
    void aMeshOfOtherSettingsIsNotSaved();
    void onlyAMeshOfTheLevelAsItIsIsSaved();
    void aMeshAroundStandInsIsNotSaved();
    void checksThatFailAreCounted();
    void checksOfOthersAreToldWithoutTheShownMesh();
    void whatCutsTheStartOffIsAnIssueWithAFix();
    void aNewSceneForgetsTheMesh();
    void everyControlHasANameAndATooltip();
    void aBuildByHandIsShown();
    void theLegendOfBuildTimesWaitsForThem();
    void withoutAMeshTheDockSaysWhatToDo();
    void fieldsSayWhatZeroMeans();
    void oneCellIsNotCells();
    void whatIsGreySaysWhy();
};

void TestNavmeshPlugin::showingBuildsAndDrawsTheMesh()
{
    QVERIFY(drawn().triangles.empty());
    const auto show = std::find_if(m_editor->actions.begin(), m_editor->actions.end(),
                                   [](const auto& action) { return action.id == "navmesh.show"; });
    QVERIFY(show != m_editor->actions.end());
    QCOMPARE(show->shortcut, std::string{"P"});
    show->run();
    QTRY_VERIFY(!drawn().triangles.empty());
    QTRY_VERIFY(saysStatus("16 tiles"));
    show->run();
    QVERIFY(drawn().triangles.empty());
    show->run();
    QVERIFY(!drawn().triangles.empty());
}

void TestNavmeshPlugin::editsBuildTheirTilesLive()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    m_editor->fixture.addBox({2, 0, 2}, {4, 3, 4});
    QTRY_VERIFY(saysStatus("last 1 tile in"));
    m_editor->document().undo();
    QTRY_VERIFY(!saysStatus("to build"));
}

void TestNavmeshPlugin::aLongBuildIsShownAsAJob()
{
    m_editor->fixture.addBox({-150, -1, -150}, {150, 0, 150});
    clickButton("Build all");
    QTRY_VERIFY(!m_editor->jobs.empty());
    const auto job = m_editor->jobs.begin()->second;
    QVERIFY(job.progress() >= 0 && job.progress() <= 1);
    job.stop();
    QVERIFY(m_editor->jobs.empty());
    QTRY_VERIFY(!button("Cancel")->isEnabled());
    QVERIFY(saysStatus("to build"));

    clickButton("Build all");
    QTRY_VERIFY(!m_editor->jobs.empty());
    QTRY_VERIFY_WITH_TIMEOUT(m_editor->jobs.empty(), 60000);
    QVERIFY(!saysStatus("to build"));

    // An edit's few tiles are there before anybody reads of them.
    box("Live")->click();
    const int count = m_editor->jobCount;
    m_editor->fixture.addBox({2, 0, 2}, {4, 3, 4});
    QTRY_VERIFY(saysStatus("last 1 tile in"));
    QCOMPARE(m_editor->jobCount, count);
}

void TestNavmeshPlugin::withoutLiveModeTilesWaitForTheirBuild()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    box("Live")->click();
    m_editor->fixture.addBox({2, 0, 2}, {4, 3, 4});
    QTRY_VERIFY(saysStatus("; 1 tile to build"));
    for (int i = 0; i < 3; ++i) // nobody begins with it
        m_editor->navigation().update();
    QVERIFY(saysStatus("; 1 tile to build"));
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 1 tile in"));
}

void TestNavmeshPlugin::aTileThatCannotBeBuiltIsNamed()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    ModelSource models;
    models.models["rock"] = fineModel({{-1, 0, -1}, {1, 0.1, 1}});
    auto& world = m_editor->document().worldForSystems();
    world.setMeshes(&models);
    const auto* problem = m_panel->findChild<QLabel*>(QStringLiteral("navmeshProblem"));
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        const auto rock = edit.create("rock");
        edit.set(rock, TransformComponent{.position = {5, 0, 5}});
        edit.set(rock, MeshInstance{.mesh = {"rock"}});
        return {};
    }));
    QTRY_VERIFY(saysStatus("last 1 tile in"));
    {
        const LittleMemory little;
        m_editor->fixture.addBox({7, 0, 7}, {8, 1, 8}, "crate");
        QTRY_VERIFY(saysStatus("; 1 tile not built"));
        QVERIFY2(problem->text().contains(QStringLiteral("tile 0, 0 at ")) &&
                     problem->text().contains(QStringLiteral("there is not enough memory")),
                 qPrintable(problem->text()));
    }
    QVERIFY(problem->isVisibleTo(m_panel.get()));
    clickButton("Build all");
    QTRY_VERIFY(!problem->isVisibleTo(m_panel.get()));
    QVERIFY(!saysStatus("not built"));
    m_editor->document().clear();
    world.setMeshes(nullptr);
}

void TestNavmeshPlugin::aNewAgentsMeshIsShownWhereOneWas()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("polygons") && !saysStatus("to build"));
    clickButton("New agent");
    QTRY_COMPARE(named<QComboBox>("Agent")->currentText(), QString{"agent"});
    QTRY_VERIFY(saysStatus("polygons"));
}

void TestNavmeshPlugin::agentsAreMadeChosenAndUndone()
{
    auto* agents = named<QComboBox>("Agent");
    QCOMPARE(agents->currentText(), QString{"walker"});
    clickButton("New agent");
    QTRY_COMPARE(agents->currentText(), QString{"agent"});
    auto* radius = m_panel->findChild<QDoubleSpinBox*>("radius");
    QVERIFY(radius != nullptr && radius->isEnabled());
    radius->setValue(0.8);
    QCOMPARE(navProfiles(m_editor->document().world()).front().agent.radius, 0.8);
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("polygons"));
    m_editor->document().undo();
    QTRY_COMPARE(radius->value(), 0.35);
    m_editor->document().undo();
    QTRY_COMPARE(agents->currentText(), QString{"walker"});
    QVERIFY(!radius->isEnabled());
}

void TestNavmeshPlugin::settingsAreEditedAndUndone()
{
    const auto before = m_editor->document().contentHash();
    auto* cell = m_panel->findChild<QDoubleSpinBox*>("cellSize");
    QVERIFY(cell != nullptr && cell->isEnabled());
    cell->setValue(0.25);
    QCOMPARE(navSettingsOf(m_editor->document().world()).cellSize, 0.25);
    m_editor->document().undo();
    QCOMPARE(m_editor->document().contentHash(), before);
    QTRY_COMPARE(cell->value(), 0.0);
}

void TestNavmeshPlugin::aMeshOfOtherSettingsIsNotSaved()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("polygons"));
    m_panel->findChild<QDoubleSpinBox*>("cellSize")->setValue(2); // wider than the agent
    const auto problem = [&] {
        return m_editor->navigation().system().status("walker").problem;
    };
    QTRY_VERIFY(!problem().empty());
    clickButton("Save");
    QCOMPARE(m_editor->messages.back(), problem());
}

void TestNavmeshPlugin::onlyAMeshOfTheLevelAsItIsIsSaved()
{
    const QTemporaryDir folder;
    const auto scene = fs::path{folder.path().toStdString()} / "a.scene.json";
    const auto file = navMeshFileOf(scene, "walker");
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    clickButton("Save");
    QVERIFY(m_editor->messages.back().starts_with("Save the scene first"));
    VERIFY_OK(m_editor->fixture.document.save(scene));
    m_editor->fixture.addBox({2, 0, 2}, {4, 3, 4});
    clickButton("Save"); // before anybody could build its tile
    QVERIFY2(m_editor->messages.back().find("older than the level") != std::string::npos,
             m_editor->messages.back().c_str());
    QVERIFY(!fs::exists(file));
    QTRY_VERIFY(saysStatus("last 1 tile in"));
    clickButton("Save");
    QCOMPARE(m_editor->messages.back(), std::string{"Saved a.walker.navmesh"});
    const auto& mesh = *m_editor->navigation().system().mesh("walker");
    const auto stored = loadNavMesh(file, mesh.config());
    VERIFY_OK(stored);
    QCOMPARE(stored->mesh.contentHash(), mesh.contentHash());
    const auto inputs = hashOfInputs(mesh.config(), NavScene{m_editor->document().world()});
    VERIFY_OK(inputs);
    QCOMPARE(stored->inputs, *inputs);
}

void TestNavmeshPlugin::aMeshAroundStandInsIsNotSaved()
{
    const QTemporaryDir folder;
    const auto scene = fs::path{folder.path().toStdString()} / "a.scene.json";
    LateModels models;
    models.models.models["rock"] = boxModel({{1, 0, 1}, {9, 3, 9}});
    auto& world = m_editor->document().worldForSystems();
    world.setMeshes(&models);
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        const auto rock = edit.create("rock");
        edit.set(rock, TransformComponent{});
        edit.set(rock, MeshInstance{.mesh = {"rock"}});
        return {};
    }));
    VERIFY_OK(m_editor->fixture.document.save(scene));
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    box("Live")->click();
    clickButton("Save");
    QVERIFY2(m_editor->messages.back().starts_with("Models are still being read"),
             m_editor->messages.back().c_str());
    QVERIFY(!fs::exists(navMeshFileOf(scene, "walker")));
    (void)models.mesh("rock");
    models.awaited.clear();
    world.notify(changesOfMeshes(world, std::vector<std::string>{"rock"}));
    QTRY_VERIFY(saysStatus("to build"));
    clickButton("Build all");
    QTRY_VERIFY(m_editor->navigation().system().inputsOf("walker"));
    clickButton("Save");
    QCOMPARE(m_editor->messages.back(), std::string{"Saved a.walker.navmesh"});
    m_editor->document().clear();
    world.setMeshes(nullptr);
}

void TestNavmeshPlugin::checksThatFailAreCounted()
{
    const auto add = [&](const Vec3d& target) {
        VERIFY_OK(m_editor->fixture.run([&](Transaction& edit) -> Result<void> {
            const auto entity = edit.create("check");
            edit.set(entity, TransformComponent{});
            NavCheck check;
            check.target = target;
            edit.set(entity, check);
            return {};
        }));
    };
    add({5, 0, 5});
    add({50, 0, 5});
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("1 of 2 fails"));
    QCOMPARE(named<QTreeWidget>("Path checks")->topLevelItemCount(), 2);
    const auto told = m_editor->toldIssues();
    QCOMPARE(told.size(), std::size_t{1});
    QCOMPARE(told[0].rule, std::string{"path-check"});
    QVERIFY(m_editor->document().world().get<NavCheck>(told[0].entity)->target.x > 40);
    int toldAgain = 0;
    const auto listening = m_editor->issuesChanged.connect([&] { ++toldAgain; });
    m_editor->fixture.addBox({20, -1, 0}, {60, 0, 10});
    QTRY_VERIFY(!saysStatus("fail"));
    QVERIFY(m_editor->toldIssues().empty());
    QVERIFY(toldAgain > 0);
}

void TestNavmeshPlugin::checksOfOthersAreToldWithoutTheShownMesh()
{
    VERIFY_OK(m_editor->fixture.run([&](Transaction& edit) -> Result<void> {
        edit.set(edit.create("thin"), NavAgent{}); // the first, and so the one that is shown
        edit.set(edit.create("wide"), NavAgent{});
        const auto entity = edit.create("check");
        edit.set(entity, TransformComponent{});
        NavCheck check;
        check.agent = "wide";
        check.target = {50, 0, 5};
        edit.set(entity, check);
        return {};
    }));
    VERIFY_OK(m_editor->navigation().want("wide"));
    QTRY_COMPARE(m_editor->toldIssues().size(), std::size_t{1});
    QVERIFY(m_editor->navigation().system().mesh("thin") == nullptr);
}

void TestNavmeshPlugin::whatCutsTheStartOffIsAnIssueWithAFix()
{
    m_editor->fixture.addBox({-1.5, 0, -1.5}, {1.5, 0.56, 1.5}); // a podium
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        const auto entity = edit.create("start");
        TransformComponent place;
        place.position = {0, 0.56, 0};
        edit.set(entity, place);
        edit.set(entity, PlayerStart{});
        return {};
    }));
    clickButton("Build all");
    QTRY_COMPARE(m_editor->toldIssues().size(), std::size_t{1});
    const auto issue = m_editor->toldIssues().front();
    QCOMPARE(issue.rule, std::string{"start-cut-off"});
    QVERIFY(issue.message.find("0.56 m high, 'walker' climbs 0.35 m") != std::string::npos);

    const auto* fix = fixFor(issue);
    QVERIFY(fix != nullptr);
    const QTemporaryDir folder;
    AssetDatabase assets{Project{folder.path().toStdString(), "test", {}}};
    VERIFY_OK(
        m_editor->fixture.run([&](Transaction& edit) { return fix->run(edit, issue, assets); }));
    QTRY_VERIFY(m_editor->toldIssues().empty());
    m_editor->document().undo();
    QTRY_COMPARE(m_editor->toldIssues().size(), std::size_t{1});
}

void TestNavmeshPlugin::aNewSceneForgetsTheMesh()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("polygons"));
    m_editor->document().clear();
    QTRY_VERIFY(saysStatus("No mesh yet"));
    QVERIFY(drawn().triangles.empty());
}

void TestNavmeshPlugin::everyControlHasANameAndATooltip()
{
    const auto check = [](const QList<QWidget*>& widgets) {
        for (const auto* widget : widgets) {
            const bool isControl = qobject_cast<const QPushButton*>(widget) != nullptr ||
                                   qobject_cast<const QTreeWidget*>(widget) != nullptr ||
                                   qobject_cast<const QCheckBox*>(widget) != nullptr;
            if (isControl)
                QVERIFY(!widget->toolTip().isEmpty());
        }
    };
    check(m_panel->findChildren<QWidget*>());
}

/// They are known once the mesh was looked at.
void TestNavmeshPlugin::theLegendOfBuildTimesWaitsForThem()
{
    const auto* legend = m_panel->findChild<QLabel*>(QStringLiteral("navmeshLegend"));
    auto* colors = named<QComboBox>("Colours");
    clickButton("Build all");
    Q_EMIT colors->activated(colors->findText(QStringLiteral("Build time")));
    QString told; // first
    QTRY_VERIFY([&] {
        told = legend->text().replace(QStringLiteral("&nbsp;"), QStringLiteral(" "));
        return told.contains(QStringLiteral("built in"));
    }());
    QVERIFY2(!told.contains(QStringLiteral("to 0.0 ms")), qPrintable(told));
}

void TestNavmeshPlugin::withoutAMeshTheDockSaysWhatToDo()
{
    const auto hint = [this](const char* list) {
        const auto* found =
            named<QTreeWidget>(list)->findChild<QLabel*>(QStringLiteral("emptyHint"));
        return found != nullptr && !found->isHidden();
    };
    QVERIFY(hint("Islands") && hint("Tiles") && hint("Proposed links"));
    QVERIFY(!button("Save")->isEnabled());
    QVERIFY(!named<QComboBox>("Colours")->isEnabled());
    clickButton("Build all");
    QTRY_VERIFY(!hint("Islands") && !hint("Tiles"));
    QVERIFY(button("Save")->isEnabled());
    QVERIFY(named<QComboBox>("Colours")->isEnabled());
}

void TestNavmeshPlugin::aBuildByHandIsShown()
{
    QVERIFY(!box("Show")->isChecked());
    clickButton("Build all");
    QTRY_VERIFY(box("Show")->isChecked());
    QTRY_VERIFY(!drawn().triangles.empty());
    QVERIFY(m_editor->messages.back().find("show the navigation mesh") != std::string::npos);
    const auto said = m_editor->messages.size();
    clickButton("Build all");
    QCOMPARE(m_editor->messages.size(), said);
}

void TestNavmeshPlugin::fieldsSayWhatZeroMeans()
{
    auto* cell = m_panel->findChild<QDoubleSpinBox*>("cellSize");
    QCOMPARE(cell->text(), QStringLiteral("automatic (0.117 m)"));
    QCOMPARE(m_panel->findChild<QSpinBox*>("tileSize")->text(),
             QStringLiteral("automatic (96 cells)"));
    cell->setValue(0.25);
    QCOMPARE(cell->text(), QStringLiteral("0.25 m"));
    const auto* slope = m_panel->findChild<QDoubleSpinBox*>("maxSlope");
    QCOMPARE(slope->text(), QStringLiteral("45 \u00b0"));
    QVERIFY(slope->toolTip().contains("New agent"));
    clickButton("New agent");
    QTRY_VERIFY(slope->isEnabled());
    QVERIFY(!slope->toolTip().contains("New agent"));
    auto* partition = m_panel->findChild<QComboBox*>("partition");
    QCOMPARE(partition->currentText(), QStringLiteral("Watershed"));
    partition->setCurrentIndex(1);
    Q_EMIT partition->activated(1);
    QVERIFY(navSettingsOf(m_editor->document().world()).partition == NavPartition::Monotone);
    QCOMPARE(partition->currentText(), QStringLiteral("Monotone"));
}

void TestNavmeshPlugin::oneCellIsNotCells()
{
    auto* distance = m_panel->findChild<QDoubleSpinBox*>("detailDistance");
    distance->setValue(1);
    QCOMPARE(distance->text(), QStringLiteral("1 cell"));
    distance->setValue(2);
    QCOMPARE(distance->text(), QStringLiteral("2 cells"));
    m_editor->document().undo();
    QTRY_COMPARE(distance->text(), QStringLiteral("1 cell"));
}

void TestNavmeshPlugin::whatIsGreySaysWhy()
{
    const auto whyNot = [](const QWidget* field) {
        return field->isEnabled() ? QString{} : field->toolTip().section(QLatin1Char{'\n'}, 1);
    };
    const auto* colours = named<QComboBox>("Colours");
    QVERIFY(whyNot(button("Save")).contains("Build all"));
    QVERIFY(whyNot(colours).contains("tick Show"));
    QVERIFY(whyNot(button("Build tiles")).contains("list of tiles"));
    QVERIFY(whyNot(button("Cancel")).contains("Nothing is being built"));
    QVERIFY(whyNot(button("Accept")).contains("choose Propose"));
    QVERIFY(whyNot(button("Accept all")).contains("choose Propose"));
    clickButton("Build all");
    QTRY_VERIFY(button("Save")->isEnabled() && colours->isEnabled());
    for (const QWidget* field : std::initializer_list<const QWidget*>{button("Save"), colours})
        QVERIFY(!field->toolTip().isEmpty() && !field->toolTip().contains(QLatin1Char{'\n'}));
}

GUI_TEST(TestNavmeshPlugin)
} // namespace tst_navmesh_plugin

#include "tst_navmesh_plugin.moc"
