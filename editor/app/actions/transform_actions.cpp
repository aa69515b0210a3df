#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/dialogs/transform_dialog.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/array_operations.h"
#include "editor/operations/brush/snap_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/gestures/handle.h"
#include "editor/views/view_layout.h"

#include <QAction>

namespace editor
{
namespace
{
using Edit =
    std::function<engine::Result<std::vector<EntityId>>(Transaction&, std::span<const EntityId>)>;

/// One step on the selection, which becomes what the edit returns.
void run(MainWindow& window, const std::string& label, const Edit& edit)
{
    window.context().toolBox().cancelGesture();
    auto& document = window.context().document();
    const auto chosen = document.selection().entities();
    std::vector<EntityId> after;
    const auto done = document.run(label, [&](Transaction& step) -> engine::Result<void> {
        auto result = edit(step, chosen);
        if (!result)
            return result.error();
        after = *std::move(result);
        return {};
    });
    if (!done)
        window.showError(QString::fromStdString(done.error().message()));
    else if (after != chosen)
        document.selectAfterStep(after);
}

/// The axis of the world that runs across the active view (or up it).
int viewAxis(MainWindow& window, bool upwards)
{
    const auto* view = window.viewLayout().activeView();
    if (view == nullptr)
        return upwards ? 1 : 0;
    const auto camera = view->camera().camera();
    if (view->kind() == ViewKind::Perspective && upwards)
        return 1;
    return majorAxis(upwards ? camera.up() : camera.right());
}

void flip(MainWindow& window, bool upwards)
{
    const int axis = viewAxis(window, upwards);
    const auto lock = window.context().textureLock();
    run(window, "Flip", [=](Transaction& step, std::span<const EntityId> chosen) {
        const auto bounds = wholeBoundsOf(step.world(), chosen);
        return mirror(step, chosen, axis, bounds.center()[axis], false, lock);
    });
}

void addSnapActions(MainWindow& window, const std::function<bool()>& whenSelected)
{
    const auto add = [&](const char* id, const char* label, const char* tip, const char* keys,
                         auto operation) {
        window.actions().add(
            {.id = id,
             .menu = "Brush",
             .label = label,
             .tooltip = tip,
             .icon = "",
             .shortcut = keys,
             .run =
                 [&window, label, operation] {
                     const auto lock = window.context().textureLock();
                     const double step = window.context().grid().step;
                     run(window, label,
                         [=](Transaction& transaction, std::span<const EntityId> chosen)
                             -> engine::Result<std::vector<EntityId>> {
                             if (auto done = operation(transaction, chosen, step, lock); !done)
                                 return done.error();
                             return std::vector<EntityId>{chosen.begin(), chosen.end()};
                         });
                 },
             .isEnabled = whenSelected},
            "Select an object first");
    };
    add("brush.snapVertices", "Snap corners to grid",
        "Moves every corner of the selection to the nearest grid place.", "Alt+G", &snapVertices);
    add("brush.snapBounds", "Snap objects to grid",
        "Moves each selected object so that its lower corner is on the grid.", "Alt+Shift+G",
        &snapBounds);
}

void addTextureLock(MainWindow& window)
{
    auto& context = window.context();
    auto* lock =
        window.actions().add({.id = "brush.textureLock",
                              .menu = "Brush",
                              .label = "Texture lock",
                              .tooltip = "Textures follow the brushes that are moved, turned, "
                                         "scaled or sheared; off, they stay in the world.",
                              .icon = "texture_lock",
                              .shortcut = "Shift+L",
                              .run = {},
                              .isEnabled = {}});
    lock->setCheckable(true);
    lock->setChecked(context.textureLock() == engine::TextureLock::On);
    QObject::connect(lock, &QAction::toggled, &window, [&context](bool on) {
        context.setTextureLock(on ? engine::TextureLock::On : engine::TextureLock::Off);
    });
    window.keep(context.textureLockChanged.connect([&context, lock] {
        const QSignalBlocker quiet{lock};
        lock->setChecked(context.textureLock() == engine::TextureLock::On);
    }));
}
} // namespace

void addTransformActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto whenSelected = [&window] {
        return !window.context().document().selection().entities().empty();
    };
    const auto add = [&](const char* id, const char* label, const char* tip, const char* icon,
                         const char* keys, std::function<void()> action) {
        actions.add({.id = id,
                     .menu = "Brush",
                     .label = label,
                     .tooltip = tip,
                     .icon = icon,
                     .shortcut = keys,
                     .run = std::move(action),
                     .isEnabled = whenSelected},
                    "Select an object first");
    };
    actions.addSeparator(QStringLiteral("Brush"));
    add("brush.moveBy", "Move by...", "Moves the selection by numbers.", "move", "Ctrl+Alt+M",
        [&window] { showMoveByDialog(window.context(), &window); });
    add("brush.flipHorizontal", "Flip horizontally",
        "Turns the selection around, left to right in the active view.", "flip_horizontal",
        "Ctrl+F", [&window] { flip(window, false); });
    add("brush.flipVertical", "Flip vertically",
        "Turns the selection around, top to bottom in the active view.", "flip_vertical",
        "Ctrl+Alt+F", [&window] { flip(window, true); });
    add("brush.mirror", "Mirror...", "A mirror image about a plane, with or without the original.",
        "mirror", "Ctrl+Shift+M", [&window] { showMirrorDialog(window.context(), &window); });
    add("brush.array", "Array...", "Copies in a row or around a point.", "array",
        "Ctrl+Alt+Shift+D", [&window] { showArrayDialog(window.context(), &window); });
    add("brush.repeat", "Repeat transform",
        "Does the last move, turn, scale, shear, mirror or array again.", "repeat", "Ctrl+R",
        [&window] {
            const auto steps = window.context().document().repeatSteps(); // it changes on the way
            run(window, "Repeat", [&](Transaction& step, std::span<const EntityId> chosen) {
                return repeatTransform(step, steps, chosen);
            });
        });
    addSnapActions(window, whenSelected);
    addTextureLock(window);
}
} // namespace editor
