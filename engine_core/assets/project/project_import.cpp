#include "engine_core/assets/project/project_import.h"

#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/jobs.h"

#include <unistd.h>
#include <unzip.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <set>

namespace engine
{
namespace
{
constexpr std::uint64_t MaxUnpacked = std::uint64_t{1} << 30U;
constexpr std::uint64_t MaxEntries = 100000;

struct CloseArchive
{
    void operator()(void* archive) const { unzClose(archive); }
};

using Archive = std::unique_ptr<void, CloseArchive>;

struct Entry
{
    std::string name;
    bool folder = false;
};

Result<Entry> checkEntry(const unz_file_info64& info, std::string name)
{
    // Unix archivers keep the file's mode in the upper half: 012 is a link, 010 a plain file.
    const auto kind = (info.external_fa >> 28U) & 0xfU;
    const bool folder = name.ends_with('/');
    if (kind != 0 && kind != 010 && kind != 004)
        return Error{"'{}' is a link or a device", name};
    if ((info.flag & 1U) != 0)
        return Error{"'{}' is encrypted", name};
    const fs::path path{name};
    const bool climbs =
        std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
    if (name.empty() || path.is_absolute() || climbs || name.find('\\') != std::string::npos ||
        name.find(':') != std::string::npos || name.find('\0') != std::string::npos)
        return Error{"'{}' leads out of the project", name};
    return Entry{std::move(name), folder};
}

Result<Entry> currentEntry(unzFile archive)
{
    unz_file_info64 info{};
    std::array<char, 4096> name{};
    if (unzGetCurrentFileInfo64(archive, &info, name.data(), name.size(), nullptr, 0, nullptr, 0) !=
        UNZ_OK)
        return Error{"its list of contents is damaged"};
    if (info.size_filename >= name.size())
        return Error{"a path in it is too long"};
    return checkEntry(info, std::string{name.data(), info.size_filename});
}

/// Every entry of the archive, checked, before the first byte is written.
Result<std::vector<Entry>> listEntries(unzFile archive)
{
    std::vector<Entry> entries;
    int state = unzGoToFirstFile(archive);
    for (; state == UNZ_OK; state = unzGoToNextFile(archive)) {
        if (entries.size() == MaxEntries)
            return Error{"it has more than {} entries", MaxEntries};
        auto entry = currentEntry(archive);
        if (!entry)
            return entry.error();
        entries.push_back(*std::move(entry));
    }
    if (state != UNZ_END_OF_LIST_OF_FILE)
        return Error{"its list of contents is damaged"};
    return entries;
}

/// The folder inside the archive that holds project.json, with a slash; empty if it is the top.
Result<std::string> findProjectFolder(const std::vector<Entry>& entries)
{
    std::set<std::string> folders;
    for (const auto& entry : entries) {
        const auto slash = entry.name.find('/');
        const auto rest = slash == std::string::npos ? entry.name : entry.name.substr(slash + 1);
        if (rest == "project.json")
            folders.insert(slash == std::string::npos ? "" : entry.name.substr(0, slash + 1));
    }
    if (folders.empty())
        return Error{"it holds no project.json"};
    if (folders.size() > 1 && !folders.contains(""))
        return Error{"it holds more than one project"};
    return *folders.begin();
}

Result<void> unpackFile(unzFile archive, const fs::path& target, std::uint64_t& unpacked)
{
    if (auto made = makeFolders(target.parent_path()); !made)
        return made;
    if (auto free = checkPlaceToWrite(target); !free)
        return free;
    std::ofstream out{target, std::ios::binary | std::ios::trunc};
    if (!out)
        return Error{"'{}' cannot be written", target.string()};
    if (unzOpenCurrentFile(archive) != UNZ_OK)
        return Error{"'{}' is packed in a way that is not known", target.filename().string()};
    std::vector<char> buffer(std::size_t{1} << 16U);
    int got = 0;
    while ((got = unzReadCurrentFile(archive, buffer.data(),
                                     static_cast<unsigned>(buffer.size()))) > 0) {
        unpacked += static_cast<std::uint64_t>(got);
        if (unpacked > MaxUnpacked)
            break;
        out.write(buffer.data(), got);
    }
    const bool whole = unzCloseCurrentFile(archive) == UNZ_OK && got == 0;
    out.close();
    if (unpacked > MaxUnpacked)
        return Error{"it has more than 1 GiB unpacked"};
    if (!whole)
        return Error{"'{}' in it is damaged", target.filename().string()};
    if (!out)
        return Error{"'{}' cannot be written", target.string()};
    return {};
}

Result<void> unpackAll(unzFile archive,
                       const std::vector<Entry>& entries,
                       const std::string& top,
                       const fs::path& folder,
                       JobControl* control)
{
    std::uint64_t unpacked = 0;
    std::size_t done = 0;
    int state = unzGoToFirstFile(archive);
    for (const auto& entry : entries) {
        if (control != nullptr) {
            if (control->isCancelled())
                return Error{"it was stopped"};
            control->setProgress(static_cast<double>(done++) / static_cast<double>(entries.size()));
        }
        if (state != UNZ_OK)
            return Error{"its list of contents is damaged"};
        if (!entry.folder && entry.name.starts_with(top))
            if (auto file = unpackFile(archive, folder / entry.name.substr(top.size()), unpacked);
                !file)
                return file;
        state = unzGoToNextFile(archive);
    }
    return {};
}

Result<Project> unpackProject(const fs::path& file, const fs::path& folder, JobControl* control)
{
    const Archive archive{unzOpen64(file.c_str())};
    if (!archive)
        return Error{"it is not a zip archive"};
    const auto entries = listEntries(archive.get());
    if (!entries)
        return entries.error();
    const auto top = findProjectFolder(*entries);
    if (!top)
        return top.error();
    if (auto done = unpackAll(archive.get(), *entries, *top, folder, control); !done)
        return done.error();
    return openProject(folder);
}
} // namespace

Result<Project> importProject(const fs::path& archive, const fs::path& folder, JobControl* control)
{
    const auto fail = [&](const Error& reason) {
        return reason.withContext("Cannot import '{}'", archive.string());
    };
    std::error_code failed;
    const auto target = fs::weakly_canonical(folder, failed);
    if (!fs::is_regular_file(archive, failed))
        return fail(Error{"it is not a file"});
    if (fs::exists(target, failed) &&
        !(fs::is_directory(target, failed) && fs::is_empty(target, failed)))
        return fail(Error{"'{}' is there already and not empty", folder.string()});
    auto unpacking = UnfinishedFolder::beside(target);
    if (!unpacking)
        return fail(unpacking.error());
    auto project = unpackProject(archive, unpacking->path(), control);
    if (!project)
        return fail(project.error());
    if (auto moved = unpacking->moveTo(target); !moved)
        return fail(moved.error());
    project->root = target;
    return project;
}
} // namespace engine
