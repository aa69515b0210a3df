#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/long_steps.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/object_clipboard.h"
#include "editor/app/window/when_any_object.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/select_commands.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"

#include <QAction>
#include <QPointer>

#include <algorithm>
#include <iterator>
#include <memory>

namespace editor
{
namespace
{
constexpr auto NeedsObject = "Select an object first";

/// Runs an edit of the selection as one step and shows why if it is refused.
void runOnSelection(
    MainWindow& window,
    const std::string& label,
    const std::function<engine::Result<void>(Transaction&, std::span<const EntityId>)>& edit)
{
    auto& document = window.context().document();
    const auto chosen = document.selection().entities();
    auto done =
        document.run(label, [&](Transaction& transaction) { return edit(transaction, chosen); });
    if (!done)
        window.showError(QString::fromStdString(done.error().message()));
}

std::function<bool()> whenSelected(MainWindow& window)
{
    return [&window] {
        return !window.context().document().selection().entities().empty();
    };
}

/// Whether there is a step to take back, or something that undo() stops.
std::function<bool()> whenUndoable(MainWindow& window)
{
    // Both go before the window does.
    return [&document = window.context().document(), steps = QPointer{&window.longSteps()},
            clipboard = QPointer{&window.objectClipboard()}] {
        return document.history().canUndo() || (steps && steps->canStop()) ||
               (clipboard && clipboard->isPasting());
    };
}

/// What comes last goes first: a paste that waits will be behind the step under way.
void undoLast(MainWindow& window)
{
    window.context().toolBox().cancelGesture();
    if (!window.objectClipboard().takeBackPaste())
        window.longSteps().undo();
}

void addUndoActions(MainWindow& window)
{
    auto& actions = window.actions();
    auto& document = window.context().document();
    auto* undo = actions.add({.id = "edit.undo",
                              .menu = "Edit",
                              .label = "Undo",
                              .tooltip = "Takes the last step back.",
                              .icon = "undo",
                              .shortcut = "Ctrl+Z",
                              .run = [&window] { undoLast(window); },
                              .isEnabled = whenUndoable(window)},
                             "There is no step to take back");
    auto* redo = actions.add({.id = "edit.redo",
                              .menu = "Edit",
                              .label = "Redo",
                              .tooltip = "Does it again.",
                              .icon = "redo",
                              .shortcut = "Ctrl+Shift+Z; Ctrl+Y",
                              .run =
                                  [&window] {
                                      window.context().toolBox().cancelGesture();
                                      window.longSteps().redo();
                                  },
                              .isEnabled =
                                  [&document] {
                                      return document.history().canRedo();
                                  }},
                             "Nothing was undone");
    // The labels name the step.
    auto* clipboard = &window.objectClipboard();
    const auto rename = [&document, clipboard = QPointer{clipboard}, undo, redo] {
        const auto& history = document.history();
        const auto at = history.position();
        const auto waiting = clipboard ? clipboard->waiting() : 0;
        undo->setText(waiting == 1  ? MainWindow::tr("Undo waiting paste")
                      : waiting > 1 ? MainWindow::tr("Undo last of %1 waiting pastes").arg(waiting)
                      : history.canUndo() ? MainWindow::tr("Undo %1").arg(QString::fromStdString(
                                                history.entries()[at - 1].label))
                                          : MainWindow::tr("Undo"));
        redo->setText(history.canRedo() ? MainWindow::tr("Redo %1").arg(
                                              QString::fromStdString(history.entries()[at].label))
                                        : MainWindow::tr("Redo"));
    };
    window.keep(document.stateChanged.connect(rename));
    QObject::connect(clipboard, &ObjectClipboard::waitingChanged, undo, rename);
}

void addClipboardActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "edit.duplicate",
                 .menu = "Edit",
                 .label = "Duplicate",
                 .tooltip = "Copies the selection in place.",
                 .icon = "duplicate",
                 .shortcut = "Ctrl+D",
                 .run =
                     [&window] {
                         std::vector<EntityId> copies;
                         runOnSelection(
                             window, "Duplicate",
                             [&](Transaction& edit, auto chosen) -> engine::Result<void> {
                                 copies = duplicate(edit, chosen);
                                 return {};
                             });
                         if (!copies.empty())
                             window.context().document().selectAfterStep(copies);
                     },
                 .isEnabled = whenSelected(window)},
                NeedsObject);
    actions.add({.id = "edit.delete",
                 .menu = "Edit",
                 .label = "Delete",
                 .tooltip = "Removes the selected objects.",
                 .icon = "delete",
                 .shortcut = "Del",
                 .run = [&window] { removeSelection(window, "Delete"); },
                 .isEnabled = whenSelected(window)},
                NeedsObject);
}

void addSelectActions(MainWindow& window)
{
    auto& actions = window.actions();
    auto* faces = actions.add({.id = "select.faces",
                               .menu = "Edit",
                               .label = "Select surface",
                               .tooltip = "Clicks choose single faces instead of whole objects.",
                               .icon = "select_surface",
                               .shortcut = "F4",
                               .run = {},
                               .isEnabled = {}});
    faces->setCheckable(true);
    QObject::connect(faces, &QAction::toggled, &window, [&window](bool on) {
        window.context().activateTool("select");
        window.context().document().selection().setMode(on ? SelectionMode::Faces
                                                           : SelectionMode::Objects);
    });
    window.keep(window.context().document().selection().changed.connect([&window, faces] {
        const QSignalBlocker quiet{faces};
        faces->setChecked(window.context().document().selection().mode() == SelectionMode::Faces);
    }));
    actions.add({.id = "select.all",
                 .menu = "Select",
                 .label = "Select all",
                 .tooltip = "Every object that is not hidden or locked.",
                 .icon = "",
                 .shortcut = "Ctrl+A",
                 .run =
                     [&window] {
                         auto& document = window.context().document();
                         document.selection().setMode(SelectionMode::Objects);
                         document.selection().set(selectableObjects(document));
                     },
                 .isEnabled = {}});
    actions.add({.id = "select.none",
                 .menu = "Select",
                 .label = "Select nothing",
                 .tooltip = "Clears the selection.",
                 .icon = "",
                 .shortcut = "Ctrl+Shift+A",
                 .run = [&window] { window.context().document().selection().clear(); },
                 .isEnabled = {}});
    actions.add({.id = "select.invert",
                 .menu = "Select",
                 .label = "Invert selection",
                 .tooltip = "Chooses what was not chosen.",
                 .icon = "",
                 .shortcut = "Ctrl+Alt+A",
                 .run =
                     [&window] {
                         auto& document = window.context().document();
                         auto all = selectableObjects(document);
                         std::erase_if(all, [&](EntityId each) {
                             return document.selection().contains(each);
                         });
                         document.selection().set(all);
                     },
                 .isEnabled = {}});
}
} // namespace

void removeSelection(MainWindow& window, const std::string& label)
{
    auto& document = window.context().document();
    const auto chosen = document.selection().entities();
    const auto roots = topmost(document.world(), chosen);
    const bool wasEditing = document.isEditing();
    window.longSteps().runOn(label, roots,
                             [](Transaction& edit, auto some) -> engine::Result<void> {
                                 removeObjects(edit, some);
                                 return {};
                             });
    if (!wasEditing && window.longSteps().isRunning())
        document.selection().clear(); // at once, rather than with each part
}

namespace
{
/// Whatever is in large groups leaves those first, in parts, but for the last object: what is empty
/// is no group any more.
void ungroupSelection(MainWindow& window)
{
    auto& document = window.context().document();
    const auto& world = document.world();
    const auto chosen = document.selection().entities();
    const auto freed = std::make_shared<std::vector<EntityId>>();
    std::vector<StepInParts::Part> parts;
    for (const auto group : topmost(world, chosen)) {
        auto children = world.children(group);
        if (children.size() <= LongSteps::ManyInStep || !isContainer(world, group) ||
            world.get<engine::Layer>(group) != nullptr)
            continue;
        children.pop_back();
        freed->insert(freed->end(), children.begin(), children.end());
        auto leaving = LongSteps::partsOf(
            children, [to = world.get<engine::Node>(group)->parent](Transaction& edit, auto some) {
                return reparent(edit, some, to);
            });
        std::move(leaving.begin(), leaving.end(), std::back_inserter(parts));
    }
    parts.emplace_back([freed, chosen](Transaction& edit) -> engine::Result<void> {
        auto rest = ungroup(edit, chosen);
        if (!rest)
            return rest.error();
        freed->insert(freed->end(), rest->begin(), rest->end());
        for (const auto each : chosen) // no groups, and still there
            if (edit.world().exists(each))
                freed->push_back(each);
        return {};
    });
    window.longSteps().run("Ungroup", std::move(parts),
                           [&document, freed] { document.selectAfterStep(*freed); });
}
} // namespace

void addEditActions(MainWindow& window)
{
    addUndoActions(window);
    window.actions().addSeparator(QStringLiteral("Edit"));
    addClipboardActions(window);
    window.actions().addSeparator(QStringLiteral("Edit"));
    addSelectActions(window);
}

void addBrushActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto visibility = [&](const char* id, const char* label, const char* tip,
                                const char* icon, const char* keys,
                                void (*edit)(Transaction&, std::span<const EntityId>)) {
        actions.add({.id = id,
                     .menu = "View",
                     .label = label,
                     .tooltip = tip,
                     .icon = icon,
                     .shortcut = keys,
                     .run =
                         [&window, label, edit] {
                             window.longSteps().runOn(
                                 label, window.context().document().selection().entities(),
                                 [edit](Transaction& t, auto some) -> engine::Result<void> {
                                     edit(t, some);
                                     return {};
                                 });
                         },
                     .isEnabled = whenSelected(window)},
                    NeedsObject);
    };
    visibility("view.hide", "Hide",
               "Takes the selection out of the views; play shows it all the same.", "eye_off", "H",
               hide);
    actions.add({.id = "view.isolate",
                 .menu = "View",
                 .label = "Isolate",
                 .tooltip = "Hides everything else.",
                 .icon = "",
                 .shortcut = "Ctrl+I",
                 .run =
                     [&window] {
                         runOnSelection(window, "Isolate",
                                        [](Transaction& t, auto chosen) -> engine::Result<void> {
                                            isolate(t, chosen);
                                            return {};
                                        });
                     },
                 .isEnabled = whenSelected(window)},
                NeedsObject);
    actions.add({.id = "view.showAll",
                 .menu = "View",
                 .label = "Show all",
                 .tooltip = "Brings hidden objects back.",
                 .icon = "eye",
                 .shortcut = "Alt+H",
                 .run =
                     [&window] {
                         std::vector<EntityId> hidden;
                         const auto& world = window.context().document().world();
                         world.forEach<engine::Node>([&](EntityId each, const engine::Node& node) {
                             if (node.hidden)
                                 hidden.push_back(each);
                         });
                         window.longSteps().runOn(
                             "Show all", hidden,
                             [](Transaction& edit, auto some) -> engine::Result<void> {
                                 show(edit, some);
                                 return {};
                             });
                     },
                 .isEnabled = whenAnyObject(window.context().document(), &engine::Node::hidden)},
                "Nothing is hidden");
    actions.add({.id = "brush.group",
                 .menu = "Brush",
                 .label = "Group",
                 .tooltip = "Puts the selection under one object.",
                 .icon = "group",
                 .shortcut = "Ctrl+G",
                 .run =
                     [&window] {
                         auto& document = window.context().document();
                         const auto made = std::make_shared<EntityId>();
                         window.longSteps().runOn(
                             "Group", topmost(document.world(), document.selection().entities()),
                             [made](Transaction& edit, auto some) -> engine::Result<void> {
                                 if (*made)
                                     return reparent(edit, some, *made);
                                 auto grouped = group(edit, some);
                                 if (!grouped)
                                     return grouped.error();
                                 *made = *grouped;
                                 return {};
                             },
                             [&document, made] { document.selectAfterStep({*made}); });
                     },
                 .isEnabled = whenSelected(window)},
                NeedsObject);
    actions.add(
        {.id = "brush.ungroup",
         .menu = "Brush",
         .label = "Ungroup",
         .tooltip = "Takes the group apart.",
         .icon = "",
         .shortcut = "Ctrl+Shift+G",
         .run = [&window] { ungroupSelection(window); },
         .isEnabled =
             [&window] {
                 const auto& document = window.context().document();
                 const auto& chosen = document.selection().entities();
                 return std::any_of(chosen.begin(), chosen.end(),
                                    [&](EntityId each) { return isGroup(document.world(), each); });
             }},
        "Select a group first");
}
} // namespace editor
