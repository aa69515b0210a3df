#include "engine_core/scripting/runtime/script_runtime.h"

#include "engine_core/reflect/value_hash.h"
#include "engine_core/scripting/compile/module_compile.h"
#include "engine_core/scripting/limits/script_budget.h"
#include "engine_core/scripting/runtime/carry_over.h"
#include "engine_core/scripting/runtime/class_table.h"
#include "engine_core/scripting/runtime/script_core.h"
#include "engine_core/scripting/runtime/script_tasks.h"
#include "engine_core/scripting/values/member_values.h"

#include <angelscript.h>

#include <unordered_map>

namespace engine
{
using namespace AngelScript;
using namespace scriptcore;

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
    const auto failure = ScriptBudget::of(*context.GetEngine())->run(context, nullptr, [&] {
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
    ClassTable* table = nullptr;
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

bool ScriptObject::isPublic(std::string_view name) const
{
    const auto index = m_state->indexOf(name);
    bool isPrivate = false;
    bool isProtected = false;
    if (index)
        m_state->object->GetObjectType()->GetProperty(*index, nullptr, nullptr, &isPrivate,
                                                      &isProtected);
    return index && !isPrivate && !isProtected;
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

void ScriptObject::forEachHash(
    const std::function<void(std::string_view name, ContentHash hash)>& visit) const
{
    auto& object = *m_state->object;
    for (asUINT i = 0; i < object.GetPropertyCount(); ++i) {
        Hasher hasher;
        addValue(hasher, readValue(m_state->scripts(), object.GetPropertyTypeId(i),
                                   object.GetAddressOfProperty(i)));
        visit(object.GetPropertyName(i), hasher.result());
    }
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
    std::unique_ptr<ContextPool> contexts;
    std::unique_ptr<ScriptTasks> tasks;
    LoadedScripts loaded;
    LoadedScripts replaced; ///< since the last settle()
    int versions = 0;
    /// Of versions that are gone; some object may be left.
    std::vector<std::unique_ptr<ClassTable>> retired;

    /// `setArgument` is called only if the method takes one.
    template <typename SetArgument>
    std::optional<ScriptFailure>
    call(ScriptObject::State& object, ScriptEvent event, const SetArgument& setArgument)
    {
        const auto& handler = object.table->handlers[static_cast<std::size_t>(event)];
        if (handler.method == nullptr)
            return std::nullopt;
        const bool isWithin = context->GetState() == asEXECUTION_ACTIVE; // another call
        auto& own = isWithin ? contexts->take() : *context;
        own.Prepare(handler.method);
        own.SetObject(object.object);
        if (handler.parameterType != 0)
            setArgument(own, handler);
        auto failure = budget->execute(own, &object.entity);
        if (isWithin)
            contexts->giveBack(own);
        return failure;
    }

    Result<ClassTable*> tableOf(const std::string& file, const std::string& className);
    void discard(LoadedScript& script);
};

Result<ClassTable*> ScriptRuntime::State::tableOf(const std::string& file,
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
        auto table = makeClassTable(*scripts, *type);
        if (!table)
            return table.error().withContext("{}", "scripts/" + file);
        slot = *std::move(table);
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
    state.contexts = std::make_unique<ContextPool>(*state.scripts);
    state.tasks = std::make_unique<ScriptTasks>(*state.scripts, *state.contexts);
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
    const ScriptTasks::Closed closed{*m_state->tasks};
    m_state->context->Prepare((*table)->factory);
    if (const auto failure = m_state->budget->execute(*m_state->context, &entity))
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
    return m_state->call(*object.m_state, event, [](asIScriptContext&, const Handler&) {});
}

std::optional<ScriptFailure>
ScriptRuntime::call(ScriptObject& object, ScriptEvent event, double seconds)
{
    return m_state->call(*object.m_state, event, [&](auto& context, const Handler& handler) {
        if (handler.parameterType == asTYPEID_FLOAT)
            context.SetArgFloat(0, static_cast<float>(seconds));
        else
            context.SetArgDouble(0, seconds);
    });
}

std::optional<ScriptFailure>
ScriptRuntime::call(ScriptObject& object, ScriptEvent event, EntityId other)
{
    return m_state->call(*object.m_state, event, [&](auto& context, const Handler& handler) {
        if (handler.byReference)
            context.SetArgAddress(0, &other);
        else
            context.SetArgObject(0, &other);
    });
}

std::optional<ScriptFailure> ScriptRuntime::call(ScriptObject& object,
                                                 const ScriptCollision& collision)
{
    auto told = collision; // AngelScript takes what it may change
    const std::array<void*, 3> values{&told.other, &told.point, &told.normal};
    return m_state->call(*object.m_state, ScriptEvent::Collision,
                         [&](auto& context, const Handler& handler) {
                             for (asUINT i = 0; i < values.size(); ++i) {
                                 asDWORD flags = 0;
                                 handler.method->GetParam(i, nullptr, &flags);
                                 if ((flags & asTM_INREF) != 0)
                                     context.SetArgAddress(i, values[i]);
                                 else
                                     context.SetArgObject(i, values[i]);
                             }
                             if (handler.parameterType == asTYPEID_FLOAT) // of the last one
                                 context.SetArgFloat(3, static_cast<float>(told.impulse));
                             else
                                 context.SetArgDouble(3, told.impulse);
                         });
}

std::optional<ScriptFailure> ScriptRuntime::call(ScriptObject& object,
                                                 const ScriptFootstep& footstep)
{
    auto material = footstep.material;
    auto surface = footstep.surface;
    return m_state->call(*object.m_state, ScriptEvent::Footstep,
                         [&](auto& context, const Handler& handler) {
                             const auto setText = [&](asUINT i, std::string& text) {
                                 asDWORD flags = 0;
                                 handler.method->GetParam(i, nullptr, &flags);
                                 if ((flags & asTM_INREF) != 0)
                                     context.SetArgAddress(i, &text);
                                 else
                                     context.SetArgObject(i, &text);
                             };
                             setText(0, material);
                             context.SetArgByte(1, footstep.running ? 1 : 0);
                             if (handler.method->GetParamCount() > 2)
                                 setText(2, surface);
                         });
}

Result<bool> ScriptRuntime::takes(const ScriptObject& object, const std::string& message)
{
    const auto handler = findMessage(*object.m_state->table, message);
    return handler ? Result<bool>{handler->method != nullptr} : handler.error();
}

Result<ScriptAnswer>
ScriptRuntime::send(ScriptObject& object, const std::string& message, const Value& value)
{
    auto& receiver = *object.m_state;
    const auto handler = findMessage(*receiver.table, message);
    if (!handler)
        return handler.error();
    if (handler->method == nullptr)
        return ScriptAnswer{};
    auto argument = MessageArgument::create(*handler, message, value);
    if (!argument)
        return argument.error();
    auto& context = m_state->contexts->take();
    context.Prepare(handler->method);
    context.SetObject(receiver.object);
    argument->pass(context, *handler);
    ScriptAnswer answer{true, m_state->budget->execute(context, &receiver.entity)};
    m_state->contexts->giveBack(context);
    return answer;
}

bool ScriptRuntime::isSpent() const
{
    return m_state->budget->isSpent();
}

void ScriptRuntime::beginTick()
{
    m_state->tasks->beginTick();
    m_state->budget->beginTick();
}

void ScriptRuntime::beginHeldTick()
{
    m_state->budget->beginTick();
}

void ScriptRuntime::endTick()
{
    m_state->budget->endTick();
}

bool ScriptRuntime::isTickSpent() const
{
    return m_state->budget->isTickSpent();
}

void ScriptRuntime::runTasks(const TaskFailed& failed)
{
    m_state->tasks->run(failed);
}

std::size_t ScriptRuntime::endTasks(EntityId entity)
{
    return m_state->tasks->endAllOf(entity);
}

std::size_t ScriptRuntime::taskCount() const
{
    return m_state->tasks->count();
}

TaskId ScriptRuntime::callLater(double seconds, ContentHash what, std::function<void()> call)
{
    return m_state->tasks->callLater(seconds, what, std::move(call));
}

void ScriptRuntime::addTasksTo(Hasher& hasher) const
{
    m_state->tasks->addTo(hasher);
}

void ScriptRuntime::callTogether(std::span<const std::function<void()>> calls)
{
    const ScriptBudget::Entry entry{*m_state->budget};
    for (const auto& call : calls) {
        if (m_state->budget->isSpent())
            return;
        call();
    }
}
} // namespace engine
