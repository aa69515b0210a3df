#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/play/world/play_wires.h"

namespace engine
{
namespace
{
/// Null, with an exception in the script, while the first objects are made and when the game ends.
PlayScripts* activeScripts()
{
    auto* play = activePlay();
    if (play == nullptr || play->scripts)
        return play != nullptr ? play->scripts.get() : nullptr;
    raiseInScript("Objects hear of each other from onStart() to onStop()");
    return nullptr;
}

/// The same for a message to an entity.
PlayScripts* scriptsFor(const EntityId& to)
{
    auto* scripts = activeScripts();
    if (scripts == nullptr || to)
        return scripts;
    raiseInScript("This entity is null");
    return nullptr;
}

PlayScripts::Message messageOf(const std::string& name, Value value)
{
    return {name, std::move(value), entityOfActiveScript()};
}

bool send(const EntityId& to, const std::string& name, Value value)
{
    auto* scripts = scriptsFor(to);
    if (scripts == nullptr)
        return false;
    const auto sent = scripts->send(to, messageOf(name, std::move(value)));
    if (!sent)
        raiseInScript(sent.error().message());
    return sent && *sent;
}

TaskId sendLater(const EntityId& to, double seconds, const std::string& name, Value value)
{
    // What waits is not counted with what scripts hold.
    constexpr std::size_t MostBytes = 4096;
    const auto* text = value.as<std::string>();
    if (name.size() + (text != nullptr ? text->size() : 0) > MostBytes) {
        raiseInScript(fmt::format("A later message can have {} bytes at most", MostBytes));
        return {};
    }
    auto* scripts = scriptsFor(to);
    return scripts != nullptr ? scripts->sendLater(seconds, to, messageOf(name, std::move(value)))
                              : TaskId{};
}

int broadcast(const std::string& name, Value value)
{
    auto* scripts = activeScripts();
    if (scripts == nullptr)
        return 0;
    const auto sent = scripts->broadcast(messageOf(name, std::move(value)));
    if (!sent)
        raiseInScript(sent.error().message());
    return sent ? *sent : 0;
}

int fireOutput(const std::string& output, const Value& told)
{
    if (activeScripts() == nullptr)
        return 0;
    return activePlay()->wires->fire(entityOfActiveScript(), output, told);
}

/// One type of value: as scripts declare it, and as a parameter of natives.
template <typename P>
void bindValue(ScriptBinder& binder, const std::string& type)
{
    using Id = const EntityId&;
    using MessageName = const std::string&;
    binder.method(
        "Entity", fmt::format("bool send(const string &in name, {} value)", type).c_str(),
        +[](Id to, MessageName name, P value) { return send(to, name, {value}); },
        "Calls the public method of that name in its script; whether there was one");
    binder.method(
        "Entity",
        fmt::format("Task sendLater(double seconds, const string &in name, {} value)", type)
            .c_str(),
        +[](Id to, double seconds, MessageName name, P value) {
            return sendLater(to, seconds, name, {value});
        },
        "The same so many seconds later");
    binder.function(
        fmt::format("int broadcast(const string &in name, {} value)", type).c_str(),
        +[](MessageName name, P value) { return broadcast(name, {value}); },
        "Sends to all other objects; how many had a method of that name");
    binder.function(
        fmt::format("int fireOutput(const string &in output, {} value)", type).c_str(),
        +[](MessageName output, P value) { return fireOutput(output, {value}); },
        "The same; wires without a value of their own send this one");
}
} // namespace

Result<void> bindMessages(ScriptBinder& binder)
{
    using Id = const EntityId&;
    using MessageName = const std::string&;
    binder.method(
        "Entity", "bool send(const string &in name)",
        +[](Id to, MessageName name) { return send(to, name, {}); },
        "Calls the public method of that name in its script; whether there was one");
    binder.method(
        "Entity", "Task sendLater(double seconds, const string &in name)",
        +[](Id to, double seconds, MessageName name) { return sendLater(to, seconds, name, {}); },
        "The same so many seconds later");
    binder.function(
        "int broadcast(const string &in name)",
        +[](MessageName name) { return broadcast(name, {}); },
        "Sends to all other objects; how many had a method of that name");
    binder.function(
        "int fireOutput(const string &in output)",
        +[](MessageName output) { return fireOutput(output, {}); },
        "Tells what the wires of this object's output lead to; how many wires fired");
    bindValue<double>(binder, "double");
    bindValue<bool>(binder, "bool");
    bindValue<const std::string&>(binder, "const string &in");
    bindValue<const Vec3d&>(binder, "const Vec3 &in");
    bindValue<const EntityId&>(binder, "const Entity &in");
    binder.function(
        "Entity sender()",
        +[] {
            const auto* scripts = activeScripts();
            return scripts != nullptr ? scripts->sender() : EntityId{};
        },
        "Whose message the method was called for; null outside of one");
    return binder.finish("message");
}
} // namespace engine
