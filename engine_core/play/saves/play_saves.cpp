#include "engine_core/play/saves/play_saves.h"

#include "engine_core/base/log.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <future>
#include <set>
#include <utility>

namespace engine
{
namespace
{
using Json = nlohmann::json;

constexpr int SavesFormat = 1;
constexpr std::uintmax_t MostFileBytes = 64U << 20U; // a text can take six bytes a letter
constexpr double SecondsBetweenWrites = 1;

/// Nothing for what scripts cannot keep; such a value of a newer program stays in the file.
Value valueOf(const Json& json)
{
    if (json.is_boolean())
        return {json.get<bool>()};
    if (json.is_number())
        return {json.get<double>()};
    if (json.is_string())
        return {json.get<std::string>()};
    if (json.is_array() && json.size() == 3 && json[0].is_number() && json[1].is_number() &&
        json[2].is_number())
        return {Vec3d{json[0].get<double>(), json[1].get<double>(), json[2].get<double>()}};
    return {};
}

/// Null for what cannot be kept.
Json jsonOf(const Value& value)
{
    if (const auto* flag = value.as<bool>())
        return *flag;
    if (const auto* number = value.as<double>())
        return std::isfinite(*number) ? Json(*number) : Json{};
    if (const auto* text = value.as<std::string>())
        return *text;
    if (const auto* place = value.as<Vec3d>(); place != nullptr && isFinite(*place))
        return Json::array({place->x, place->y, place->z});
    return {};
}

/// The values of a file; an Error for what is no file of values.
Result<Json> readValues(const std::string& text)
{
    constexpr int Deepest = 50; // writing it recurses
    bool isTooDeep = false;
    const auto json = Json::parse(
        text,
        [&](int depth, Json::parse_event_t, Json&) {
            isTooDeep |= depth > Deepest;
            return !isTooDeep;
        },
        false);
    if (isTooDeep || !json.is_object() || !json.contains("format") ||
        !json["format"].is_number_integer() || !json.contains("values") ||
        !json["values"].is_object())
        return Error{"it is not what the program writes"};
    return json;
}
} // namespace

namespace
{
/// What this game has changed of what the file holds, where another one may write meanwhile.
struct Changes
{
    std::set<std::string> names;
    bool isCleared = false; ///< before that everything went
};

/// `ours` with what others have written since: of the names that this game has not changed.
Json withTheirs(const Json& ours, const Changes& changes, const fs::path& file)
{
    const auto text = readFile(file, MostFileBytes);
    const auto theirs = text ? readValues(*text) : Result<Json>{text.error()};
    if (!theirs || changes.isCleared || (*theirs)["format"] != SavesFormat)
        return ours; // a damaged file is put aside by the next game
    auto all = ours;
    for (auto at = all.begin(); at != all.end();)
        at = changes.names.contains(at.key()) || (*theirs)["values"].contains(at.key())
                 ? std::next(at)
                 : all.erase(at); // removed there
    for (const auto& [name, value] : (*theirs)["values"].items())
        if (!changes.names.contains(name) &&
            (all.contains(name) || all.size() < PlaySaves::MostValues))
            all[name] = value;
    return all;
}
} // namespace

struct PlaySaves::State
{
    fs::path file;
    Json values = Json::object();
    Changes changes;
    bool isChanged = false;
    double unwritten = 0; ///< seconds since the last write
    std::future<void> writing;

    void read();
    void putAside(const std::string& why);
    void write();
};

void PlaySaves::State::read()
{
    std::error_code failed;
    if (file.empty() || !fs::exists(file, failed))
        return;
    const auto text = readFile(file, MostFileBytes);
    if (!text)
        return putAside(text.error().message());
    auto read = readValues(*text);
    if (!read)
        return putAside(read.error().message());
    if ((*read)["format"].get<std::int64_t>() > SavesFormat) {
        logWarning("play", "'{}' was written by a newer version: this game keeps nothing",
                   file.string());
        file.clear();
        return;
    }
    values = std::move((*read)["values"]);
}

void PlaySaves::State::putAside(const std::string& why)
{
    auto aside = file;
    aside += ".damaged";
    std::error_code failed;
    fs::rename(file, aside, failed);
    if (failed) {
        logWarning("play", "'{}' cannot be read ({}): this game keeps nothing", file.string(), why);
        file.clear();
        return;
    }
    logWarning("play", "What games have kept cannot be read ({}) and is now '{}'", why,
               aside.string());
}

/// The text is made elsewhere, where it may wait for the disk.
void PlaySaves::State::write()
{
    isChanged = false;
    unwritten = 0;
    if (file.empty())
        return;
    writing = std::async(std::launch::async, [to = file, ours = values, own = changes] {
        const Json whole{{"format", SavesFormat}, {"values", withTheirs(ours, own, to)}};
        const auto text = whole.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
        if (const auto written = writeFileAtomically(to, text); !written)
            logWarning("play", "What the game keeps cannot be written: {}",
                       written.error().message());
    });
}

PlaySaves::PlaySaves(fs::path file) : m_state{std::make_unique<State>()}
{
    m_state->file = std::move(file);
    m_state->read();
}

PlaySaves::~PlaySaves()
{
    if (m_state->writing.valid())
        m_state->writing.wait();
    if (m_state->isChanged)
        m_state->write(); // the future's end waits for it
}

Result<void> PlaySaves::set(const std::string& name, const Value& value)
{
    if (name.empty() || name.size() > MostNameBytes)
        return Error{"The name of what is kept must have 1 to {} bytes", MostNameBytes};
    if (const auto* text = value.as<std::string>(); text != nullptr && text->size() > MostTextBytes)
        return Error{"A text that is kept can have {} bytes at most", MostTextBytes};
    auto json = jsonOf(value);
    if (json.is_null())
        return Error{"'{}' cannot be kept: numbers must be finite", name};
    const auto at = m_state->values.find(name);
    if (at == m_state->values.end() && m_state->values.size() >= MostValues)
        return Error{"A project can keep {} values at most", MostValues};
    if (at != m_state->values.end() && *at == json)
        return {};
    m_state->values[name] = std::move(json);
    m_state->changes.names.insert(name);
    m_state->isChanged = true;
    return {};
}

Value PlaySaves::get(const std::string& name) const
{
    const auto at = m_state->values.find(name);
    return at != m_state->values.end() ? valueOf(*at) : Value{};
}

bool PlaySaves::has(const std::string& name) const
{
    return m_state->values.contains(name);
}

void PlaySaves::remove(const std::string& name)
{
    if (m_state->values.erase(name) == 0)
        return;
    m_state->changes.names.insert(name);
    m_state->isChanged = true;
}

void PlaySaves::clear()
{
    m_state->isChanged |= !m_state->values.empty();
    m_state->values = Json::object();
    m_state->changes = {{}, true};
}

void PlaySaves::update(double seconds)
{
    m_state->unwritten += seconds;
    const bool isWriting =
        m_state->writing.valid() &&
        m_state->writing.wait_for(std::chrono::seconds{0}) != std::future_status::ready;
    if (m_state->isChanged && m_state->unwritten >= SecondsBetweenWrites && !isWriting)
        m_state->write();
}

std::string PlaySaves::text() const
{
    if (m_state->values.empty())
        return {};
    const Json whole{{"format", SavesFormat}, {"values", m_state->values}};
    return whole.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void PlaySaves::beginWith(const std::string& text)
{
    if (text.empty())
        return;
    if (auto read = readValues(text))
        m_state->values = std::move((*read)["values"]);
    else
        logWarning("play", "The values that the game begins with cannot be read: {}",
                   read.error().message());
}

void PlaySaves::addTo(Hasher& hasher) const
{
    if (!m_state->values.empty())
        hasher.add(
            std::string_view{m_state->values.dump(-1, ' ', false, Json::error_handler_t::replace)});
}
} // namespace engine
