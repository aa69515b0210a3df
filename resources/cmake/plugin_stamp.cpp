// Part of every plugin: says with what it was built, so that the editor can refuse to load it.
#include "editor/api/plugin_stamp.h"

extern "C" Q_DECL_EXPORT const editor::PluginStamp* mapwrightPluginStamp()
{
    return &editor::ThisPluginStamp;
}
