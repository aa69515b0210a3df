#include "editor/panels/assets/thumbnail_store.h"

#include "engine_core/base/files/unfinished_files.h"

#include <QBuffer>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace editor
{
using engine::ContentHash;
namespace fs = engine::fs;

namespace
{
constexpr std::size_t RoomInterval = 400; ///< pictures
constexpr int MostPixels = 2048;          ///< a side; no thumbnail is so big
constexpr std::uintmax_t MostFileBytes = 4U << 20U;
} // namespace

ThumbnailStore::ThumbnailStore(fs::path folder, std::uintmax_t mostBytes)
    : m_folder{std::move(folder)}, m_mostBytes{mostBytes}
{
}

fs::path ThumbnailStore::usualFolder()
{
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    const fs::path base = cache != nullptr && *cache == '/' ? fs::path{cache}
                          : home != nullptr && *home == '/' ? fs::path{home} / ".cache"
                                                            : fs::path{};
    return base.empty() ? base : base / "mapwright" / "thumbnails";
}

fs::path ThumbnailStore::fileOf(ContentHash key) const
{
    const auto name = engine::hashToText(key);
    return m_folder / name.substr(0, 2) / (name + ".png");
}

QImage ThumbnailStore::find(ContentHash key) const
{
    if (m_folder.empty())
        return {};
    const auto file = fileOf(key);
    const auto bytes = engine::readFile(file, MostFileBytes);
    if (!bytes)
        return {};
    auto image = QImage::fromData(reinterpret_cast<const uchar*>(bytes->data()),
                                  static_cast<int>(bytes->size()), "PNG");
    if (image.isNull() || std::max(image.width(), image.height()) > MostPixels)
        return {};
    std::error_code ignored; // when it was asked for last
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
    return image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

void ThumbnailStore::keep(ContentHash key, const QImage& image)
{
    if (m_folder.empty() || image.isNull())
        return;
    QByteArray bytes;
    QBuffer buffer{&bytes};
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, "PNG", 60))
        return;
    // In one rename, but without waiting for the disk: what a power cut breaks is made again.
    const auto file = fileOf(key);
    const auto fresh = file.parent_path() / engine::unfinishedFileName();
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    {
        std::ofstream out{fresh, std::ios::binary};
        out.write(bytes.constData(), bytes.size());
        if (!out.flush())
            failed = std::make_error_code(std::errc::io_error);
    }
    if (!failed)
        fs::rename(fresh, file, failed);
    if (failed) {
        std::error_code ignored;
        fs::remove(fresh, ignored);
        return;
    }
    {
        const std::lock_guard lock{m_mutex};
        if (++m_kept % RoomInterval != 1) // also soon after the start
            return;
    }
    makeRoom();
}

void ThumbnailStore::makeRoom()
{
    struct Kept
    {
        fs::file_time_type asked;
        std::uintmax_t bytes = 0;
        fs::path file;
    };

    const std::lock_guard lock{m_mutex};
    std::vector<Kept> all;
    std::uintmax_t total = 0;
    std::error_code failed;
    for (fs::recursive_directory_iterator at{m_folder, failed};
         !failed && at != fs::recursive_directory_iterator{}; at.increment(failed)) {
        std::error_code gone;
        if (!at->is_regular_file(gone))
            continue;
        const auto bytes = at->file_size(gone);
        const auto asked = at->last_write_time(gone);
        if (gone)
            continue; // another editor has taken it away
        all.push_back({asked, bytes, at->path()});
        total += bytes;
    }
    if (total <= m_mostBytes)
        return;
    std::ranges::sort(all, {}, &Kept::asked);
    for (const auto& each : all) {
        if (total <= m_mostBytes / 4 * 3)
            break;
        if (fs::remove(each.file, failed))
            total -= each.bytes;
    }
}

std::optional<ContentHash> hashOfFiles(const std::set<fs::path>& files, ContentHash seed)
{
    engine::Hasher hasher;
    hasher.add(seed);
    for (const auto& file : files) {
        const auto bytes = engine::readFile(file);
        if (!bytes)
            return std::nullopt;
        hasher.add(engine::hashText(*bytes));
    }
    return hasher.result();
}
} // namespace editor
