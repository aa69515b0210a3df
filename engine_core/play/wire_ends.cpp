#include "engine_core/play/wire_ends.h"

#include "engine_core/play/world/play_wires.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/trigger.h"

#include <algorithm>
#include <optional>

namespace engine
{
namespace
{
/// Nothing without a script, or if it does not compile: what it has is not known then.
std::optional<ScriptClassInfo> classOf(const World& world, EntityId entity, ScriptLibrary& scripts)
{
    const auto* script = world.get<Script>(entity);
    if (script == nullptr || script->file.path.empty() || !scripts.mayRun(script->file.path))
        return std::nullopt;
    auto info = scripts.classInfo(script->file.path, script->className);
    return info ? std::optional{*std::move(info)} : std::nullopt;
}

bool hasUnknownScript(const World& world, EntityId entity, ScriptLibrary& scripts)
{
    const auto* script = world.get<Script>(entity);
    return script != nullptr && !script->file.path.empty() && !classOf(world, entity, scripts);
}

std::string shortText(const Value& value)
{
    if (const auto* number = value.as<double>())
        return fmt::format(" {:g}", *number);
    if (const auto* on = value.as<bool>())
        return *on ? " true" : " false";
    if (const auto* text = value.as<std::string>())
        return " \"" + *text + "\"";
    if (const auto* place = value.as<Vec3d>())
        return fmt::format(" ({:g}, {:g}, {:g})", place->x, place->y, place->z);
    return {};
}

/// "switchOn 2, after 0.5 s, once".
std::string messageText(const Wire& wire)
{
    auto text = wire.message + shortText(wire.value);
    if (wire.delay > 0)
        text += fmt::format(", after {:g} s", wire.delay);
    if (wire.once)
        text += ", once";
    return text;
}

/// What is wrong with a wire, and what to do; nothing if all is well.
struct WireFault
{
    const char* rule;
    std::string message;
    std::string fix;
};

std::optional<WireFault>
faultOf(const World& world, EntityId from, const Wire& wire, ScriptLibrary& scripts)
{
    const auto begin = fmt::format("The wire '{}' of {}", wire.output, titleOf(world, from));
    if (!wire.target)
        return WireFault{"wire-target", begin + " leads to nobody.", "Choose a target."};
    if (!world.exists(wire.target))
        return WireFault{"wire-target", begin + " leads to an object that is gone.",
                         "Choose another target, or remove the wire."};
    const auto outputs = outputsOf(world, from, scripts);
    if (!hasUnknownScript(world, from, scripts) &&
        std::find(outputs.begin(), outputs.end(), wire.output) == outputs.end())
        return WireFault{"wire-output",
                         begin + " never fires: neither its script nor the engine has that output.",
                         "Choose one of its outputs, or declare it with [outputs(\"...\")]."};
    const auto messages = messagesOf(world, wire.target, scripts);
    if (!hasUnknownScript(world, wire.target, scripts) &&
        std::none_of(messages.begin(), messages.end(),
                     [&](const ScriptMessage& message) { return message.name == wire.message; }))
        return WireFault{"wire-message",
                         fmt::format("{} tells {} '{}', which it does not have.", begin,
                                     titleOf(world, wire.target), wire.message),
                         "Choose one of its messages."};
    return std::nullopt;
}
} // namespace

std::vector<std::string> outputsOf(const World& world, EntityId entity, ScriptLibrary& scripts)
{
    std::vector<std::string> outputs;
    if (world.get<Trigger>(entity) != nullptr)
        outputs = {std::string{output::Entered}, std::string{output::Left}};
    outputs.emplace_back(output::Used);
    if (const auto info = classOf(world, entity, scripts))
        outputs.insert(outputs.end(), info->outputs.begin(), info->outputs.end());
    return outputs;
}

std::vector<ScriptMessage> messagesOf(const World& world, EntityId entity, ScriptLibrary& scripts)
{
    std::vector<ScriptMessage> messages;
    if (const auto info = classOf(world, entity, scripts))
        messages = info->messages;
    const auto add = [&](const char* name) {
        if (std::none_of(messages.begin(), messages.end(),
                         [&](const ScriptMessage& each) { return each.name == name; }))
            messages.push_back({name, std::nullopt});
    };
    if (world.get<Light>(entity) != nullptr)
        for (const auto* name : {"switchOn", "switchOff", "toggle"})
            add(name);
    add("destroy");
    return messages;
}

std::string wireText(const World& world, const Wire& wire)
{
    const auto* node = wire.target ? world.get<Node>(wire.target) : nullptr;
    const auto target = !wire.target      ? std::string{"nobody"}
                        : node == nullptr ? std::string{"an object that is gone"}
                                          : node->name;
    return fmt::format("{} -> {}: {}", wire.output, target, messageText(wire));
}

std::string incomingWireText(const World& world, EntityId from, const Wire& wire)
{
    const auto* node = world.get<Node>(from);
    return fmt::format("from {}: {} -> {}",
                       node != nullptr ? node->name : std::string{"an object that is gone"},
                       wire.output, messageText(wire));
}

std::vector<Issue> checkWires(const World& world, ScriptLibrary& scripts)
{
    std::vector<Issue> issues;
    world.forEach<Wires>([&](EntityId entity, const Wires& wires) {
        for (std::size_t i = 0; i < wires.list.size() && issues.size() < MaxIssuesPerRule; ++i)
            if (auto fault = faultOf(world, entity, wires.list[i], scripts))
                issues.push_back({Severity::Warning, fault->rule, entity,
                                  fmt::format("wire {}", i + 1), std::move(fault->message),
                                  std::move(fault->fix)});
    });
    return issues;
}
} // namespace engine
