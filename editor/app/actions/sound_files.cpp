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

std::string sentenceOf(const BroughtSounds& brought)
{
    const auto all = brought.added + brought.known;
    if (all == 0)
        return "Brought no sounds";
    if (all == 1)
        return (brought.added == 1 ? "Brought the sound " : "There already: ") + brought.last;
    if (brought.added == 0)
        return "All " + engine::countText(all, "sound", "sounds") + " are there already";
    auto message = "Brought " + engine::countText(brought.added, "sound", "sounds");
    if (brought.known > 0)
        message += ", " + engine::countText(brought.known, "is", "are") + " there already";
    return message;
}

void tell(MainWindow& window, const BroughtSounds& brought)
{
    if (brought.added + brought.known == 0 && brought.problems.empty())
        return; // stopped before the first one
    auto& context = window.context();
    context.assets().pollChanges();
    context.showMessage(brought.problems.empty() ? MessageKind::Info : MessageKind::Warning,
                        sentenceOf(brought));
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
