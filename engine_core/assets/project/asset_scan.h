#pragma once

#include "engine_core/assets/project/asset_database.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine
{
/// What kind of asset a file is, by its ending.
[[nodiscard]] AssetKind assetKindOf(const fs::path& file);

/// The files of a project's assets/ and scripts/ folders, and what has changed since the last look.
/// A look costs one system call a folder and a file (about a microsecond each); the folders are
/// read again only when one of them changed. Hidden files and linked folders are left out.
class AssetScan
{
public:
    explicit AssetScan(const Project& project);

    /// Sorted by path.
    [[nodiscard]] const std::vector<AssetEntry>& entries() const { return m_entries; }

    /// New, changed and gone files since the last call.
    [[nodiscard]] std::vector<AssetEntry> poll();

private:
    /// Changes whenever a file or folder does.
    struct Stamp
    {
        std::int64_t modified = 0;
        std::int64_t statusChanged = 0;
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    struct Folder
    {
        fs::path path;
        Stamp stamp;
        bool settled = true; ///< false if it changed so lately that one more change may hide
    };

    [[nodiscard]] static Stamp stampOf(const fs::path& path);
    void readFolders();
    void readFolder(const fs::path& root, const fs::path& folder, bool scripts, int depth);
    [[nodiscard]] bool foldersChanged() const;
    [[nodiscard]] std::vector<AssetEntry> pollFolders();
    [[nodiscard]] std::vector<AssetEntry> pollFiles();

    fs::path m_assetFolder;
    fs::path m_scriptFolder;
    std::vector<Folder> m_folders;
    std::vector<AssetEntry> m_entries;
    std::vector<Stamp> m_stamps; ///< of m_entries
    std::size_t m_next = 0;      ///< where the next look at the files goes on
};
} // namespace engine
