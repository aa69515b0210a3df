#include "editor/scripting/editor_scripts.h"

#include "editor/scripting/script_tool.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/base/log.h"

#include <algorithm>
#include <set>

namespace editor
{
using namespace engine;
using scriptcore::gatherSources;
using scriptcore::ModuleCompile;

namespace
{
constexpr const char* FolderName = "Editor";
/// How many compilers may be at work that nobody waits for any more.
constexpr std::ptrdiff_t MaxAtOnce = 2;
constexpr std::uintmax_t MaxStateBytes = 1U << 24U;

/// Files directly in the folder; what lies deeper is there to be included.
std::vector<std::string> scriptsIn(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator at{folder, failed}, end; !failed && at != end; at.increment(failed))
        if (at->path().extension() == ".as" && at->is_regular_file(failed))
            names.push_back(at->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string menuOf(const std::string& path)
{
    return path.substr(0, path.rfind('/'));
}

std::string labelOf(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}
} // namespace

struct EditorScripts::Command
{
    std::string id;
    MenuFunction function;
    Registration entry;
};

struct EditorScripts::File
{
    std::string name; ///< "scatter.as"
    ContentHash hash = 0;
    std::string failure; ///< empty: it compiles
    std::unique_ptr<ModuleCompile> pending; ///< while the compiler works on it
    WindowModule compiled;
    std::set<std::string> classes; ///< whose windows are this file's
    std::vector<Command> commands;
};

EditorScripts::EditorScripts(EditorApi& editor) : m_editor{editor}, m_host{editor}
{
    const auto mark = [this](std::optional<WindowHook> hook) {
        for (const auto& [name, window] : m_windows)
            window->markStale(hook);
    };
    auto& document = editor.document();
    m_connections += document.changed.connect([mark](const auto&) { mark(WindowHook::Level); });
    m_connections += document.reset.connect([mark] { mark(WindowHook::Level); });
    m_connections += document.selection().changed.connect([mark] { mark(WindowHook::Selection); });
    m_connections += editor.pointerMoved.connect(
        [this](const PointerEvent& event) { m_host.pointer = scriptPointer(event); });
}

EditorScripts::~EditorScripts()
{
    open({}, {});
}

void EditorScripts::open(const fs::path& folder, const fs::path& stateFile)
{
    if (auto saved = saveState(); !saved)
        logWarning("script", "{}", saved.error().message());
    while (!m_files.empty())
        removeFile(m_files.begin()->first);
    m_overlay.release();
    m_handles.release();
    m_engine.reset();
    m_folder = folder;
    m_stateFile = stateFile;
    m_states.clear();
    loadState();
    refresh();
}

bool EditorScripts::refresh()
{
    m_waiting = false;
    const auto names = m_folder.empty() ? std::vector<std::string>{} : scriptsIn(m_folder);
    std::vector<std::string> gone;
    for (const auto& [name, file] : m_files)
        if (!std::binary_search(names.begin(), names.end(), name))
            gone.push_back(name);
    for (const auto& name : gone)
        removeFile(name);
    bool changed = !gone.empty();
    for (const auto& name : names)
        changed = refreshFile(name) || changed;
    return changed;
}

bool EditorScripts::refreshFile(const std::string& name)
{
    if (!m_engine) {
        auto made = WindowEngine::create(m_host);
        if (!made) {
            logError("script", "{}", made.error().message());
            return false;
        }
        m_engine = *std::move(made);
        m_overlay = m_editor.addOverlay([this](DebugDraw& draw, ViewKind) {
            for (const auto& [key, window] : m_windows)
                window->draw(draw);
        });
        m_handles = m_editor.addTool({.id = "script.handles",
                                      .label = "Handles of scripts",
                                      .tooltip = "Drags the points that scripts show.",
                                      .icon = {},
                                      .shortcut = {},
                                      .create =
                                          [this](EditorApi&) {
                                              return std::make_unique<ScriptHandles>(
                                                  m_host, [this] { return windows(); });
                                          },
                                      .always = true});
    }
    auto& file = m_files[name];
    if (!file)
        file = std::make_unique<File>();
    file->name = name;
    const auto find = [this](const std::string& wanted) {
        return resolveInside(m_folder, wanted);
    };
    auto sources = gatherSources(find, name, FolderName);
    const auto hash =
        sources ? sources->hash() : hashText("unreadable: " + sources.error().message());
    if (hash == file->hash)
        return false;
    file->pending.reset(); // of texts that are no more
    const auto atWork = pendingFiles();
    if (sources && atWork >= MaxAtOnce) {
        m_waiting = true;
        return false;
    }
    file->hash = hash;
    if (!sources) {
        failFile(*file, sources.error().message());
        return true;
    }
    file->pending = m_engine->compile(*sources);
    // One that takes long must not make the caller wait for each of many.
    return finishFile(*file, atWork == 0 ? m_patience : std::chrono::milliseconds{0});
}

/// Takes in what the compiler made of it, if it is done in time. True if it was.
bool EditorScripts::finishFile(File& file, std::chrono::milliseconds patience)
{
    auto done = file.pending->wait(patience);
    if (!done)
        return false;
    file.pending.reset();
    auto loaded = *done ? m_engine->load(fmt::format("{}/{}", FolderName, file.name), **done)
                        : Result<WindowModule>{done->error()};
    if (loaded)
        useModule(file, *std::move(loaded));
    else
        failFile(file, loaded.error().message());
    return true;
}

std::ptrdiff_t EditorScripts::pendingFiles() const
{
    return std::count_if(m_files.begin(), m_files.end(),
                         [](const auto& each) { return each.second->pending != nullptr; });
}

bool EditorScripts::isCompiling() const
{
    return m_waiting || pendingFiles() > 0;
}

bool EditorScripts::finishCompiling()
{
    bool anyDone = false;
    for (const auto& [name, file] : m_files)
        if (file->pending)
            anyDone = finishFile(*file, std::chrono::milliseconds{0}) || anyDone;
    if (m_waiting && pendingFiles() < MaxAtOnce)
        anyDone = refresh() || anyDone;
    return anyDone;
}

void EditorScripts::useModule(File& file, WindowModule compiled)
{
    for (const auto& type : compiled.classes)
        if (const auto owner = std::find_if(m_files.begin(), m_files.end(),
                                            [&](const auto& other) {
                                                return other.second.get() != &file &&
                                                       other.second->failure.empty() &&
                                                       other.second->classes.contains(type.name);
                                            });
            owner != m_files.end()) {
            m_engine->discard(compiled);
            return failFile(file, fmt::format("{0}/{1}: there is a class '{2}' in {0}/{3} already",
                                              FolderName, file.name, type.name, owner->first));
        }
    const auto old = std::exchange(file.compiled, std::move(compiled));
    file.failure.clear();
    file.commands.clear();
    const auto before = std::exchange(file.classes, {});
    for (const auto& type : file.compiled.classes)
        file.classes.insert(type.name);
    for (const auto& name : before)
        if (!file.classes.contains(name))
            removeWindow(name);
    for (const auto& type : file.compiled.classes)
        giveClass(windowOf(file, type.name), type, {});
    addCommands(file);
    if (!old.moduleName.empty())
        m_engine->discard(old);
}

void EditorScripts::failFile(File& file, const std::string& why)
{
    logError("script", "{}", why);
    file.failure = why;
    file.commands.clear();
    // A file that never worked shows what is wrong in a window of its own name.
    if (file.classes.empty())
        file.classes.insert(fs::path{file.name}.stem().string());
    for (const auto& name : file.classes) {
        auto& window = windowOf(file, name);
        WindowClass untyped;
        static_cast<ScriptEntry&>(untyped) = window.entry();
        untyped.name = name;
        giveClass(window, untyped, why);
    }
    if (!file.compiled.moduleName.empty())
        m_engine->discard(std::exchange(file.compiled, {}));
}

ScriptWindow& EditorScripts::windowOf(File& file, const std::string& className)
{
    auto& window = m_windows[className];
    if (!window) {
        window = std::make_unique<ScriptWindow>(m_host, *m_engine, className);
        if (const auto kept = m_states.find(className); kept != m_states.end())
            window->setState(kept->second);
    }
    file.classes.insert(className);
    return *window;
}

void EditorScripts::giveClass(ScriptWindow& window,
                              const WindowClass& type,
                              const std::string& failure)
{
    const auto& name = window.className();
    const bool isNew = !m_entries.contains(name);
    auto& kept = m_entries[name];
    window.setClass(type, failure);
    if (isNew)
        windowAdded(name);
    // A tool stays in the user's hand while its script is broken, and when it is mended.
    const bool isSame =
        kept.isTool == type.isTool() && kept.entry == static_cast<const ScriptEntry&>(type);
    if (!isNew && (isSame || !failure.empty()))
        return;
    kept.entry = type;
    kept.isTool = type.isTool();
    auto& entries = kept.registrations;
    entries.clear(); // before others of the same id are added
    const auto menu = menuOf(type.menu);
    const bool isListed = menu.empty() || menu == "Window"; // as all docks are
    if (!isListed || !type.shortcut.empty())
        entries.push_back(m_editor.addAction(
            {.id = "window." + window.id(),
             .menu = isListed ? std::string{} : menu,
             .label = window.title(),
             .tooltip = type.tooltip.empty() ? "Opens this window of the project." : type.tooltip,
             .icon = type.icon,
             .shortcut = type.shortcut,
             .run = [this, id = window.id()] { m_editor.showPanel(id); },
             .isEnabled = {}}));
    if (type.isTool())
        entries.push_back(m_editor.addTool(
            {.id = window.id(),
             .label = window.title(),
             .tooltip = type.tooltip.empty() ? "A tool of this project." : type.tooltip,
             .icon = type.icon.empty() ? "script" : type.icon,
             .shortcut = {},
             .create = [this, &window](EditorApi&) {
                 return std::make_unique<ScriptTool>(m_host, window);
             }}));
}

void EditorScripts::addCommands(File& file)
{
    for (const auto& function : file.compiled.functions) {
        const auto id =
            fmt::format("script.{}.{}", fs::path{file.name}.stem().string(), function.name);
        file.commands.push_back(
            {id, function,
             m_editor.addAction(
                 {.id = id,
                  .menu = menuOf(function.menu),
                  .label = labelOf(function.menu),
                  .tooltip = function.tooltip.empty()
                                 ? fmt::format("A command of {}/{}.", FolderName, file.name)
                                 : function.tooltip,
                  .icon = function.icon,
                  .shortcut = function.shortcut,
                  .run =
                      [this, id] {
                          if (auto done = runCommand(id); !done)
                              m_editor.showMessage(MessageKind::Error, done.error().message());
                      },
                  .isEnabled = {}})});
    }
}

Result<void> EditorScripts::runCommand(const std::string& id)
{
    for (const auto& [name, file] : m_files)
        for (const auto& command : file->commands) {
            if (command.id != id)
                continue;
            auto& document = m_editor.document();
            if (document.isEditing())
                return Error{"End what is being dragged first"};
            auto edit = document.begin(labelOf(command.function.menu));
            {
                const ScriptPermission permission{m_host, &edit};
                const auto failure = m_engine->call(*command.function.function, nullptr);
                if (!m_host.refusal.empty())
                    return Error{"{}", m_host.refusal};
                if (failure)
                    return Error{"{}", failure->text()};
                if (!m_host.undoName.empty())
                    edit.setLabel(m_host.undoName);
            }
            edit.commit();
            m_host.runLater();
            return {};
        }
    return Error{"No script of the project has a command '{}'", id};
}

void EditorScripts::removeWindow(const std::string& className)
{
    const auto at = m_windows.find(className);
    if (at == m_windows.end())
        return;
    m_states[className] = at->second->state();
    windowRemoved(className);
    m_entries.erase(className);
    // No longer among the windows when it goes: what is being dragged with it changes the level.
    const auto gone = m_windows.extract(at);
}

void EditorScripts::removeFile(const std::string& name)
{
    const auto file = std::move(m_files.extract(name).mapped());
    file->commands.clear();
    for (const auto& className : file->classes) {
        const bool isOthers = std::any_of(m_files.begin(), m_files.end(), [&](const auto& other) {
            return other.second->classes.contains(className);
        });
        if (!isOthers)
            removeWindow(className);
    }
    if (m_engine && !file->compiled.moduleName.empty())
        m_engine->discard(file->compiled);
}

std::vector<ScriptWindow*> EditorScripts::windows() const
{
    std::vector<ScriptWindow*> all;
    for (const auto& [name, window] : m_windows)
        all.push_back(window.get());
    return all;
}

ScriptWindow* EditorScripts::find(const std::string& className) const
{
    const auto at = m_windows.find(className);
    return at == m_windows.end() ? nullptr : at->second.get();
}

std::vector<std::string> EditorScripts::commands() const
{
    std::vector<std::string> ids;
    for (const auto& [name, file] : m_files)
        for (const auto& command : file->commands)
            ids.push_back(command.id);
    return ids;
}

std::string EditorScripts::stateText() const
{
    auto states = m_states;
    for (const auto& [name, window] : m_windows)
        states[name] = window->state();
    std::string out{"{"};
    for (const auto& [name, state] : states) {
        out += out.size() > 1 ? ",\n    " : "\n    ";
        appendJsonKey(out, name);
        out += ' ' + state;
    }
    return out + "\n}\n";
}

Result<void> EditorScripts::saveState()
{
    if (m_stateFile.empty() || (m_windows.empty() && m_states.empty()))
        return {};
    auto text = stateText();
    if (text == m_savedState)
        return {};
    if (auto made = makeUserFolder(m_stateFile.parent_path()); !made)
        return made;
    if (auto written = writeFileAtomically(m_stateFile, text); !written)
        return written;
    m_savedState = std::move(text);
    return {};
}

void EditorScripts::loadState()
{
    m_savedState.clear();
    auto text = m_stateFile.empty() ? Result<std::string>{Error{"none"}}
                                    : readFile(m_stateFile, MaxStateBytes);
    if (!text)
        return; // the first time there is none
    const auto tree = JsonTree::parse(*text, m_stateFile.string());
    if (!tree)
        return logWarning("script", "{}", tree.error().message());
    tree->root().forEachMember([this](std::string_view name, const JsonValue& state) {
        m_states[std::string{name}] = std::string{state.raw()};
    });
    m_savedState = *std::move(text);
}
} // namespace editor
