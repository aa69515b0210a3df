#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/patch_operations.h"

namespace editor
{
namespace
{
using engine::PatchShape;

/// As one step; what it makes is selected.
void makePatchOfSelection(MainWindow& window, PatchShape shape)
{
    auto& document = window.context().document();
    const auto chosen = document.selection().entities();
    EntityId made;
    const auto done =
        document.run("Make curved patch", [&](Transaction& edit) -> engine::Result<void> {
            auto patch = replaceByPatch(edit, chosen, shape);
            if (!patch)
                return patch.error();
            made = *patch;
            return {};
        });
    if (!done)
        return window.showError(QString::fromStdString(done.error().message()));
    document.selectAfterStep({made});
}
} // namespace

void addPatchActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto add = [&](const char* id, const char* label, const char* tooltip,
                         std::function<void()> run, const char* why) {
        actions.add({.id = id,
                     .menu = "Brush/Curved patch",
                     .label = label,
                     .tooltip = tooltip,
                     .icon = "",
                     .shortcut = "",
                     .run = std::move(run),
                     .isEnabled =
                         [&window] {
                             return !window.context().document().selection().entities().empty();
                         }},
                    why);
    };
    const auto addShape = [&](const char* id, const char* label, const char* tooltip,
                              PatchShape shape) {
        add(
            id, label, tooltip, [&window, shape] { makePatchOfSelection(window, shape); },
            "Select a brush first");
    };
    addShape("patch.flat", "Flat",
             "A sheet at the foot of the selected brush, in its place, to be bent with the vertex "
             "tool.",
             PatchShape::Flat);
    addShape("patch.bevel", "Bevel",
             "A quarter of a pipe in the place of the selected brush, seen from inside.",
             PatchShape::Bevel);
    addShape("patch.endCap", "End cap",
             "Half a pipe in the place of the selected brush, seen from inside: turned, an arch.",
             PatchShape::EndCap);
    addShape("patch.cylinder", "Cylinder",
             "A round pillar in the place of the selected brush, seen from outside.",
             PatchShape::Cylinder);
    add(
        "patch.turnAround", "Turn around",
        "Shows the selected curved patches from their other side.",
        [&window] {
            auto& document = window.context().document();
            const auto chosen = document.selection().entities();
            const auto done = document.run("Turn patch around", [&](Transaction& edit) {
                return turnPatchesAround(edit, chosen);
            });
            if (!done)
                window.showError(QString::fromStdString(done.error().message()));
        },
        "Select a curved patch first");
}
} // namespace editor
