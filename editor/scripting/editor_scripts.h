#pragma once

#include "editor/scripting/script_window.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace editor
{
/// The scripts of a project's Editor folder: compiles them, keeps their windows, adds their
/// commands and tools to the editor, and draws into the views for them. No Qt: whoever shows the
/// windows listens to the signals. Main thread only.
class EditorScripts
{
public:
    explicit EditorScripts(EditorApi& editor);
    ~EditorScripts();

    EditorScripts(const EditorScripts&) = delete;
    EditorScripts& operator=(const EditorScripts&) = delete;

    /// Takes the scripts of another folder, which need not exist; `stateFile` keeps the public
    /// members of their windows. Empty paths: none.
    void open(const engine::fs::path& folder, const engine::fs::path& stateFile);

    /// Looks at the files again and compiles what has changed. Whether something had.
    bool refresh();

    /// Longest time that refresh() waits for the compiler; as long as that takes, if nobody says.
    void setPatience(std::chrono::milliseconds patience) { m_patience = patience; }

    /// Whether the compiler still works on some file, or one waits for it.
    [[nodiscard]] bool isCompiling() const;

    /// Takes in what the compiler has done meanwhile, and hands it what waits. Whether something
    /// was done.
    bool finishCompiling();

    /// In the order of their class names.
    [[nodiscard]] std::vector<ScriptWindow*> windows() const;

    /// Null if there is none of that class.
    [[nodiscard]] ScriptWindow* find(const std::string& className) const;

    /// Ids of the commands that scripts have added, in the order of the files.
    [[nodiscard]] std::vector<std::string> commands() const;

    /// Runs a function of a script in one step of the history; what a menu entry does.
    engine::Result<void> runCommand(const std::string& id);

    /// Writes the public members of all windows, if they are not what the file holds.
    engine::Result<void> saveState();

    engine::Signal<std::string> windowAdded;   ///< class name; told when it can be opened
    engine::Signal<std::string> windowRemoved; ///< class name; told before it goes

private:
    struct File;
    struct Command;

    /// What the editor was given for a window: the command that opens it, and its tool.
    struct Entries
    {
        ScriptEntry entry;
        bool isTool = false;
        std::vector<Registration> registrations;
    };

    bool refreshFile(const std::string& name);
    bool finishFile(File& file, std::chrono::milliseconds patience);
    [[nodiscard]] std::ptrdiff_t pendingFiles() const;
    void removeFile(const std::string& name);
    void useModule(File& file, WindowModule compiled);
    void failFile(File& file, const std::string& why);
    ScriptWindow& windowOf(File& file, const std::string& className);
    void giveClass(ScriptWindow& window, const WindowClass& type, const std::string& failure);
    void removeWindow(const std::string& className);
    void addCommands(File& file);
    void loadState();
    [[nodiscard]] std::string stateText() const;

    EditorApi& m_editor;
    ScriptHost m_host;
    std::unique_ptr<WindowEngine> m_engine; ///< null until there is a script
    std::chrono::milliseconds m_patience = engine::scriptcore::AllPatience;
    bool m_waiting = false; ///< some files wait until the compiler is done with others
    engine::fs::path m_folder;
    engine::fs::path m_stateFile;
    std::string m_savedState;
    std::map<std::string, std::string> m_states; ///< of classes that have no window now
    std::map<std::string, std::unique_ptr<File>> m_files;
    std::map<std::string, std::unique_ptr<ScriptWindow>> m_windows;
    std::map<std::string, Entries> m_entries; ///< of the windows, by class name
    Registration m_overlay;
    Registration m_handles;
    engine::Connections m_connections;
};
} // namespace editor
