#include "editor/operations/entity/wire_operations.h"

#include "engine_core/play/world/play_wires.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace editor
{
using engine::Result;
using engine::Wire;
using engine::Wires;
using engine::World;

namespace
{
constexpr std::array<std::string_view, 4> TellsOn{"turnedOn", "opened", "started",
                                                  engine::output::Entered};
constexpr std::array<std::string_view, 5> TellsOff{"turnedOff", "closed", "ended", "stopped",
                                                   engine::output::Left};
constexpr std::array<std::string_view, 7> TurnsOn{"switchOn", "turnOn", "open", "enable",
                                                  "show",     "go",     "play"};
constexpr std::array<std::string_view, 6> TurnsOff{"switchOff", "turnOff", "close",
                                                   "disable",   "hide",    "stop"};

template <typename Names>
bool isAmong(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The first of the names that is offered; empty if none is.
template <typename Names>
std::string firstOffered(const Names& names, std::span<const std::string> offered)
{
    const auto at = std::find_if(names.begin(), names.end(),
                                 [&](std::string_view name) { return isAmong(offered, name); });
    return at != names.end() ? std::string{*at} : std::string{};
}

/// What turns something on comes first; what the engine fires for many objects comes behind what
/// the object has of its own.
std::vector<std::string> mainFirst(std::span<const std::string> outputs)
{
    std::vector<std::string> sorted{outputs.begin(), outputs.end()};
    std::stable_partition(sorted.begin(), sorted.end(),
                          [](const std::string& name) { return isAmong(TellsOn, name); });
    std::stable_partition(sorted.begin(), sorted.end(), [](const std::string& name) {
        return name != engine::output::Entered && name != engine::output::Left &&
               name != engine::output::Used;
    });
    std::stable_partition(sorted.begin(), sorted.end(),
                          [](const std::string& name) { return name != engine::output::Used; });
    return sorted;
}

std::string opposite(const std::string& output, std::span<const std::string> messages)
{
    if (isAmong(TellsOn, output))
        return firstOffered(TurnsOn, messages);
    return isAmong(TellsOff, output) ? firstOffered(TurnsOff, messages) : std::string{};
}
} // namespace

WirePair likelyWire(std::span<const std::string> outputs,
                    std::span<const std::string> messages,
                    std::span<const WirePair> taken)
{
    const auto ordered = mainFirst(outputs);
    const auto isFree = [&](const WirePair& pair) {
        return !pair.message.empty() && std::find(taken.begin(), taken.end(), pair) == taken.end();
    };
    for (const auto& output : ordered)
        if (const WirePair pair{output, opposite(output, messages)}; isFree(pair))
            return pair;
    const auto usual = isAmong(messages, "toggle") ? std::string{"toggle"}
                       : messages.empty()          ? std::string{}
                                                   : messages.front();
    for (const auto& output : ordered)
        if (const WirePair pair{output, usual}; isFree(pair))
            return pair;
    return {ordered.empty() ? std::string{} : ordered.front(), usual};
}

std::vector<WirePair> wiresBetween(const World& world, EntityId from, EntityId to)
{
    std::vector<WirePair> pairs;
    if (const auto* wires = world.get<Wires>(from))
        for (const auto& wire : wires->list)
            if (wire.target == to)
                pairs.push_back({wire.output, wire.message});
    return pairs;
}

Result<void> appendWire(Transaction& transaction, EntityId from, Wire wire)
{
    const auto& world = transaction.world();
    if (!world.exists(from) || !world.exists(wire.target))
        return engine::Error{"An end of the wire is gone"};
    if (wire.output.empty() || wire.message.empty())
        return engine::Error{"A wire needs an output and a message"};
    const auto* there = world.get<Wires>(from);
    auto wires = there != nullptr ? *there : Wires{};
    if (wires.list.size() >= Wires::MaxWires)
        return engine::Error{"An object has {} wires at most", Wires::MaxWires};
    wires.list.push_back(std::move(wire));
    transaction.set(from, std::move(wires));
    return {};
}

std::vector<IncomingWire> incomingWires(const World& world, EntityId target, std::size_t most)
{
    std::vector<IncomingWire> found;
    world.forEach<Wires>([&](EntityId from, const Wires& wires) {
        for (std::size_t place = 0; place < wires.list.size() && found.size() < most; ++place)
            if (wires.list[place].target == target)
                found.push_back({from, place});
    });
    return found;
}

EntityId wireEndAbove(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < engine::MaxHierarchyDepth; ++depth) {
        const auto* node = world.get<engine::Node>(entity);
        if (node == nullptr || entity == engine::SceneEntity)
            return {};
        if (world.get<engine::Script>(entity) != nullptr || world.get<Wires>(entity) != nullptr ||
            world.get<engine::Light>(entity) != nullptr ||
            world.get<engine::Trigger>(entity) != nullptr)
            return entity;
        entity = node->parent;
    }
    return {};
}
} // namespace editor
