#include "engine_core/play/recording/recorded_files.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/project/asset_database.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::size_t MostScripts = 1000;
constexpr std::uintmax_t MostBytes = 64U << 20U;
} // namespace

std::vector<RecordedFile> recordedFilesOf(const World& level, AssetDatabase& assets)
{
    const auto& root = assets.project().root;
    std::vector<RecordedFile> files{{"project.json", root / "project.json"}};
    for (const auto& model : modelsOf(level))
        if (const auto file = assets.fileOf(AssetKind::Mesh, model))
            files.push_back({model, *file});
    return files;
}

std::vector<RecordedFile> scriptFilesOf(const fs::path& project)
{
    std::vector<RecordedFile> files;
    std::error_code failed;
    const auto folder = project / "scripts";
    for (fs::recursive_directory_iterator at{folder, failed}, end;
         !failed && at != end && files.size() < MostScripts; at.increment(failed))
        if (at->path().extension() == ".as" && at->is_regular_file(failed))
            files.push_back({at->path().lexically_relative(project).generic_string(), at->path()});
    std::sort(files.begin(), files.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    return files;
}

std::map<std::string, ContentHash> hashesOf(const std::vector<RecordedFile>& files)
{
    std::map<std::string, ContentHash> hashes;
    for (const auto& each : files)
        if (const auto text = readFile(each.file, MostBytes))
            hashes[each.name] = hashText(*text);
    return hashes;
}
} // namespace engine
