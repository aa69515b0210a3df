#include "editor/api/plugin.h"
#include "editor/operations/brush_operations.h"
#include "editor/operations/scene_navigation.h"
#include "engine_core/navigation/nav_config.h"
#include "engine_core/navigation/nav_file.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/little_memory.h"
#include "tests/support/model_source.h"
#include "tests/support/test_editor.h"
#include "tests/support/verify.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPluginLoader>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// The plugin as the editor loads it, driven without a window.
class TestNavmeshPlugin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void showingBuildsAndDrawsTheMesh();
    void editsBuildTheirTilesLive();
    void withoutLiveModeTilesWaitForTheirBuild();
    void aTileThatCannotBeBuiltIsNamed();
    void islandsAndTilesAreListed();
    void agentsAreMadeChosenAndUndone();
    void settingsAreEditedAndUndone();
    void aMeshOfOtherSettingsIsNotSaved();
    void onlyAMeshOfTheLevelAsItIsIsSaved();
    void checksThatFailAreCounted();
    void linksAreProposedAcceptedAndUndone();
    void proposalsAreAcceptedWhileTilesAreBuilt();
    void proposalsGoWithTheirAgent();
    void proposalsForAnOlderLevelSaySo();
    void linksThatCannotBeLookedForSaySo();
    void agentsAreComparedSideBySide();
    void tilesOfTheChosenAgentAreListed();
    void stagesOfTilesAreShownInsteadOfTheMesh();
    void stagesFollowEditsBeforeTheirBuild();
    void theGamesPictureShowsTheMeshToo();
    void everyColouringDraws();
    void aNewSceneForgetsTheMesh();
    void aNewSceneForgetsWhatIsBeingLookedAt();
    void everyControlHasANameAndATooltip();
    void aBuildByHandIsShown();
    void aMeshThatIsThereIsListedAtOnce();
    void fieldsSayWhatZeroMeans();

private:
    void clickButton(const QString& text)
    {
        for (auto* button : m_panel->findChildren<QPushButton*>())
            if (button->text() == text) {
                button->click();
                return;
            }
        QFAIL(qPrintable("no button " + text));
    }

    template <typename T>
    [[nodiscard]] T* named(const QString& name) const
    {
        for (auto* each : m_panel->findChildren<T*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    [[nodiscard]] QCheckBox* box(const QString& text) const
    {
        for (auto* each : m_panel->findChildren<QCheckBox*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }

    [[nodiscard]] DebugDraw drawn() const
    {
        DebugDraw draw;
        for (const auto& overlay : m_editor->overlays)
            overlay(draw, ViewKind::Perspective);
        return draw;
    }

    void buildGap();

    [[nodiscard]] bool saysStatus(const QString& text) const
    {
        for (const auto* label : m_panel->findChildren<QLabel*>())
            if (label->text().contains(text))
                return true;
        return false;
    }

    std::unique_ptr<TestEditor> m_editor;
    QPluginLoader m_loader{QStringLiteral(MAPWRIGHT_BINARY_DIR "/plugins/navmesh.so")};
    Plugin* m_plugin = nullptr;
    std::unique_ptr<QWidget> m_panel;
    EntityId m_ground;
};

void TestNavmeshPlugin::init()
{
    m_editor = std::make_unique<TestEditor>();
    m_plugin = qobject_cast<Plugin*>(m_loader.instance());
    QVERIFY2(m_plugin != nullptr, qPrintable(m_loader.errorString()));
    VERIFY_OK(m_plugin->start(*m_editor));
    QCOMPARE(m_editor->panels.size(), std::size_t{1});
    m_panel.reset(m_editor->panels[0].create(*m_editor, nullptr));
    m_ground = m_editor->fixture.addBox({-20, -1, -20}, {20, 0, 20});
}

void TestNavmeshPlugin::cleanup()
{
    m_panel.reset();
    m_plugin->stopAndRelease();
    m_editor.reset();
}

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

void TestNavmeshPlugin::islandsAndTilesAreListed()
{
    m_editor->fixture.addBox({30, -1, 0}, {34, 0, 4});
    clickButton("Build all");
    auto* islands = named<QTreeWidget>("Islands");
    QTRY_COMPARE(islands->topLevelItemCount(), 2);
    QVERIFY(islands->topLevelItem(0)->text(0).toDouble() >
            islands->topLevelItem(1)->text(0).toDouble());
    Q_EMIT islands->itemActivated(islands->topLevelItem(1), 0);
    QVERIFY(m_editor->focused && m_editor->focused->contains(Vec3d{32, 0, 2}));
    auto* tiles = named<QTreeWidget>("Tiles");
    QVERIFY(tiles->topLevelItemCount() > 16);
    tiles->topLevelItem(0)->setSelected(true);
    tiles->topLevelItem(3)->setSelected(true);
    clickButton("Build tiles");
    QTRY_VERIFY(saysStatus("last 2 tiles"));
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
    QTRY_VERIFY(saysStatus("1 of 2 fail"));
    QCOMPARE(named<QTreeWidget>("Path checks")->topLevelItemCount(), 2);
    m_editor->fixture.addBox({20, -1, 0}, {60, 0, 10});
    QTRY_VERIFY(!saysStatus("fail"));
}

/// A gap with an agent that can jump over it, and its mesh.
void TestNavmeshPlugin::buildGap()
{
    m_editor->fixture.addBox({22, -1, -20}, {40, 0, 20});
    clickButton("New agent");
    m_panel->findChild<QDoubleSpinBox*>("jumpDistance")->setValue(2.5);
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("tiles, ") && !saysStatus("to build"));
}

void TestNavmeshPlugin::linksAreProposedAcceptedAndUndone()
{
    buildGap();
    const auto before = m_editor->document().contentHash();
    clickButton("Propose");
    auto* list = named<QTreeWidget>("Proposed links");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    const int count = list->topLevelItemCount();
    QCOMPARE(m_editor->document().contentHash(), before);
    list->topLevelItem(0)->setSelected(true);
    clickButton("Accept");
    QTRY_COMPARE(list->topLevelItemCount(), count - 1);
    QCOMPARE(m_editor->document().world().count<NavLink>(), std::size_t{1});
    clickButton("Accept all");
    QTRY_COMPARE(list->topLevelItemCount(), 0);
    QCOMPARE(m_editor->document().world().count<NavLink>(), static_cast<std::size_t>(count));
    QTRY_VERIFY(saysStatus(QString{"%1 links"}.arg(count)));
    m_editor->document().undo();
    m_editor->document().undo();
    QCOMPARE(m_editor->document().contentHash(), before);
}

void TestNavmeshPlugin::proposalsAreAcceptedWhileTilesAreBuilt()
{
    buildGap();
    clickButton("Propose");
    auto* list = named<QTreeWidget>("Proposed links");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    const int count = list->topLevelItemCount();
    list->topLevelItem(count - 1)->setSelected(true);
    // Nothing that was built comes in before the main loop runs again.
    m_editor->fixture.addBox({-12, 0, -12}, {-11, 1, -11}, "crate");
    m_editor->navigation().update();
    QVERIFY(m_editor->navigation().system().status("agent").building > 0);
    QCOMPARE(list->selectedItems().size(), 1);
    clickButton("Accept");
    QCOMPARE(list->topLevelItemCount(), count - 1);
    list->topLevelItem(count - 2)->setSelected(true);
    clickButton("Accept");
    QCOMPARE(list->topLevelItemCount(), count - 2);
    clickButton("Accept all");
    QCOMPARE(list->topLevelItemCount(), 0);
    QCOMPARE(m_editor->document().world().count<NavLink>(), static_cast<std::size_t>(count));
}

void TestNavmeshPlugin::proposalsGoWithTheirAgent()
{
    buildGap();
    clickButton("Propose");
    const auto* list = named<QTreeWidget>("Proposed links");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    m_editor->document().undo();
    m_editor->document().undo();
    QTRY_COMPARE(named<QComboBox>("Agent")->currentText(), QString{"walker"});
    QCOMPARE(list->topLevelItemCount(), 0);
}

void TestNavmeshPlugin::proposalsForAnOlderLevelSaySo()
{
    const auto hasSaid = [this] {
        return std::any_of(
            m_editor->messages.begin(), m_editor->messages.end(),
            [](const auto& text) { return text.find("level changed") != std::string::npos; });
    };
    buildGap();
    const auto* list = named<QTreeWidget>("Proposed links");
    clickButton("Propose");
    QTRY_VERIFY(list->topLevelItemCount() > 2);
    QVERIFY(!hasSaid());
    clickButton("Propose");
    m_editor->fixture.addBox({-12, 0, -12}, {-11, 1, -11}, "crate");
    QTRY_VERIFY(hasSaid());
}

void TestNavmeshPlugin::linksThatCannotBeLookedForSaySo()
{
    m_panel->findChild<QSpinBox*>("tileSize")->setValue(16); // so many that they need a big block
    buildGap();
    const auto* mesh = m_editor->navigation().system().mesh("agent");
    QVERIFY(mesh->tiles().size() > 250);
    {
        const LittleMemory little{20'000};
        clickButton("Propose");
        QTRY_VERIFY(refusals > 0);
        QTRY_COMPARE(m_editor->messages.back(),
                     std::string{"The links could not be looked for: there is not enough memory"});
    }
    clickButton("Propose");
    QTRY_VERIFY(named<QTreeWidget>("Proposed links")->topLevelItemCount() > 2);
}

void TestNavmeshPlugin::agentsAreComparedSideBySide()
{
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        edit.set(edit.create("thin"), NavAgent{});
        NavAgent wide;
        wide.radius = 0.9;
        edit.set(edit.create("wide"), wide);
        return {};
    }));
    // A passage for the thin one alone.
    m_editor->fixture.addBox({-5, 0, -20}, {5, 3, -0.6});
    m_editor->fixture.addBox({-5, 0, 0.6}, {5, 3, 20});
    clickButton("Build all");
    auto* compared = named<QTreeWidget>("Compared agents");
    QTRY_COMPARE(compared->topLevelItemCount(), 1);
    QCOMPARE(compared->topLevelItem(0)->text(0), QString{"wide"});
    QTRY_VERIFY(!drawn().triangles.empty());
    compared->topLevelItem(0)->setCheckState(0, Qt::Checked);
    QTRY_VERIFY(compared->topLevelItem(0)->text(2).toDouble() > 2);
    QCOMPARE(compared->topLevelItem(0)->text(1).toDouble(), 0.0);
    QVERIFY(!saysStatus("to build"));
    compared->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
    QTRY_VERIFY(compared->topLevelItem(0)->text(2).isEmpty());
}

void TestNavmeshPlugin::tilesOfTheChosenAgentAreListed()
{
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        edit.set(edit.create("thin"), NavAgent{});
        NavAgent wide;
        wide.radius = 0.9;
        edit.set(edit.create("wide"), wide);
        return {};
    }));
    auto& system = m_editor->navigation().system();
    const auto& world = m_editor->document().world();
    const NavScene scene{world};
    for (const auto& profile : navProfiles(world)) { // each in one go, so that they count alike
        const auto config = makeNavConfig(profile, navSettingsOf(world));
        VERIFY_OK(config);
        JobControl control;
        auto built = buildNavMesh(*config, scene, {}, control);
        VERIFY_OK(built);
        system.adopt(std::move(built->mesh));
    }
    QTRY_COMPARE(system.status("wide").dirty, std::size_t{0});
    const auto* thin = system.mesh("thin");
    const auto* wide = system.mesh("wide");
    QCOMPARE(thin->revision(), wide->revision());
    QVERIFY(thin->tiles().size() != wide->tiles().size());
    auto* agents = named<QComboBox>("Agent");
    const auto* tiles = named<QTreeWidget>("Tiles");
    for (const auto* mesh : {wide, thin, wide}) {
        agents->setCurrentText(QString::fromStdString(mesh->config().profile.name));
        Q_EMIT agents->activated(agents->currentIndex());
        QTRY_COMPARE(tiles->topLevelItemCount(), static_cast<int>(mesh->tiles().size()));
    }
}

void TestNavmeshPlugin::stagesOfTilesAreShownInsteadOfTheMesh()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    QTRY_VERIFY(!drawn().triangles.empty());
    auto* tiles = named<QTreeWidget>("Tiles");
    QTRY_COMPARE(tiles->topLevelItemCount(), 16);
    tiles->topLevelItem(0)->setSelected(true);
    auto* stages = named<QComboBox>("Stage of the build");
    const auto choose = [&](const QString& text) {
        stages->setCurrentText(text);
        Q_EMIT stages->activated(stages->currentIndex());
    };
    for (const auto* surface : {"Heightfield", "Distance field", "Regions"}) {
        choose(surface);
        QTRY_VERIFY2(!drawn().triangles.empty(), surface);
        for (const auto& triangle : drawn().triangles)
            QVERIFY(std::abs(triangle.a.x - triangle.b.x) < 11.5F); // of that tile alone
    }
    for (const auto* lines : {"Contours", "Polygons", "Detail"}) {
        choose(lines);
        QTRY_VERIFY2(!drawn().lines.empty() && drawn().triangles.empty(), lines);
    }
    choose("The mesh");
    QTRY_VERIFY(!drawn().triangles.empty());
}

void TestNavmeshPlugin::stagesFollowEditsBeforeTheirBuild()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    QTRY_COMPARE(named<QTreeWidget>("Tiles")->topLevelItemCount(), 16);
    auto* stages = named<QComboBox>("Stage of the build");
    stages->setCurrentText("Heightfield");
    Q_EMIT stages->activated(stages->currentIndex());
    QTRY_VERIFY(!drawn().triangles.empty());
    const auto before = drawn().triangles.size();
    box("Live")->click();
    m_editor->fixture.addBox({2, 0, 2}, {4, 3, 4});
    QTRY_VERIFY(drawn().triangles.size() != before);
    QVERIFY(saysStatus("; 1 tile to build"));
    m_editor->document().undo();
    QTRY_COMPARE(drawn().triangles.size(), before);
}

void TestNavmeshPlugin::theGamesPictureShowsTheMeshToo()
{
    DebugDraw hidden;
    m_editor->navigation().drawInGame(hidden);
    QVERIFY(hidden.triangles.empty());
    clickButton("Build all");
    QTRY_VERIFY([&] {
        DebugDraw shown;
        m_editor->navigation().drawInGame(shown);
        return !shown.triangles.empty();
    }());
}

void TestNavmeshPlugin::everyColouringDraws()
{
    clickButton("Build all");
    auto* colours = named<QComboBox>("Colours");
    QTRY_VERIFY(!drawn().triangles.empty());
    const auto colorNow = [&] {
        const auto draw = drawn();
        return draw.triangles.empty() ? -1.0F : draw.triangles.front().color.g;
    };
    for (int i = 0; i < colours->count(); ++i) {
        colours->setCurrentIndex(i);
        Q_EMIT colours->activated(i);
        QTRY_VERIFY2(colorNow() >= 0, qPrintable(colours->itemText(i)));
    }
    QTRY_COMPARE(drawn().labels.size(), std::size_t{16}); // the last one tells times
}

void TestNavmeshPlugin::aNewSceneForgetsTheMesh()
{
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("polygons"));
    m_editor->document().clear();
    QTRY_VERIFY(saysStatus("No mesh yet"));
    QVERIFY(drawn().triangles.empty());
}

void TestNavmeshPlugin::aNewSceneForgetsWhatIsBeingLookedAt()
{
    clickButton("Build all");
    auto* islands = named<QTreeWidget>("Islands");
    QTRY_COMPARE(islands->topLevelItemCount(), 1);
    QTRY_VERIFY(!drawn().triangles.empty());
    m_editor->fixture.addBox({30, -1, 0}, {34, 0, 4});
    m_editor->navigation().system().finish(); // a worker looks at the islands now
    m_editor->document().clear();
    QCOMPARE(islands->topLevelItemCount(), 0);
    QVERIFY(drawn().triangles.empty());
    for (int i = 0; i < 20; ++i) {
        QTest::qWait(5);
        QCOMPARE(islands->topLevelItemCount(), 0);
    }
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

void TestNavmeshPlugin::aBuildByHandIsShown()
{
    QVERIFY(!box("Show")->isChecked());
    clickButton("Build all");
    QVERIFY(box("Show")->isChecked());
    QVERIFY(m_editor->messages.back().find("show the navigation mesh") != std::string::npos);
    QTRY_VERIFY(!drawn().triangles.empty());
    const auto said = m_editor->messages.size();
    clickButton("Build all");
    QCOMPARE(m_editor->messages.size(), said);
}

/// Another dock, such as Paths, may have asked for the mesh before this one is opened.
void TestNavmeshPlugin::aMeshThatIsThereIsListedAtOnce()
{
    m_panel.reset();
    m_plugin->stopAndRelease();
    VERIFY_OK(m_plugin->start(*m_editor));
    VERIFY_OK(m_editor->navigation().want("walker"));
    m_editor->navigation().system().finish();
    m_panel.reset(m_editor->panels.back().create(*m_editor, nullptr));
    QVERIFY(saysStatus("16 tiles"));
    QTRY_COMPARE(named<QTreeWidget>("Islands")->topLevelItemCount(), 1);
    QVERIFY(!box("Show")->isChecked());
}

void TestNavmeshPlugin::fieldsSayWhatZeroMeans()
{
    auto* cell = m_panel->findChild<QDoubleSpinBox*>("cellSize");
    QCOMPARE(cell->text(), QStringLiteral("automatic (0.175 m)"));
    QCOMPARE(m_panel->findChild<QSpinBox*>("tileSize")->text(),
             QStringLiteral("automatic (64 cells)"));
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

QTEST_MAIN(TestNavmeshPlugin)
#include "tst_navmesh_plugin.moc"
