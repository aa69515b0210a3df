#include "editor/app/workspace/plugin_manager.h"

#include "editor/api/plugin_stamp.h"
#include "engine_core/base/log.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonObject>
#include <QLibrary>
#include <QPluginLoader>
#include <QSettings>

#include <optional>

namespace editor
{
struct PluginManager::Entry
{
    Info info;
    int apiVersion = 0;
    QPluginLoader loader;
    Plugin* plugin = nullptr;
    bool starting = false; ///< one that needs itself, over others, must not start for ever
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

QString say(const char* text)
{
    return QCoreApplication::translate("PluginManager", text);
}

/// Why the library was built differently from the editor; nothing if it was not.
std::optional<QString> strangeBuild(const QString& file)
{
    QLibrary library{file};
    const auto function = reinterpret_cast<PluginStampFunction>(library.resolve(PluginStampName));
    if (function == nullptr)
        return library.isLoaded() ? say("it does not say with what it was built")
                                  : library.errorString(); // names a library that is missing
    const auto& its = *function();
    const auto& ours = ThisPluginStamp;
    if (std::string_view{its.build} == ours.build && its.layout == ours.layout)
        return std::nullopt;
    return say("it was built with %1 and other headers than this editor (%2); build it anew")
        .arg(QLatin1String{its.build}, QLatin1String{ours.build});
}
} // namespace

PluginManager::PluginManager(EditorApi& editor) : m_editor{editor} {}

PluginManager::~PluginManager()
{
    for (auto at = m_entries.rbegin(); at != m_entries.rend(); ++at)
        stop(**at);
}

void PluginManager::loadAll(bool mayStart)
{
    const QDir folder{pluginFolder()};
    for (const auto& file : folder.entryList({QStringLiteral("*.so")}, QDir::Files, QDir::Name)) {
        auto entry = std::make_unique<Entry>();
        entry->loader.setFileName(folder.filePath(file));
        const auto outer = entry->loader.metaData();
        if (outer[QStringLiteral("IID")].toString() != QLatin1String{MapwrightPluginIid})
            continue; // some other library
        const auto data = outer[QStringLiteral("MetaData")].toObject();
        auto& info = entry->info;
        info.id = data[QStringLiteral("id")].toString(file);
        info.name = data[QStringLiteral("name")].toString(info.id);
        info.description = data[QStringLiteral("description")].toString();
        info.version = data[QStringLiteral("version")].toString();
        info.needs = data[QStringLiteral("needs")].toVariant().toStringList();
        info.needs.removeAll(QString{});
        entry->apiVersion = data[QStringLiteral("apiVersion")].toInt();
        info.enabled = QSettings{}.value(settingFor(info.id), true).toBool();
        if (!mayStart)
            info.error = say("it was left out of this start");
        m_entries.push_back(std::move(entry));
    }
    if (mayStart)
        startWaiting();
}

PluginManager::Entry* PluginManager::find(const QString& id) const
{
    for (const auto& entry : m_entries)
        if (entry->info.id == id)
            return entry.get();
    return nullptr;
}

/// Everything that is enabled and does not run yet.
void PluginManager::startWaiting()
{
    for (const auto& entry : m_entries)
        if (entry->info.enabled && !entry->info.running)
            if (auto started = start(*entry); !started)
                engine::logError("plugins", "{}", started.error().message());
}

engine::Result<void> PluginManager::startNeeded(Entry& entry)
{
    for (const auto& id : entry.info.needs) {
        auto* needed = find(id);
        const auto because = [&](const char* why) {
            return engine::Error{say(why).arg(id).toStdString()};
        };
        if (needed == nullptr)
            return because("it needs the plugin '%1', which is not there");
        if (!needed->info.enabled)
            return because("it needs the plugin '%1', which is switched off");
        if (needed->starting)
            return because("it and the plugin '%1' need each other");
        if (!needed->info.running && !start(*needed))
            return because("it needs the plugin '%1', which cannot start");
    }
    return {};
}

engine::Result<void> PluginManager::load(Entry& entry)
{
    if (entry.apiVersion != PluginApiVersion)
        return engine::Error{say("it was made for plugin interface %1, this is %2")
                                 .arg(entry.apiVersion)
                                 .arg(PluginApiVersion)
                                 .toStdString()};
    if (const auto why = strangeBuild(entry.loader.fileName()))
        return engine::Error{why->toStdString()};
    entry.plugin = qobject_cast<Plugin*>(entry.loader.instance());
    if (entry.plugin == nullptr)
        return engine::Error{entry.loader.errorString().toStdString()};
    return {};
}

engine::Result<void> PluginManager::start(Entry& entry)
{
    entry.starting = true;
    auto started = load(entry);
    if (started)
        started = startNeeded(entry);
    if (started) {
        started = entry.plugin->start(m_editor);
        if (!started)
            entry.plugin->stopAndRelease();
    }
    entry.starting = false;
    entry.info.running = started.hasValue();
    entry.info.error = started ? QString{} : QString::fromStdString(started.error().message());
    return started ? std::move(started)
                   : started.error().withContext("The plugin '{}' cannot start",
                                                 entry.info.name.toStdString());
}

void PluginManager::stop(Entry& entry)
{
    if (!entry.info.running)
        return;
    entry.info.running = false;
    for (const auto& other : m_entries)
        if (other->info.needs.contains(entry.info.id) && other->info.running) {
            stop(*other);
            other->info.error =
                say("it needs the plugin '%1', which is switched off").arg(entry.info.id);
        }
    entry.plugin->stopAndRelease();
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
    auto* entry = find(id);
    if (entry == nullptr)
        return engine::Error{"There is no plugin '{}'", id.toStdString()};
    entry->info.enabled = enabled;
    QSettings{}.setValue(settingFor(id), enabled);
    if (!enabled) {
        stop(*entry);
        entry->info.error.clear();
        return {};
    }
    if (!entry->info.running)
        if (auto started = start(*entry); !started)
            return started;
    startWaiting(); // those that needed it
    return {};
}
} // namespace editor
