#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace engine
{
/// The keys of UnreadData: "layer" is a key of the entity (or of the file, on SceneEntity),
/// "components/portal" a component, "components/light/falloff" a property of a known component.
/// As in JSON pointers a '~' in a name is written "~0" and a '/' "~1".
[[nodiscard]] std::string unreadKey(std::string_view name);
[[nodiscard]] std::string unreadKey(std::string_view parent, std::string_view name);

/// The last name of a key, as it stood in the file.
[[nodiscard]] std::string nameOfUnreadKey(std::string_view key);
} // namespace engine
