#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/object_clipboard.h"
#include "editor/app/window/when_any_object.h"
#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/tools/select/pick_target.h"
#include "editor/tools/select/select_commands.h"
#include "editor/views/view_layout.h"
#include "engine_core/scene/components/linked_group.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPointer>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace editor
{
namespace
{
using engine::Result;

constexpr auto NeedsObject = "Select an object first";

std::function<bool()> whenAnythingSelected(MainWindow& window)
{
    return [&window] {
        return !window.context().document().selection().isEmpty();
    };
}

std::function<bool()> whenObjectsSelected(MainWindow& window)
{
    return [&window] {
        return !window.context().document().selection().entities().empty();
    };
}

/// One step; shows why if it is refused. True if it was done.
bool runStep(MainWindow& window,
             const std::string& label,
             const std::function<Result<void>(Transaction&)>& edit)
{
    const auto done = window.context().document().run(label, edit);
    if (!done)
        window.context().showMessage(MessageKind::Warning, done.error().message());
    return done.hasValue();
}

using Choose = std::function<std::vector<EntityId>(const Document&)>;

void addChoice(MainWindow& window,
               const char* id,
               const char* label,
               const char* tip,
               const char* keys,
               Choose choose)
{
    window.actions().add({.id = id,
                          .menu = "Select",
                          .label = label,
                          .tooltip = tip,
                          .icon = "select",
                          .shortcut = keys,
                          .run =
                              [&window, choose = std::move(choose)] {
                                  auto& document = window.context().document();
                                  auto found = choose(document);
                                  if (found.empty())
                                      return window.context().showMessage(
                                          MessageKind::Info, "Nothing of that kind was found");
                                  document.selection().setMode(SelectionMode::Objects);
                                  document.selection().set(std::move(found));
                              },
                          .isEnabled = whenAnythingSelected(window)},
                         "Select something first");
}

void addChoices(MainWindow& window)
{
    addChoice(window, "select.touching", "Select touching",
              "What shares some space or a surface with the chosen brushes; they stay.", "Ctrl+T",
              objectsTouching);
    addChoice(window, "select.inside", "Select inside",
              "What lies wholly in one of the chosen brushes; they stay.", "Ctrl+E", objectsInside);
    addChoice(window, "select.tall", "Select tall",
              "What lies wholly in the chosen brushes as the active 2D view shows them, however "
              "deep.",
              "Ctrl+Shift+E", [&window](const Document& document) {
                  const auto* view = window.viewLayout().activeView();
                  return objectsInPrism(document, view != nullptr ? view->kind() : ViewKind::Top);
              });
    addChoice(window, "select.siblings", "Select siblings",
              "All that is in the same group or layer.", "Ctrl+B", siblingsOfSelection);
    addChoice(window, "select.linked", "Select linked copies",
              "All copies of the chosen linked groups.", "Ctrl+Alt+D",
              [](const Document& document) {
                  std::vector<EntityId> copies;
                  for (const auto entity : document.selection().entities())
                      for (const auto copy : linkedCopies(document.world(), entity))
                          copies.push_back(copy);
                  return copies;
              });
    window.actions().add(
        {.id = "select.material",
         .menu = "Select",
         .label = "Select same material",
         .tooltip = "Objects, or faces if faces are chosen, with the same materials.",
         .icon = "material",
         .shortcut = "Ctrl+Alt+T",
         .run =
             [&window] {
                 auto& document = window.context().document();
                 if (document.selection().faces().empty())
                     document.selection().set(objectsWithSameMaterial(document));
                 else
                     document.selection().setFaces(facesWithSameMaterial(document));
             },
         .isEnabled = whenAnythingSelected(window)},
        "Select something first");
    window.actions().add(
        {.id = "select.tools",
         .menu = "Select",
         .label = "Select tool brushes",
         .tooltip = "All that the game does not show: clip, hint, trigger and the like. Hide puts "
                    "them out of the way.",
         .icon = "covered",
         .shortcut = "",
         .run =
             [&window] {
                 auto tools = toolObjects(window.context().document());
                 if (tools.empty())
                     return window.context().showMessage(MessageKind::Info,
                                                         "Nothing here is unseen in the game");
                 window.context().document().selection().set(std::move(tools));
             },
         .isEnabled = {}});
    window.actions().add(
        {.id = "select.surface",
         .menu = "Select",
         .label = "Select whole surface",
         .tooltip = "All faces in the plane of the chosen one that hang together; "
                    "Shift+Alt+double click does the same.",
         .icon = "select_surface",
         .shortcut = "Ctrl+Alt+S",
         .run =
             [&window] {
                 auto& document = window.context().document();
                 if (const auto& faces = document.selection().faces(); !faces.empty())
                     document.selection().setFaces(coplanarSurface(document, faces.back()));
             },
         .isEnabled =
             [&window] {
                 return !window.context().document().selection().faces().empty();
             }},
        "Select a face first");
}

/// Other programs are asked for nothing before it is pasted, not even whether it is text: it may be
/// long, or its program slow, and the window would wait for the answer.
bool mayHoldObjects(const QClipboard& clipboard)
{
    constexpr qsizetype Beginning = 65536; // says what the rest is
    if (!clipboard.ownsClipboard())
        return true;
    const auto* data = clipboard.mimeData();
    return data != nullptr && data->hasText() &&
           looksLikeObjects(data->text().left(Beginning).toStdString());
}

/// Asks the clipboard again after it has changed, and when one comes back from other programs:
/// not every system tells of what they copy.
std::function<bool()> whenObjectsCopied(MainWindow& window)
{
    const auto known = std::make_shared<std::optional<bool>>();
    const auto forget = [&window, known] {
        known->reset();
        window.actions().refresh();
    };
    QObject::connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, &window, forget);
    const auto comeBack = [forget](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive)
            forget();
    };
    QObject::connect(qGuiApp, &QGuiApplication::applicationStateChanged, &window, comeBack,
                     Qt::QueuedConnection);
    return [clipboard = QPointer{&window.objectClipboard()}, known] {
        if (clipboard && clipboard->isCopying())
            return true;
        if (!*known)
            *known = mayHoldObjects(*QGuiApplication::clipboard());
        return **known;
    };
}

void addClipboardActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto selected = whenObjectsSelected(window);
    const auto copied = whenObjectsCopied(window);
    constexpr auto NeedsCopy = "Copy objects first";
    actions.add({.id = "edit.cut",
                 .menu = "Edit",
                 .label = "Cut",
                 .tooltip = "Takes the selected objects to the clipboard, as text.",
                 .icon = "cut",
                 .shortcut = "Ctrl+X",
                 .run =
                     [&window] {
                         window.objectClipboard().copy();
                         removeSelection(window, "Cut");
                     },
                 .isEnabled = selected},
                NeedsObject);
    actions.add({.id = "edit.copy",
                 .menu = "Edit",
                 .label = "Copy",
                 .tooltip = "Puts the selected objects on the clipboard, as text.",
                 .icon = "copy",
                 .shortcut = "Ctrl+C",
                 .run = [&window] { window.objectClipboard().copy(); },
                 .isEnabled = selected},
                NeedsObject);
    addCopyMapAction(window);
    actions.add({.id = "edit.paste",
                 .menu = "Edit",
                 .label = "Paste",
                 .tooltip = "Adds what is on the clipboard under the pointer.",
                 .icon = "paste",
                 .shortcut = "Ctrl+V",
                 .run = [&window] { window.objectClipboard().paste(false); },
                 .isEnabled = copied},
                NeedsCopy);
    actions.add({.id = "edit.pasteInPlace",
                 .menu = "Edit",
                 .label = "Paste in place",
                 .tooltip = "Adds what is on the clipboard where it was copied.",
                 .icon = "paste",
                 .shortcut = "Ctrl+Alt+V",
                 .run = [&window] { window.objectClipboard().paste(true); },
                 .isEnabled = copied},
                NeedsCopy);
    actions.addSeparator(QStringLiteral("Edit"));
}

void addLinkActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "brush.linkedDuplicate",
                 .menu = "Brush",
                 .label = "Create linked duplicate",
                 .tooltip = "Copies the group in place; from now on an edit of one copy is done to "
                            "all.",
                 .icon = "link",
                 .shortcut = "Ctrl+Shift+D",
                 .run =
                     [&window] {
                         const auto chosen = window.context().document().selection().entities();
                         std::vector<EntityId> copies;
                         runStep(window, "Create linked duplicate",
                                 [&](Transaction& edit) -> Result<void> {
                                     auto made = createLinkedDuplicate(edit, chosen);
                                     if (!made)
                                         return made.error();
                                     copies = *std::move(made);
                                     return {};
                                 });
                         if (!copies.empty())
                             window.context().document().selectAfterStep(copies);
                     },
                 .isEnabled = whenObjectsSelected(window)},
                NeedsObject);
    actions.add({.id = "brush.separate",
                 .menu = "Brush",
                 .label = "Separate linked group",
                 .tooltip = "The chosen copies follow the others no more.",
                 .icon = "",
                 .shortcut = "",
                 .run =
                     [&window] {
                         const auto chosen = window.context().document().selection().entities();
                         runStep(window, "Separate linked group",
                                 [&](Transaction& edit) { return separateLinked(edit, chosen); });
                     },
                 .isEnabled =
                     [&window] {
                         const auto& document = window.context().document();
                         const auto& chosen = document.selection().entities();
                         return std::any_of(chosen.begin(), chosen.end(), [&](EntityId each) {
                             return document.world().get<engine::LinkedGroup>(each) != nullptr;
                         });
                     }},
                "Select a linked group first");
    actions.add({.id = "brush.openGroup",
                 .menu = "Brush",
                 .label = "Open or close group",
                 .tooltip = "Edits what is in the group in place; double click opens, Esc closes.",
                 .icon = "group",
                 .shortcut = "Ctrl+Alt+G",
                 .run =
                     [&window] {
                         auto& document = window.context().document();
                         const auto chosen = document.selection().primary();
                         if (chosen && isGroup(document.world(), chosen))
                             openGroup(document, chosen);
                         else
                             closeGroup(document);
                     },
                 .isEnabled =
                     [&window] {
                         const auto& document = window.context().document();
                         const auto& selection = document.selection();
                         return isGroup(document.world(), selection.openGroup()) ||
                                isGroup(document.world(), selection.primary());
                     }},
                "Select a group first");
}

void addLockActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "view.lock",
                 .menu = "View",
                 .label = "Lock",
                 .tooltip = "The selected objects are drawn, but cannot be picked any more.",
                 .icon = "lock",
                 .shortcut = "Ctrl+Alt+L",
                 .run =
                     [&window] {
                         auto& document = window.context().document();
                         const auto chosen = document.selection().entities();
                         if (runStep(window, "Lock", [&](Transaction& edit) -> Result<void> {
                                 editor::lock(edit, chosen);
                                 return {};
                             }))
                             document.selectAfterStep({});
                     },
                 .isEnabled = whenObjectsSelected(window)},
                NeedsObject);
    actions.add({.id = "view.unlockAll",
                 .menu = "View",
                 .label = "Unlock all",
                 .tooltip = "Every locked object and layer can be picked again.",
                 .icon = "unlock",
                 .shortcut = "Ctrl+Alt+Shift+L",
                 .run =
                     [&window] {
                         runStep(window, "Unlock all", [](Transaction& edit) -> Result<void> {
                             editor::unlock(edit, edit.world().entities());
                             return {};
                         });
                     },
                 .isEnabled = whenAnyObject(window.context().document(), &engine::Node::locked)},
                "Nothing is locked");
    actions.add({.id = "view.moveToCurrentLayer",
                 .menu = "View",
                 .label = "Move selection to the current layer",
                 .tooltip = "The current layer is the one that new objects go to; see the Layers "
                            "dock.",
                 .icon = "move_to_layer",
                 .shortcut = "",
                 .run =
                     [&window] {
                         auto& document = window.context().document();
                         const auto chosen = document.selection().entities();
                         runStep(window, "Move to layer", [&](Transaction& edit) {
                             return moveToLayer(edit, chosen, document.currentLayer());
                         });
                     },
                 .isEnabled = whenObjectsSelected(window)},
                NeedsObject);
}
} // namespace

void addOrganiseActions(MainWindow& window)
{
    addClipboardActions(window);
    addPrefabActions(window);
    window.actions().addSeparator(QStringLiteral("Select"));
    addChoices(window);
    addLinkActions(window);
    addLockActions(window);
}
} // namespace editor
