#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/panels/assets/prefab_dialog.h"
#include "editor/tools/place/prefab_commands.h"
#include "engine_core/scene/components/prefab.h"

#include <QAction>

namespace editor
{
namespace
{
constexpr const char* NeedsInstance = "Select an instance of a prefab first";
constexpr const char* NeedsOverride =
    "Select an instance of a prefab that differs from its file first";

std::function<bool()> whenInstanceSelected(MainWindow& window)
{
    return [&window] {
        return !selectedInstances(window.context().document()).empty();
    };
}

void addMake(MainWindow& window)
{
    window.actions().add(
        {.id = "prefab.make",
         .menu = "Edit",
         .label = "Make prefab...",
         .tooltip = "Writes the selected objects to a file that can be placed "
                    "again and again; they become its first instance.",
         .icon = "prefab",
         .shortcut = "",
         .run = [&window] { makePrefabWithDialog(window.context(), &window); },
         .isEnabled =
             [&window] {
                 return !window.context().document().selection().entities().empty();
             }},
        "Select an object first");
}

void addChanges(MainWindow& window)
{
    const auto overrides = [&window] {
        auto& document = window.context().document();
        const auto instances = selectedInstances(document);
        return instances.empty() ? std::vector<PrefabOverride>{}
                                 : overridesIn(document.world(), instances.front());
    };
    const auto differs = [&window] {
        auto& document = window.context().document();
        const auto instances = selectedInstances(document);
        return !instances.empty() && hasOverridesIn(document.world(), instances.front());
    };
    window.actions().add(
        {.id = "prefab.apply",
         .menu = "Edit",
         .label = "Apply all to prefab",
         .tooltip = "Writes what differs in the chosen instance to the file of "
                    "its prefab; all instances follow.",
         .icon = "",
         .shortcut = "",
         .run = [&window, overrides] { applyToPrefab(window.context(), overrides()); },
         .isEnabled = differs},
        NeedsOverride);
    window.actions().add(
        {.id = "prefab.revert",
         .menu = "Edit",
         .label = "Revert all to prefab",
         .tooltip = "Makes the chosen instance as the file of its prefab.",
         .icon = "reset",
         .shortcut = "",
         .run = [&window, overrides] { revertToPrefab(window.context(), overrides()); },
         .isEnabled = differs},
        NeedsOverride);
}

void addOpenAndUnpack(MainWindow& window)
{
    auto& context = window.context();
    window.actions().add({.id = "prefab.edit",
                          .menu = "Edit",
                          .label = "Edit prefab",
                          .tooltip = "Opens the file of the chosen instance's prefab in place of "
                                     "the scene, which waits with everything you did.",
                          .icon = "",
                          .shortcut = "",
                          .run =
                              [&window, &context] {
                                  const auto& document = context.document();
                                  const auto instance = selectedInstances(document).front();
                                  const auto* prefab =
                                      document.world().get<engine::PrefabInstance>(instance);
                                  context.editPrefabWanted(prefab->file.path);
                              },
                          .isEnabled = whenInstanceSelected(window)},
                         NeedsInstance);
    window.actions().add(
        {.id = "prefab.back",
         .menu = "Edit",
         .label = "Back to the scene",
         .tooltip = "Leaves the prefab that is being edited; the scene is as you left it, with its "
                    "undo history.",
         .icon = "",
         .shortcut = "",
         .run =
             [&window] {
                 const auto waiting = window.context().workspace().waiting().size();
                 if (waiting > 0)
                     window.comeBackTo(waiting - 1);
             },
         .isEnabled =
             [&window] {
                 return !window.context().workspace().waiting().empty();
             }},
        "No prefab is being edited in place of a scene");
    window.actions().add({.id = "prefab.unpack",
                          .menu = "Edit",
                          .label = "Unpack prefab",
                          .tooltip = "Makes the chosen instances plain groups that follow no file.",
                          .icon = "",
                          .shortcut = "",
                          .run = [&context] { unpackSelection(context); },
                          .isEnabled = whenInstanceSelected(window)},
                         NeedsInstance);
    window.actions().addSeparator(QStringLiteral("Edit"));
}
} // namespace

void addPrefabActions(MainWindow& window)
{
    addMake(window);
    addChanges(window);
    addOpenAndUnpack(window);
}
} // namespace editor
