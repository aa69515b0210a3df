#include "engine_core/play/game/play_game.h"
#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
void declareCommand(const std::string& name, const std::string& method, const std::string& help)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    const auto entity = entityOfActiveScript();
    if (!entity || !play->scripts) {
        raiseInScript("Objects declare commands, from onStart() on; the App class has variables");
        return;
    }
    if (const auto done = play->console.declare(name, entity, method, help); !done)
        raiseInScript(done.error().message());
}

/// What the variable is now; the usual value if it cannot be declared.
template <typename T>
T declareVariable(const std::string& name, ConsoleVariable variable)
{
    const T usual = *variable.usual.as<T>();
    auto* play = activePlay();
    if (play == nullptr)
        return usual;
    if (play->console.isCommand(name)) {
        raiseInScript(fmt::format("'{}' is a command of the console already", name));
        return usual;
    }
    const auto value = play->game.consoleVariables.declare(name, std::move(variable));
    if (!value)
        raiseInScript(value.error().message());
    return value ? *value->template as<T>() : usual;
}

double consoleNumber(
    const std::string& name, double usual, double least, double most, const std::string& help)
{
    return declareVariable<double>(
        name, {.usual = {usual}, .least = least, .most = most, .help = help, .set = {}});
}

bool consoleToggle(const std::string& name, bool usual, const std::string& help)
{
    return declareVariable<bool>(
        name, {.usual = {usual}, .least = 0, .most = 0, .help = help, .set = {}});
}

std::string consoleText(const std::string& name, const std::string& usual, const std::string& help)
{
    return declareVariable<std::string>(
        name, {.usual = {usual}, .least = 0, .most = 0, .help = help, .set = {}});
}
} // namespace

Result<void> bindConsole(ScriptBinder& binder)
{
    binder.space("Console");
    binder.function("void command(const string &in name, const string &in method, const string &in "
                    "help = \"\")",
                    declareCommand,
                    "Who types the name in the console calls that public method of this object, "
                    "with what stands behind the name: a number, bool, string or nothing");
    binder.function("double number(const string &in name, double usual, double least, double most, "
                    "const string &in help = \"\")",
                    consoleNumber,
                    "A variable of the console, declared by asking for it; what it is now");
    binder.function("bool toggle(const string &in name, bool usual, const string &in help = \"\")",
                    consoleToggle, "The same that is on or off");
    binder.function("string text(const string &in name, const string &in usual, const string &in "
                    "help = \"\")",
                    consoleText, "The same as words");
    binder.space("");
    return binder.finish("console");
}
} // namespace engine
