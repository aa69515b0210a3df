#include "editor/operations/assets/project_files.h"

#include "engine_core/base/jobs.h"

#include <fmt/format.h>

#include <algorithm>

namespace editor
{
namespace
{
constexpr std::size_t MostFiles = 200'000;

/// Whether what lies in a folder counts; a sentence if it cannot be read.
bool isEntered(const fs::path& folder, const fs::path& except, std::vector<std::string>& problems)
{
    if (folder.filename().string().starts_with('.') || folder == except)
        return false;
    std::error_code failed;
    const fs::directory_iterator probe{folder, failed};
    if (failed)
        problems.push_back(
            fmt::format("'{}' cannot be read: {}", folder.string(), failed.message()));
    return !failed;
}
} // namespace

ProjectFiles filesBelow(const fs::path& root,
                        const fs::path& folder,
                        const engine::JobControl& control,
                        const fs::path& except)
{
    ProjectFiles all;
    std::error_code failed;
    if (!fs::is_directory(folder, failed))
        return all;
    fs::recursive_directory_iterator at{folder, failed};
    for (; !failed && at != fs::recursive_directory_iterator{} && !control.isCancelled();
         at.increment(failed)) {
        std::error_code unknown;
        if (at->is_symlink(unknown))
            continue; // it may lead anywhere
        if (at->is_directory(unknown) && !isEntered(at->path(), except, all.problems))
            at.disable_recursion_pending();
        if (!at->is_regular_file(unknown) || at->path().filename().string().starts_with('.'))
            continue;
        if (all.files.size() == MostFiles) {
            all.problems.push_back(fmt::format("'{}' holds more than {} files; the rest was not "
                                               "looked at",
                                               folder.string(), MostFiles));
            break;
        }
        all.files.push_back({at->path(), at->path().lexically_relative(root).generic_string()});
    }
    if (failed)
        all.problems.push_back(
            fmt::format("'{}' could not be looked through: {}", folder.string(), failed.message()));
    std::ranges::sort(all.files, {}, &ProjectFile::path);
    return all;
}
} // namespace editor
