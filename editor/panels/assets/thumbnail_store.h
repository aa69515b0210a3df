#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"

#include <QImage>

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>

namespace editor
{
/// Thumbnails that the user's cache folder keeps from one start to the next, by the hash of what
/// they were made of, for all projects. Whatever cannot be read or written is as good as not there.
/// All members may be used from any thread.
class ThumbnailStore
{
public:
    /// Files that were not asked for longest go when they fill more than `mostBytes`.
    explicit ThumbnailStore(engine::fs::path folder, std::uintmax_t mostBytes = MostBytes);

    static constexpr std::uintmax_t MostBytes = std::uintmax_t{128} << 20U;

    /// $XDG_CACHE_HOME/mapwright/thumbnails, or ~/.cache/mapwright/thumbnails.
    [[nodiscard]] static engine::fs::path usualFolder();

    /// Null if there is none, or one that is broken.
    [[nodiscard]] QImage find(engine::ContentHash key) const;

    void keep(engine::ContentHash key, const QImage& image);

    /// Makes room now; keep() does so after each few hundred pictures.
    void makeRoom();

private:
    [[nodiscard]] engine::fs::path fileOf(engine::ContentHash key) const;

    engine::fs::path m_folder;
    std::uintmax_t m_mostBytes;
    std::mutex m_mutex;
    std::size_t m_kept = 0; ///< since makeRoom()
};

/// Of the bytes of these files and what else counts; nothing if one of them cannot be read.
[[nodiscard]] std::optional<engine::ContentHash>
hashOfFiles(const std::set<engine::fs::path>& files, engine::ContentHash seed);
} // namespace editor
