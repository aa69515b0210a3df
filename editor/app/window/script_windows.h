#pragma once

#include "editor/app/window/editor_context.h"
#include "editor/scripting/editor_scripts.h"

#include <QFileSystemWatcher>
#include <QTimer>

#include <map>

namespace editor
{
/// Gives the scripts of the open project's Editor folder their docks, and follows the files: a
/// script that is saved shows its window at once, one that is deleted takes it along.
class ScriptWindows : public QObject
{
    Q_OBJECT

public:
    explicit ScriptWindows(EditorContext& context, QObject* parent = nullptr);
    ~ScriptWindows() override;

    [[nodiscard]] EditorScripts& scripts() { return m_scripts; }

    /// Takes the scripts of the open project, if they may run.
    void openProject();

private:
    void watch();
    void refresh();
    void awaitCompiler();

    EditorContext& m_context;
    EditorScripts m_scripts;
    std::map<std::string, Registration> m_panels; ///< by class name
    QFileSystemWatcher m_watcher;
    QTimer m_changed; ///< editors write a file in several steps
    QTimer m_compiling; ///< runs while the compiler is at work
    QTimer m_save;
    bool m_opening = false;
    engine::Connections m_connections;
};
} // namespace editor
