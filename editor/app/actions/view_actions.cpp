#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/views/view_choices.h"
#include "editor/views/view_layout.h"
#include "editor/views/view_settings.h"

#include <QAction>
#include <QSettings>

#include <array>
#include <cmath>

namespace editor
{
namespace
{
void addGridActions(MainWindow& window)
{
    auto& actions = window.actions();
    auto& context = window.context();
    auto* snap = actions.add(
        {.id = "view.snap",
         .menu = "View",
         .label = "Snap to grid",
         .tooltip = "Drags stop at grid lines; hold Ctrl to do the opposite for one drag.",
         .icon = "snap",
         .shortcut = "Shift+G",
         .run = {},
         .isEnabled = {}});
    snap->setCheckable(true);
    snap->setChecked(context.grid().enabled);
    QObject::connect(snap, &QAction::toggled, &window, [&context](bool on) {
        auto grid = context.grid();
        grid.enabled = on;
        context.setGrid(grid);
    });
    QObject::connect(&context, &EditorContext::gridChanged, snap,
                     [&context, snap] { snap->setChecked(context.grid().enabled); });
    const auto stepAction = [&](const char* id, const char* label, const char* keys,
                                double factor) {
        actions.add({.id = id,
                     .menu = "View",
                     .label = label,
                     .tooltip = "Changes how far apart the grid's lines are.",
                     .icon = "",
                     .shortcut = keys,
                     .run =
                         [&context, factor] {
                             auto grid = context.grid();
                             grid.step = std::clamp(grid.step * factor, ViewSettings::MinGridStep,
                                                    ViewSettings::MaxGridStep);
                             context.setGrid(grid);
                         },
                     .isEnabled = {}});
    };
    stepAction("view.gridFiner", "Finer grid", "[", 0.5);
    stepAction("view.gridCoarser", "Coarser grid", "]", 2.0);
    // 1 to 9 are 1/64 to 4 m, so that the usual 0.25 is in the middle.
    for (int key = 1; key <= 9; ++key) {
        const double step = std::ldexp(1.0, key - 7);
        actions.add({.id = fmt::format("view.grid{}", key),
                     .menu = "View/Grid size",
                     .label = fmt::format("{} m", step),
                     .tooltip = "How far apart the grid's lines are.",
                     .icon = "",
                     .shortcut = std::to_string(key),
                     .run =
                         [&context, step] {
                             auto grid = context.grid();
                             grid.step = step;
                             context.setGrid(grid);
                         },
                     .isEnabled = {}});
    }
}

ViewportWidget* view3D(MainWindow& window)
{
    auto* view = window.viewLayout().activeView();
    return view != nullptr && view->kind() == ViewKind::Perspective
               ? view
               : window.viewLayout().findView(ViewKind::Perspective);
}

/// How the active 3D view draws, and which side the active view looks at.
void addDrawingActions(MainWindow& window)
{
    auto& actions = window.actions();
    for (const auto& mode : viewModes())
        actions.add({.id = std::string{"view.mode"} + mode.id,
                     .menu = "View/Drawing",
                     .label = mode.label,
                     .tooltip = mode.tooltip,
                     .icon = mode.icon,
                     .shortcut = "",
                     .run =
                         [&window, mode] {
                             if (auto* view = view3D(window))
                                 view->setMode(mode.mode);
                         },
                     .isEnabled = {}});
    for (const auto& kind : viewKinds())
        actions.add({.id = std::string{"view.kind"} + kind.id,
                     .menu = "View/Side",
                     .label = kind.label,
                     .tooltip = "The active view shows the level from this side.",
                     .icon = kind.icon,
                     .shortcut = "",
                     .run =
                         [&window, kind] {
                             if (auto* view = window.viewLayout().activeView())
                                 view->setKind(kind.kind);
                         },
                     .isEnabled = {}});
}

void addStaleLightAction(MainWindow& window)
{
    auto* stale = window.actions().add({.id = "view.staleLight",
                                        .menu = "View/Overlays",
                                        .label = "Faces with light out of date",
                                        .tooltip = "Hatches faces whose light is older than the "
                                                   "level.",
                                        .icon = "lighting",
                                        .shortcut = "",
                                        .run = {},
                                        .isEnabled = {}});
    stale->setCheckable(true);
    stale->setChecked(QSettings{}.value(QStringLiteral("staleLight"), false).toBool());
    window.setStaleLightShown(stale->isChecked());
    QObject::connect(stale, &QAction::toggled, &window, [&window](bool on) {
        QSettings{}.setValue(QStringLiteral("staleLight"), on);
        window.setStaleLightShown(on);
    });
}

void cycleMode(MainWindow& window)
{
    auto* view = window.viewLayout().viewForKeys();
    if (view == nullptr || view->kind() != ViewKind::Perspective)
        view = view3D(window); // flat views draw edges in every mode
    if (view != nullptr)
        view->setMode(everydayModeAfter(view->mode()));
}

void addSplitActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto onView = [&](const char* id, const char* label, const char* tip, const char* icon,
                            const char* keys,
                            std::function<void(ViewLayout&, ViewportWidget*)> run) {
        actions.add({.id = id,
                     .menu = "View",
                     .label = label,
                     .tooltip = tip,
                     .icon = icon,
                     .shortcut = keys,
                     .run =
                         [&window, run = std::move(run)] {
                             if (auto* view = window.viewLayout().activeView())
                                 run(window.viewLayout(), view);
                         },
                     .isEnabled = {}});
    };
    onView("view.splitAcross", "Split view side by side", "A second view beside the active one.",
           "split_horizontal", "",
           [](ViewLayout& layout, ViewportWidget* view) { layout.split(view, Qt::Horizontal); });
    onView("view.splitDown", "Split view above and below", "A second view below the active one.",
           "split_vertical", "",
           [](ViewLayout& layout, ViewportWidget* view) { layout.split(view, Qt::Vertical); });
    onView("view.close", "Close view", "The other views take its place.", "close", "",
           [](ViewLayout& layout, ViewportWidget* view) { layout.close(view); });
    onView(
        "view.maximize", "Maximise view",
        "The view under the pointer, or else the active one, fills the middle; Space over a view "
        "does the same.",
        "maximize", "Ctrl+Space",
        [](ViewLayout& layout, ViewportWidget*) { layout.toggleMaximized(layout.viewForKeys()); });
}
} // namespace

void addViewActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "view.focus",
                 .menu = "View",
                 .label = "Focus selection",
                 .tooltip = "Moves all views to the selection.",
                 .icon = "focus",
                 .shortcut = "F",
                 .run =
                     [&window] {
                         auto& document = window.context().document();
                         auto box = boundsToShow(document.world(), document.selection().entities());
                         for (const auto& face : document.selection().faces())
                             box.add(boundsOf(document.world(), face.entity));
                         window.context().focus(box);
                     },
                 .isEnabled = {}});
    actions.add({.id = "view.focusAll",
                 .menu = "View",
                 .label = "Focus everything",
                 .tooltip = "Moves all views to the whole level.",
                 .icon = "home",
                 .shortcut = "Shift+F",
                 .run =
                     [&window] {
                         window.context().focus(
                             boundsOfTree(window.context().document().world(), {}));
                     },
                 .isEnabled = {}});
    actions.add({.id = "view.mode",
                 .menu = "View",
                 .label = "Next drawing mode",
                 .tooltip = "Textured, lit, unlit, light only, density, wireframe; of the 3D "
                            "view under the pointer, or else of the active one.",
                 .icon = "mode_lit",
                 .shortcut = "F2",
                 .run = [&window] { cycleMode(window); },
                 .isEnabled = {}});
    addDrawingActions(window);
    addStaleLightAction(window);
    actions.addSeparator(QStringLiteral("View"));
    addGridActions(window);
    actions.addSeparator(QStringLiteral("View"));
    addSplitActions(window);
    actions.addSeparator(QStringLiteral("View"));

    constexpr std::array Layouts{"Build layout", "Light layout", "Populate layout", "Play layout"};
    for (int i = 0; i < static_cast<int>(Layouts.size()); ++i)
        actions.add({.id = "window.layout" + std::to_string(i + 1),
                     .menu = "Window",
                     .label = Layouts[static_cast<std::size_t>(i)],
                     .tooltip = "Arranges views and docks for this work.",
                     .icon = "",
                     .shortcut = "Ctrl+Alt+" + std::to_string(i + 1),
                     .run = [&window, i] { window.showLayout(i); },
                     .isEnabled = {}});
    actions.add({.id = "window.reset",
                 .menu = "Window",
                 .label = "Reset layout",
                 .tooltip = "Brings every dock and view back to where it was at first.",
                 .icon = "reset",
                 .shortcut = "",
                 .run = [&window] { window.resetLayout(); },
                 .isEnabled = {}});
    actions.addSeparator(QStringLiteral("Window"));
}

} // namespace editor
