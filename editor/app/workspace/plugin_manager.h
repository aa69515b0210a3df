#pragma once

#include "editor/api/plugin.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

class QPluginLoader;

namespace editor
{
/// Finds the plugins beside the program, checks version and build, and starts those that are
/// enabled, each after those that it needs. Disabling takes back everything a plugin added, and
/// those that need it, without a restart; its code stays loaded, since the undo history may hold
/// values that it made.
class PluginManager
{
public:
    explicit PluginManager(EditorApi& editor);
    ~PluginManager();

    PluginManager(const PluginManager&) = delete;
    PluginManager& operator=(const PluginManager&) = delete;

    struct Info
    {
        QString id;
        QString name;
        QString description;
        QString version;
        QStringList needs; ///< ids of other plugins
        QString error;     ///< why it is not running although it is enabled
        bool enabled = false;
        bool running = false;
    };

    /// Reads what is there and starts what is enabled, unless nothing of it `mayStart`.
    void loadAll(bool mayStart = true);

    [[nodiscard]] std::vector<Info> all() const;

    /// Kept in the settings. An Error says why it could not start.
    engine::Result<void> setEnabled(const QString& id, bool enabled);

private:
    struct Entry;
    engine::Result<void> start(Entry& entry);
    engine::Result<void> load(Entry& entry);
    engine::Result<void> startNeeded(Entry& entry);
    void startWaiting();
    void stop(Entry& entry);
    [[nodiscard]] Entry* find(const QString& id) const;

    EditorApi& m_editor;
    std::vector<std::unique_ptr<Entry>> m_entries;
};
} // namespace editor
