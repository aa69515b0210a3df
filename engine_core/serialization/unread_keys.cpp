#include "engine_core/serialization/unread_keys.h"

namespace engine
{
std::string unreadKey(std::string_view name)
{
    std::string key;
    for (const char c : name)
        if (c == '~')
            key += "~0";
        else if (c == '/')
            key += "~1";
        else
            key += c;
    return key;
}

std::string unreadKey(std::string_view parent, std::string_view name)
{
    return std::string{parent} + '/' + unreadKey(name);
}

std::string nameOfUnreadKey(std::string_view key)
{
    const auto slash = key.rfind('/');
    if (slash != std::string_view::npos)
        key.remove_prefix(slash + 1);
    std::string name;
    for (std::size_t at = 0; at < key.size(); ++at)
        if (key[at] == '~' && at + 1 < key.size())
            name += key[++at] == '1' ? '/' : '~';
        else
            name += key[at];
    return name;
}
} // namespace engine
