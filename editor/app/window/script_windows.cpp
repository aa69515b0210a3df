#include "editor/app/window/script_windows.h"

#include "editor/panels/gui/script_panel.h"
#include "engine_core/base/files/user_folders.h"
#include "engine_core/base/log.h"

namespace editor
{
namespace
{
constexpr int WritePauseMilliseconds = 25;
constexpr int SaveMilliseconds = 5000;
constexpr int CompilerMilliseconds = 50; ///< between looks at a compiler that takes long
/// Most scripts take a few; longer than this the window does not wait.
constexpr std::chrono::milliseconds Patience{100};

fs::path folderOf(const engine::Project& project)
{
    return project.root / "Editor";
}
} // namespace

ScriptWindows::ScriptWindows(EditorContext& context, QObject* parent)
    : QObject{parent}, m_context{context}, m_scripts{context}
{
    m_connections += m_scripts.windowAdded.connect([this](const std::string& name) {
        auto* window = m_scripts.find(name);
        m_panels[name] = m_context.addPanel(
            {.id = window->id(),
             .title = window->title(),
             .icon = window->entry().icon,
             .area = DockArea::Right,
             .visible = !m_opening, // one that is dropped into the folder shows itself
             .create = [window](EditorApi& editor, QWidget* dock) {
                 return new ScriptPanel{editor, *window, dock};
             }});
        if (!m_opening)
            m_context.showPanel(window->id());
    });
    m_connections +=
        m_scripts.windowRemoved.connect([this](const std::string& name) { m_panels.erase(name); });
    m_connections += context.projectChanged.connect([this] { openProject(); });
    m_changed.setSingleShot(true);
    m_changed.setInterval(WritePauseMilliseconds);
    connect(&m_changed, &QTimer::timeout, this, &ScriptWindows::refresh);
    const auto later = [this] {
        m_changed.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, later);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, later);
    m_scripts.setPatience(Patience);
    m_compiling.setInterval(CompilerMilliseconds);
    connect(&m_compiling, &QTimer::timeout, this, [this] {
        m_scripts.finishCompiling();
        awaitCompiler();
    });
    m_save.setInterval(SaveMilliseconds);
    connect(&m_save, &QTimer::timeout, this, [this] {
        if (auto saved = m_scripts.saveState(); !saved)
            engine::logWarning("script", "{}", saved.error().message());
    });
    m_save.start();
    openProject();
}

ScriptWindows::~ScriptWindows()
{
    m_scripts.open({}, {});
}

void ScriptWindows::openProject()
{
    const auto& project = m_context.assets().project();
    m_opening = true;
    // What is not trusted is not even watched.
    const bool mayRun = m_context.workspace().isTrusted();
    m_scripts.open(mayRun ? folderOf(project) : fs::path{},
                   engine::userFolderOf(project.root) / "editor_windows.json");
    awaitCompiler();
    watch();
}

void ScriptWindows::refresh()
{
    m_scripts.refresh();
    awaitCompiler();
    watch();
}

/// The project has been opened once all its scripts are there.
void ScriptWindows::awaitCompiler()
{
    if (!m_scripts.isCompiling()) {
        m_opening = false;
        m_compiling.stop();
    } else if (!m_compiling.isActive()) {
        m_compiling.start();
    }
}

/// The folder, its folders and its files; or what is above while there is no folder yet. A file
/// that was replaced by another one is watched anew.
void ScriptWindows::watch()
{
    if (!m_context.workspace().isTrusted()) {
        const auto all = m_watcher.files() + m_watcher.directories();
        if (!all.isEmpty())
            m_watcher.removePaths(all);
        return;
    }
    const auto& project = m_context.assets().project();
    const auto folder = folderOf(project);
    QStringList paths{QString::fromStdString(project.root.string())};
    std::error_code failed;
    if (fs::is_directory(folder, failed)) {
        paths = {QString::fromStdString(folder.string())};
        for (fs::recursive_directory_iterator at{folder, failed}, end; !failed && at != end;
             at.increment(failed))
            if (at->is_directory(failed) || at->path().extension() == ".as")
                paths << QString::fromStdString(at->path().string());
    }
    const auto watched = m_watcher.files() + m_watcher.directories();
    for (const auto& path : watched)
        if (!paths.contains(path))
            m_watcher.removePath(path);
    for (const auto& path : paths)
        if (!watched.contains(path))
            m_watcher.addPath(path);
}
} // namespace editor
