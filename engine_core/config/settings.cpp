#include "engine_core/config/settings.h"

#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/base/log.h"

#include <cstdlib>
#include <limits>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxSettingsFile = 16U << 20U;

/// What use(JsonValue) makes of a stored value.
template <typename T, typename Use>
T read(const std::map<std::string, std::string, std::less<>>& values,
       std::string_view key,
       T fallback,
       const Use& use)
{
    const auto at = values.find(key);
    if (at == values.end())
        return fallback;
    const auto tree = JsonTree::parse(at->second, at->first);
    ENGINE_EXPECT(tree); // only what was parsed or written by us gets in
    const auto value = use(tree->root());
    return value ? T{*value} : fallback;
}
} // namespace

Settings Settings::load(const fs::path& file)
{
    Settings settings;
    settings.m_file = file;
    std::error_code failed;
    if (!fs::exists(file, failed))
        return settings;
    const auto text = readFile(file, MaxSettingsFile);
    const auto tree = text ? JsonTree::parse(*text, file.string()) : Result<JsonTree>{text.error()};
    if (!tree || !tree->root().isObject()) {
        logWarning("settings", "The usual settings are used: {}",
                   tree ? "'" + file.string() + "' holds no object" : tree.error().message());
        return settings;
    }
    tree->root().forEachMember([&](std::string_view key, const JsonValue& value) {
        settings.m_json.emplace(key, minifiedJson(value.raw()));
    });
    return settings;
}

fs::path Settings::defaultFile()
{
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && fs::path{config}.is_absolute())
        return fs::path{config} / "mapwright" / "settings.json";
    const char* home = std::getenv("HOME");
    return fs::path{home != nullptr ? home : "/"} / ".config" / "mapwright" / "settings.json";
}

bool Settings::get(std::string_view key, bool fallback) const
{
    return read(m_json, key, fallback, [](const JsonValue& json) { return json.boolean(); });
}

std::int64_t Settings::get(std::string_view key, std::int64_t fallback) const
{
    return read(m_json, key, fallback, [](const JsonValue& json) { return json.whole(); });
}

int Settings::get(std::string_view key, int fallback) const
{
    const auto wide = get(key, std::int64_t{fallback});
    return std::in_range<int>(wide) ? static_cast<int>(wide) : fallback;
}

double Settings::get(std::string_view key, double fallback) const
{
    return read(m_json, key, fallback, [](const JsonValue& json) { return json.number(); });
}

std::string Settings::get(std::string_view key, const std::string& fallback) const
{
    return read(m_json, key, fallback, [](const JsonValue& json) {
        return json.isText() ? std::optional{std::string{json.text()}} : std::nullopt;
    });
}

std::string Settings::get(std::string_view key, const char* fallback) const
{
    return get(key, std::string{fallback});
}

void Settings::set(std::string_view key, bool value)
{
    setJson(key, value ? "true" : "false");
}

void Settings::set(std::string_view key, std::int64_t value)
{
    std::string json;
    appendJson(json, value);
    setJson(key, std::move(json));
}

void Settings::set(std::string_view key, int value)
{
    set(key, std::int64_t{value});
}

void Settings::set(std::string_view key, double value)
{
    std::string json;
    appendJson(json, value);
    setJson(key, std::move(json));
}

void Settings::set(std::string_view key, const std::string& value)
{
    std::string json;
    appendJsonText(json, value);
    setJson(key, std::move(json));
}

void Settings::set(std::string_view key, const char* value)
{
    set(key, std::string{value});
}

void Settings::setJson(std::string_view key, std::string json)
{
    const auto at = m_json.find(key);
    if (at != m_json.end() && at->second == json)
        return;
    m_json.insert_or_assign(std::string{key}, std::move(json));
    m_changed = true;
}

void Settings::remove(std::string_view key)
{
    if (const auto at = m_json.find(key); at != m_json.end()) {
        m_json.erase(at);
        m_changed = true;
    }
}

Result<void> Settings::save()
{
    std::string text = "{";
    const char* separator = "\n";
    for (const auto& [key, json] : m_json) {
        text += separator;
        separator = ",\n";
        appendJsonKey(text, key);
        text += ' ';
        text += json;
    }
    text += "\n}\n";
    std::error_code failed;
    fs::create_directories(m_file.parent_path(), failed);
    auto written = writeFileAtomically(m_file, text);
    m_changed = m_changed && !written;
    return written;
}
} // namespace engine
