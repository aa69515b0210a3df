#include "engine_core/scripting/script_core.h"

#include <angelscript.h>
#include <angelscript/scriptarray.h>
#include <angelscript/scriptdictionary.h>
#include <angelscript/scriptstdstring.h>

#include <algorithm>

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
} // namespace

void EngineRelease::operator()(asIScriptEngine* scripts) const
{
    scripts->ClearMessageCallback(); // nobody reads what it says about its end
    scripts->ShutDownAndRelease();
}

void ContextRelease::operator()(asIScriptContext* context) const
{
    context->Release();
}

Result<EnginePtr> createEngine(const ScriptBindings& bindings,
                               void* host,
                               std::vector<LogMessage>& messages,
                               std::vector<ScriptText>* texts)
{
    EnginePtr scripts{asCreateScriptEngine()};
    if (!scripts)
        return Error{"AngelScript does not start"};
    scripts->SetMessageCallback(asFunctionPtr(takeMessage), &messages, asCALL_CDECL);
    scripts->SetEngineProperty(asEP_MAX_STACK_SIZE, MaxStackBytes);
    // Without a limit an endless recursion would eat memory for minutes instead of failing.
    scripts->SetEngineProperty(asEP_MAX_CALL_STACK_SIZE, MaxCallDepth);
    scripts->SetEngineProperty(asEP_REQUIRE_ENUM_SCOPE, 1);
    scripts->SetUserData(host);
    RegisterStdString(scripts.get());
    RegisterScriptArray(scripts.get(), true);
    RegisterStdStringUtils(scripts.get());
    RegisterScriptDictionary(scripts.get());
    ScriptBinder binder{*scripts};
    if (auto bound = bindCore(binder); !bound)
        return bound.error();
    if (bindings)
        if (auto bound = bindings(binder); !bound)
            return bound.error();
    if (texts != nullptr)
        *texts = binder.texts();
    messages.clear();
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
