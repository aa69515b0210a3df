#include "engine_core/assets/project/project_trust.h"

#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/json_writer.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxTrustBytes = 1U << 16U;

constexpr std::array Samples{"first_room",  "forest_edge", "physics_yard",
                             "droid_room",  "two_rooms",   "grid_game",
                             "light_study", "arena",       "material_gallery"};

std::atomic<bool> trustsAll = false;
std::atomic<bool> trustsNone = false;

/// Which folder it is, so that another one at the same place is not taken for it. Device numbers
/// change with the order in which disks are found, so they are left out.
struct FolderIdentity
{
    std::string place; ///< canonical
    std::uint64_t inode = 0;
    std::int64_t born = 0; ///< nanoseconds since 1970; 0 where the file system does not know

    friend bool operator==(const FolderIdentity&, const FolderIdentity&) = default;
};

std::optional<FolderIdentity> identityOf(const fs::path& root)
{
    std::error_code failed;
    FolderIdentity identity{fs::canonical(root, failed).string()};
    struct statx status = {};
    if (failed || ::statx(AT_FDCWD, identity.place.c_str(), 0, STATX_BASIC_STATS | STATX_BTIME,
                          &status) != 0)
        return std::nullopt;
    constexpr std::int64_t Nanoseconds = 1'000'000'000;
    identity.inode = status.stx_ino;
    if ((status.stx_mask & STATX_BTIME) != 0)
        identity.born = status.stx_btime.tv_sec * Nanoseconds + status.stx_btime.tv_nsec;
    return identity;
}

fs::path trustFile(const fs::path& root)
{
    return userFolderOf(root) / "trust.json";
}

std::string textOf(const FolderIdentity& identity)
{
    std::string text{"{\n    "};
    appendJsonKey(text, "project");
    text += ' ';
    appendJsonText(text, identity.place);
    return text + fmt::format(",\n    \"inode\": \"{}\",\n    \"born\": \"{}\"\n}}\n",
                              identity.inode, identity.born);
}

/// The file is compared as a whole: what is not as this program writes it is no decision.
bool isRemembered(const FolderIdentity& identity)
{
    const auto file = trustFile(identity.place);
    std::error_code failed;
    if (!fs::exists(file, failed) || !makeUserFolder(file.parent_path()))
        return false;
    const auto text = readFile(file, MaxTrustBytes);
    return text && *text == textOf(identity);
}
} // namespace

ScriptTrust scriptTrustOf(const Project& project)
{
    if (trustsNone)
        return ScriptTrust::Off;
    if (trustsAll || isSampleProject(project.root))
        return ScriptTrust::On;
    const auto identity = identityOf(project.root);
    return identity && isRemembered(*identity) ? ScriptTrust::On : ScriptTrust::Off;
}

Result<void> trustProject(const fs::path& root)
{
    const auto identity = identityOf(root);
    if (!identity)
        return Error{"Cannot trust '{}': there is no such folder", root.string()};
    const auto file = trustFile(identity->place);
    if (auto made = makeUserFolder(file.parent_path()); !made)
        return made;
    auto written = writeFileAtomically(file, textOf(*identity));
    if (written)
        trustsNone = false;
    return written;
}

Result<void> distrustProject(const fs::path& root)
{
    std::error_code failed;
    fs::remove(trustFile(root), failed);
    if (failed)
        return Error{"Cannot forget that '{}' is trusted: {}", root.string(), failed.message()};
    return {};
}

bool isSampleProject(const fs::path& root)
{
    std::error_code failed;
    const auto samples = fs::canonical(installationFolder() / "projects", failed);
    const auto place = fs::canonical(root, failed);
    // By name: who unpacks a project beside them has not read it by that.
    return !failed && place.parent_path() == samples &&
           std::find(Samples.begin(), Samples.end(), place.filename()) != Samples.end();
}

void trustForThisRun()
{
    trustsAll = true;
}

void keepScriptsOff()
{
    trustsNone = true;
}

std::vector<ProjectScript> scriptsOf(const Project& project, std::size_t limit)
{
    std::vector<ProjectScript> scripts;
    std::error_code failed;
    for (const auto& folder : {project.scriptFolder(), project.root / "Editor"})
        for (fs::recursive_directory_iterator at{folder, failed}, end; !failed && at != end;
             at.increment(failed)) {
            std::error_code ignored;
            if (at->path().extension() == ".as" && at->is_regular_file(ignored) &&
                scripts.size() < limit)
                scripts.push_back(
                    {at->path().lexically_relative(project.root), at->file_size(ignored)});
        }
    std::sort(scripts.begin(), scripts.end(),
              [](const auto& a, const auto& b) { return a.file < b.file; });
    return scripts;
}

Error scriptsAreOff()
{
    return Error{"scripts of this project are off, because nobody has trusted it here; read them and "
                 "add --trust, or trust it in the editor"};
}
} // namespace engine
