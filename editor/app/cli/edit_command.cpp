#include "editor/app/cli/commands.h"
#include "editor/app/measure/measure_edits.h"
#include "editor/app/measure/measure_kills.h"
#include "editor/app/measure/measure_start.h"
#include "editor/app/run_editor.h"

#include <cstdlib>

namespace editor
{
ExitStatus runEdit(CliArguments& arguments)
{
    const bool measure = arguments.takeFlag("--measure-start");
    const bool floor = arguments.takeFlag("--floor");
    const bool empty = arguments.takeFlag("--empty");
    const bool scriptWindow = arguments.takeFlag("--measure-script-window");
    const bool edits = arguments.takeFlag("--measure-edits");
    const auto scene = arguments.takeOption("--measure-scene");
    const auto navmesh = arguments.takeOption("--measure-navmesh");
    const auto kills = arguments.takeOption("--measure-kills");
    const auto target = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (!hasDisplay())
        return complain(ExitStatus::WrongUsage, "the editor needs a display: start it in a desktop "
                                                "session, over `ssh -X`, or with xvfb-run");
    int argc = 1;
    char name[] = "mapwright";
    char* argv[] = {name, nullptr};
    if (!scene.empty())
        return static_cast<ExitStatus>(measureScene(argc, argv, target, scene));
    if (!navmesh.empty())
        return static_cast<ExitStatus>(measureNavmesh(argc, argv, target, navmesh));
    if (!kills.empty())
        return static_cast<ExitStatus>(
            measureKills(argc, argv, target,
                         static_cast<std::uint32_t>(std::strtoul(kills.c_str(), nullptr, 10))));
    if (edits)
        return static_cast<ExitStatus>(measureEdits(argc, argv, target));
    if (scriptWindow)
        return static_cast<ExitStatus>(measureScriptWindow(argc, argv));
    if (measure) {
        const auto kind = floor ? StartKind::Floor : empty ? StartKind::Empty : StartKind::Project;
        return static_cast<ExitStatus>(measureStart(argc, argv, kind, target));
    }
    return static_cast<ExitStatus>(runEditor(argc, argv, target));
}
} // namespace editor
