#pragma once

#include "engine_core/base/files/files.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace engine
{
/// The user's preferences: a flat JSON object of typed values, such as {"autosave.minutes": 5}.
/// Keys that this version does not know survive saving. Main thread only.
class Settings
{
public:
    /// A missing file means defaults; a broken one too, and one line in the log.
    [[nodiscard]] static Settings load(const fs::path& file);

    /// $XDG_CONFIG_HOME/mapwright/settings.json, or below ~/.config.
    [[nodiscard]] static fs::path defaultFile();

    /// The fallback where there is no such key or its value is of another kind.
    [[nodiscard]] bool get(std::string_view key, bool fallback) const;
    [[nodiscard]] std::int64_t get(std::string_view key, std::int64_t fallback) const;
    [[nodiscard]] int get(std::string_view key, int fallback) const;
    [[nodiscard]] double get(std::string_view key, double fallback) const;
    [[nodiscard]] std::string get(std::string_view key, const std::string& fallback) const;
    [[nodiscard]] std::string get(std::string_view key, const char* fallback) const;

    void set(std::string_view key, bool value);
    void set(std::string_view key, std::int64_t value);
    void set(std::string_view key, int value);
    void set(std::string_view key, double value);
    void set(std::string_view key, const std::string& value);
    void set(std::string_view key, const char* value);

    void remove(std::string_view key);

    /// Whether something was set since loading or saving.
    [[nodiscard]] bool isChanged() const { return m_changed; }

    /// Atomic; makes the folder if it is not there.
    [[nodiscard]] Result<void> save();

private:
    void setJson(std::string_view key, std::string json);

    fs::path m_file;
    std::map<std::string, std::string, std::less<>> m_json; ///< each value as JSON text
    bool m_changed = false;
};
} // namespace engine
