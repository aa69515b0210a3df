#include "editor/operations/material/material_files.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/files/files.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/interchange/gltf_parts.h"

#include <fmt/format.h>

namespace editor
{
using namespace engine;

namespace
{
constexpr auto MaterialEnding = ".material.json";
constexpr std::uintmax_t MostBytes = 1U << 20U;

Result<std::string> write(const Project& project,
                          const std::string& folder,
                          const std::string& name,
                          const std::string& text)
{
    const auto inside = folder.empty() ? Result<fs::path>{project.assetFolder()}
                                       : resolveInside(project.assetFolder(), folder);
    if (!inside)
        return inside.error();
    if (auto made = makeFolders(*inside); !made)
        return made.error();
    auto free = name;
    std::error_code failed;
    for (int number = 2; fs::exists(*inside / (free + MaterialEnding), failed); ++number)
        free = fmt::format("{} {}", name, number);
    if (auto written = writeFileAtomically(*inside / (free + MaterialEnding), text); !written)
        return written.error();
    return folder.empty() ? free : folder + "/" + free;
}

std::string folderOfMaterial(const std::string& path)
{
    const auto slash = path.find_last_of('/');
    return slash == std::string::npos ? std::string{} : path.substr(0, slash);
}

std::string lastName(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1);
}
} // namespace

Result<std::string>
createMaterial(const Project& project, const std::string& folder, const std::string& name)
{
    if (name.empty())
        return Error{"A material needs a name"};
    return write(project, folder, safeFileName(name),
                 "{\n  \"format\": 1,\n  \"tint\": [0.5, 0.5, 0.5]\n}\n");
}

Result<std::string> createInstance(const Project& project, const std::string& parent)
{
    if (const auto file = assetFile(project, AssetKind::Material, parent); !file)
        return file.error();
    std::string text = "{\n  \"format\": 1,\n  \"parent\": ";
    appendJsonText(text, parent);
    text += "\n}\n";
    return write(project, folderOfMaterial(parent), lastName(parent) + " instance", text);
}

Result<std::string> duplicateMaterial(const Project& project, const std::string& original)
{
    const auto file = assetFile(project, AssetKind::Material, original);
    if (!file)
        return file.error();
    const auto text = readFile(*file, MostBytes);
    if (!text)
        return text.error();
    return write(project, folderOfMaterial(original), lastName(original), *text);
}
} // namespace editor
