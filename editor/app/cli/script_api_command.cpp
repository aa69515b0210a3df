#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/scripting/component_reference.h"
#include "editor/scripting/script_api.h"
#include "engine_core/base/files/files.h"

#include <nlohmann/json.hpp>

#include <array>

namespace editor
{
using namespace engine;

namespace
{
struct OutputFile
{
    const char* name; ///< below the folder
    std::string text;
};

Result<void> writeAll(const fs::path& folder, std::span<const OutputFile> files)
{
    for (const auto& file : files) {
        const auto path = folder / file.name;
        std::error_code failed;
        fs::create_directories(path.parent_path(), failed);
        if (auto written = writeFileAtomically(path, file.text); !written)
            return written;
    }
    return {};
}
} // namespace

ExitStatus runScriptApi(CliArguments& arguments)
{
    const bool json = arguments.takeFlag("--json");
    const fs::path folder = arguments.takeOption("-o", ".");
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    const auto game = gameScriptApi();
    const auto editor = editorScriptApi();
    if (!game || !editor)
        return complain(ExitStatus::ProblemsFound,
                        game ? editor.error().message() : game.error().message());
    const std::array<OutputFile, 4> files{
        {{"script_reference.md", referencePage(*game, *editor)},
         {"component_reference.md", componentPage(sceneTypes())},
         {"scripts/as.predefined", completionFile(*game, gameBaseClass())},
         {"Editor/as.predefined", completionFile(*editor, editorBaseClass())}}};
    if (auto written = writeAll(folder, files); !written)
        return complain(ExitStatus::UnwritableOutput, written.error().message());
    if (json) {
        nlohmann::ordered_json out{{"game", game->entryCount()}, {"editor", editor->entryCount()}};
        for (const auto& file : files)
            out["files"].push_back((folder / file.name).string());
        return printJson(out, ExitStatus::Done);
    }
    std::string text = fmt::format("{} entries for games, {} for the editor\n", game->entryCount(),
                                   editor->entryCount());
    for (const auto& file : files)
        text += fmt::format("wrote {}\n", (folder / file.name).string());
    return printText(text, ExitStatus::Done);
}
} // namespace editor
