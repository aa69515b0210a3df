#include "engine_core/scripting/runtime/class_table.h"

#include "engine_core/scripting/runtime/script_core.h"

#include <angelscript.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
/// What a method for an event is told.
enum class Tells
{
    Nothing,
    Seconds,
    Entity,
    Collision, ///< the members of a ScriptCollision
    Footstep   ///< those of a ScriptFootstep
};

struct Event
{
    const char* method;
    Tells tells;
};

constexpr std::array<Event, EventCount> Events{{{"onStart", Tells::Nothing},
                                                {"onTick", Tells::Seconds},
                                                {"onUse", Tells::Entity},
                                                {"onTouch", Tells::Entity},
                                                {"onArrived", Tells::Nothing},
                                                {"onPathFailed", Tells::Nothing},
                                                {"onTriggerEnter", Tells::Entity},
                                                {"onTriggerExit", Tells::Entity},
                                                {"onCollision", Tells::Collision},
                                                {"onJointBreak", Tells::Entity},
                                                {"onLateTick", Tells::Seconds},
                                                {"onPausedTick", Tells::Seconds},
                                                {"onStop", Tells::Nothing},
                                                {"onFootstep", Tells::Footstep},
                                                {"onReload", Tells::Nothing},
                                                {"onEnable", Tells::Nothing},
                                                {"onDisable", Tells::Nothing}}};

/// Events that tell several values.
struct Signature
{
    std::span<const PropertyKind> kinds;
    const char* text;
    std::size_t optional = 0; ///< of the last ones may be left out
};

Signature signatureOf(Tells tells)
{
    static constexpr std::array Collision{PropertyKind::Entity, PropertyKind::Vec3,
                                          PropertyKind::Vec3, PropertyKind::Float};
    static constexpr std::array Footstep{PropertyKind::Text, PropertyKind::Bool,
                                         PropertyKind::Text};
    if (tells == Tells::Footstep)
        return {Footstep, "string material, bool running, string surface", 1};
    return {Collision, "Entity other, Vec3 point, Vec3 normal, double impulse"};
}

Handler handlerOf(asIScriptFunction& method)
{
    Handler handler{&method};
    if (method.GetParamCount() == 0)
        return handler;
    asDWORD flags = 0;
    method.GetParam(0, &handler.parameterType, &flags);
    handler.byReference = (flags & asTM_INREF) != 0;
    auto& scripts = *method.GetEngine();
    handler.kind = kindOf(scripts, handler.parameterType);
    handler.plainSize = static_cast<std::size_t>(
        std::max(scripts.GetSizeOfPrimitiveType(handler.parameterType), 0));
    return handler;
}

bool isPlain(PropertyKind kind)
{
    return kind == PropertyKind::Float || kind == PropertyKind::Bool;
}

/// That takes all values of the event, or none.
Result<Handler> findLongHandler(asIScriptEngine& scripts, asITypeInfo& type, const Event& event)
{
    const auto [wanted, text, optional] = signatureOf(event.tells);
    Handler handler;
    handler.method = type.GetMethodByName(event.method);
    if (handler.method == nullptr || handler.method->GetParamCount() == 0)
        return handler;
    const auto count = handler.method->GetParamCount();
    bool fits = count <= wanted.size() && count + optional >= wanted.size();
    for (asUINT i = 0; fits && i < count; ++i) {
        asDWORD flags = 0;
        handler.method->GetParam(i, &handler.parameterType, &flags);
        const bool isReference = (flags & asTM_INREF) != 0;
        fits = kindOf(scripts, handler.parameterType) == wanted[i] &&
               (!isReference || !isPlain(wanted[i]));
    }
    if (!fits)
        return Error{"{}::{} must be declared as 'void {}({})'", type.GetName(), event.method,
                     event.method, text};
    return handler;
}

Result<Handler> findHandler(asIScriptEngine& scripts, asITypeInfo& type, const Event& event)
{
    const auto& [name, tells] = event;
    if (tells == Tells::Collision || tells == Tells::Footstep)
        return findLongHandler(scripts, type, event);
    auto* method = type.GetMethodByName(name);
    if (method == nullptr || method->GetParamCount() == 0)
        return Handler{method};
    const auto handler = handlerOf(*method);
    const auto wanted = tells == Tells::Entity ? PropertyKind::Entity : PropertyKind::Float;
    if (tells == Tells::Nothing || method->GetParamCount() > 1 || handler.kind != wanted ||
        (tells == Tells::Seconds && handler.byReference))
        return Error{"{}::{} must be declared as 'void {}({})'", type.GetName(), name, name,
                     tells == Tells::Nothing  ? ""
                     : tells == Tells::Entity ? "Entity other"
                                              : "float seconds"};
    return handler;
}

/// What messages can carry.
const char* nameOf(PropertyKind kind)
{
    switch (kind) {
    case PropertyKind::Bool:
        return "a bool";
    case PropertyKind::Int:
        return "a whole number";
    case PropertyKind::Float:
        return "a number";
    case PropertyKind::Text:
        return "a string";
    case PropertyKind::Vec3:
        return "a Vec3";
    case PropertyKind::Entity:
        return "an Entity";
    default:
        return nullptr;
    }
}

/// Numbers come as doubles, whatever the sender wrote.
Value asKind(PropertyKind kind, const Value& value)
{
    constexpr double Most = 9.0e18; // whole numbers of 64 bits
    const auto* number = value.as<double>();
    const bool becomesWhole = kind == PropertyKind::Int && number != nullptr &&
                              *number == std::trunc(*number) && std::abs(*number) <= Most;
    return becomesWhole ? Value{static_cast<std::int64_t>(*number)} : value;
}
} // namespace

std::optional<Handler> messageHandler(asIScriptFunction& method)
{
    const bool isEvent = std::any_of(Events.begin(), Events.end(), [&](const Event& event) {
        return std::string_view{method.GetName()} == event.method;
    });
    if (isEvent || method.IsPrivate() || method.IsProtected() || method.GetParamCount() > 1)
        return std::nullopt;
    const auto handler = handlerOf(method);
    const bool fits =
        handler.parameterType == 0 || (handler.kind && nameOf(*handler.kind) != nullptr);
    return fits ? std::optional{handler} : std::nullopt;
}

Result<std::unique_ptr<ClassTable>> makeClassTable(asIScriptEngine& scripts, asITypeInfo& type)
{
    auto table = std::make_unique<ClassTable>();
    table->type = &type;
    table->factory = type.GetFactoryByDecl(fmt::format("{0}@ {0}()", type.GetName()).c_str());
    for (std::size_t i = 0; i < EventCount; ++i) {
        auto handler = findHandler(scripts, type, Events[i]);
        if (!handler)
            return handler.error();
        table->handlers[i] = *handler;
    }
    return table;
}

Result<Handler> findMessage(ClassTable& table, const std::string& name)
{
    if (const auto known = table.messages.find(name); known != table.messages.end())
        return known->second;
    if (std::any_of(Events.begin(), Events.end(),
                    [&](const Event& event) { return name == event.method; }))
        return Error{"'{}' is called by the engine; give the message another name", name};
    asIScriptFunction* method = nullptr;
    for (asUINT i = 0; i < table.type->GetMethodCount(); ++i) {
        auto* each = table.type->GetMethodByIndex(i);
        if (name != each->GetName() || each->IsPrivate() || each->IsProtected())
            continue;
        if (method != nullptr)
            return Error{"{} has several methods '{}'; a message needs one", table.type->GetName(),
                         name};
        method = each;
    }
    const auto handler = method != nullptr ? handlerOf(*method) : Handler{};
    if (method != nullptr && method->GetParamCount() > 0) {
        if (method->GetParamCount() > 1 || !handler.kind || nameOf(*handler.kind) == nullptr)
            return Error{"A message cannot call '{}': it takes one number, bool, string, Vec3 or "
                         "Entity, or nothing",
                         method->GetDeclaration()};
    }
    table.messages.emplace(name, handler);
    return handler;
}

Result<MessageArgument>
MessageArgument::create(const Handler& handler, const std::string& name, const Value& value)
{
    MessageArgument argument;
    if (handler.parameterType == 0)
        return argument;
    const auto kind = handler.kind.value_or(PropertyKind::Bag);
    argument.m_isText = kind == PropertyKind::Text;
    void* place = argument.m_isText ? static_cast<void*>(&argument.m_text) : &argument.m_plain;
    if (!writeValue(*handler.method->GetEngine(), handler.parameterType, place,
                    asKind(kind, value)))
        return Error{"'{}' of {} takes {}", name, handler.method->GetObjectName(), nameOf(kind)};
    return argument;
}

void MessageArgument::pass(asIScriptContext& context, const Handler& handler)
{
    if (handler.parameterType == 0)
        return;
    void* place = m_isText ? static_cast<void*>(&m_text) : &m_plain;
    if (handler.byReference)
        context.SetArgAddress(0, place);
    else if (handler.plainSize > 0)
        std::memcpy(context.GetAddressOfArg(0), place, handler.plainSize);
    else
        context.SetArgObject(0, place);
}
} // namespace engine::scriptcore
