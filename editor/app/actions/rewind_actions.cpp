#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/play/rewind/recordings_dialog.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/app/window/main_window.h"
#include "engine_core/play/game/play_level.h"
#include "engine_core/play/recording/session_recording.h"

namespace editor
{
using namespace engine;

namespace
{
/// The scene that was played becomes the open one, if it is another.
Result<void> openRecording(MainWindow& window, const fs::path& file)
{
    auto recording = window.rewind().load(file);
    if (!recording)
        return recording.error();
    auto& context = window.context();
    const auto& project = context.assets().project();
    const auto level = recording->level;
    if (!level.empty() && level != sceneNameOf(project, context.document().path())) {
        const auto scene = resolveInside(project.root, level);
        if (!scene)
            return scene.error();
        window.openScene(*scene);
        if (level != sceneNameOf(project, context.document().path()))
            return {}; // the user stays, or was told why it cannot be opened
    }
    return window.rewind().open(*std::move(recording));
}

void chooseRecording(MainWindow& window)
{
    RecordingsDialog dialog{RecordingStore{window.context().assets().project().root}, &window};
    if (dialog.exec() != QDialog::Accepted || dialog.chosen().empty())
        return;
    if (const auto opened = openRecording(window, dialog.chosen()); !opened)
        window.context().showMessage(MessageKind::Error, opened.error().message());
}
} // namespace

void addRewindActions(MainWindow& window)
{
    auto& actions = window.actions();
    const auto playing = [&window] {
        return window.play().isPlaying();
    };
    const auto add = [&](const char* id, const char* icon, const char* label, const char* tooltip,
                         const char* keys, std::function<void()> run) {
        actions.add({.id = id,
                     .menu = "Play",
                     .label = label,
                     .tooltip = tooltip,
                     .icon = icon,
                     .shortcut = keys,
                     .run = std::move(run),
                     .isEnabled = playing},
                    "Play first (F5)");
    };
    add("play.rewind", "", "Rewind",
        "Pauses, and shows the timeline of the game below the views: drag it to any moment.", "F7",
        [&window] { window.showTimeline(); });
    add("play.tickBack", "arrow_left", "One tick back",
        "Pauses and shows the sixtieth of a second before.", "Shift+F10", [&window] {
            window.showTimeline();
            window.rewind().step(-1);
        });
    add("play.playOn", "play", "Play on from here",
        "You take the game over at the moment that is shown. What was played stays as a recording.",
        "Shift+F7", [&window] { window.rewind().playOn(); });
    add("play.again", "repeat", "Again",
        "The same input in the level as it is now: says where the run departs, with the way before "
        "beside it.",
        "Ctrl+F7", [&window] {
            window.showTimeline();
            window.rewind().again();
        });
    actions.add({.id = "play.recordings",
                 .menu = "Play",
                 .label = "Recordings...",
                 .tooltip = "The last games of this project, to be looked at again.",
                 .icon = "recent",
                 .shortcut = "",
                 .run = [&window] { chooseRecording(window); },
                 .isEnabled = {}},
                "");
}
} // namespace editor
