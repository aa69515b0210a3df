#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/math/types.h"
#include "engine_core/scripting/binding/script_binder.h"
#include "engine_core/scripting/limits/script_limits.h"
#include "engine_core/scripting/runtime/script_class.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine
{
/// What a script method may be called for.
enum class ScriptEvent
{
    Start,        ///< void onStart(): once, before the first tick
    Tick,         ///< void onTick(float seconds): sixty times a second
    Use,          ///< void onUse(Entity by): the player pressed "use" in front of it
    Touch,        ///< void onTouch(Entity other): a character came into touch with it
    Arrived,      ///< void onArrived(): it walked to where it was sent
    PathFailed,   ///< void onPathFailed(): no way leads there
    TriggerEnter, ///< void onTriggerEnter(Entity other): it came into the trigger
    TriggerExit,  ///< void onTriggerExit(Entity other): it left, or is no more
    Collision,    ///< void onCollision(...): it came into touch with a body; see ScriptCollision
    JointBreak,   ///< void onJointBreak(Entity joint): one that ties it was torn
    LateTick,     ///< void onLateTick(float seconds): in each tick, after everything has moved
    PausedTick,   ///< void onPausedTick(float seconds): instead of a tick while the game is paused
    Stop,         ///< void onStop(): the game ends, or the object leaves it
    Footstep,     ///< void onFootstep(string material, bool running): a foot came down
    Reload,       ///< void onReload(): its file was loaded again, and its tasks have ended
    Enable,       ///< void onEnable(): it, or what it is below of, was switched on again
    Disable,      ///< void onDisable(): it is about to rest, and its tasks to end
    Count
};

/// What void onCollision(Entity other, Vec3 point, Vec3 normal, double impulse) is told.
struct ScriptCollision
{
    EntityId other;
    Vec3d point{0};
    Vec3d normal{0, 1, 0}; ///< from the other towards it
    double impulse = 0;    ///< newton seconds
};

/// What void onFootstep(string material, bool running) is told, or one that takes a string surface
/// as well.
struct ScriptFootstep
{
    std::string material; ///< of the face underfoot; empty if it has none
    bool running = false;
    std::string surface; ///< kind of surface that the material names
};

/// Something that goes on over ticks, as scripts know it. Numbers are not given twice.
struct TaskId
{
    std::uint64_t value = 0; ///< 0 is none
};

/// Why a script was stopped.
struct ScriptFailure
{
    std::string message; ///< one sentence without the place
    std::string file;    ///< "scripts/door.as"
    int line = 0;

    /// "scripts/door.as:12: message"
    [[nodiscard]] std::string text() const;
};

/// What came of a message.
struct ScriptAnswer
{
    bool isTaken = false;                   ///< there was a method of that name
    std::optional<ScriptFailure> failure{}; ///< of it
};

/// One object of a script class. Movable; ends before its runtime.
class ScriptObject
{
public:
    ~ScriptObject();
    ScriptObject(ScriptObject&&) noexcept;
    ScriptObject& operator=(ScriptObject&&) noexcept;

    [[nodiscard]] const std::string& className() const;

    [[nodiscard]] bool handles(ScriptEvent event) const;

    /// A property, public or not, by its name; nothing for an unknown one or one of a type that has
    /// no Value (handles, arrays).
    [[nodiscard]] Value get(std::string_view name) const;

    /// Whether it has a property of that name that others may use.
    [[nodiscard]] bool isPublic(std::string_view name) const;

    /// Fails, with the reason, for unknown properties and values of another kind.
    Result<void> set(std::string_view name, const Value& value);

    /// Takes over what the members of an object of an earlier version of its class hold, by name
    /// and type, where that is no longer what they began with. Returns what it could not, as
    /// clauses: "'score' is no longer there".
    [[nodiscard]] std::vector<std::string> takeValuesOf(const ScriptObject& before);

    /// Adds every property that get() answers.
    void addTo(Hasher& hasher) const;

    /// The hash of each of these, by its name.
    void
    forEachHash(const std::function<void(std::string_view name, ContentHash hash)>& visit) const;

private:
    friend class ScriptRuntime;
    struct State;
    explicit ScriptObject(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// AngelScript as one session uses it: its own modules, global variables and objects. It and its
/// objects stay on the thread that made them; runtimes of several threads share nothing that
/// changes. Scripts are held to a call depth of 2,000, a stack of 1 MiB and `limits`, which count
/// for everything that a call sets off.
class ScriptRuntime
{
public:
    /// `host` is what hostOfActiveScript() gives to the bindings; not owned.
    [[nodiscard]] static Result<std::unique_ptr<ScriptRuntime>>
    create(const ScriptBindings& bindings, void* host, const ScriptLimits& limits = {});
    ~ScriptRuntime();

    /// Takes a program in. If one of the same file is there, objects made from now on are of the
    /// new version, whose globals take over the values of the old; returns what they could not, as
    /// clauses. Objects of the old version run on with it until settle().
    [[nodiscard]] Result<std::vector<std::string>>
    load(const std::shared_ptr<const ScriptProgram>& program);

    /// Lets go of the versions that load() replaced; objects of them are not called again.
    void settle();

    /// Returns to the versions that load() replaced since the last settle().
    void goBack();

    /// A new object of a class of a loaded file, as its script initialises it.
    [[nodiscard]] Result<ScriptObject>
    createObject(const std::string& file, const std::string& className, EntityId entity);

    /// Each calls the object's method for the event, if it has one, also from within another call.
    /// A failure is an exception of the script or its time limit; the object is whole but should
    /// not be called again.
    std::optional<ScriptFailure> call(ScriptObject& object, ScriptEvent event);
    std::optional<ScriptFailure> call(ScriptObject& object, ScriptEvent event, double seconds);
    std::optional<ScriptFailure> call(ScriptObject& object, ScriptEvent event, EntityId other);
    std::optional<ScriptFailure> call(ScriptObject& object, const ScriptCollision& collision);
    std::optional<ScriptFailure> call(ScriptObject& object, const ScriptFootstep& footstep);

    /// Whether the class of the object has a public method of that name. Fails if messages cannot
    /// call it, with a sentence for the sender.
    [[nodiscard]] Result<bool> takes(const ScriptObject& object, const std::string& message);

    /// Calls that method, also from within other calls. Fails, with a sentence for the sender, if
    /// it takes another value; what it does wrong itself is the failure of its object.
    [[nodiscard]] Result<ScriptAnswer>
    send(ScriptObject& object, const std::string& message, const Value& value);

    /// Whether the call under way has used up the time or the memory that it has: whatever it calls
    /// ends at once.
    [[nodiscard]] bool isSpent() const;

    /// A tick begins: what waits for it runs in runTasks(). It lasts until endTick().
    void beginTick();
    void endTick();

    /// The same of a tick in which no time passes for what waits.
    void beginHeldTick();

    /// Whether the calls of the tick have together taken the time that one of them may: what is
    /// left waits for the next tick, so that many slow scripts do not hold up the program for long.
    [[nodiscard]] bool isTickSpent() const;

    /// An object's coroutine or timer failed; the others of it are still there.
    using TaskFailed = std::function<void(EntityId entity, const ScriptFailure& failure)>;

    /// Runs the coroutines, timers and later calls that are due, in the order in which they became
    /// due. What is left when the tick is spent is due in the next one.
    void runTasks(const TaskFailed& failed);

    /// Ends what the object of an entity has set going; how much that was. What is running itself
    /// ends when it next waits.
    std::size_t endTasks(EntityId entity);

    /// Coroutines, timers and later calls that wait or run.
    [[nodiscard]] std::size_t taskCount() const;

    /// Calls `call` in runTasks() of the tick that begins so much later. `what` tells it from other
    /// calls in hashes. The running script gets an exception if that cannot be.
    TaskId callLater(double seconds, ContentHash what, std::function<void()> call);

    /// Who waits for which tick, and where.
    void addTasksTo(Hasher& hasher) const;

    /// Runs `calls`, all of which share the time that one call has: what is left when that is used
    /// up is not called. For ends, which nobody may hold up.
    void callTogether(std::span<const std::function<void()>> calls);

private:
    ScriptRuntime();
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
