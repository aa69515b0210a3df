#include "engine_core/base/waiting_file.h"

#include "engine_core/base/text_codes.h"

#include <utility>

namespace engine
{
namespace
{
constexpr std::string_view Ending = ".new";

fs::path waitingFile(const fs::path& place, ContentHash hash)
{
    return fmt::format("{}.{}{}", place.string(), hashToText(hash), Ending);
}

/// Whether a file of this name waits for the place of that one.
bool isWaitingFor(std::string_view place, std::string_view name)
{
    if (!name.starts_with(place) || !name.ends_with(Ending) ||
        name.size() < place.size() + Ending.size())
        return false;
    name.remove_prefix(place.size());
    name.remove_suffix(Ending.size());
    return name.empty() || (name.front() == '.' && hashFromText(name.substr(1)));
}
} // namespace

WaitingFile::WaitingFile(fs::path place, ContentHash hash)
    : m_place{std::move(place)}, m_path{waitingFile(m_place, hash)}
{
}

WaitingFile::WaitingFile(WaitingFile&& other) noexcept
    : m_place{std::move(other.m_place)}
    , m_path{std::move(other.m_path)}
    , m_isOurs{std::exchange(other.m_isOurs, false)}
{
}

WaitingFile::~WaitingFile()
{
    std::error_code ignored;
    if (m_isOurs)
        fs::remove(m_path, ignored);
}

Result<void> WaitingFile::write(const std::function<Result<void>(const fs::path&)>& write)
{
    std::error_code ignored;
    const bool wasThere = fs::exists(m_path, ignored);
    auto done = write(m_path);
    m_isOurs = done && !wasThere;
    return done;
}

std::error_code WaitingFile::publish()
{
    m_isOurs = false;
    std::error_code failed;
    fs::rename(m_path, m_place, failed);
    if (!failed)
        removeWaitingFiles(m_place);
    return failed;
}

std::vector<fs::path> waitingFiles(const fs::path& place, ContentHash hash)
{
    return {waitingFile(place, hash), fmt::format("{}{}", place.string(), Ending)};
}

void removeWaitingFiles(const fs::path& place)
{
    const auto folder = place.has_parent_path() ? place.parent_path() : fs::path{"."};
    const auto name = place.filename().string();
    std::vector<fs::path> waiting;
    std::error_code failed;
    for (fs::directory_iterator at{folder, failed}, end; !failed && at != end; at.increment(failed))
        if (isWaitingFor(name, at->path().filename().string()))
            waiting.push_back(at->path());
    for (const auto& file : waiting)
        fs::remove(file, failed);
}
} // namespace engine
