#include "engine_core/play/play_scripts.h"

#include "engine_core/base/log.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/resting.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
std::string nameOf(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

/// The class that a Script component means: a file with one class need not name it.
std::string classOf(const Script& script, const ScriptProgram& program)
{
    return script.className.empty() && program.classes.size() == 1
               ? program.classes.front().className
               : script.className;
}
} // namespace

PlayScripts::PlayScripts(ScriptLibrary& library, const World& world, std::vector<Issue>& errors)
    : m_library{library}, m_world{world}, m_errors{errors}
{
}

Result<std::unique_ptr<PlayScripts>> PlayScripts::create(ScriptLibrary& library,
                                                         const World& world,
                                                         void* host,
                                                         std::vector<Issue>& errors)
{
    std::unique_ptr<PlayScripts> scripts{new PlayScripts{library, world, errors}};
    auto runtime = ScriptRuntime::create(library.bindings(), host);
    if (!runtime)
        return runtime.error();
    scripts->m_runtime = *std::move(runtime);
    if (auto loaded = scripts->loadAll(); !loaded)
        return loaded.error();
    return scripts;
}

bool PlayScripts::mayRun(const Script& script) const
{
    return !script.file.path.empty() && m_library.mayRun(script.file.path);
}

/// A whole number fits, whatever type it came in.
Result<void>
PlayScripts::setFitting(ScriptObject& object, const std::string& name, const Value& value)
{
    const auto* number = value.as<double>();
    const bool isWhole = number != nullptr && *number == std::trunc(*number) &&
                         std::abs(*number) < 9e15 && object.get(name).as<std::int64_t>() != nullptr;
    return object.set(name, isWhole ? Value{static_cast<std::int64_t>(*number)} : value);
}

Result<void> PlayScripts::loadAll()
{
    std::vector<std::pair<EntityId, const Script*>> all;
    m_world.forEach<Script>([&](EntityId entity, const Script& script) {
        if (mayRun(script)) // else the game goes without
            all.emplace_back(entity, &script);
    });
    for (const auto& [entity, script] : all) {
        auto instance = makeInstance(entity, *script);
        if (!instance)
            return instance.error();
        keep(entity, *std::move(instance));
    }
    return {};
}

Result<PlayScripts::Instance> PlayScripts::makeInstance(EntityId entity, const Script& script)
{
    const auto program = m_library.program(script.file.path);
    if (!program)
        return program.error();
    const auto lost = m_runtime->load(*program);
    if (!lost)
        return lost.error();
    noteLost(script.file.path, "the global ", *lost);
    auto object = m_runtime->createObject(script.file.path, classOf(script, **program), entity);
    if (!object)
        return object.error().withContext("'{}'", nameOf(m_world, entity));
    for (const auto& [name, value] : script.properties)
        if (const auto set = object->isPublic(name) ? setFitting(*object, name, value)
                                                    : Error{"{} has no public property '{}'",
                                                            object->className(), name};
            !set)
            logWarning("script", "'{}': {}", nameOf(m_world, entity), set.error().message());
    return Instance{*std::move(object), *program};
}

/// Instead of what the entity had.
void PlayScripts::keep(EntityId entity, Instance instance)
{
    drop(entity);
    instance.resting = m_world.get<Resting>(entity) != nullptr;
    if (!instance.started)
        m_fresh.insert(entity);
    for (std::size_t i = 0; i < m_listeners.size(); ++i)
        if (instance.object.handles(static_cast<ScriptEvent>(i)))
            m_listeners[i].insert(entity);
    m_instances.emplace(entity, std::move(instance));
}

void PlayScripts::drop(EntityId entity)
{
    m_runtime->endTasks(entity);
    m_fresh.erase(entity);
    for (auto& listeners : m_listeners)
        listeners.erase(entity);
    m_instances.erase(entity);
}

void PlayScripts::silence(EntityId entity)
{
    const auto at = m_instances.find(entity);
    if (at != m_instances.end())
        at->second.silenced = true;
    m_runtime->endTasks(entity);
}

void PlayScripts::setResting(EntityId entity, bool rests)
{
    const auto at = m_instances.find(entity);
    if (at == m_instances.end())
        return;
    at->second.resting = rests;
    if (rests)
        m_runtime->endTasks(entity);
}

void PlayScripts::callStop(EntityId entity)
{
    const auto at = m_instances.find(entity);
    if (at == m_instances.end() || !at->second.started || at->second.stopped ||
        !m_world.exists(entity))
        return;
    at->second.stopped = true; // whatever comes of it, nothing else is called
    if (const auto failure = m_runtime->call(at->second.object, ScriptEvent::Stop))
        report(entity, *failure);
}

void PlayScripts::stop(EntityId entity)
{
    callStop(entity);
    drop(entity);
}

void PlayScripts::stopAll()
{
    if (std::exchange(m_isOver, true)) // what the time was too short for is not called later
        return;
    std::vector<std::function<void()>> calls;
    for (const auto entity : m_listeners[static_cast<std::size_t>(ScriptEvent::Stop)])
        calls.emplace_back([this, entity] { callStop(entity); });
    m_runtime->callTogether(calls);
}

void PlayScripts::refresh(EntityId entity)
{
    stop(entity);
    const auto* script = m_world.get<Script>(entity);
    if (script == nullptr || !mayRun(*script) || !m_world.exists(entity))
        return;
    const auto own = *script; // the object's constructor may take the component away
    auto instance = makeInstance(entity, own);
    if (instance)
        keep(entity, *std::move(instance));
    else
        report(entity, {instance.error().message(), {}, 0});
}

void PlayScripts::report(EntityId entity, const ScriptFailure& failure)
{
    log({LogLevel::Error, "script",
         fmt::format("'{}' was stopped: {}", nameOf(m_world, entity), failure.message),
         failure.file, failure.line});
    m_errors.push_back(
        {Severity::Error, "script-error", entity,
         failure.file.empty() ? std::string{} : fmt::format("{}:{}", failure.file, failure.line),
         failure.message, "Mend the script and start again"});
}

void PlayScripts::note(EntityId entity, const std::string& what)
{
    const auto name = nameOf(m_world, entity);
    logError("script", "{}{}", name.empty() ? name : fmt::format("'{}': ", name), what);
    m_errors.push_back(
        {Severity::Error, "script-error", entity, {}, what, "Mend it and start again"});
}

void PlayScripts::fail(EntityId entity, const ScriptFailure& failure)
{
    if (const auto at = m_instances.find(entity); at != m_instances.end())
        at->second.stopped = true;
    m_runtime->endTasks(entity);
    report(entity, failure);
}

/// Null if there is none, or if it failed or left: a script that ran before may even have taken its
/// entity away.
PlayScripts::Instance* PlayScripts::running(EntityId entity)
{
    const auto at = m_instances.find(entity);
    const bool isCalled = at != m_instances.end() && !at->second.stopped && !at->second.silenced &&
                          !at->second.resting && m_world.get<Script>(entity) != nullptr;
    return isCalled ? &at->second : nullptr;
}

void PlayScripts::run(EntityId entity,
                      const std::function<std::optional<ScriptFailure>(Instance&)>& call)
{
    auto* instance = running(entity);
    if (instance == nullptr)
        return;
    if (const auto failure = call(*instance))
        fail(entity, *failure);
}

void PlayScripts::start(EntityId entity)
{
    if (running(entity) != nullptr && m_fresh.erase(entity) > 0)
        run(entity, [&](Instance& instance) {
            instance.started = true;
            return m_runtime->call(instance.object, ScriptEvent::Start);
        });
}

void PlayScripts::tick(double seconds)
{
    m_runtime->beginTick();
    if (std::exchange(m_owesTasks, false))
        runTasks();
    for (const auto entity : std::vector<EntityId>{m_fresh.begin(), m_fresh.end()})
        if (!m_runtime->isTickSpent())
            start(entity);
    callAll(ScriptEvent::Tick, seconds);
    m_owesTasks = m_runtime->isTickSpent();
    runTasks();
}

void PlayScripts::runTasks()
{
    m_runtime->runTasks(
        [this](EntityId entity, const ScriptFailure& failure) { fail(entity, failure); });
}

/// Those that were left out of a tick that was spent come first in the next one.
void PlayScripts::callAll(ScriptEvent event, double seconds)
{
    auto all = listeners(event);
    auto& first = m_leftOut[static_cast<std::size_t>(event)];
    std::rotate(all.begin(), std::lower_bound(all.begin(), all.end(), first), all.end());
    first = {};
    for (const auto entity : all) {
        if (m_runtime->isTickSpent()) {
            first = entity;
            break;
        }
        run(entity, [&](Instance& instance) {
            // Before its onStart() it is not in the game yet.
            return instance.started ? m_runtime->call(instance.object, event, seconds)
                                    : std::nullopt;
        });
    }
    noteSpentTick();
}

/// Once: a game that is too slow for its machine would fill the console with it.
void PlayScripts::noteSpentTick()
{
    if (!m_runtime->isTickSpent() || m_hasToldOfSpentTicks)
        return;
    m_hasToldOfSpentTicks = true;
    logWarning("script", "Scripts took over 2 seconds in one tick; what was left of them waits for "
                         "the next one");
}

void PlayScripts::lateTick(double seconds)
{
    callAll(ScriptEvent::LateTick, seconds);
}

void PlayScripts::heldTick(double seconds)
{
    m_runtime->beginHeldTick();
    callAll(ScriptEvent::PausedTick, seconds);
}

void PlayScripts::endTick()
{
    m_runtime->endTick();
}

bool PlayScripts::isTickSpent() const
{
    return m_runtime->isTickSpent();
}

bool PlayScripts::use(EntityId entity, EntityId by)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        const auto at = m_instances.find(entity);
        if (at != m_instances.end() && at->second.object.handles(ScriptEvent::Use)) {
            run(entity, [&](Instance& instance) {
                return m_runtime->call(instance.object, ScriptEvent::Use, by);
            });
            return true;
        }
        const auto* node = m_world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

void PlayScripts::touch(EntityId entity, EntityId other)
{
    run(entity, [&](Instance& instance) {
        return m_runtime->call(instance.object, ScriptEvent::Touch, other);
    });
}

void PlayScripts::tell(EntityId entity, ScriptEvent event, EntityId other)
{
    run(entity, [&](Instance& instance) { return m_runtime->call(instance.object, event, other); });
}

void PlayScripts::collide(EntityId entity, const ScriptCollision& collision)
{
    run(entity, [&](Instance& instance) { return m_runtime->call(instance.object, collision); });
}

void PlayScripts::step(EntityId entity, const ScriptFootstep& footstep)
{
    run(entity, [&](Instance& instance) { return m_runtime->call(instance.object, footstep); });
}

void PlayScripts::notify(EntityId entity, ScriptEvent event)
{
    run(entity, [&](Instance& instance) { // who has not started has nothing to begin anew or end
        return instance.started ? m_runtime->call(instance.object, event)
                                : std::optional<ScriptFailure>{};
    });
}

std::vector<EntityId> PlayScripts::listeners(ScriptEvent event) const
{
    std::vector<EntityId> all;
    for (const auto entity : m_listeners[static_cast<std::size_t>(event)])
        if (const auto& instance = m_instances.at(entity);
            !instance.stopped && !instance.silenced && !instance.resting)
            all.push_back(entity);
    return all;
}

Result<void> PlayScripts::setProperty(EntityId entity, const std::string& name, const Value& value)
{
    const auto at = m_instances.find(entity);
    if (at == m_instances.end())
        return Error{"'{}' has no running script", nameOf(m_world, entity)};
    auto& instance = at->second;
    if (!std::holds_alternative<std::monostate>(value.data))
        return instance.object.set(name, value);
    const auto* info = instance.program->findClass(instance.object.className());
    const auto* property = info != nullptr ? info->findProperty(name) : nullptr;
    return property != nullptr ? instance.object.set(name, property->initial) : Result<void>{};
}

const ScriptObject* PlayScripts::find(EntityId entity) const
{
    const auto at = m_instances.find(entity);
    return at != m_instances.end() ? &at->second.object : nullptr;
}

void PlayScripts::noteLost(const std::string& file,
                           const std::string& whose,
                           const std::vector<std::string>& clauses)
{
    for (const auto& clause : clauses) {
        auto sentence = fmt::format("scripts/{} was loaded again, but {}{}", file, whose, clause);
        // Objects of one class lose the same.
        if (std::find(m_lost.begin(), m_lost.end(), sentence) == m_lost.end())
            m_lost.push_back(std::move(sentence));
    }
}

/// Objects of all files that changed.
Result<std::map<EntityId, PlayScripts::Instance>> PlayScripts::makeChanged()
{
    std::map<EntityId, Instance> made;
    for (const auto& [entity, old] : m_instances) {
        const auto* there = m_world.get<Script>(entity);
        if (there == nullptr)
            continue;
        const auto script = *there; // the new object's constructor may take the component away
        const auto program = m_library.program(script.file.path);
        if (!program)
            return program.error();
        if ((*program)->hash == old.program->hash)
            continue;
        auto instance = makeInstance(entity, script);
        if (!instance)
            return instance.error();
        noteLost(script.file.path, old.object.className() + ' ',
                 instance->object.takeValuesOf(old.object));
        instance->started = old.started;
        made.emplace(entity, *std::move(instance));
    }
    return made;
}

/// Their code is the old version's, in the midst of which the new one cannot go on.
void PlayScripts::endTasksOf(const std::map<EntityId, Instance>& remade)
{
    std::map<std::string, std::size_t> ended; // by file
    for (const auto& [entity, instance] : remade)
        ended[instance.program->file] += m_runtime->endTasks(entity);
    for (const auto& [file, count] : ended)
        if (count > 0)
            m_lost.push_back(fmt::format("scripts/{} was loaded again, which ended {} of its "
                                         "coroutines and timers",
                                         file, count));
}

Result<std::vector<std::string>> PlayScripts::reload()
{
    m_lost.clear();
    auto made = makeChanged();
    if (!made) {
        m_runtime->goBack();
        return made.error();
    }
    endTasksOf(*made);
    for (auto& [entity, instance] : *made)
        keep(entity, std::move(instance));
    m_runtime->settle();
    for (const auto& [entity, instance] : *made)
        if (m_instances.at(entity).started)
            notify(entity, ScriptEvent::Reload);
    for (const auto& sentence : m_lost)
        logWarning("script", "{}", sentence);
    return m_lost;
}

void PlayScripts::addTo(Hasher& hasher) const
{
    for (const auto& [entity, instance] : m_instances) {
        hasher.add(entity.value).add(instance.stopped);
        instance.object.addTo(hasher);
    }
    m_runtime->addTasksTo(hasher);
}

void PlayScripts::forEachMember(
    const std::function<void(EntityId entity, std::string_view name, ContentHash hash)>& visit)
    const
{
    for (const auto& [entity, instance] : m_instances)
        instance.object.forEachHash(
            [&, at = entity](std::string_view name, ContentHash hash) { visit(at, name, hash); });
}
} // namespace engine
