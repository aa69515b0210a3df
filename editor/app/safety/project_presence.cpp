#include "editor/app/safety/project_presence.h"

#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace editor
{
namespace
{
constexpr auto Ending = ".editor";
constexpr auto UnfinishedEnding = ".unfinished";
constexpr std::uintmax_t MostBytes = 1U << 14U;

std::string newSessionName()
{
    static int count = 0;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return fmt::format("{}-{}-{}", ::getpid(),
                       std::chrono::duration_cast<std::chrono::milliseconds>(now).count(), count++);
}

/// Two lines: since when, and the scene. Nothing if it is not whole.
std::optional<OtherEditor> readEntry(const fs::path& file)
{
    const auto text = engine::readFile(file, MostBytes);
    if (!text || !text->ends_with('\n'))
        return std::nullopt;
    const auto first = text->find('\n');
    if (first + 1 == text->size())
        return std::nullopt;
    OtherEditor editor;
    editor.session = file.stem().string();
    editor.scene = text->substr(first + 1, text->size() - first - 2);
    const auto [end, failed] = std::from_chars(text->data(), text->data() + first, editor.since);
    return failed == std::errc{} ? std::optional{std::move(editor)} : std::nullopt;
}

/// Whoever can lock it is alone with it. What cannot be opened, for want of descriptors, may live.
bool isDead(const fs::path& file)
{
    const OpenFile entry{file, O_RDWR | O_NOFOLLOW};
    return entry.isOpen() && entry.lock();
}

/// What an editor left that was killed before its entry had its name.
bool isLeftUnfinished(const fs::path& file)
{
    constexpr std::chrono::minutes LongAgo{1}; // else it may be about to be locked
    std::error_code failed;
    const auto changed = fs::last_write_time(file, failed);
    return !failed && fs::file_time_type::clock::now() - changed > LongAgo && isDead(file);
}
} // namespace

ProjectPresence::ProjectPresence(const fs::path& project)
    : m_folder{engine::userFolderOf(project) / "editors"}
    , m_session{newSessionName()}
    , m_since{std::time(nullptr)}
{
    if (const auto made = engine::makeUserFolder(m_folder); !made) {
        engine::logWarning("project", "{}", made.error().message());
        return;
    }
    // Locked before others can see it: they would take it for one that was left behind.
    const auto unfinished = m_folder / (m_session + UnfinishedEnding);
    m_file = OpenFile{unfinished, O_RDWR | O_CREAT | O_EXCL | O_APPEND};
    std::error_code failed;
    if (m_file.isOpen() && m_file.lock()) {
        write();
        fs::rename(unfinished, fileOf(m_session), failed);
        if (!failed)
            return;
    }
    m_file = OpenFile{};
    fs::remove(unfinished, failed);
    engine::logWarning("project",
                       "Other editors of this project cannot be told: cannot write to '{}'",
                       m_folder.string());
}

ProjectPresence::~ProjectPresence()
{
    if (!m_file.isOpen())
        return;
    std::error_code ignored;
    fs::remove(fileOf(m_session), ignored);
    fs::remove(m_folder, ignored); // unless somebody else is there
    fs::remove(m_folder.parent_path(), ignored);
}

fs::path ProjectPresence::fileOf(const std::string& session) const
{
    return m_folder / (session + Ending);
}

void ProjectPresence::write() const
{
    if (m_file.isOpen() && m_file.truncate(0))
        static_cast<void>(m_file.write(fmt::format("{}\n{}\n", m_since, m_scene.string())));
}

void ProjectPresence::setScene(const fs::path& scene)
{
    auto whole = scene.empty() ? fs::path{} : wholePath(scene);
    if (std::exchange(m_scene, std::move(whole)) != m_scene)
        write();
}

std::vector<OtherEditor> ProjectPresence::others()
{
    std::vector<OtherEditor> found;
    std::set<std::string> alive;
    std::error_code failed;
    std::vector<fs::path> files;
    std::vector<fs::path> unfinished;
    for (fs::directory_iterator at{m_folder, failed}, end; !failed && at != end;
         at.increment(failed))
        if (at->path().stem() == m_session)
            continue;
        else if (at->path().extension() == Ending)
            files.push_back(at->path());
        else if (at->path().extension() == UnfinishedEnding)
            unfinished.push_back(at->path());
    for (const auto& file : unfinished)
        if (isLeftUnfinished(file))
            fs::remove(file, failed);
    for (const auto& file : files) {
        const auto session = file.stem().string();
        std::error_code ignored;
        if (isDead(file)) {
            fs::remove(file, ignored);
            continue;
        }
        alive.insert(session);
        if (auto entry = readEntry(file))
            m_known[session] = *std::move(entry);
        if (const auto known = m_known.find(session); known != m_known.end())
            found.push_back(known->second);
    }
    std::erase_if(m_known, [&](const auto& each) { return !alive.contains(each.first); });
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return std::tie(a.since, a.session) < std::tie(b.since, b.session);
    });
    return found;
}
} // namespace editor
