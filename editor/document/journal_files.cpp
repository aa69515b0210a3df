#include "editor/document/journal_files.h"

#include "engine_core/base/files/user_folders.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace editor
{
JournalPlace journalPlaceOf(const fs::path& project)
{
    return {engine::userFolderOf(project) / "recovery", wholePath(project)};
}

fs::path wholePath(const fs::path& file)
{
    std::error_code failed;
    auto whole = fs::weakly_canonical(file, failed);
    return failed || whole.empty() ? fs::absolute(file, failed).lexically_normal() : whole;
}

bool isInside(const fs::path& project, const fs::path& file)
{
    const auto inside = file.lexically_relative(project);
    std::error_code failed;
    return !inside.empty() && *inside.begin() != ".." && *inside.begin() != "." &&
           fs::weakly_canonical(file, failed) == file && !failed;
}

OpenFile::OpenFile(const fs::path& file, int flags)
    : m_handle{::open(file.c_str(), flags | O_CLOEXEC, 0644)}
{
}

OpenFile::OpenFile(OpenFile&& other) noexcept : m_handle{std::exchange(other.m_handle, -1)} {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept
{
    std::swap(m_handle, other.m_handle);
    return *this;
}

OpenFile::~OpenFile()
{
    if (m_handle >= 0)
        ::close(m_handle);
}

bool OpenFile::sync() const
{
    return ::fdatasync(m_handle) == 0;
}

bool OpenFile::lock() const
{
    return ::flock(m_handle, LOCK_EX | LOCK_NB) == 0;
}

bool OpenFile::write(std::string_view text) const
{
    while (!text.empty()) {
        const auto written = ::write(m_handle, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool OpenFile::copyTo(const OpenFile& other, std::uint64_t offset, std::uint64_t size) const
{
    constexpr std::uint64_t Piece = 1 << 20;
    std::string buffer;
    while (size > 0) {
        buffer.resize(std::min(size, Piece));
        const auto got =
            ::pread(m_handle, buffer.data(), buffer.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 || !other.write({buffer.data(), static_cast<std::size_t>(got)}))
            return false;
        offset += static_cast<std::uint64_t>(got);
        size -= static_cast<std::uint64_t>(got);
    }
    return true;
}

bool OpenFile::truncate(std::size_t size) const
{
    return ::ftruncate(m_handle, static_cast<off_t>(size)) == 0;
}

bool syncFolder(const fs::path& folder)
{
    const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool isSynced = handle >= 0 && ::fsync(handle) == 0;
    if (handle >= 0)
        ::close(handle);
    return isSynced;
}

std::string journalSessionOf(const fs::path& file)
{
    const auto name = file.filename().string();
    return name.substr(0, name.find('.'));
}

void removeJournalFiles(const fs::path& folder, const std::string& session)
{
    std::error_code error;
    std::vector<fs::path> gone;
    for (const auto& entry : fs::directory_iterator{folder, error})
        if (journalSessionOf(entry.path()) == session)
            gone.push_back(entry.path());
    for (const auto& file : gone)
        fs::remove(file, error);
}

void removeJournalBase(const fs::path& base)
{
    auto stem = base.filename().string();
    stem.resize(stem.find(".scene.json"));
    std::error_code error;
    std::vector<fs::path> gone;
    for (const auto& entry : fs::directory_iterator{base.parent_path(), error})
        if (entry.path().filename().string().starts_with(stem + "."))
            gone.push_back(entry.path());
    for (const auto& file : gone)
        fs::remove(file, error);
}

engine::ContentHash hashOfFile(const fs::path& file)
{
    const auto bytes = engine::readFile(file);
    return bytes ? engine::hashText(*bytes) : 0;
}

FileStamp stampOf(const fs::path& file)
{
    struct stat status
    {
    };

    if (::stat(file.c_str(), &status) != 0)
        return {};
    return {static_cast<std::uint64_t>(status.st_ino), static_cast<std::uint64_t>(status.st_size),
            static_cast<std::int64_t>(status.st_mtim.tv_sec),
            static_cast<std::int64_t>(status.st_mtim.tv_nsec)};
}
} // namespace editor
