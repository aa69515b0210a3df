#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/play/game_windows.h"
#include "editor/app/play/play_controller.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/entity/keep_played.h"
#include "editor/operations/entity/object_sets.h"

#include <QAction>
#include <QSettings>

namespace editor
{
namespace
{
constexpr auto NotPlaying = "Play first (F5)";

void addPossessionActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "play.simulate",
                 .menu = "Play",
                 .label = "Simulate",
                 .tooltip = "The world runs, and the views stay the editor's.",
                 .icon = "simulate",
                 .shortcut = "Alt+S",
                 .run = [&window] { window.simulate(); },
                 .isEnabled =
                     [&window] {
                         return !window.play().isPlaying();
                     }},
                "The game is running already");
    actions.add({.id = "play.possess",
                 .menu = "Play",
                 .label = "Leave or enter the player",
                 .tooltip = "The game goes on; its view looks around freely, and is the player's "
                            "again with the next press.",
                 .icon = "eject",
                 .shortcut = "F8",
                 .run = [&window] { window.possessOrEject(); },
                 .isEnabled =
                     [&window] {
                         return window.play().isPlaying();
                     }},
                NotPlaying);
}

/// What the running game has made of these objects, as a step of the level.
void keepAsPlayed(MainWindow& window, const std::vector<EntityId>& objects)
{
    auto& context = window.context();
    const auto& document = context.document();
    if (!window.play().session()->playsEdited())
        return context.showMessage(MessageKind::Info,
                                   "The game is in another scene than the open one");
    const auto changes =
        playedChanges(document.world(), window.play().session()->world(), document.types(),
                      withDescendants(document.world(), objects));
    if (changes.empty())
        return context.showMessage(MessageKind::Info, "The game has changed nothing of that");
    context.keepPlayed(changes);
}

void addKeepActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto playing = [&window] {
        return window.play().isPlaying();
    };
    actions.add({.id = "play.keep",
                 .menu = "Play",
                 .label = "Keep selection as played",
                 .tooltip = "Places and values that the game has given to the selected objects "
                            "become the level's, in one step.",
                 .icon = "pin",
                 .shortcut = "K",
                 .run =
                     [&window] {
                         keepAsPlayed(window, window.context().document().selection().entities());
                     },
                 .isEnabled =
                     [&window, playing] {
                         return playing() && !window.context().document().selection().isEmpty();
                     }},
                "Play, and select something");
    actions.add({.id = "play.keepAll",
                 .menu = "Play",
                 .label = "Keep everything as played",
                 .tooltip = "The same for all objects of the level.",
                 .icon = "",
                 .shortcut = "",
                 .run =
                     [&window] {
                         const auto all = window.context().document().world().entities();
                         keepAsPlayed(window, {all.begin(), all.end()});
                     },
                 .isEnabled = playing},
                NotPlaying);
    actions.add({.id = "play.changes",
                 .menu = "Play",
                 .label = "Game changes",
                 .tooltip = "Lists what the game has made of the level, to keep some of it; after "
                            "the end of the game, too.",
                 .icon = "list_details",
                 .shortcut = "Shift+K",
                 .run = [&window] { window.context().showPanel("game_changes"); },
                 .isEnabled = {}},
                "");
}

void playInOwnWindow(MainWindow& window, GameWindows& games)
{
    auto& context = window.context();
    const auto& document = context.document();
    if (document.path().empty())
        return context.showMessage(MessageKind::Warning,
                                   "Save the scene first: a window of its own plays the file");
    games.start(document.path());
    context.showMessage(MessageKind::Info,
                        document.isModified()
                            ? "A window plays the scene as it was saved, without later edits"
                            : "A window plays the scene");
}

void addOwnWindowAction(MainWindow& window)
{
    auto* games = new GameWindows{&window};
    QObject::connect(games, &GameWindows::failed, &window, [&window](const QString& why) {
        window.context().showMessage(MessageKind::Error,
                                     "The game in its own window ended: " + why.toStdString());
    });
    window.actions().add({.id = "play.ownWindow",
                          .menu = "Play",
                          .label = "Play in its own window",
                          .tooltip = "The saved scene as players get it, in a window and process "
                                     "of its own.",
                          .icon = "maximize",
                          .shortcut = "Ctrl+Shift+F5",
                          .run = [&window, games] { playInOwnWindow(window, *games); },
                          .isEnabled = {}},
                         "");
}

void addSpeedActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto speed = [&](const char* id, const char* label, const char* tip, const char* keys,
                           double (*next)(double)) {
        actions.add(
            {.id = id,
             .menu = "Play",
             .label = label,
             .tooltip = tip,
             .icon = "",
             .shortcut = keys,
             .run = [&window, next] { window.play().setSpeed(next(window.play().speed())); },
             .isEnabled =
                 [&window] {
                     return window.play().isPlaying();
                 }},
            NotPlaying);
    };
    speed("play.slower", "Slower", "Halves the speed of the game, down to a sixteenth.", "Ctrl+F9",
          [](double now) { return now / 2; });
    speed("play.faster", "Faster", "Doubles the speed of the game, up to sixteen times.",
          "Ctrl+F10", [](double now) { return now * 2; });
    speed("play.normalSpeed", "Normal speed", "The game's clock goes as clocks do.", "",
          [](double) { return 1.0; });
}

void addGraphsAction(MainWindow& window)
{
    auto* graphs = window.actions().add({.id = "play.graphs",
                                         .menu = "Play",
                                         .label = "Player graphs",
                                         .tooltip = "Speed, height and slope of the last seconds "
                                                    "over the game's picture, and what scripts "
                                                    "add by Debug::graph.",
                                         .icon = "",
                                         .shortcut = "Shift+F9",
                                         .run = {},
                                         .isEnabled = {}});
    graphs->setCheckable(true);
    QObject::connect(graphs, &QAction::toggled, &window,
                     [&window](bool on) { window.setGraphsShown(on); });
    graphs->setChecked(QSettings{}.value(QStringLiteral("playGraphs"), false).toBool());
    QObject::connect(graphs, &QAction::toggled, &window,
                     [](bool on) { QSettings{}.setValue(QStringLiteral("playGraphs"), on); });
}
} // namespace

void addPlayActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto playing = [&window] {
        return window.play().isPlaying();
    };
    actions.add({.id = "play.start",
                 .menu = "Play",
                 .label = "Play",
                 .tooltip = "The active 3D view becomes the game. Esc frees the mouse.",
                 .icon = "play",
                 .shortcut = "F5",
                 .run = [&window] { window.startPlay(false); },
                 .isEnabled =
                     [playing] {
                         return !playing();
                     }},
                "The game is running already");
    actions.add({.id = "play.fromCamera",
                 .menu = "Play",
                 .label = "Play from camera",
                 .tooltip = "Starts where the view's camera is.",
                 .icon = "play_from_camera",
                 .shortcut = "Ctrl+F5",
                 .run = [&window] { window.startPlay(true); },
                 .isEnabled =
                     [playing] {
                         return !playing();
                     }},
                "The game is running already");
    addOwnWindowAction(window);
    addPossessionActions(window);
    actions.add({.id = "play.pause",
                 .menu = "Play",
                 .label = "Pause or continue",
                 .tooltip = "Holds the game's clock.",
                 .icon = "pause",
                 .shortcut = "F9",
                 .run = [&window] { window.play().setPaused(!window.play().isPaused()); },
                 .isEnabled = playing},
                NotPlaying);
    actions.add({.id = "play.tick",
                 .menu = "Play",
                 .label = "One tick",
                 .tooltip = "Pauses and runs one sixtieth of a second; of the past it shows the "
                            "next one.",
                 .icon = "tick",
                 .shortcut = "F10",
                 .run =
                     [&window] {
                         if (window.rewind().isPast())
                             window.rewind().step(1);
                         else
                             window.play().tickOnce();
                     },
                 .isEnabled = playing},
                NotPlaying);
    addRewindActions(window);
    addSpeedActions(window);
    addGraphsAction(window);
    addKeepActions(window);
    actions.add({.id = "play.stop",
                 .menu = "Play",
                 .label = "Stop",
                 .tooltip = "Back to editing; edits made meanwhile stay.",
                 .icon = "stop",
                 .shortcut = "Shift+F5",
                 .run = [&window] { window.play().stop(); },
                 .isEnabled = playing},
                NotPlaying);
}
} // namespace editor
