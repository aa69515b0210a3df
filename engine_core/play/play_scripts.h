#pragma once

#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/world/world.h"
#include "engine_core/scripting/compile/script_library.h"
#include "engine_core/scripting/runtime/script_runtime.h"

#include <array>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace engine
{
/// The script objects of a session: made from Script components, called for events, stopped one by
/// one when they fail.
class PlayScripts
{
public:
    /// What one object tells another.
    struct Message
    {
        std::string name; ///< of the public method that it calls
        Value value;      ///< number (double), bool, string, Vec3 or EntityId; or nothing
        EntityId sender;
    };

    /// `host` is what bindings get from hostOfActiveScript(). What goes wrong is added to `errors`,
    /// which outlives this.
    [[nodiscard]] static Result<std::unique_ptr<PlayScripts>>
    create(ScriptLibrary& library, const World& world, void* host, std::vector<Issue>& errors);

    /// The Script component of an entity is new, changed or gone: its object is made anew, with
    /// onStart() at the next tick. A failure becomes an issue. Never from inside a script's call,
    /// which may be running in the object that this ends.
    void refresh(EntityId entity);

    /// Calls onStart() of new objects and then every onTick(), by ascending ids, and then runs the
    /// coroutines, timers and later messages that are due.
    void tick(double seconds);

    /// Calls every onLateTick(), by ascending ids.
    void lateTick(double seconds);

    /// Calls every onPausedTick(), by ascending ids; no coroutine and no timer goes on.
    void heldTick(double seconds);

    /// After everything that the tick has called; see ScriptRuntime::isTickSpent().
    void endTick();
    [[nodiscard]] bool isTickSpent() const;

    /// Nothing but onStop() of the entity's script is called from now on: it is about to leave.
    void silence(EntityId entity);

    /// Of the entity's script nothing but onStop() is called while it rests, and onStart(), if that
    /// is still due, comes afterwards. Its coroutines and timers end.
    void setResting(EntityId entity, bool rests);

    /// Calls onStop() of the entity's script and lets go of it. Never from inside a script's call.
    void stop(EntityId entity);

    /// Calls onStop() of all: the game ends. They have 2 seconds together.
    void stopAll();

    /// Calls onUse() of the script at the entity or the nearest above it. False if there is none.
    bool use(EntityId entity, EntityId by);

    /// Calls onTouch() of the entity's script.
    void touch(EntityId entity, EntityId other);

    /// Calls the entity's script for an event about another object.
    void tell(EntityId entity, ScriptEvent event, EntityId other);

    /// Calls onCollision() of the entity's script.
    void collide(EntityId entity, const ScriptCollision& collision);

    /// Calls onFootstep() of the entity's script.
    void step(EntityId entity, const ScriptFootstep& footstep);

    /// Calls the entity's script for an event that tells nothing else.
    void notify(EntityId entity, ScriptEvent event);

    /// Calls the method of that name in the entity's script, of whatever file, also from within
    /// another call; before it onStart(), if that is still due. False if there is none. Fails, with
    /// a sentence for the sender, if the method takes something else, or if messages answer each
    /// other without an end.
    Result<bool> send(EntityId to, const Message& message);

    /// The same to all but the sender, by ascending ids; how many had the method.
    Result<int> broadcast(const Message& message);

    /// Whether the entity has a script with a public method of that name. Fails, with a sentence
    /// for the sender, if messages cannot call it.
    [[nodiscard]] Result<bool> takes(EntityId entity, const std::string& message);

    /// The same that many seconds later, also if the sender has gone by then. The running script
    /// gets an exception if there is no such time, or too much waits already.
    TaskId sendLater(double seconds, EntityId to, const Message& message);

    /// Whose message the running method was called for; null outside of one.
    [[nodiscard]] EntityId sender() const { return m_sender; }

    /// A public property of the entity's running script.
    [[nodiscard]] Result<Value> member(EntityId entity, const std::string& name) const;

    /// Sets it. Numbers of any type fit numbers.
    Result<void> setMember(EntityId entity, const std::string& name, const Value& value);

    /// Entities whose running script listens to the event, by ascending ids.
    [[nodiscard]] std::vector<EntityId> listeners(ScriptEvent event) const;

    /// Sets a public property of the running object; nothing sets what the class gives it.
    Result<void> setProperty(EntityId entity, const std::string& name, const Value& value);

    /// Null if the entity has no running script.
    [[nodiscard]] const ScriptObject* find(EntityId entity) const;

    /// Makes objects whose files changed anew; globals and members keep their values by name and
    /// type. Returns what could not be kept, a sentence each, which are also logged. If a file does
    /// not compile, or a class is gone, nothing changes.
    Result<std::vector<std::string>> reload();

    /// Logs what the entity's script asked for in vain, and adds it to the errors; the script goes
    /// on.
    void note(EntityId entity, const std::string& what);

    void addTo(Hasher& hasher) const;

    /// The members of all objects, each by its hash.
    void forEachMember(
        const std::function<void(EntityId entity, std::string_view name, ContentHash hash)>& visit)
        const;

private:
    struct Instance
    {
        ScriptObject object;
        std::shared_ptr<const ScriptProgram> program;
        bool started = false;
        bool stopped = false;  ///< it failed
        bool silenced = false; ///< it leaves at the end of the tick
        bool resting = false;
    };

    PlayScripts(ScriptLibrary& library, const World& world, std::vector<Issue>& errors);
    [[nodiscard]] bool mayRun(const Script& script) const;
    Result<void> loadAll();
    static Result<void>
    setFitting(ScriptObject& object, const std::string& name, const Value& value);
    void deliver(EntityId to, const Message& message); ///< a later one
    Result<Instance> makeInstance(EntityId entity, const Script& script);
    void keep(EntityId entity, Instance instance);
    void drop(EntityId entity);
    void callStop(EntityId entity);
    void start(EntityId entity);
    void fail(EntityId entity, const ScriptFailure& failure);
    Instance* running(EntityId entity);
    void callAll(ScriptEvent event, double seconds);
    void runTasks();
    void noteSpentTick();
    void endTasksOf(const std::map<EntityId, Instance>& remade);
    void run(EntityId entity, const std::function<std::optional<ScriptFailure>(Instance&)>& call);
    void report(EntityId entity, const ScriptFailure& failure);
    Result<std::map<EntityId, Instance>> makeChanged();
    void noteLost(const std::string& file,
                  const std::string& whose,
                  const std::vector<std::string>& clauses);

    ScriptLibrary& m_library;
    const World& m_world;
    std::unique_ptr<ScriptRuntime> m_runtime; // outlives the objects
    std::map<EntityId, Instance> m_instances;
    std::set<EntityId> m_fresh; ///< whose onStart() is due
    std::array<std::set<EntityId>, static_cast<std::size_t>(ScriptEvent::Count)> m_listeners;
    std::vector<Issue>& m_errors;
    EntityId m_sender;
    std::array<EntityId, static_cast<std::size_t>(ScriptEvent::Count)> m_leftOut;
    bool m_isOver = false;
    bool m_owesTasks = false; ///< the tick before was spent when their turn came
    bool m_hasToldOfSpentTicks = false;
    int m_messages = 0;              ///< under way within each other
    std::vector<std::string> m_lost; ///< by the reload under way
};
} // namespace engine
