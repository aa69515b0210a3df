#include "engine_core/assets/input/input_map_file.h"

#include "engine_core/assets/project/project.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/nearest_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace engine
{
namespace
{
using Json = nlohmann::ordered_json;

constexpr std::uintmax_t MaxFileBytes = 1U << 20U;

struct NumberField
{
    const char* name;
    double InputMap::*member;
    double least;
    double most;
};

constexpr std::array Numbers{NumberField{"deadZone", &InputMap::deadZone, 0, 0.9},
                             NumberField{"triggerThreshold", &InputMap::triggerThreshold, 0.05, 1},
                             NumberField{"stickTurn", &InputMap::stickTurn, 10, 720}};

/// Reads one section; every Error names its place.
class InputReader
{
public:
    explicit InputReader(const std::string& file) : m_file{file} {}

    Result<InputMap> read(const JsonValue& section)
    {
        if (!section.isObject())
            return faultAt(section, "'input' is no object");
        for (const auto& field : Numbers)
            if (auto done = readNumber(section, field); !done)
                return done.error();
        Result<void> done;
        if (const auto list = section.find("actions"))
            done = readList(*list, "actions", [this](const auto& name, const JsonValue& json) {
                return readAction(name, json);
            });
        if (const auto list = section.find("axes"); list && done)
            done = readList(*list, "axes", [this](const auto& name, const JsonValue& json) {
                return readAxis(name, json);
            });
        return done ? Result<InputMap>{std::move(m_map)} : done.error();
    }

private:
    Error faultAt(const JsonValue& json, const std::string& sentence) const
    {
        return Error{"'{}': {} ({})", m_file, sentence, placeToText(json.place())};
    }

    Result<void> readNumber(const JsonValue& section, const NumberField& field)
    {
        const auto json = section.find(field.name);
        if (!json)
            return {};
        const auto number = json->number();
        if (!number || *number < field.least || *number > field.most)
            return faultAt(*json, fmt::format("'{}' of the input is no number from {} to {}",
                                              field.name, field.least, field.most));
        m_map.*field.member = *number;
        return {};
    }

    template <typename Read>
    Result<void> readList(const JsonValue& list, const char* what, const Read& read)
    {
        if (!list.isObject())
            return faultAt(list, fmt::format("'{}' of the input is no object", what));
        Result<void> done;
        list.forEachMember([&](std::string_view name, const JsonValue& json) {
            if (!done)
                return;
            if (!isInputName(name))
                done = faultAt(json, fmt::format("'{}' is no name for input: up to {} letters, "
                                                 "digits and '_', no digit first",
                                                 name.substr(0, 64), InputMap::MaxNameLength));
            else if (!json.isObject())
                done = faultAt(json, fmt::format("the input '{}' is no object", name));
            else
                done = read(std::string{name}, json);
        });
        return done;
    }

    Result<void> readAction(const std::string& name, const JsonValue& json)
    {
        if (m_map.axis(name) != nullptr)
            return faultAt(json, fmt::format("'{}' is an axis already", name));
        auto* action = m_map.action(name);
        if (action == nullptr) {
            if (m_map.actions.size() == InputMap::MaxActions)
                return faultAt(json,
                               fmt::format("there are more than {} actions, with the {} that "
                                           "every game has",
                                           InputMap::MaxActions, InputMap::usual().actions.size()));
            action = &m_map.actions.emplace_back(InputAction{name, {}});
        }
        return readBindings(json, "bindings", name, action->bindings);
    }

    Result<void> readAxis(const std::string& name, const JsonValue& json)
    {
        if (m_map.action(name) != nullptr)
            return faultAt(json, fmt::format("'{}' is an action already", name));
        auto* axis = m_map.axis(name);
        if (axis == nullptr) {
            if (m_map.axes.size() == InputMap::MaxAxes)
                return faultAt(json, fmt::format("there are more than {} axes, with the {} that "
                                                 "every game has",
                                                 InputMap::MaxAxes, InputMap::usual().axes.size()));
            axis = &m_map.axes.emplace_back(InputAxis{name, {}, {}});
        }
        if (auto read = readBindings(json, "negative", name, axis->negative); !read)
            return read;
        return readBindings(json, "positive", name, axis->positive);
    }

    Result<void> readBindings(const JsonValue& json,
                              const char* key,
                              const std::string& name,
                              std::vector<InputSource>& bindings) const
    {
        const auto list = json.find(key);
        if (!list)
            return {};
        if (!list->isArray())
            return faultAt(*list, fmt::format("'{}' of the input '{}' is no list", key, name));
        if (list->count() > InputMap::MaxBindings)
            return faultAt(*list, fmt::format("the input '{}' has more than {} bindings", name,
                                              InputMap::MaxBindings));
        bindings.clear();
        Result<void> done;
        list->forEachItem([&](const JsonValue& item) {
            const auto source = InputSource::named(item.text());
            if (source && done)
                bindings.push_back(*source);
            else if (done)
                done = faultAt(item, fmt::format("the input '{}' has the binding {}, which does "
                                                 "not exist; the nearest is \"{}\"",
                                                 name, item.raw().substr(0, 64),
                                                 nearestSourceName(item.text())));
        });
        return done;
    }

    const std::string& m_file;
    InputMap m_map = InputMap::usual();
};

Json namesOf(const std::vector<InputSource>& sources)
{
    auto names = Json::array();
    for (const auto source : sources)
        names.push_back(std::string{source.name()});
    return names;
}

/// Writes what differs from the usual, and what stands there already.
void writeInto(Json& section, const InputMap& map)
{
    const auto& usual = InputMap::usual();
    for (const auto& field : Numbers)
        if (map.*field.member != usual.*field.member || section.contains(field.name))
            section[field.name] = map.*field.member;
    const auto isThere = [&](const char* list, const std::string& name) {
        return section.contains(list) && section[list].contains(name);
    };
    for (const auto& action : map.actions)
        if (const auto* own = usual.action(action.name);
            own == nullptr || *own != action || isThere("actions", action.name))
            section["actions"][action.name]["bindings"] = namesOf(action.bindings);
    for (const auto& axis : map.axes)
        if (const auto* own = usual.axis(axis.name);
            own == nullptr || *own != axis || isThere("axes", axis.name)) {
            auto& json = section["axes"][axis.name];
            json["negative"] = namesOf(axis.negative);
            json["positive"] = namesOf(axis.positive);
        }
}
} // namespace

Result<InputMap> readInput(const JsonValue& section, const std::string& nameForMessages)
{
    return InputReader{nameForMessages}.read(section);
}

std::string inputText(const InputMap& map)
{
    auto section = Json::object();
    writeInto(section, map);
    return section.empty() ? std::string{} : section.dump(2);
}

Result<InputMap> saveInput(const Project& project, const std::function<void(InputMap&)>& change)
{
    const auto file = project.root / "project.json";
    // What is there now may be another's, or broken: it is checked as when it is opened.
    const auto there = openProject(project.root);
    if (!there)
        return there.error();
    auto map = inputOf(*there);
    change(map);
    if (map == inputOf(*there))
        return map;
    const auto text = readFile(file, MaxFileBytes);
    if (!text)
        return text.error();
    auto json = Json::parse(*text, nullptr, false);
    if (!json.is_object())
        return Error{"'{}' is not a project: it holds no object", file.string()};
    auto section = json.value("input", Json::object());
    writeInto(section, map);
    if (!section.empty())
        json["input"] = std::move(section);
    if (const auto written = writeFileAtomically(file, json.dump(2) + '\n'); !written)
        return written.error();
    return map;
}
} // namespace engine
