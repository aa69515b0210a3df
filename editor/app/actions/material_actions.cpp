#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/actions/interchange_report.h"
#include "editor/app/actions/material_pictures.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/window/main_window.h"
#include "engine_core/base/count_text.h"
#include "engine_core/interchange/material_sets.h"
#include "engine_core/interchange/picture_import.h"

#include <QPointer>

#include <memory>

namespace editor
{
namespace
{
std::vector<fs::path> picturesIn(const fs::path& folder)
{
    std::vector<fs::path> pictures;
    std::error_code failed;
    for (fs::directory_iterator at{folder, failed}, end; !failed && at != end; at.increment(failed))
        if (engine::isPictureFile(at->path()))
            pictures.push_back(at->path());
    return pictures;
}

void tell(MainWindow& window, const engine::AddedMaterials& added)
{
    auto& context = window.context();
    context.assets().pollChanges();
    if (!added.materials.empty())
        context.setCurrentMaterial(engine::Name{added.materials.front()});
    context.showMessage(added.materials.empty() ? MessageKind::Warning : MessageKind::Info,
                        "Made " +
                            engine::countText(added.materials.size(), "material", "materials"));
    QStringList lines;
    for (const auto& line : added.report)
        lines += text(line);
    showReport(window, MainWindow::tr("Materials from pictures"),
               MainWindow::tr("What was made of the pictures:"), lines);
}

void askForPictures(MainWindow& window)
{
    const auto folder = askForFolder(&window, {.title = MainWindow::tr("Materials from a folder"),
                                               .filters = {},
                                               .memory = QStringLiteral("textures/folder"),
                                               .folder = window.context().assets().project().root,
                                               .within = {}});
    if (folder.empty())
        return;
    const auto pictures = picturesIn(folder);
    if (pictures.empty())
        return window.showError(MainWindow::tr("There are no pictures in that folder"));
    bringPictures(window, pictures);
}
} // namespace

void bringPictures(MainWindow& window, const std::vector<fs::path>& pictures)
{
    const auto added = std::make_shared<engine::AddedMaterials>();
    const QPointer<MainWindow> alive{&window};
    window.context().workspace().jobs().start(
        "Making materials",
        [added, pictures,
         project = window.context().assets().project()](engine::JobControl& control) {
            *added = engine::addMaterialSets(pictures, project, control);
        },
        [alive, added] {
            if (alive) // not in the middle of a drag: the current material changes
                alive->context().workspace().onceIdle([alive, added] {
                    if (alive)
                        tell(*alive, *added);
                });
        });
}

void addMaterialActions(MainWindow& window)
{
    window.actions().add(
        {.id = "file.materials",
         .menu = "File",
         .label = "Materials from folder...",
         .tooltip = "Makes a material of each set of pictures in a folder, by the ends of their "
                    "names: brick_albedo, brick_n, brick_rough, brick_ORM. Pictures can be dropped "
                    "on the window as well.",
         .icon = "",
         .shortcut = "",
         .run = [&window] { askForPictures(window); },
         .isEnabled = {}});
}
} // namespace editor
