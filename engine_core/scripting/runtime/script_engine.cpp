#include "engine_core/scripting/limits/script_budget.h"
#include "engine_core/scripting/limits/script_memory.h"
#include "engine_core/scripting/runtime/script_core.h"
#include "engine_core/scripting/runtime/script_release.h"
#include "engine_core/scripting/values/script_array.h"
#include "engine_core/scripting/values/script_string.h"

#include <angelscript.h>
#include <angelscript/scriptdictionary.h>

#include <algorithm>
#include <mutex>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr asPWORD MaxStackBytes = 1U << 20U;
constexpr asPWORD MaxCallDepth = 2000;

void takeMessage(const asSMessageInfo* info, void* messages)
{
    LogMessage message;
    message.level = info->type == asMSGTYPE_ERROR     ? LogLevel::Error
                    : info->type == asMSGTYPE_WARNING ? LogLevel::Warning
                                                      : LogLevel::Debug;
    message.source = "script";
    message.text = info->message;
    message.file = info->section;
    message.line = info->row;
    static_cast<std::vector<LogMessage>*>(messages)->push_back(std::move(message));
}

/// AngelScript counts its engines, and frees what all threads share with the last of them, without
/// a lock around both: another thread may be making its first one. So that is kept for good. What
/// it keeps for each thread is freed when the thread ends.
void prepareThread()
{
    static const int prepared = [] {
        countScriptMemory();
        return asPrepareMultithread();
    }();
    static_cast<void>(prepared);

    struct AtItsEnd
    {
        ~AtItsEnd() { asThreadCleanup(); }
    };

    thread_local const AtItsEnd atItsEnd;
}

/// An engine with the add-ons' types.
Result<EnginePtr> makeEngine(std::vector<LogMessage>& messages, const ScriptLimits& limits)
{
    static std::mutex mutex; // the add-ons make things that all engines share when first asked
    const std::lock_guard lock{mutex};
    prepareThread();
    EnginePtr scripts{asCreateScriptEngine()};
    if (!scripts)
        return Error{"AngelScript does not start"};
    static_cast<void>(new ScriptBudget{*scripts, limits}); // EngineRelease deletes it
    scripts->SetMessageCallback(asFunctionPtr(takeMessage), &messages, asCALL_CDECL);
    scripts->SetEngineProperty(asEP_MAX_STACK_SIZE, MaxStackBytes);
    // Without a limit an endless recursion would eat memory for minutes instead of failing.
    scripts->SetEngineProperty(asEP_MAX_CALL_STACK_SIZE, MaxCallDepth);
    scripts->SetEngineProperty(asEP_REQUIRE_ENUM_SCOPE, 1);
    // Initialisers of globals can loop for ever: startGlobals() runs them within a budget.
    scripts->SetEngineProperty(asEP_INIT_GLOBAL_VARS_AFTER_BUILD, 0);
    ScriptBinder binder{*scripts};
    for (const auto bind : {bindString, bindArray, bindStringTools})
        if (auto bound = bind(binder); !bound)
            return bound.error();
    RegisterScriptDictionary(scripts.get());
    return scripts;
}
} // namespace

void EngineRelease::operator()(asIScriptEngine* scripts) const
{
    scripts->ClearMessageCallback(); // nobody reads what it says about its end
    const std::unique_ptr<ScriptBudget> budget{ScriptBudget::of(*scripts)};
    {
        const ScriptBudget::Entry entry{*budget};
        releaseScripts(*scripts);
    }
    scripts->ShutDownAndRelease();
}

void ContextRelease::operator()(asIScriptContext* context) const
{
    ScriptBudget::of(*context->GetEngine())->forget(*context);
    context->Release();
}

ContextPtr makeContext(asIScriptEngine& scripts)
{
    return ContextPtr{ScriptBudget::of(scripts)->makeContext()};
}

std::optional<ScriptFailure> execute(asIScriptContext& context)
{
    return ScriptBudget::of(*context.GetEngine())->execute(context);
}

Result<EnginePtr> createEngine(const ScriptBindings& bindings,
                               void* host,
                               std::vector<LogMessage>& messages,
                               std::vector<ScriptText>* texts,
                               const ScriptLimits& limits)
{
    auto made = makeEngine(messages, limits);
    if (!made)
        return made;
    auto scripts = *std::move(made);
    ScriptBudget::of(*scripts)->setHost(host);
    ScriptBinder binder{*scripts};
    for (const auto bind : {bindCore, bindDirections})
        if (auto bound = bind(binder); !bound)
            return bound.error();
    if (bindings)
        if (auto bound = bindings(binder); !bound)
            return bound.error();
    if (texts != nullptr)
        *texts = binder.texts();
    messages.clear();
    ScriptBudget::of(*scripts)->leaveOutWhatIsHeld();
    return scripts;
}

std::vector<asITypeInfo*> nodeClasses(asIScriptModule& scriptModule)
{
    const auto* base = scriptModule.GetTypeInfoByName("Node");
    std::vector<asITypeInfo*> classes;
    for (asUINT i = 0; i < scriptModule.GetObjectTypeCount(); ++i) {
        auto* type = scriptModule.GetObjectTypeByIndex(i);
        const bool isAbstract = (type->GetFlags() & asOBJ_ABSTRACT) != 0;
        if (base != nullptr && type != base && type->DerivesFrom(base) && !isAbstract)
            classes.push_back(type);
    }
    std::sort(classes.begin(), classes.end(), [](const auto* a, const auto* b) {
        return std::string_view{a->GetName()} < b->GetName();
    });
    return classes;
}
} // namespace engine::scriptcore
