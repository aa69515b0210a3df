#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/dialogs/hollow_dialog.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/brush_space.h"

namespace editor
{
namespace
{
using Operation =
    std::function<engine::Result<CsgOutcome>(Transaction&, std::span<const EntityId>)>;

/// One undo step with the selection; selects what came out and tells what happened.
engine::Result<void>
runCsg(MainWindow& window, const std::string& label, const Operation& operation)
{
    auto& document = window.context().document();
    const auto chosen = document.selection().entities();
    CsgOutcome outcome;
    auto done = document.run(label, [&](Transaction& transaction) -> engine::Result<void> {
        auto result = operation(transaction, chosen);
        if (!result)
            return result.error();
        outcome = *std::move(result);
        return {};
    });
    if (!done)
        return done;
    document.selectAfterStep(outcome.brushes);
    window.context().showMessage(outcome.skipped.empty() ? MessageKind::Info : MessageKind::Warning,
                                 label + ": " + outcome.text());
    return {};
}

void subtractSelection(MainWindow& window, Cutters cutters)
{
    auto& context = window.context();
    const auto done = runCsg(window, "Subtract", [&](Transaction& transaction, auto chosen) {
        return subtractBrushes(transaction, context.document().index(), chosen, cutters,
                               context.currentMaterial(),
                               context.document().selection().openGroup());
    });
    if (!done)
        window.showError(QString::fromStdString(done.error().message()));
}

/// Remembers what was chosen last as long as the window lives.
void hollowSelection(MainWindow& window, HollowOptions& last)
{
    HollowDialog dialog{last,
                        [&](const HollowOptions& options) {
                            return runCsg(window, "Hollow",
                                          [&](Transaction& transaction, auto chosen) {
                                              return hollowBrushes(transaction, chosen, options);
                                          });
                        },
                        &window};
    if (dialog.exec() == QDialog::Accepted)
        last = dialog.options();
}
} // namespace

void addCsgActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto add = [&](const char* id, const char* label, const char* tooltip, const char* icon,
                         const char* keys, std::function<void()> run) {
        actions.add({.id = id,
                     .menu = "Brush",
                     .label = label,
                     .tooltip = tooltip,
                     .icon = icon,
                     .shortcut = keys,
                     .run = std::move(run),
                     .isEnabled =
                         [&window] {
                             return !window.context().document().selection().entities().empty();
                         }},
                    "Select a brush first");
    };
    const auto join = [&window](const char* label, const Operation& operation) {
        return [&window, label, operation] {
            if (const auto done = runCsg(window, label, operation); !done)
                window.showError(QString::fromStdString(done.error().message()));
        };
    };
    actions.addSeparator(QStringLiteral("Brush"));
    add("brush.subtract", "Subtract",
        "Cuts the selected brushes out of all visible, unlocked brushes that they reach "
        "into; in an open group, out of those in it.",
        "subtract", "Ctrl+K", [&window] { subtractSelection(window, Cutters::Remove); });
    add("brush.subtractKeep", "Subtract and keep",
        "The same, but the selected brushes stay where they are.", "", "Ctrl+Alt+Shift+K",
        [&window] { subtractSelection(window, Cutters::Keep); });
    add("brush.intersect", "Intersect", "Leaves only what all selected brushes have in common.",
        "intersect", "Ctrl+Alt+K", join("Intersect", [](Transaction& transaction, auto chosen) {
            return intersectBrushes(transaction, chosen);
        }));
    add("brush.merge", "Merge", "Makes one convex brush around all selected ones.", "merge",
        "Ctrl+J", join("Merge", [&window](Transaction& transaction, auto chosen) {
            return mergeBrushes(transaction, chosen, window.context().currentMaterial());
        }));
    add("brush.hollow", "Hollow...", "Turns each selected brush into walls around a room.",
        "hollow", "Ctrl+Shift+K",
        [&window, last = std::make_shared<HollowOptions>()] { hollowSelection(window, *last); });
}
} // namespace editor
