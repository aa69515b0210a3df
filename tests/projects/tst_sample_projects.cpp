#include "editor/app/workspace.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/scene/level_checks.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

using namespace editor;

/// What people see first has to be in order.
class TestSampleProjects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstRoomHasNoIssueAndFreshLight();
};

void TestSampleProjects::theFirstRoomHasNoIssueAndFreshLight()
{
    const QTemporaryDir folder;
    const auto root = fs::path{folder.path().toStdString()} / "first_room";
    fs::copy(fs::path{MAPWRIGHT_SOURCE_DIR} / "projects/first_room", root,
             fs::copy_options::recursive);
    auto project = engine::openProject(root);
    VERIFY_OK(project);
    const auto scene = root / project->startScene;
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

QTEST_GUILESS_MAIN(TestSampleProjects)
#include "tst_sample_projects.moc"
