#include "engine_core/play/input_recording.h"

#include "engine_core/assets/input/input_map.h"
#include "engine_core/base/text_numbers.h"
#include "engine_core/play/play_session.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sstream>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxFileBytes = 1U << 26U;

struct NamedKey
{
    const char* name;
    PlayerKey key;
};

constexpr std::array<NamedKey, 10> Keys{{{"forward", PlayerKey::Forward},
                                         {"back", PlayerKey::Back},
                                         {"left", PlayerKey::Left},
                                         {"right", PlayerKey::Right},
                                         {"run", PlayerKey::Run},
                                         {"jump", PlayerKey::Jump},
                                         {"crouch", PlayerKey::Crouch},
                                         {"use", PlayerKey::Use},
                                         {"fire", PlayerKey::Fire},
                                         {"alt_fire", PlayerKey::AltFire}}};

using Words = std::vector<std::string>;

Words wordsOf(std::string_view line)
{
    std::istringstream stream{std::string{line.substr(0, line.find('#'))}};
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

Result<bool> readVersion(const Words& words)
{
    const auto number = words.size() == 2 ? numberOfText<int>(words[1]) : std::optional<int>{};
    if (!number || *number < 1)
        return Error{"'version' needs one number"};
    if (*number > RecordingVersion)
        return Error{"this is version {} of such a file, and only those up to {} are known here",
                     *number, RecordingVersion};
    return true;
}

/// True if the line was one of "version", "build", "scene" and "seed".
Result<bool> readHeader(const Words& words, std::string_view line, InputRecording& recording)
{
    if (words[0] == "build") {
        constexpr std::string_view Space = " \t\r\v\f"; // at the ends, which would not be kept
        line.remove_prefix(line.find("build") + 5);
        const auto at = std::min(line.find_first_not_of(Space), line.size());
        recording.build = line.substr(at, line.find_last_not_of(Space) + 1 - at);
        return true;
    }
    if (words[0] == "version")
        return readVersion(words);
    if (words[0] != "scene" && words[0] != "seed")
        return false;
    const int base = words[0] == "scene" ? 16 : 10;
    const auto number = words.size() == 2 ? numberOfText<std::uint64_t>(words[1], base)
                                          : std::optional<std::uint64_t>{};
    if (!number)
        return Error{"'{}' needs one number", words[0]};
    (words[0] == "scene" ? recording.scene : recording.seed) = *number;
    return true;
}

/// The two numbers behind "turn" or "look" at `at`.
Result<Vec2d> readPair(const Words& words, std::size_t at)
{
    if (at + 2 < words.size()) {
        const auto x = numberOfText<double>(words[at + 1]);
        const auto y = numberOfText<double>(words[at + 2]);
        if (x && y)
            return Vec2d{*x, *y};
    }
    return Error{"'{}' needs two numbers, right and up", words[at]};
}

/// The number behind "wheel" at `at`.
Result<double> readWheel(const Words& words, std::size_t at)
{
    const auto notches =
        at + 1 < words.size() ? numberOfText<double>(words[at + 1]) : std::optional<double>{};
    return notches ? Result<double>{*notches} : Error{"'wheel' needs a number of notches"};
}

/// The name and number behind "value" at `at`.
Result<ActionValue> readValue(const Words& words, std::size_t at)
{
    if (at + 2 >= words.size())
        return Error{"'value' needs a name and a number"};
    const auto number = numberOfText<double>(words[at + 2]);
    if (!isInputName(words[at + 1]) || !number || *number < -1 || *number > 1)
        return Error{"'value' needs the name of an action or axis and a number from -1 to 1"};
    return ActionValue{words[at + 1], *number};
}

/// Takes what was typed off the end of a line: all behind the word "console", which is no value's
/// name.
std::string takeConsole(std::string_view& line)
{
    constexpr std::string_view Word = "console";
    constexpr std::string_view Space = " \t";
    std::string_view before;
    for (std::size_t at = line.find_first_not_of(Space); at < line.size();) {
        const auto end = std::min(line.find_first_of(Space, at), line.size());
        const auto word = line.substr(at, end - at);
        if (word.starts_with('#'))
            break;
        const auto next = std::min(line.find_first_not_of(Space, end), line.size());
        if (word == Word && before != "value" && !before.empty()) {
            const auto typed = line.substr(next, line.find_last_not_of(Space) + 1 - next);
            line = line.substr(0, at);
            return std::string{typed};
        }
        before = word;
        at = next;
    }
    return {};
}

/// What stands in the line at `at`, but for keys; how many words it takes, 0 if it is a key.
Result<std::size_t>
readMovement(const Words& words, std::size_t at, double spread, PlayerInput& input)
{
    if (words[at] == "turn" || words[at] == "look") {
        const auto pair = readPair(words, at);
        if (!pair)
            return pair.error();
        input.look = words[at] == "look" ? *pair : *pair * (Pi / 180.0 / spread);
        return std::size_t{3};
    }
    if (words[at] == "wheel") {
        const auto notches = readWheel(words, at);
        if (!notches)
            return notches.error();
        input.wheel = *notches;
        return std::size_t{2};
    }
    if (words[at] == "value") {
        auto value = readValue(words, at);
        if (!value)
            return value.error();
        if (input.values.size() == InputMap::MaxActions + InputMap::MaxAxes)
            return Error{"more than {} values in one line", input.values.size()};
        std::erase_if(input.values, [&](const auto& each) { return each.name == value->name; });
        input.values.push_back(*std::move(value));
        return std::size_t{3};
    }
    return std::size_t{0};
}

/// @param room values of actions and axes that all ticks together may still have
Result<void>
readTicks(const Words& words, std::string console, InputRecording& recording, std::size_t& room)
{
    const auto count = numberOfText<std::size_t>(words[0]);
    if (!count)
        return Error{"a line begins with a number of ticks, not with '{}'", words[0]};
    if (*count > MaxRecordedTicks - recording.ticks.size())
        return Error{"more than {} ticks", MaxRecordedTicks};
    PlayerInput input;
    if (!console.empty() && *count != 1)
        return Error{"'console' belongs to a line of one tick"};
    if (console.size() > PlaySession::MostTypedBytes)
        return Error{"'console' takes {} bytes at most", PlaySession::MostTypedBytes};
    input.console = std::move(console);
    const double spread = static_cast<double>(std::max<std::size_t>(*count, 1));
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto taken = readMovement(words, i, spread, input);
        if (!taken)
            return taken.error();
        if (*taken > 0) {
            i += *taken - 1;
            continue;
        }
        const auto* key = std::find_if(Keys.begin(), Keys.end(),
                                       [&](const auto& one) { return words[i] == one.name; });
        if (key == Keys.end())
            return Error{"there is no key '{}'", words[i]};
        input.keys |= static_cast<std::uint32_t>(key->key);
    }
    // A short line stands for many ticks, each of which holds its own values.
    const auto values = *count * input.values.size();
    if (values > room)
        return Error{"more than {} values in all ticks together", MaxRecordedValues};
    room -= values;
    recording.ticks.insert(recording.ticks.end(), *count, input);
    return {};
}

/// First words of lines that sessions keep beside the input.
bool isOfSession(std::string_view line)
{
    constexpr std::array FirstWords{"level",  "time",  "from",  "saves", "set",  "file",
                                    "checks", "way",   "state", "of",    "edit", "again",
                                    "files",  "error", "lost",  "ended"};
    const auto word = line.substr(0, line.find(' '));
    return std::find(FirstWords.begin(), FirstWords.end(), word) != FirstWords.end();
}
} // namespace

std::string inputLine(std::size_t count, const PlayerInput& input)
{
    auto line = fmt::format("{}", count);
    for (const auto& [name, key] : Keys)
        if (input.isDown(key))
            line += fmt::format(" {}", name);
    if (input.look != Vec2d{0})
        line += fmt::format(" look {} {}", input.look.x, input.look.y);
    if (input.wheel != 0)
        line += fmt::format(" wheel {}", input.wheel);
    for (const auto& [name, value] : input.values)
        line += fmt::format(" value {} {}", name, value);
    if (!input.console.empty())
        line += " console " + input.console; // all behind it: the last one
    return line + '\n';
}

bool isSameInput(const PlayerInput& a, const PlayerInput& b)
{
    return a.console.empty() && b.console.empty() && a.keys == b.keys && a.look == b.look &&
           a.wheel == b.wheel && a.values == b.values;
}

std::string writeRecording(const InputRecording& recording)
{
    std::string text = "# Input of a player, made by mapwright: ticks of 1/60 s and keys held.\n";
    text += fmt::format("version {}\n", InputVersion);
    if (!recording.build.empty())
        text += fmt::format("build {}\n", recording.build);
    if (recording.scene != 0)
        text += fmt::format("scene {}\n", hashToText(recording.scene));
    text += fmt::format("seed {}\n", recording.seed);
    const auto& ticks = recording.ticks;
    for (std::size_t i = 0; i < ticks.size();) {
        std::size_t end = i + 1;
        while (end < ticks.size() && isSameInput(ticks[i], ticks[end]))
            ++end;
        text += inputLine(end - i, ticks[i]);
        i = end;
    }
    return text;
}

Result<bool> readRecordingLine(std::string_view line, InputRecording& recording, std::size_t& room)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (isOfSession(line))
        return false;
    auto console = line.starts_with("build") ? std::string{} : takeConsole(line);
    const auto words = wordsOf(line);
    if (words.empty())
        return true;
    const auto header = readHeader(words, line, recording);
    if (!header)
        return header.error();
    if (*header)
        return true;
    if (const auto read = readTicks(words, std::move(console), recording, room); !read)
        return read.error();
    return true;
}

Result<InputRecording> readRecording(std::string_view text)
{
    InputRecording recording;
    auto room = MaxRecordedValues;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = std::min(text.find('\n'), text.size());
        if (const auto read = readRecordingLine(text.substr(0, end), recording, room); !read)
            return read.error().withContext("line {}", number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return recording;
}

Result<InputRecording> loadRecording(const fs::path& file)
{
    const auto text = readFile(file, MaxFileBytes);
    if (!text)
        return text.error();
    auto recording = readRecording(*text);
    if (!recording)
        return recording.error().withContext("'{}' is no input that can be played", file.string());
    return recording;
}

std::vector<std::string> namesUnknownTo(const InputMap& map, const InputRecording& recording)
{
    std::set<std::string> unknown;
    for (const auto& tick : recording.ticks)
        for (const auto& value : tick.values)
            if (!map.has(value.name))
                unknown.insert(value.name);
    return {unknown.begin(), unknown.end()};
}
} // namespace engine
