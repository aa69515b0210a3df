#include "engine_core/play/recording/session_recording.h"

#include "engine_core/base/json_tree.h"
#include "engine_core/base/text_numbers.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/world/world.h"
#include "engine_core/serialization/swap_codec.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <unordered_map>

namespace engine
{
namespace
{
constexpr std::size_t MostParts = 2'000'000;
constexpr std::size_t MostNames = 10'000;
constexpr std::size_t MostEvents = 200'000;
constexpr std::size_t MostStates = 100'000;
constexpr std::size_t MostPlaces = MaxRecordedTicks;
constexpr std::size_t MostSettings = 1000;

/// Takes the next word off the line.
std::string_view takeWord(std::string_view& line)
{
    const auto word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
    return word;
}

/// Finite ones, as many as there are; nothing if one is none.
std::optional<std::vector<double>> takeNumbers(std::string_view line)
{
    std::vector<double> numbers;
    while (!line.empty()) {
        const auto word = takeWord(line);
        const auto number = numberOfText<double>(word);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// Reads the lines of a session one after the other.
class SessionReader
{
public:
    [[nodiscard]] Result<void> read(std::string_view line)
    {
        const auto isInput = readRecordingLine(line, m_recording.input, m_room);
        if (!isInput)
            return isInput.error();
        if (*isInput)
            return {};
        const auto word = takeWord(line);
        if (word == "checks")
            return readChecks(line);
        if (word == "way")
            return readWay(line);
        if (word == "state")
            return readState(line);
        if (word == "of")
            return readParts(line);
        if (word == "file")
            return readFile(line);
        if (word == "from")
            return readFrom(line);
        return readText(word, line);
    }

    [[nodiscard]] SessionRecording& recording() { return m_recording; }

private:
    [[nodiscard]] std::uint64_t tick() const { return m_recording.input.ticks.size(); }

    /// Lines that are a word and a text.
    [[nodiscard]] Result<void> readText(std::string_view word, std::string_view line)
    {
        using Kind = RecordedEvent::Kind;
        std::string text{line};
        if (word == "level")
            m_recording.level = std::move(text);
        else if (word == "time")
            m_recording.began = std::move(text);
        else if (word == "saves")
            m_recording.savedValues = std::move(text);
        else if (word == "set")
            return addSetting(std::move(text));
        else if (word == "ended")
            m_recording.hasEnded = true;
        else if (word == "edit")
            return add(Kind::Edit, std::move(text));
        else if (word == "again")
            return add(Kind::ScriptsLoaded, std::move(text));
        else if (word == "files")
            return add(Kind::FilesChanged, std::move(text));
        else if (word == "error")
            return add(Kind::ScriptError, std::move(text));
        else
            return add(Kind::Lost, std::move(text));
        return {};
    }

    [[nodiscard]] Result<void> addSetting(std::string text)
    {
        if (m_recording.settings.size() >= MostSettings)
            return Error{"more than {} settings", MostSettings};
        m_recording.settings.push_back(std::move(text));
        return {};
    }

    [[nodiscard]] Result<void> add(RecordedEvent::Kind kind, std::string text)
    {
        if (m_recording.events.size() >= MostEvents)
            return Error{"more than {} events", MostEvents};
        m_recording.events.push_back({tick(), kind, std::move(text), {}});
        return {};
    }

    [[nodiscard]] Result<void> readChecks(std::string_view line)
    {
        if (line.size() % 4 != 0 || m_recording.checks.size() + line.size() / 4 > tick())
            return Error{"'checks' needs four digits for each tick"};
        for (std::size_t at = 0; at < line.size(); at += 4) {
            const auto check = numberOfText<std::uint16_t>(line.substr(at, 4), 16);
            if (!check)
                return Error{"'checks' needs four digits for each tick"};
            m_recording.checks.push_back(*check);
        }
        return {};
    }

    /// TICK X Y Z YAW PITCH, ...
    [[nodiscard]] Result<void> readWay(std::string_view line)
    {
        while (!line.empty()) {
            const auto point = line.substr(0, line.find(','));
            line.remove_prefix(std::min(point.size() + 1, line.size()));
            const auto numbers = takeNumbers(point);
            if (!numbers || numbers->size() != 6)
                return Error{"'way' needs six numbers for each place"};
            const auto& n = *numbers;
            const auto last = m_recording.path.empty() ? 0 : m_recording.path.back().tick;
            if (n[0] < static_cast<double>(last) || n[0] > static_cast<double>(tick()))
                return Error{"'way' needs ticks in their order"};
            if (m_recording.path.size() >= MostPlaces)
                return Error{"more than {} places", MostPlaces};
            m_recording.path.push_back(
                {static_cast<std::uint64_t>(n[0]), {n[1], n[2], n[3]}, n[4], n[5]});
        }
        return {};
    }

    [[nodiscard]] Result<void> readState(std::string_view line)
    {
        const auto hash = numberOfText<ContentHash>(line, 16);
        if (!hash)
            return Error{"'state' needs a hash"};
        if (!m_recording.keyStates.empty() && m_recording.keyStates.back().tick >= tick() &&
            tick() > 0)
            m_recording.keyStates.pop_back(); // said again
        if (m_recording.keyStates.size() >= MostStates)
            return Error{"more than {} states", MostStates};
        m_recording.keyStates.push_back({tick(), *hash, {}});
        return {};
    }

    /// ENTITY NAME HASH NAME HASH ...
    [[nodiscard]] Result<void> readParts(std::string_view line)
    {
        const auto entity = numberOfText<std::uint64_t>(takeWord(line), 16);
        if (!entity || m_recording.keyStates.empty())
            return Error{"'of' needs an object, behind a state"};
        while (!line.empty()) {
            const auto name = nameOf(takeWord(line));
            const auto hash = numberOfText<std::uint16_t>(takeWord(line), 16);
            if (!name || !hash)
                return Error{"'of' needs names and hashes"};
            if (++m_parts > MostParts)
                return Error{"more than {} values in all states together", MostParts};
            m_recording.keyStates.back().parts.push_back({EntityId{*entity}, *name, *hash});
        }
        return {};
    }

    std::optional<std::uint32_t> nameOf(std::string_view word)
    {
        const auto known = m_names.find(std::string{word});
        if (known != m_names.end())
            return known->second;
        if (word.empty() || m_recording.names.size() >= MostNames)
            return std::nullopt;
        const auto index = static_cast<std::uint32_t>(m_recording.names.size());
        m_recording.names.emplace_back(word);
        m_names.emplace(word, index);
        return index;
    }

    /// HASH PATH, of the beginning or of scripts that were just loaded anew.
    [[nodiscard]] Result<void> readFile(std::string_view line)
    {
        const auto hash = numberOfText<ContentHash>(takeWord(line), 16);
        if (!hash || line.empty())
            return Error{"'file' needs a hash and a path"};
        const bool isLater = !m_recording.events.empty() &&
                             m_recording.events.back().kind == RecordedEvent::Kind::ScriptsLoaded;
        auto& files = isLater ? m_recording.events.back().files : m_recording.files;
        if (files.size() >= MostNames)
            return Error{"more than {} files", MostNames};
        files[std::string{line}] = *hash;
        return {};
    }

    /// X Y Z W X Y Z
    [[nodiscard]] Result<void> readFrom(std::string_view line)
    {
        const auto numbers = takeNumbers(line);
        if (!numbers || numbers->size() != 7)
            return Error{"'from' needs a place and a rotation"};
        const auto& n = *numbers;
        const Quatd turn{n[3], n[4], n[5], n[6]};
        if (std::abs(glm::length(turn) - 1) > 1e-3)
            return Error{"'from' needs a rotation of unit length"};
        m_recording.startFrom = Transform{{n[0], n[1], n[2]}, turn, Vec3d{1}};
        return {};
    }

    SessionRecording m_recording;
    std::size_t m_room = MaxRecordedValues;
    std::size_t m_parts = 0;
    std::unordered_map<std::string, std::uint32_t> m_names;
};

/// Whether the text says so of itself. Others are written by hand, and their mistakes are named.
bool isOfVersion3(std::string_view text)
{
    for (int lines = 0; lines < 8 && !text.empty(); ++lines) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.starts_with("version 3"))
            return true;
    }
    return false;
}

/// What the edit and the level together make of the hierarchy. Recordings come from others: one
/// that would make an object its own ancestor is no edit.
class EditedTree
{
public:
    EditedTree(const Edit& edit, const World& level) : m_level{level}
    {
        for (const auto& swap : edit.swaps)
            if (swap.type == typeIdOf<Node>())
                m_nodes[swap.entity] = static_cast<const Node*>(swap.value.get());
    }

    [[nodiscard]] bool fits(const Swap& swap) const
    {
        if (swap.type != typeIdOf<Node>())
            return exists(swap.entity) || !swap.value;
        if (!swap.value)
            return swap.entity != SceneEntity &&
                   std::none_of(m_level.children(swap.entity).begin(),
                                m_level.children(swap.entity).end(), [&](EntityId child) {
                                    return exists(child) && parentOf(child) == swap.entity;
                                });
        auto at = swap.entity;
        for (int depth = 0; at; ++depth) {
            if (depth > DeepestTree || !exists(at))
                return false;
            at = parentOf(at);
        }
        return true;
    }

private:
    static constexpr int DeepestTree = 1000;

    [[nodiscard]] const Node* nodeOf(EntityId entity) const
    {
        const auto at = m_nodes.find(entity);
        return at != m_nodes.end() ? at->second : m_level.get<Node>(entity);
    }

    [[nodiscard]] bool exists(EntityId entity) const
    {
        return entity == SceneEntity || nodeOf(entity) != nullptr;
    }

    [[nodiscard]] EntityId parentOf(EntityId entity) const
    {
        const auto* node = nodeOf(entity);
        return node != nullptr ? node->parent : EntityId{};
    }

    const World& m_level;
    std::unordered_map<EntityId, const Node*> m_nodes;
};

/// Plants are brought into the level's.
Result<Swap> readEditedSwap(const JsonValue& json, const World& level, const TypeRegistry& types)
{
    auto read = readSwap(json, types, "recording");
    if (!read)
        return read.error();
    if (!read->plants)
        return std::move(read->swap);
    const auto entity = read->swap.entity;
    auto plants = applyFoliageDelta(*foliageOf(level, entity), *std::move(read->plants));
    if (!plants)
        return plants.error();
    return swapTo(entity, FoliagePlacement{.instances = *std::move(plants)});
}
} // namespace

Result<SessionRecording> readSessionRecording(std::string_view text)
{
    const bool mayBeDamaged = isOfVersion3(text);
    SessionReader reader;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos && mayBeDamaged)
            break; // the program was killed while it wrote this line
        const auto line = text.substr(0, end);
        const auto read = reader.read(line);
        if (!read && !mayBeDamaged)
            return read.error().withContext("line {}", number);
        if (!read) {
            reader.recording().damage = read.error().withContext("line {}", number).message();
            break;
        }
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return std::move(reader.recording());
}

Result<std::string> loadRecordingText(const fs::path& file)
{
    std::error_code failed;
    const auto size = fs::is_regular_file(file, failed) ? fs::file_size(file, failed) : 0;
    if (failed || size <= MaxRecordingBytes)
        return readFile(file, MaxRecordingBytes);
    std::string text(MaxRecordingBytes, '\0');
    std::ifstream stream{file, std::ios::binary};
    if (!stream.read(text.data(), static_cast<std::streamsize>(text.size())))
        return Error{"Cannot read '{}'", file.string()};
    text.resize(text.rfind('\n') + 1); // npos + 1: nothing is left of one endless line
    return text;
}

Result<SessionRecording> loadSessionRecording(const fs::path& file)
{
    const auto text = loadRecordingText(file);
    if (!text)
        return text.error();
    auto recording = readSessionRecording(*text);
    if (!recording)
        return recording.error().withContext("'{}' is no input that can be played", file.string());
    return recording;
}

std::string writeRecordedEdit(const ChangeSet& changes, const TypeRegistry& types)
{
    std::string text = "[";
    for (const auto& change : changes.changes) {
        const auto* type = types.find(change.type);
        if (type == nullptr)
            continue;
        if (text.size() > 1)
            text += ',';
        writeSwap(text, change, *type);
    }
    return text + "]";
}

Result<Edit> readRecordedEdit(std::string_view text, const World& level, const TypeRegistry& types)
{
    const auto json = JsonTree::parse(text, "edit");
    if (!json)
        return json.error();
    Edit edit;
    std::optional<Error> error;
    json->root().forEachItem([&](const JsonValue& item) {
        if (error)
            return;
        auto swap = readEditedSwap(item, level, types);
        if (swap)
            edit.swaps.push_back(*std::move(swap));
        else
            error = swap.error();
    });
    if (error)
        return *error;
    const EditedTree tree{edit, level};
    if (!std::all_of(edit.swaps.begin(), edit.swaps.end(),
                     [&](const Swap& swap) { return tree.fits(swap); }))
        return Error{"The recording changes objects that the level does not have"};
    return edit;
}
} // namespace engine
