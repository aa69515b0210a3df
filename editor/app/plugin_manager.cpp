#include "editor/app/plugin_manager.h"

#include "engine_core/base/log.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonObject>
#include <QPluginLoader>
#include <QSettings>

namespace editor
{
struct PluginManager::Entry
{
    Info info;
    int apiVersion = 0;
    QPluginLoader loader;
    Plugin* plugin = nullptr;
};

namespace
{
QString pluginFolder()
{
    const auto set = qEnvironmentVariable("MAPWRIGHT_PLUGINS");
    return set.isEmpty() ? QCoreApplication::applicationDirPath() + QStringLiteral("/../plugins")
                         : set;
}

QString settingFor(const QString& id)
{
    return QStringLiteral("plugins/%1/enabled").arg(id);
}
} // namespace

PluginManager::PluginManager(EditorApi& editor) : m_editor{editor} {}

PluginManager::~PluginManager()
{
    for (auto at = m_entries.rbegin(); at != m_entries.rend(); ++at)
        stop(**at);
}

void PluginManager::loadAll()
{
    const QDir folder{pluginFolder()};
    for (const auto& file : folder.entryList({QStringLiteral("*.so")}, QDir::Files, QDir::Name)) {
        auto entry = std::make_unique<Entry>();
        entry->loader.setFileName(folder.filePath(file));
        const auto outer = entry->loader.metaData();
        if (outer[QStringLiteral("IID")].toString() != QLatin1String{MapwrightPluginIid})
            continue; // some other library
        const auto data = outer[QStringLiteral("MetaData")].toObject();
        entry->info.id = data[QStringLiteral("id")].toString(file);
        entry->info.name = data[QStringLiteral("name")].toString(entry->info.id);
        entry->info.description = data[QStringLiteral("description")].toString();
        entry->info.version = data[QStringLiteral("version")].toString();
        entry->apiVersion = data[QStringLiteral("apiVersion")].toInt();
        entry->info.enabled = QSettings{}.value(settingFor(entry->info.id), true).toBool();
        if (entry->info.enabled)
            if (auto started = start(*entry); !started)
                engine::logError("plugins", "{}", started.error().message());
        m_entries.push_back(std::move(entry));
    }
}

engine::Result<void> PluginManager::start(Entry& entry)
{
    const auto fail = [&](const QString& reason) {
        entry.info.error = reason;
        return engine::Error{"The plugin '{}' cannot start: {}", entry.info.name.toStdString(),
                             reason.toStdString()};
    };
    if (entry.apiVersion != PluginApiVersion)
        return fail(QCoreApplication::translate("PluginManager",
                                                "it was made for plugin interface %1, this is %2")
                        .arg(entry.apiVersion)
                        .arg(PluginApiVersion));
    entry.plugin = qobject_cast<Plugin*>(entry.loader.instance());
    if (entry.plugin == nullptr)
        return fail(entry.loader.errorString());
    if (auto started = entry.plugin->start(m_editor); !started) {
        entry.plugin->stopAndRelease();
        return fail(QString::fromStdString(started.error().message()));
    }
    entry.info.error.clear();
    entry.info.running = true;
    return {};
}

void PluginManager::stop(Entry& entry)
{
    if (entry.info.running)
        entry.plugin->stopAndRelease();
    entry.info.running = false;
}

std::vector<PluginManager::Info> PluginManager::all() const
{
    std::vector<Info> infos;
    for (const auto& entry : m_entries)
        infos.push_back(entry->info);
    return infos;
}

engine::Result<void> PluginManager::setEnabled(const QString& id, bool enabled)
{
    for (const auto& entry : m_entries) {
        if (entry->info.id != id)
            continue;
        entry->info.enabled = enabled;
        QSettings{}.setValue(settingFor(id), enabled);
        if (enabled && !entry->info.running)
            return start(*entry);
        if (!enabled)
            stop(*entry);
        return {};
    }
    return engine::Error{"There is no plugin '{}'", id.toStdString()};
}
} // namespace editor
