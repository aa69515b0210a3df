#pragma once

#include "editor/api/plugin.h"

#include <array>
#include <cstdint>

namespace editor
{
/// With what a plugin was built: it and the editor pass objects to each other, so they must agree
/// on what these look like. Compared before any code of the plugin runs.
struct PluginStamp
{
    const char* build;    ///< compiler and Qt
    std::uint64_t layout; ///< of the sizes of what crosses the border
};

/// What a plugin's library exports under PluginStampName; mapwright_add_plugin() adds it.
using PluginStampFunction = const PluginStamp* (*)();
inline constexpr auto PluginStampName = "mapwrightPluginStamp";

namespace detail
{
constexpr std::uint64_t layoutOf()
{
    constexpr std::array<std::size_t, 12> Sizes{
        sizeof(ToolInfo),     sizeof(ActionInfo),        sizeof(PanelInfo),
        sizeof(PointerEvent), sizeof(KeyEvent),          sizeof(ToolSetting),
        sizeof(Plugin),       sizeof(EditorApi),         sizeof(Registration),
        sizeof(Transaction),  sizeof(engine::DebugDraw), sizeof(engine::PickHit)};
    std::uint64_t hash = 0xcbf29ce484222325ULL; // FNV-1a
    for (const auto size : Sizes)
        hash = (hash ^ size) * 0x100000001b3ULL;
    return hash;
}
} // namespace detail

/// Of the translation unit that includes this. Not inline: that would exist once in the process, and
/// every plugin would see the editor's.
constexpr PluginStamp ThisPluginStamp{"compiler " __VERSION__ ", Qt " QT_VERSION_STR,
                                      detail::layoutOf()};
} // namespace editor
