#include "editor/app/workspace/workspace.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_sample_projects
{
using namespace editor;
using mapwright::test::engineTypes;

/// What people see first has to be in order.
class TestSampleProjects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyHaveNoIssueAndFreshLight_data();
    void theyHaveNoIssueAndFreshLight();
    void theForestEdgeHoldsItsPlants();
};

void TestSampleProjects::theyHaveNoIssueAndFreshLight_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sceneFile"); // empty: where the project starts
    QTest::newRow("first room") << "first_room"
                                << "";
    QTest::newRow("guard's round") << "first_room"
                                   << "scenes/patrol.scene.json";
    QTest::newRow("forest edge") << "forest_edge"
                                 << "";
    QTest::newRow("physics yard") << "physics_yard"
                                  << "";
    QTest::newRow("droid room") << "droid_room"
                                << "";
    QTest::newRow("arena") << "arena"
                           << "";
    QTest::newRow("material gallery") << "material_gallery"
                                      << "";
    QTest::newRow("light study") << "light_study"
                                 << "";
    QTest::newRow("two rooms, menu") << "two_rooms"
                                     << "";
    QTest::newRow("two rooms, hall") << "two_rooms"
                                     << "scenes/hall.scene.json";
    QTest::newRow("two rooms, cellar") << "two_rooms"
                                       << "scenes/cellar.scene.json";
    QTest::newRow("grid game, menu") << "grid_game"
                                     << "";
    QTest::newRow("grid game, level") << "grid_game"
                                      << "scenes/level.scene.json";
    QTest::newRow("grid game, scores") << "grid_game"
                                       << "scenes/scores.scene.json";
    QTest::newRow("grid game, rules") << "grid_game"
                                      << "scenes/rules.scene.json";
}

void TestSampleProjects::theyHaveNoIssueAndFreshLight()
{
    QFETCH(QString, name);
    QFETCH(QString, sceneFile);
    const QTemporaryDir folder;
    const auto root = fs::path{folder.path().toStdString()} / name.toStdString();
    fs::copy(fs::path{MAPWRIGHT_SOURCE_DIR} / "projects" / name.toStdString(), root,
             fs::copy_options::recursive);
    auto project = engine::openProject(root);
    VERIFY_OK(project);
    const auto scene = root / (sceneFile.isEmpty() ? fs::path{project->startScene}
                                                   : fs::path{sceneFile.toStdString()});
    Workspace workspace{*std::move(project), {}};
    VERIFY_OK(workspace.openScene(scene));
    auto issues = workspace.issues();
    const auto& world = workspace.document().world();
    for (const auto& found :
         {engine::checkScene({world, workspace.assets(), scene}), engine::checkLevel(world)})
        issues.insert(issues.end(), found.begin(), found.end());
    for (const auto& issue : issues)
        if (issue.severity != engine::Severity::Info)
            QFAIL(issue.message.c_str());
    QVERIFY2(workspace.lighting().staleFaces().empty(),
             "the light of the sample is not that of its scene: bake it anew");
}

void TestSampleProjects::theForestEdgeHoldsItsPlants()
{
    const auto types = engineTypes();
    const auto scene = engine::loadScene(
        fs::path{MAPWRIGHT_SOURCE_DIR} / "projects/forest_edge/scenes/start.scene.json", types);
    VERIFY_OK(scene);
    const auto& world = *scene->world;
    std::size_t count = 0;
    std::set<std::uint8_t> views;
    for (const auto layer : engine::foliageLayers(world)) {
        const auto kinds = engine::foliageTypes(world, layer);
        for (const auto& cell : engine::foliageOf(world, layer)->cells())
            for (const auto& plant : cell.chunk->instances) {
                QVERIFY(!plant.isOrphan());
                const auto& type = kinds.at(plant.type).type;
                if (type.kind != engine::FoliageKind::Billboard)
                    continue;
                views.insert(static_cast<std::uint8_t>((plant.seed >> 8U) %
                                                       static_cast<std::uint32_t>(type.views)));
                // The clearing, where people play, is free of pictures.
                QVERIFY(std::max(std::abs(plant.position.x), std::abs(plant.position.z)) > 20);
            }
        count += engine::foliageOf(world, layer)->count();
    }
    QVERIFY2(count >= 200'000, qPrintable(QString::number(count)));
    QCOMPARE(views.size(), std::size_t{4});
}

CORE_TEST(TestSampleProjects)
} // namespace tst_sample_projects

#include "tst_sample_projects.moc"
