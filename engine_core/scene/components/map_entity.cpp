#include "engine_core/scene/components/map_entity.h"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

namespace engine
{
namespace
{
/// The text between the next quotes, from `at` on; escapes stay.
std::optional<std::string> nextQuoted(std::string_view text, std::size_t& at)
{
    const auto open = text.find('"', at);
    if (open == std::string_view::npos)
        return std::nullopt;
    for (auto i = open + 1; i < text.size(); ++i) {
        const bool escapes = text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '"';
        // A path may end in a backslash: then the quote behind it is followed by the next text.
        if (escapes && i + 2 < text.size() && text.substr(i + 2, 2) != " \"") {
            ++i;
        } else if (text[i] == '"') {
            at = i + 1;
            return std::string{text.substr(open + 1, i - open - 1)};
        }
    }
    return std::nullopt;
}

void appendQuoted(std::string& out, std::string_view text)
{
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n')
            out += "\\n";
        else if (text[i] == '"' && (i == 0 || text[i - 1] != '\\'))
            out += "\\\"";
        else if (text[i] != '\r' && text[i] != '\0')
            out += text[i];
    }
    out += '"';
}
} // namespace

void describe(TypeBuilder<MapTextures>& textures)
{
    textures.type("map_textures", "Map textures", "Textures that an import did not find");
    textures.property("inRepeats", &MapTextures::inRepeats)
        .label("In repeats")
        .tooltip("Lie on faces the same whatever their size, a name in each line");
}

bool listsTexture(const MapTextures& textures, std::string_view name)
{
    const std::string_view all{textures.inRepeats};
    for (std::size_t from = 0; from < all.size();) {
        const auto end = std::min(all.find('\n', from), all.size());
        if (all.substr(from, end - from) == name)
            return true;
        from = end + 1;
    }
    return false;
}

MapTextures merged(const MapTextures& a, const MapTextures& b)
{
    std::set<std::string> names;
    for (const auto* each : {&a, &b}) {
        std::istringstream lines{each->inRepeats};
        for (std::string name; std::getline(lines, name);)
            if (!name.empty())
                names.insert(name);
    }
    MapTextures all;
    for (const auto& name : names)
        all.inRepeats += name + "\n";
    return all;
}

void describe(TypeBuilder<MapEntity>& entity)
{
    entity.type("map_entity", "Map entity", "What a Quake .map file says of it");
    entity.property("className", &MapEntity::className)
        .label("Class name")
        .tooltip("What the game that the map was made for calls it");
    entity.property("keys", &MapEntity::keys)
        .tooltip("Pairs of a key and its value, each between quotes. They are written back on "
                 "export");
}

MapKeys mapKeysFromText(std::string_view keys)
{
    MapKeys pairs;
    std::size_t at = 0;
    while (auto key = nextQuoted(keys, at))
        if (auto value = nextQuoted(keys, at))
            pairs.emplace_back(*std::move(key), *std::move(value));
        else
            break;
    return pairs;
}

std::string textFromMapKeys(std::span<const std::pair<std::string, std::string>> keys)
{
    std::string text;
    for (const auto& [key, value] : keys) {
        if (!text.empty())
            text += ' ';
        appendQuoted(text, key);
        text += ' ';
        appendQuoted(text, value);
    }
    return text;
}

const std::string* findMapKey(const MapKeys& keys, std::string_view key)
{
    const auto at = std::find_if(keys.rbegin(), keys.rend(),
                                 [&](const auto& pair) { return pair.first == key; });
    return at == keys.rend() ? nullptr : &at->second;
}

void setMapKey(MapKeys& keys, std::string_view key, std::string value)
{
    const auto at = std::find_if(keys.rbegin(), keys.rend(),
                                 [&](const auto& pair) { return pair.first == key; });
    if (at == keys.rend())
        keys.emplace_back(std::string{key}, std::move(value));
    else
        at->second = std::move(value);
}
} // namespace engine
