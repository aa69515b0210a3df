#pragma once

#include "editor/document/journal_files.h"

#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace editor
{
/// Another editor that has the same project open.
struct OtherEditor
{
    std::string session; ///< names it as long as it has the project open
    std::time_t since = 0;
    fs::path scene; ///< empty if it is in no file
    friend bool operator==(const OtherEditor&, const OtherEditor&) = default;
};

/// Tells the user's other editors that this one has a project open, and which of its scenes, by a
/// file in the user's own data that stays locked as long as the program lives. What is not locked
/// was left by a program that died, and is taken away by whoever sees it. Main thread.
class ProjectPresence
{
public:
    /// Where that cannot be written nobody is told, and the log says so.
    explicit ProjectPresence(const fs::path& project);

    /// The project is closed.
    ~ProjectPresence();

    ProjectPresence(const ProjectPresence&) = delete;
    ProjectPresence& operator=(const ProjectPresence&) = delete;

    /// The scene that is open now; empty for one without a file.
    void setScene(const fs::path& scene);

    /// Those that live now; who came first is first.
    [[nodiscard]] std::vector<OtherEditor> others();

    /// Where the files of all of them lie.
    [[nodiscard]] const fs::path& folder() const { return m_folder; }

private:
    [[nodiscard]] fs::path fileOf(const std::string& session) const;
    void write() const;

    fs::path m_folder;
    std::string m_session;
    std::time_t m_since = 0;
    fs::path m_scene;
    OpenFile m_file;
    std::map<std::string, OtherEditor> m_known; ///< a file may be read while it is written
};
} // namespace editor
