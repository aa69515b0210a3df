#include "editor/app/actions/action_registry.h"
#include "editor/app/measure/measure_clock.h"
#include "editor/app/measure/measure_start.h"
#include "editor/app/measure/measured_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "engine_core/base/hash.h"
#include "engine_core/navigation/mesh/nav_config.h"

#include <QAction>
#include <QCoreApplication>
#include <QThread>

#include <algorithm>
#include <cstdio>

namespace editor
{
namespace
{
constexpr double IdleMilliseconds = 0.1; ///< turns that are shorter had nothing to do
constexpr unsigned long PauseMicroseconds = 200;

int measureBuild(MainWindow& editor, const fs::path& scene)
{
    editor.openScene(scene);
    editor.context().showPanel("navmesh.panel");
    const auto& world = editor.context().document().world();
    for (const auto start = Clock::now(); world.entityCount() < 2 || // it is read by a worker
                                          millisecondsSince(start) < 2 * SettleMilliseconds;)
        QCoreApplication::processEvents();
    auto* build = editor.actions().find("navmesh.build");
    if (build == nullptr)
        return 4;
    const auto agent = engine::navProfiles(world).front().name;
    auto& system = editor.context().navigation().system();
    double stall = 0;
    double built = 0;
    const auto start = Clock::now();
    const auto connection = system.changed.connect([&](const std::string&) {
        if (built == 0 && system.mesh(agent) != nullptr && system.status(agent).dirty == 0)
            built = millisecondsSince(start); // what is shown of it comes after that
    });
    build->trigger();
    while (built == 0) {
        const double turn = millisecondsSince(start);
        QCoreApplication::processEvents();
        const double taken = (built > 0 ? built : millisecondsSince(start)) - turn;
        stall = std::max(stall, taken);
        if (taken < IdleMilliseconds) // as the window's own loop, which leaves the core to workers
            QThread::usleep(PauseMicroseconds);
    }
    const auto* mesh = system.mesh(agent);
    std::printf("navmesh %.1f %.1f %s\n", built, stall,
                engine::hashToText(mesh->contentHash()).c_str());
    return 0;
}
} // namespace

int measureNavmesh(int& argc, char** argv, const fs::path& project, const fs::path& scene)
{
    return measureInEditor(argc, argv, project,
                           [&](MainWindow& editor) { return measureBuild(editor, scene); });
}
} // namespace editor
