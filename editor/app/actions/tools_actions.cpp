#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/actions/lighting_visit.h"
#include "editor/app/dialogs/about_dialog.h"
#include "editor/app/dialogs/preferences_dialog.h"
#include "editor/app/window/main_window.h"

#include <QAction>
#include <QDesktopServices>
#include <QSettings>
#include <QUrl>

namespace editor
{
namespace
{
void addFollowLightAction(MainWindow& window)
{
    auto& workspace = window.context().workspace();
    auto* follow = window.actions().add({.id = "lighting.follow",
                                         .menu = "Tools",
                                         .label = "Bake as I work",
                                         .tooltip = "After an edit the light that it can have "
                                                    "altered is baked in the background.",
                                         .icon = "lighting",
                                         .shortcut = "",
                                         .run = {},
                                         .isEnabled = {}});
    constexpr auto Setting = "bakeAsIWork";
    constexpr auto Speed = "secondsPerLuxel";
    follow->setCheckable(true);
    follow->setChecked(QSettings{}.value(QLatin1String{Setting}, true).toBool());
    workspace.setFollowsLight(follow->isChecked());
    workspace.setSecondsPerLuxel(QSettings{}.value(QLatin1String{Speed}, 0).toDouble());
    QObject::connect(follow, &QAction::toggled, &window, [&workspace](bool on) {
        QSettings{}.setValue(QLatin1String{Setting}, on);
        workspace.setFollowsLight(on);
    });
    window.keep(workspace.followsLightChanged.connect(
        [follow, &workspace] { follow->setChecked(workspace.followsLight()); }));
    window.keep(workspace.speedNoted.connect(
        [&workspace] { QSettings{}.setValue(QLatin1String{Speed}, workspace.secondsPerLuxel()); }));
}
} // namespace

void addToolsActions(MainWindow& window)
{
    auto& actions = window.actions();
    auto* visit = new LightingVisit{window};
    actions.add({.id = "lighting.calculate",
                 .menu = "Tools",
                 .label = "Bake lighting...",
                 .tooltip = "Opens the Lighting dock, which bakes the light of all lights into "
                            "lightmaps.",
                 .icon = "bake",
                 .shortcut = "Ctrl+L",
                 .run = [visit] { visit->begin(); },
                 .isEnabled = {}});
    addFollowLightAction(window);
    actions.add({.id = "edit.preferences",
                 .menu = "Edit",
                 .label = "Preferences...",
                 .tooltip = "Autosave, mouse and grid, appearance, keys and plugins.",
                 .icon = "settings",
                 .shortcut = "Ctrl+,",
                 .run =
                     [&window] {
                         PreferencesDialog dialog{window.context(), window.actions(),
                                                  window.plugins(), &window};
                         dialog.exec();
                     },
                 .isEnabled = {}});
}

void addHelpActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "help.manual",
                 .menu = "Help",
                 .label = "Manual",
                 .tooltip = "How to do things, by task.",
                 .icon = "help",
                 .shortcut = "F1",
                 .run =
                     [&window] {
                         const auto page = engine::resourceFolder() / "docs" / "manual.md";
                         if (!QDesktopServices::openUrl(
                                 QUrl::fromLocalFile(QString::fromStdString(page.string()))))
                             window.context().showMessage(MessageKind::Info,
                                                          "The manual is " + page.string());
                     },
                 .isEnabled = {}});
    actions.add({.id = "help.tour",
                 .menu = "Help",
                 .label = "Guided tour",
                 .tooltip = "Steps that tick themselves off, from an empty scene to a room that "
                            "you walk through.",
                 .icon = "",
                 .shortcut = "",
                 .run = [&window] { window.startTour(); },
                 .isEnabled = {}});
    actions.add({.id = "help.start",
                 .menu = "Help",
                 .label = "Start page",
                 .tooltip = "Recent projects, new projects and the guided tour.",
                 .icon = "home",
                 .shortcut = "",
                 .run = [&window] { window.showStartPage(); },
                 .isEnabled = {}});
    actions.add({.id = "help.about",
                 .menu = "Help",
                 .label = "About Mapwright",
                 .tooltip = "Version and build.",
                 .icon = "info",
                 .shortcut = "",
                 .run =
                     [&window] {
                         AboutDialog dialog{&window};
                         dialog.exec();
                     },
                 .isEnabled = {}});
}
} // namespace editor
