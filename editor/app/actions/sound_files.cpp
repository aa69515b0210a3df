#include "editor/app/actions/sound_files.h"

#include "editor/app/actions/interchange_report.h"
#include "editor/app/window/main_window.h"
#include "engine_core/base/count_text.h"
#include "engine_core/interchange/sound_import.h"

#include <QPointer>

#include <memory>

namespace editor
{
namespace
{
/// What came of sounds that were dropped.
struct BroughtSounds
{
    std::size_t added = 0;
    std::size_t known = 0;
    std::vector<std::string> problems;
    std::string last; ///< the path of one
};

void tell(MainWindow& window, const BroughtSounds& brought)
{
    auto& context = window.context();
    context.assets().pollChanges();
    auto message = "Brought " + engine::countText(brought.added, "sound", "sounds");
    if (brought.added + brought.known == 1)
        message = (brought.added == 1 ? "Brought the sound " : "There already: ") + brought.last;
    else if (brought.known > 0)
        message += ", " + std::to_string(brought.known) + " are there already";
    context.showMessage(brought.problems.empty() ? MessageKind::Info : MessageKind::Warning,
                        message);
    QStringList lines;
    for (const auto& problem : brought.problems)
        lines += text(problem);
    showReport(window, MainWindow::tr("Sounds"), MainWindow::tr("What cannot be used:"), lines);
}
} // namespace

void bringSounds(MainWindow& window, const std::vector<engine::fs::path>& sounds)
{
    const auto brought = std::make_shared<BroughtSounds>();
    const QPointer<MainWindow> alive{&window};
    window.context().workspace().jobs().start(
        "Bringing sounds",
        [brought, sounds,
         project = window.context().assets().project()](engine::JobControl& control) {
            for (const auto& file : sounds) {
                if (control.isCancelled())
                    return;
                const auto sound = engine::bringSound(file, project);
                if (!sound) {
                    brought->problems.push_back(sound.error().message());
                    continue;
                }
                ++(sound->isAdded ? brought->added : brought->known);
                brought->last = sound->path;
            }
        },
        [alive, brought] {
            if (alive)
                tell(*alive, *brought);
        });
}
} // namespace editor
