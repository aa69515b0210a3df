#include "engine_core/assets/project/asset_scan.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <tuple>

namespace engine
{
namespace
{
/// Folders nested deeper are left out.
constexpr int MaxFolderDepth = 32;

/// Bounds one look; bigger projects take several.
constexpr std::size_t MaxFilesPerLook = 2000;

constexpr std::int64_t Second = 1'000'000'000;

/// File systems count time in steps of some milliseconds.
constexpr std::int64_t ClockStep = Second / 20;

std::int64_t nanoseconds(const timespec& time)
{
    return std::int64_t{time.tv_sec} * Second + time.tv_nsec;
}

std::int64_t now()
{
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return nanoseconds(time);
}

bool sameAsset(const AssetEntry& a, const AssetEntry& b)
{
    return a.kind == b.kind && a.path == b.path;
}

bool before(const AssetEntry& a, const AssetEntry& b)
{
    return std::tie(a.path, a.kind) < std::tie(b.path, b.kind);
}

constexpr std::string_view MaterialEnding = ".material.json";
} // namespace

AssetKind assetKindOf(const fs::path& file)
{
    struct Ending
    {
        std::string_view text;
        AssetKind kind;
    };

    constexpr std::array Endings{
        Ending{MaterialEnding, AssetKind::Material},
        Ending{".png", AssetKind::Texture},
        Ending{".jpg", AssetKind::Texture},
        Ending{".jpeg", AssetKind::Texture},
        Ending{".tga", AssetKind::Texture},
        Ending{".bmp", AssetKind::Texture},
        Ending{".wav", AssetKind::Sound},
        Ending{".ogg", AssetKind::Sound},
        Ending{".opus", AssetKind::Sound},
        Ending{".flac", AssetKind::Sound},
        Ending{".mp3", AssetKind::Sound},
        Ending{".glb", AssetKind::Mesh},
        Ending{".gltf", AssetKind::Mesh},
        Ending{".obj", AssetKind::Mesh},
        Ending{".as", AssetKind::Script},
        Ending{".ies", AssetKind::LightProfile},
    };
    const auto name = file.filename().string();
    const auto at = std::find_if(Endings.begin(), Endings.end(), [&](const auto& ending) {
        return name.ends_with(ending.text) && name.size() > ending.text.size();
    });
    return at == Endings.end() ? AssetKind::Any : at->kind;
}

AssetScan::AssetScan(const Project& project)
    : m_assetFolder{project.assetFolder()}, m_scriptFolder{project.scriptFolder()}
{
    readFolders();
}

AssetScan::Stamp AssetScan::stampOf(const fs::path& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return {};
    return {nanoseconds(status.st_mtim), nanoseconds(status.st_ctim), status.st_ino,
            status.st_size};
}

void AssetScan::readFolders()
{
    m_folders.clear();
    m_entries.clear();
    m_stamps.clear();
    readFolder(m_assetFolder, m_assetFolder, false, 0);
    readFolder(m_scriptFolder, m_scriptFolder, true, 0);
    std::sort(m_entries.begin(), m_entries.end(), before);
    for (const auto& entry : m_entries)
        m_stamps.push_back(stampOf(entry.file));
}

void AssetScan::readFolder(const fs::path& root, const fs::path& folder, bool scripts, int depth)
{
    const auto stamp = stampOf(folder);
    m_folders.push_back({folder, stamp, now() - stamp.modified > ClockStep});
    std::error_code failed;
    fs::directory_iterator at{folder, failed};
    for (; !failed && at != fs::directory_iterator{}; at.increment(failed)) {
        const auto& path = at->path();
        const auto name = path.filename().string();
        std::error_code unknown;
        if (name.starts_with('.'))
            continue;
        if (at->is_directory(unknown) && !at->is_symlink(unknown)) {
            if (depth < MaxFolderDepth)
                readFolder(root, path, scripts, depth + 1);
            continue;
        }
        if (!at->is_regular_file(unknown))
            continue;
        auto kind = assetKindOf(path);
        if ((kind == AssetKind::Script) != scripts)
            kind = AssetKind::Any; // scripts are found below scripts/ only
        auto stored = path.lexically_relative(root).generic_string();
        if (kind == AssetKind::Material)
            stored.resize(stored.size() - MaterialEnding.size());
        m_entries.push_back({kind, std::move(stored), path});
    }
}

bool AssetScan::foldersChanged() const
{
    return std::any_of(m_folders.begin(), m_folders.end(), [](const auto& folder) {
        return !folder.settled || stampOf(folder.path) != folder.stamp;
    });
}

std::vector<AssetEntry> AssetScan::poll()
{
    return foldersChanged() ? pollFolders() : pollFiles();
}

std::vector<AssetEntry> AssetScan::pollFolders()
{
    const auto oldEntries = std::move(m_entries);
    const auto oldStamps = std::move(m_stamps);
    readFolders();
    std::vector<AssetEntry> changes;
    std::size_t old = 0;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        for (; old < oldEntries.size() && before(oldEntries[old], m_entries[i]); ++old)
            changes.push_back(oldEntries[old]); // gone
        const bool known = old < oldEntries.size() && sameAsset(oldEntries[old], m_entries[i]);
        if (!known || oldStamps[old] != m_stamps[i])
            changes.push_back(m_entries[i]);
        old += known ? 1 : 0;
    }
    changes.insert(changes.end(), oldEntries.begin() + static_cast<std::ptrdiff_t>(old),
                   oldEntries.end());
    return changes;
}

std::vector<AssetEntry> AssetScan::pollFiles()
{
    std::vector<AssetEntry> changes;
    const auto count = std::min(m_entries.size(), MaxFilesPerLook);
    for (std::size_t i = 0; i < count; ++i) {
        m_next = m_next < m_entries.size() ? m_next : 0;
        const auto stamp = stampOf(m_entries[m_next].file);
        if (stamp != m_stamps[m_next]) {
            m_stamps[m_next] = stamp;
            changes.push_back(m_entries[m_next]);
        }
        ++m_next;
    }
    return changes;
}
} // namespace engine
