#pragma once

#include "editor/api/editor_api.h"

#include <QObject>

#include <vector>

namespace editor
{
/// Changes whenever this header set does; a plugin of another version is refused with a sentence.
inline constexpr int PluginApiVersion = 3;

/// An extension in a shared library. Derive from QObject too and export it with
/// Q_PLUGIN_METADATA(IID MapwrightPluginIid FILE "plugin.json") and Q_INTERFACES(editor::Plugin).
class Plugin
{
public:
    virtual ~Plugin() = default;

    /// Adds what the plugin brings: keep(editor.addTool(...)).
    virtual engine::Result<void> start(EditorApi& editor) = 0;

    /// Takes everything back; what keep() holds goes by itself afterwards.
    virtual void stop() {}

    /// Called by the plugin manager when the plugin is disabled or the editor closes.
    void stopAndRelease()
    {
        stop();
        m_kept.clear();
    }

protected:
    void keep(Registration registration) { m_kept.push_back(std::move(registration)); }

private:
    std::vector<Registration> m_kept;
};
} // namespace editor

#define MapwrightPluginIid "org.mapwright.Plugin/1"
Q_DECLARE_INTERFACE(editor::Plugin, MapwrightPluginIid)
