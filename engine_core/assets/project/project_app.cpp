#include "engine_core/assets/project/project_app.h"

#include "engine_core/base/json_tree.h"

namespace engine
{
namespace
{
constexpr std::uintmax_t MostProjectBytes = 1U << 20U;
constexpr std::string_view ScriptEnding = ".as";
} // namespace

Result<std::optional<ProjectApp>> appOf(const Project& project)
{
    const auto file = project.root / "project.json";
    const auto text = readFile(file, MostProjectBytes);
    if (!text)
        return text.error();
    const auto tree = JsonTree::parse(*text, file.string());
    if (!tree)
        return tree.error();
    const auto app = tree->root().isObject() ? tree->root().find("app") : std::nullopt;
    if (!app)
        return std::optional<ProjectApp>{};
    const std::string named{app->isText() ? app->text() : std::string_view{}};
    const auto colon = named.find(':');
    ProjectApp found{named.substr(0, colon),
                     colon != std::string::npos ? named.substr(colon + 1) : std::string{}};
    if (!found.file.ends_with(ScriptEnding))
        return Error{"'{}': 'app' must name a script and its class, such as \"game.as:Game\" ({})",
                     file.string(), placeToText(app->place())};
    return std::optional{std::move(found)};
}
} // namespace engine
