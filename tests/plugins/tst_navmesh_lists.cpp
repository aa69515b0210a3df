#include "engine_core/navigation/mesh/nav_config.h"
#include "engine_core/navigation/mesh/nav_tile_builder.h"
#include "engine_core/navigation/survey/nav_draw.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/scene_settings.h"
#include "tests/plugins/navmesh_plugin_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/model_source.h"
#include "tests/support/system/little_memory.h"

namespace tst_navmesh_lists
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the dock lists of the mesh, and the views draw.
class TestNavmeshLists : public NavmeshPluginFixture
{
    Q_OBJECT

private Q_SLOTS:

    void init() { begin(); }

    void cleanup() { end(); }

    void islandsAndTilesAreListed();
    void islandsAreSharesOfAllGround();
    void aMeshThatIsThereIsListedAtOnce();
    void theSlowestTilesAreListed();
    void tilesAreWhereTheirGroundIs();
    void tilesOfTheChosenAgentAreListed();
    void chosenTilesAreOfOneAgent();
    void tilesOfTheChosenAgentAreListedDuringABuild();
    void agentsAreComparedSideBySide();
    void stagesOfTilesAreShownInsteadOfTheMesh();
    void aStageThatShowsTheMeshStaysChosen();
    void stagesFollowEditsBeforeTheirBuild();
    void stagesWaitForALevelThatCannotBeLookedAt();
    void theGamesPictureShowsTheMeshToo();
    void aSearchHasTheGroundToItself();
    void theColoursAreExplained();
    void everyColouringDraws();
    void aNewSceneForgetsWhatIsBeingLookedAt();

private:
    void buildThinAndWide();

    void chooseAgent(const QString& name) const
    {
        auto* agents = named<QComboBox>("Agent");
        agents->setCurrentText(name);
        Q_EMIT agents->activated(agents->currentIndex());
    }

    [[nodiscard]] int tileCount(const std::string& agent) const
    {
        return static_cast<int>(m_editor->navigation().system().mesh(agent)->tiles().size());
    }
};

void TestNavmeshLists::islandsAndTilesAreListed()
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

/// Also where the start is on the smallest: "76,110 %" says nothing to anybody.
void TestNavmeshLists::islandsAreSharesOfAllGround()
{
    m_editor->fixture.addBox({30, -1, 0}, {32, 0, 2});
    const auto start = m_editor->fixture.addPoint({31, 0, 1}, "start");
    VERIFY_OK(m_editor->fixture.run([&](Transaction& edit) {
        edit.set(start, PlayerStart{});
        return Result<void>{};
    }));
    clickButton("Build all");
    auto* islands = named<QTreeWidget>("Islands");
    QTRY_COMPARE(islands->topLevelItemCount(), 2);
    QTRY_COMPARE(islands->topLevelItem(1)->text(1), QString{"< 1 %"});
    QCOMPARE(islands->topLevelItem(0)->text(1), QString{"100 %"});
}

/// Another dock, such as Paths, may have asked for the mesh before this one is opened.
void TestNavmeshLists::aMeshThatIsThereIsListedAtOnce()
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

/// Two agents with meshes of different tiles.
void TestNavmeshLists::buildThinAndWide()
{
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        edit.set(edit.create("thin"), NavAgent{});
        NavAgent wide;
        wide.radius = 0.9;
        wide.stepHeight = 0.6; // so that its cells are wider, too
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
    QCOMPARE(system.mesh("thin")->revision(), system.mesh("wide")->revision());
    QVERIFY(tileCount("thin") != tileCount("wide"));
}

void TestNavmeshLists::theSlowestTilesAreListed()
{
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        NavSettings settings;
        settings.tileSize = 16;
        settings.cellSize = 0.1;
        edit.set(SceneEntity, settings);
        return {};
    }));
    VERIFY_OK(m_editor->navigation().want("walker"));
    m_editor->navigation().system().finish();
    auto* tiles = named<QTreeWidget>("Tiles");
    QTRY_COMPARE(tiles->topLevelItemCount(), 500);
    const auto* mesh = m_editor->navigation().system().mesh("walker");
    std::vector<double> times;
    for (const auto& [coord, tile] : mesh->tiles())
        times.push_back(tile->seconds * 1000);
    std::sort(times.rbegin(), times.rend());
    QCOMPARE(tiles->topLevelItem(0)->text(2), QString::number(times[0], 'f', 2));
    QCOMPARE(tiles->topLevelItem(499)->text(2), QString::number(times[499], 'f', 2));
    QVERIFY(saysStatus(QStringLiteral("and %1 more").arg(times.size() - 500)));
}

void TestNavmeshLists::tilesAreWhereTheirGroundIs()
{
    const auto shelf = m_editor->fixture.addBox({30, 7, 1}, {34, 8, 5}, "shelf");
    clickButton("Build all");
    auto* tiles = named<QTreeWidget>("Tiles");
    QTRY_VERIFY(tiles->topLevelItemCount() > 16);
    QTRY_COMPARE(m_editor->navigation().system().status("walker").dirty, std::size_t{0});
    bool isShown = false;
    for (int i = 0; i < tiles->topLevelItemCount(); ++i) {
        Q_EMIT tiles->itemActivated(tiles->topLevelItem(i), 0);
        QVERIFY(m_editor->focused.has_value());
        isShown |= m_editor->focused->grown(0.3).contains(Vec3d{32, 8, 3});
    }
    QVERIFY(isShown);
    m_editor->navigation().system().setLive(false);
    VERIFY_OK(m_editor->fixture.run([&](Transaction& edit) -> Result<void> {
        edit.destroy(shelf);
        return {};
    }));
    m_editor->navigation().update();
    QTRY_VERIFY(m_editor->navigation().system().status("walker").dirty > 0);
    const auto draw = drawn();
    QVERIFY(std::any_of(draw.lines.begin(), draw.lines.end(), [](const auto& line) {
        return line.width == 2 && std::abs(line.from.y - 8.1F) < 0.3F && line.from.x > 20;
    }));
}

void TestNavmeshLists::tilesOfTheChosenAgentAreListed()
{
    buildThinAndWide();
    const auto* tiles = named<QTreeWidget>("Tiles");
    for (const auto* agent : {"wide", "thin", "wide"}) {
        chooseAgent(agent);
        QTRY_COMPARE(tiles->topLevelItemCount(), tileCount(agent));
    }
}

void TestNavmeshLists::chosenTilesAreOfOneAgent()
{
    buildThinAndWide();
    chooseAgent("wide");
    const auto* tiles = named<QTreeWidget>("Tiles");
    QTRY_COMPARE(tiles->topLevelItemCount(), tileCount("wide"));
    const auto atOrigin = [&] {
        return tiles->findItems(QStringLiteral("0, 0"), Qt::MatchExactly);
    };
    QCOMPARE(atOrigin().size(), 1);
    atOrigin().front()->setSelected(true);
    QVERIFY(button("Build tiles")->isEnabled());
    chooseAgent("thin");
    QCOMPARE(atOrigin().size(), 1);
    QCOMPARE(tiles->selectedItems().size(), 0);
    QVERIFY(!button("Build tiles")->isEnabled());
}

void TestNavmeshLists::tilesOfTheChosenAgentAreListedDuringABuild()
{
    buildThinAndWide();
    chooseAgent("wide");
    const auto* tiles = named<QTreeWidget>("Tiles");
    QTRY_COMPARE(tiles->topLevelItemCount(), tileCount("wide"));
    // Nothing that was built comes in before the main loop runs again.
    m_editor->fixture.addBox({2, 0, 2}, {3, 1, 3}, "crate");
    m_editor->navigation().update();
    QVERIFY(m_editor->navigation().system().status("thin").building > 0);
    chooseAgent("thin");
    QCOMPARE(tiles->topLevelItemCount(), tileCount("thin"));
}

void TestNavmeshLists::agentsAreComparedSideBySide()
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

void TestNavmeshLists::stagesOfTilesAreShownInsteadOfTheMesh()
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

void TestNavmeshLists::aStageThatShowsTheMeshStaysChosen()
{
    QVERIFY(!box("Show")->isChecked());
    auto* stages = named<QComboBox>("Stage of the build");
    stages->setCurrentText("Regions");
    Q_EMIT stages->activated(stages->currentIndex());
    QVERIFY(box("Show")->isChecked());
    QCOMPARE(stages->currentText(), QString{"Regions"});
}

void TestNavmeshLists::stagesFollowEditsBeforeTheirBuild()
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

void TestNavmeshLists::stagesWaitForALevelThatCannotBeLookedAt()
{
    ModelSource models;
    models.models["rock"] = fineModel({{-1, 0, -1}, {1, 0.1, 1}});
    auto& world = m_editor->document().worldForSystems();
    world.setMeshes(&models);
    VERIFY_OK(m_editor->fixture.run([](Transaction& edit) -> Result<void> {
        const auto rock = edit.create("rock");
        edit.set(rock, TransformComponent{.position = {5, 0, 5}});
        edit.set(rock, MeshInstance{.mesh = {"rock"}});
        return {};
    }));
    auto* stages = named<QComboBox>("Stage of the build");
    {
        const LittleMemory little;
        stages->setCurrentText("Heightfield");
        Q_EMIT stages->activated(stages->currentIndex());
        QTRY_VERIFY(saysStatus("The level could not be looked at"));
    }
    clickButton("Build all");
    QTRY_VERIFY(saysStatus("last 16 tiles"));
    QVERIFY(!saysStatus("The level could not be looked at"));
    m_editor->document().clear();
    world.setMeshes(nullptr);
}

void TestNavmeshLists::theGamesPictureShowsTheMeshToo()
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

void TestNavmeshLists::aSearchHasTheGroundToItself()
{
    clickButton("Build all");
    QTRY_VERIFY(!drawn().triangles.empty());
    const auto lines = drawn().lines.size();
    auto& colors = m_editor->navigation().groundColors();
    colors.offer(editor::GroundPainter::Search, true);
    colors.ask(editor::GroundPainter::Search);
    QVERIFY(drawn().triangles.empty());
    QCOMPARE(drawn().lines.size(), lines);
    DebugDraw game; // which shows no search
    m_editor->navigation().drawInGame(game);
    QVERIFY(!game.triangles.empty());
    const auto* legend = m_panel->findChild<QLabel*>(QStringLiteral("navmeshLegend"));
    QVERIFY(legend->text().contains(QStringLiteral("other colours")));
    auto* choice = named<QComboBox>("Colours");
    Q_EMIT choice->activated(choice->currentIndex()); // whoever chooses colours wants to see them
    QVERIFY(!drawn().triangles.empty());
    QVERIFY(!colors.shows(editor::GroundPainter::Search));
}

void TestNavmeshLists::theColoursAreExplained()
{
    const auto* legend = m_panel->findChild<QLabel*>(QStringLiteral("navmeshLegend"));
    QVERIFY(legend->isHidden());
    clickButton("Build all");
    QTRY_VERIFY(!drawn().triangles.empty());
    auto* colours = named<QComboBox>("Colours");
    for (const auto& [index, words] :
         {std::pair{0, "where the player starts"}, std::pair{1, "grass"},
          std::pair{2, "level to 45"}, std::pair{3, "4 m from the border"},
          std::pair{4, "built in 0.5 ms to"}}) {
        colours->setCurrentIndex(index);
        Q_EMIT colours->activated(index);
        QVERIFY2(legend->text()
                     .replace(QStringLiteral("&nbsp;"), QStringLiteral(" "))
                     .contains(QLatin1String{words}),
                 qPrintable(legend->text()));
        QVERIFY(!legend->isHidden());
    }
    const auto slowest = navSlowest(*m_editor->navigation().system().mesh("walker"));
    QVERIFY2(legend->text().contains(QString::number(slowest * 1000, 'f', 1)),
             qPrintable(legend->text()));
    box("Show")->click();
    QVERIFY(legend->isHidden());
}

void TestNavmeshLists::everyColouringDraws()
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

void TestNavmeshLists::aNewSceneForgetsWhatIsBeingLookedAt()
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

GUI_TEST(TestNavmeshLists)
} // namespace tst_navmesh_lists

#include "tst_navmesh_lists.moc"
