#include "editor/app/cli/cli_support.h"

#include "engine_core/assets/project.h"
#include "engine_core/scene/components/register_components.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace editor
{
using namespace engine;

TypeRegistry sceneTypes()
{
    TypeRegistry types;
    registerComponents(types);
    return types;
}

Result<fs::path> sceneFileOf(const std::string& word)
{
    std::error_code failed;
    if (!fs::is_directory(word, failed))
        return fs::path{word};
    const auto project = openProject(word);
    if (!project)
        return project.error();
    if (project->startScene.empty())
        return Error{"The project '{}' has no start scene", word};
    return project->root / project->startScene;
}

Result<LoadedScene> openScene(const std::string& word, const TypeRegistry& types)
{
    const auto file = sceneFileOf(word);
    if (!file)
        return file.error();
    return loadScene(*file, types);
}

ExitStatus printJson(const nlohmann::ordered_json& json, ExitStatus status)
{
    using Handler = nlohmann::ordered_json::error_handler_t;
    return printText(json.dump(2, ' ', false, Handler::replace) + "\n", status);
}

ExitStatus printText(const std::string& text, ExitStatus status)
{
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) == 0 && written)
        return status;
    return complain(ExitStatus::UnwritableOutput,
                    fmt::format("the result cannot be written: {}", std::strerror(errno)));
}
} // namespace editor
