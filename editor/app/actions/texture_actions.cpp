#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/actions/interchange_report.h"
#include "editor/app/actions/texture_files.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/texture_operations.h"
#include "editor/panels/level/found_textures.h"
#include "engine_core/base/count_text.h"
#include "engine_core/interchange/project_textures.h"

#include <QPointer>

#include <fmt/core.h>

#include <memory>
#include <optional>

namespace editor
{
namespace
{
using engine::Result;

/// What came out of a pack, and what of the open scene waited for it.
struct BroughtTextures
{
    std::size_t written = 0;
    std::vector<std::string> problems;
    FoundTextures found;
    std::size_t stillMissing = 0;
};

Result<BroughtTextures> bring(const std::vector<fs::path>& packs,
                              const engine::Project& project,
                              const std::unordered_set<engine::Name>& used,
                              engine::JobControl& control)
{
    engine::TextureShelf shelf{project};
    std::vector<std::string> unread;
    for (const auto& pack : packs)
        if (auto opened = shelf.open(pack); !opened) {
            if (packs.size() == 1)
                return opened.error();
            unread.push_back(opened.error().message());
        }
    shelf.bringAll(control);
    if (auto written = shelf.finish(); !written)
        return written.error();
    BroughtTextures brought{shelf.writtenCount(), std::move(unread), {}, 0};
    brought.problems.insert(brought.problems.end(), shelf.problems().begin(),
                            shelf.problems().end());
    if (control.isCancelled())
        return brought; // what is there stays: materials that nobody uses yet
    engine::ProjectTextures textures{project};
    for (const auto name : used) {
        if (name.isEmpty() || textures.has(name))
            continue;
        if (const auto texture = textures.findExactly(name.text()))
            brought.found.emplace(name, *texture);
        else
            ++brought.stillMissing;
    }
    return brought;
}

std::string messageOf(const std::string& pack, const BroughtTextures& brought)
{
    auto message = fmt::format("{}: {} new in the asset browser", pack,
                               engine::countText(brought.written, "material", "materials"));
    if (!brought.found.empty())
        message += fmt::format(", {} of this scene found",
                               engine::countText(brought.found.size(), "texture", "textures"));
    if (brought.stillMissing > 0)
        message += fmt::format(", {} still missing", brought.stillMissing);
    return message;
}

/// As many as somebody reads.
QStringList reportOf(const std::vector<std::string>& problems)
{
    constexpr std::size_t MostLines = 200;
    QStringList lines;
    for (std::size_t i = 0; i < problems.size() && i < MostLines; ++i)
        lines += text(problems[i]);
    if (problems.size() > MostLines)
        lines += MainWindow::tr("and %1 more").arg(problems.size() - MostLines);
    return lines;
}

void take(MainWindow& window, const std::string& pack, const BroughtTextures& brought)
{
    auto& context = window.context();
    context.assets().pollChanges();
    useFoundTextures(context, "Use textures", brought.found,
                     [alive = QPointer{&window}, message = messageOf(pack, brought)] {
                         if (alive)
                             alive->context().showMessage(MessageKind::Info, message);
                     });
    showReport(window, MainWindow::tr("Textures from %1").arg(text(pack)),
               MainWindow::tr("What cannot be used:"), reportOf(brought.problems));
}

void askForTextures(MainWindow& window, bool asksForFolder)
{
    const FileQuestion question{
        .title = asksForFolder ? MainWindow::tr("Textures from a folder")
                               : MainWindow::tr("Textures from a WAD or PK3"),
        .filters =
            asksForFolder
                ? QString{}
                : MainWindow::tr("Textures of games (*.wad *.pk3 *.pk4 *.zip);;All files (*)"),
        .memory = QStringLiteral("textures/folder"),
        .folder = {},
        .within = {}};
    const auto place =
        asksForFolder ? askForFolder(&window, question) : askForFile(&window, question);
    if (!place.empty())
        bringTextures(window, {place});
}
} // namespace

void bringTextures(MainWindow& window, const std::vector<fs::path>& packs)
{
    const auto outcome = std::make_shared<std::optional<Result<BroughtTextures>>>();
    auto& workspace = window.context().workspace();
    const QPointer<MainWindow> alive{&window};
    const auto scene = workspace.sceneCount();
    const auto pack = packs.size() == 1 ? packs.front().filename().string()
                                        : engine::countText(packs.size(), "file", "files");
    workspace.jobs().start(
        "Textures from " + pack,
        [outcome, packs, project = window.context().assets().project(),
         used = materialsOf(window.context().document().world())](engine::JobControl& control) {
            outcome->emplace(bring(packs, project, used, control));
        },
        [alive, outcome, scene, pack] {
            if (!alive || !*outcome)
                return;
            if (!**outcome)
                return alive->showError(text((**outcome).error().message()));
            if (alive->context().workspace().sceneCount() != scene)
                return alive->context()
                    .assets()
                    .pollChanges(); // the materials are there all the same
            alive->context().workspace().onceIdle([alive, outcome, pack] {
                if (alive)
                    take(*alive, pack, ***outcome);
            });
        });
}

void addTextureActions(MainWindow& window)
{
    auto& actions = window.actions();
    window.keep(window.context().texturesWanted.connect(
        [&window](bool ofFolder) { askForTextures(window, ofFolder); }));
    actions.add({.id = "file.textures",
                 .menu = "File",
                 .label = "Textures from file...",
                 .tooltip = "Makes materials of the textures in a WAD of Quake or Half-Life, or a "
                            "PK3; faces of an imported map that waited for them get them.",
                 .icon = "",
                 .shortcut = "",
                 .run = [&window] { askForTextures(window, false); },
                 .isEnabled = {}});
    actions.add({.id = "file.texturesFolder",
                 .menu = "File",
                 .label = "Textures from folder...",
                 .tooltip = "Makes materials of the pictures in a folder, such as that of a game; "
                            "faces of an imported map that waited for them get them.",
                 .icon = "",
                 .shortcut = "",
                 .run = [&window] { askForTextures(window, true); },
                 .isEnabled = {}});
}
} // namespace editor
