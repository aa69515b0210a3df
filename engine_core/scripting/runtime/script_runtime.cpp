#include "engine_core/scripting/runtime/script_runtime.h"

#include "engine_core/reflect/value_hash.h"
#include "engine_core/scripting/compile/module_compile.h"
#include "engine_core/scripting/limits/script_budget.h"
#include "engine_core/scripting/runtime/carry_over.h"
#include "engine_core/scripting/runtime/script_core.h"
#include "engine_core/scripting/values/member_values.h"

#include <angelscript.h>

#include <array>
#include <unordered_map>

namespace engine
{
using namespace AngelScript;
using namespace scriptcore;

namespace
{
constexpr auto EventCount = static_cast<std::size_t>(ScriptEvent::Count);

constexpr std::array<const char*, EventCount> EventNames{
    "onStart",      "onTick",         "onUse",         "onTouch",    "onArrived",
    "onPathFailed", "onTriggerEnter", "onTriggerExit", "onCollision"};

/// How a class takes an event: its method, and what that wants to be told.
struct Handler
{
    asIScriptFunction* method = nullptr;
    int parameterType = 0; ///< type id; 0 takes nothing
    bool byReference = false;
};

struct ClassTable
{
    asITypeInfo* type = nullptr;
    asIScriptFunction* factory = nullptr;
    std::array<Handler, EventCount> handlers;
};

/// That takes the four values of a ScriptCollision, or none.
Result<Handler> findCollisionHandler(asIScriptEngine& scripts, asITypeInfo& type)
{
    Handler handler;
    handler.method = type.GetMethodByName("onCollision");
    if (handler.method == nullptr || handler.method->GetParamCount() == 0)
        return handler;
    constexpr std::array Wanted{PropertyKind::Entity, PropertyKind::Vec3, PropertyKind::Vec3,
                                PropertyKind::Float};
    bool fits = handler.method->GetParamCount() == Wanted.size();
    for (asUINT i = 0; fits && i < Wanted.size(); ++i) {
        asDWORD flags = 0;
        handler.method->GetParam(i, &handler.parameterType, &flags);
        const bool isReference = (flags & asTM_INREF) != 0;
        fits = kindOf(scripts, handler.parameterType) == Wanted[i] &&
               (!isReference || Wanted[i] != PropertyKind::Float);
    }
    if (!fits)
        return Error{"{}::onCollision must be declared as 'void onCollision(Entity other, Vec3 "
                     "point, Vec3 normal, double impulse)'",
                     type.GetName()};
    return handler;
}

Result<Handler> findHandler(asIScriptEngine& scripts, asITypeInfo& type, ScriptEvent event)
{
    if (event == ScriptEvent::Collision)
        return findCollisionHandler(scripts, type);
    const auto* name = EventNames[static_cast<std::size_t>(event)];
    Handler handler;
    handler.method = type.GetMethodByName(name);
    if (handler.method == nullptr || handler.method->GetParamCount() == 0)
        return handler;
    asDWORD flags = 0;
    handler.method->GetParam(0, &handler.parameterType, &flags);
    handler.byReference = (flags & asTM_INREF) != 0;
    const auto kind = kindOf(scripts, handler.parameterType);
    const bool wantsNothing = event == ScriptEvent::Start || event == ScriptEvent::Arrived ||
                              event == ScriptEvent::PathFailed;
    const bool wantsEntity = event == ScriptEvent::Use || event == ScriptEvent::Touch ||
                             event == ScriptEvent::TriggerEnter ||
                             event == ScriptEvent::TriggerExit;
    const auto wanted = wantsEntity ? PropertyKind::Entity : PropertyKind::Float;
    if (wantsNothing || handler.method->GetParamCount() > 1 || kind != wanted ||
        (!wantsEntity && handler.byReference))
        return Error{"{}::{} must be declared as 'void {}({})'", type.GetName(), name, name,
                     wantsNothing  ? ""
                     : wantsEntity ? "Entity other"
                                   : "float seconds"};
    return handler;
}
} // namespace

ScriptFailure scriptcore::failureOf(asIScriptContext& context, int ended)
{
    const bool threw = ended == asEXECUTION_EXCEPTION;
    const char* section = nullptr;
    ScriptFailure failure;
    failure.line = threw ? context.GetExceptionLineNumber(nullptr, &section)
                         : context.GetLineNumber(0, nullptr, &section);
    const auto* function = threw ? context.GetExceptionFunction() : nullptr;
    // What AngelScript makes itself, such as factories of arrays, is in no file: its caller is.
    for (asUINT i = 1; i < context.GetCallstackSize() && section == nullptr; ++i) {
        failure.line = context.GetLineNumber(i, nullptr, &section);
        function = context.GetFunction(i);
    }
    failure.file = section != nullptr ? section : "";
    failure.message = threw ? std::string{context.GetExceptionString()}
                            : ScriptBudget::of(*context.GetEngine())->whySpent();
    if (threw && function != nullptr)
        failure.message += fmt::format(" (in {})", function->GetDeclaration());
    return failure;
}

Result<void> scriptcore::startGlobals(asIScriptModule& scriptModule, asIScriptContext& context)
{
    const auto failure = ScriptBudget::of(*context.GetEngine())->run(context, [&] {
        return scriptModule.ResetGlobalVars(&context) >= 0 ? asEXECUTION_FINISHED
                                                           : context.GetState();
    });
    return failure ? Error{"{}", failure->text()} : Result<void>{};
}

std::string ScriptFailure::text() const
{
    return file.empty() ? message : fmt::format("{}:{}: {}", file, line, message);
}

struct ScriptObject::State
{
    asIScriptObject* object = nullptr;
    const ClassTable* table = nullptr;
    EntityId entity;
    std::string className;
    HeldHashes beganWith; ///< as its class made it

    ~State()
    {
        const ScriptBudget::Entry entry{*ScriptBudget::of(scripts())};
        object->Release();
    }

    [[nodiscard]] asIScriptEngine& scripts() const { return *object->GetEngine(); }

    [[nodiscard]] std::optional<asUINT> indexOf(std::string_view name) const
    {
        for (asUINT i = 0; i < object->GetPropertyCount(); ++i)
            if (name == object->GetPropertyName(i))
                return i;
        return std::nullopt;
    }
};

ScriptObject::ScriptObject(std::unique_ptr<State> state) : m_state{std::move(state)} {}

ScriptObject::~ScriptObject() = default;
ScriptObject::ScriptObject(ScriptObject&&) noexcept = default;
ScriptObject& ScriptObject::operator=(ScriptObject&&) noexcept = default;

const std::string& ScriptObject::className() const
{
    return m_state->className;
}

bool ScriptObject::handles(ScriptEvent event) const
{
    return m_state->table->handlers[static_cast<std::size_t>(event)].method != nullptr;
}

Value ScriptObject::get(std::string_view name) const
{
    const auto index = m_state->indexOf(name);
    if (!index)
        return {};
    auto& object = *m_state->object;
    return readMember(m_state->scripts(), object.GetPropertyTypeId(*index),
                      object.GetAddressOfProperty(*index));
}

Result<void> ScriptObject::set(std::string_view name, const Value& value)
{
    const auto index = m_state->indexOf(name);
    if (!index)
        return Error{"{} has no property '{}'", m_state->className, name};
    auto& object = *m_state->object;
    const ScriptBudget::Entry entry{*ScriptBudget::of(m_state->scripts())};
    auto written = writeMember(m_state->scripts(), object.GetPropertyTypeId(*index),
                               object.GetAddressOfProperty(*index), value);
    return written ? written : written.error().withContext("{}.{}", m_state->className, name);
}

std::vector<std::string> ScriptObject::takeValuesOf(const ScriptObject& before)
{
    const ScriptBudget::Entry entry{*ScriptBudget::of(m_state->scripts())};
    return carryOverAll(m_state->scripts(), membersOf(*before.m_state->object),
                        before.m_state->beganWith, membersOf(*m_state->object));
}

void ScriptObject::addTo(Hasher& hasher) const
{
    auto& object = *m_state->object;
    for (asUINT i = 0; i < object.GetPropertyCount(); ++i)
        addValue(hasher, readValue(m_state->scripts(), object.GetPropertyTypeId(i),
                                   object.GetAddressOfProperty(i)));
}

namespace
{
/// A version of a file: its module, which the engine owns.
struct LoadedScript
{
    std::shared_ptr<const ScriptProgram> program;
    asIScriptModule* scriptModule = nullptr;
    HeldHashes beganWith;                                                ///< its globals
    std::unordered_map<std::string, std::unique_ptr<ClassTable>> tables; ///< by class
};

using LoadedScripts = std::unordered_map<std::string, LoadedScript>; ///< by file
} // namespace

struct ScriptRuntime::State
{
    std::vector<LogMessage> messages;
    EnginePtr scripts;
    ScriptBudget* budget = nullptr; ///< of the engine, which takes a lock to tell it
    ContextPtr context;
    LoadedScripts loaded;
    LoadedScripts replaced; ///< since the last settle()
    int versions = 0;
    /// Of versions that are gone; some object may be left.
    std::vector<std::unique_ptr<ClassTable>> retired;

    std::optional<ScriptFailure> execute(const EntityId& entity)
    {
        setActiveEntity(*context, &entity);
        auto failure = budget->execute(*context);
        setActiveEntity(*context, nullptr);
        return failure;
    }

    /// `setArgument` is called only if the method takes one.
    template <typename SetArgument>
    std::optional<ScriptFailure>
    call(ScriptObject::State& object, ScriptEvent event, const SetArgument& setArgument)
    {
        const auto& handler = object.table->handlers[static_cast<std::size_t>(event)];
        if (handler.method == nullptr)
            return std::nullopt;
        context->Prepare(handler.method);
        context->SetObject(object.object);
        if (handler.parameterType != 0)
            setArgument(handler);
        return execute(object.entity);
    }

    Result<const ClassTable*> tableOf(const std::string& file, const std::string& className);
    void discard(LoadedScript& script);
};

Result<const ClassTable*> ScriptRuntime::State::tableOf(const std::string& file,
                                                        const std::string& className)
{
    const auto script = loaded.find(file);
    if (script == loaded.end())
        return Error{"The script '{}' is not loaded", file};
    auto& slot = script->second.tables[className];
    if (slot)
        return slot.get();
    auto* scriptModule = script->second.scriptModule;
    for (auto* type : nodeClasses(*scriptModule)) {
        if (className != type->GetName())
            continue;
        auto table = std::make_unique<ClassTable>();
        table->type = type;
        table->factory = type->GetFactoryByDecl(fmt::format("{0}@ {0}()", type->GetName()).c_str());
        for (std::size_t i = 0; i < EventCount; ++i) {
            auto handler = findHandler(*scripts, *type, static_cast<ScriptEvent>(i));
            if (!handler)
                return handler.error().withContext("{}", "scripts/" + file);
            table->handlers[i] = *handler;
        }
        slot = std::move(table);
        return slot.get();
    }
    return Error{"{} has no class '{}' that derives from Node", "scripts/" + file, className};
}

ScriptRuntime::ScriptRuntime() : m_state{std::make_unique<State>()} {}

ScriptRuntime::~ScriptRuntime() = default;

Result<std::unique_ptr<ScriptRuntime>>
ScriptRuntime::create(const ScriptBindings& bindings, void* host, const ScriptLimits& limits)
{
    std::unique_ptr<ScriptRuntime> runtime{new ScriptRuntime};
    auto& state = *runtime->m_state;
    auto scripts = createEngine(bindings, host, state.messages, nullptr, limits);
    if (!scripts)
        return scripts.error();
    state.scripts = *std::move(scripts);
    state.context = makeContext(*state.scripts);
    state.budget = ScriptBudget::of(*state.scripts);
    return runtime;
}

void ScriptRuntime::State::discard(LoadedScript& script)
{
    for (auto& [name, table] : script.tables)
        if (table)
            retired.push_back(std::move(table));
    const ScriptBudget::Entry entry{*budget}; // destructors of its globals run
    script.scriptModule->Discard();
}

Result<std::vector<std::string>>
ScriptRuntime::load(const std::shared_ptr<const ScriptProgram>& program)
{
    auto& state = *m_state;
    const auto& file = program->file;
    const auto current = state.loaded.find(file);
    if (current != state.loaded.end() && current->second.program->hash == program->hash)
        return std::vector<std::string>{};
    // The engine looks for modules by name when it makes one: a version in use is not to be it.
    const auto name = fmt::format("{} {}", file, ++state.versions);
    auto* scriptModule = state.scripts->GetModule(name.c_str(), asGM_ALWAYS_CREATE);
    state.messages.clear();
    if (scriptModule == nullptr || !loadByteCode(*scriptModule, program->byteCode))
        return Error{"The compiled script '{}' cannot be loaded", file};
    if (auto started = startGlobals(*scriptModule, *state.context); !started) {
        scriptModule->Discard();
        return started.error();
    }
    const auto globals = globalsOf(*scriptModule);
    LoadedScript script{program, scriptModule, hashesOf(*state.scripts, globals), {}};
    if (current == state.loaded.end()) {
        state.loaded.emplace(file, std::move(script));
        return std::vector<std::string>{};
    }
    auto before = std::exchange(current->second, std::move(script));
    std::vector<std::string> lost;
    {
        const ScriptBudget::Entry entry{*state.budget};
        lost = carryOverAll(*state.scripts, globalsOf(*before.scriptModule), before.beganWith,
                            globals);
    }
    if (state.replaced.contains(file)) // that is what goBack() returns to
        state.discard(before);
    else
        state.replaced.emplace(file, std::move(before));
    return lost;
}

void ScriptRuntime::settle()
{
    for (auto& [file, script] : std::exchange(m_state->replaced, {}))
        m_state->discard(script);
}

void ScriptRuntime::goBack()
{
    for (auto& [file, before] : std::exchange(m_state->replaced, {})) {
        auto script = std::exchange(m_state->loaded.at(file), std::move(before));
        m_state->discard(script);
    }
}

Result<ScriptObject>
ScriptRuntime::createObject(const std::string& file, const std::string& className, EntityId entity)
{
    const auto table = m_state->tableOf(file, className);
    if (!table)
        return table.error();
    if ((*table)->factory == nullptr)
        return Error{"{}: the class {} needs a constructor without parameters", "scripts/" + file,
                     className};
    m_state->context->Prepare((*table)->factory);
    if (const auto failure = m_state->execute(entity))
        return Error{"{}", failure->text()};
    auto state = std::make_unique<ScriptObject::State>();
    state->object = static_cast<asIScriptObject*>(m_state->context->GetReturnObject());
    state->object->AddRef();
    m_state->context->Unprepare();
    state->table = *table;
    state->entity = entity;
    state->className = className;
    state->beganWith = hashesOf(*m_state->scripts, membersOf(*state->object));
    ScriptObject object{std::move(state)};
    if (auto set = object.set("entity", {entity}); !set)
        return set.error();
    return object;
}

std::optional<ScriptFailure> ScriptRuntime::call(ScriptObject& object, ScriptEvent event)
{
    return m_state->call(*object.m_state, event, [](const Handler&) {});
}

std::optional<ScriptFailure>
ScriptRuntime::call(ScriptObject& object, ScriptEvent event, double seconds)
{
    return m_state->call(*object.m_state, event, [&](const Handler& handler) {
        if (handler.parameterType == asTYPEID_FLOAT)
            m_state->context->SetArgFloat(0, static_cast<float>(seconds));
        else
            m_state->context->SetArgDouble(0, seconds);
    });
}

std::optional<ScriptFailure>
ScriptRuntime::call(ScriptObject& object, ScriptEvent event, EntityId other)
{
    return m_state->call(*object.m_state, event, [&](const Handler& handler) {
        if (handler.byReference)
            m_state->context->SetArgAddress(0, &other);
        else
            m_state->context->SetArgObject(0, &other);
    });
}

std::optional<ScriptFailure> ScriptRuntime::call(ScriptObject& object,
                                                 const ScriptCollision& collision)
{
    auto told = collision; // AngelScript takes what it may change
    const std::array<void*, 3> values{&told.other, &told.point, &told.normal};
    return m_state->call(*object.m_state, ScriptEvent::Collision, [&](const Handler& handler) {
        for (asUINT i = 0; i < values.size(); ++i) {
            asDWORD flags = 0;
            handler.method->GetParam(i, nullptr, &flags);
            if ((flags & asTM_INREF) != 0)
                m_state->context->SetArgAddress(i, values[i]);
            else
                m_state->context->SetArgObject(i, values[i]);
        }
        if (handler.parameterType == asTYPEID_FLOAT) // of the last one
            m_state->context->SetArgFloat(3, static_cast<float>(told.impulse));
        else
            m_state->context->SetArgDouble(3, told.impulse);
    });
}
} // namespace engine
