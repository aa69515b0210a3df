#include "engine_core/base/log.h"
#include "engine_core/math/easing.h"
#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/scripting/binding/property_access.h"
#include "engine_core/scripting/runtime/task_bindings.h"

#include <cmath>

namespace engine
{
namespace
{
using Access = scriptcore::PropertyAccess<activePlay>;

/// A property on its way to a value, tick by tick.
template <typename T>
struct Tween
{
    PlayState* play; ///< outlives its scripts
    EntityId entity;
    std::string path;
    T from;
    T to;
    Ease ease;
    double ticks;    ///< that it takes
    double done = 0; ///< of them

    /// Whether it is over; also if its object has gone.
    bool operator()()
    {
        if (!play->isAlive(entity))
            return true;
        done += 1;
        const double share = eased(ease, done / ticks);
        const T value = done >= ticks ? to : T{from + (to - from) * share};
        if (const auto written = Access::write(*play, entity, path, {value}); !written) {
            logWarning("script", "{}", written.error().message());
            return true;
        }
        return done >= ticks;
    }
};

Result<double> numberAt(const PlayState& play, const EntityId& entity, const std::string& path)
{
    const auto value = Access::read(play, entity, path);
    if (!value)
        return value.error();
    if (const auto* number = value->as<double>())
        return *number;
    return Error{"'{}' is no number with a fraction", path};
}

Result<Vec3d> placeAt(const PlayState& play, const EntityId& entity, const std::string& path)
{
    const auto value = Access::read(play, entity, path);
    if (!value)
        return value.error();
    if (const auto* place = value->as<Vec3d>())
        return *place;
    return Error{"'{}' is no Vec3", path};
}

template <auto Read, typename T>
void tween(const EntityId& entity, const std::string& path, T to, double seconds, Ease ease)
{
    constexpr double MaxSeconds = 1e6;
    auto* play = activePlay();
    if (play == nullptr)
        return;
    const Result<T> from = Read(*play, entity, path);
    if (!from)
        raiseInScript(from.error().message());
    else if (!(seconds >= 0) || seconds > MaxSeconds)
        raiseInScript("The time must be from 0 to 1,000,000 seconds");
    else
        waitInScript("tween()",
                     Tween<T>{play, entity, path, *from, to, ease,
                              std::max(std::ceil(seconds * TaskTicksPerSecond - 1e-6), 1.0)});
}
} // namespace

Result<void> bindTweens(ScriptBinder& binder)
{
    using Id = const EntityId&;
    using Path = const std::string&;
    binder.enumeration("Ease", {{"Linear", static_cast<int>(Ease::Linear)},
                                {"QuadraticIn", static_cast<int>(Ease::QuadraticIn)},
                                {"QuadraticOut", static_cast<int>(Ease::QuadraticOut)},
                                {"QuadraticInOut", static_cast<int>(Ease::QuadraticInOut)},
                                {"CubicIn", static_cast<int>(Ease::CubicIn)},
                                {"CubicOut", static_cast<int>(Ease::CubicOut)},
                                {"CubicInOut", static_cast<int>(Ease::CubicInOut)}});
    binder.function("double eased(Ease ease, double t)", eased,
                    "How much of a change is done after the share t of its time; from 0 to 1");
    binder.method(
        "Entity",
        "void tween(const string &in path, double to, double seconds, Ease ease = "
        "Ease::QuadraticInOut)",
        +[](Id entity, Path path, double to, double seconds, Ease ease) {
            tween<numberAt>(entity, path, to, seconds, ease);
        },
        "In a coroutine: takes a number to a value, and goes on when it is there");
    binder.method(
        "Entity",
        "void tween(const string &in path, const Vec3 &in to, double seconds, Ease ease = "
        "Ease::QuadraticInOut)",
        +[](Id entity, Path path, const Vec3d& to, double seconds, Ease ease) {
            tween<placeAt>(entity, path, to, seconds, ease);
        },
        "In a coroutine: takes a Vec3 to a value, and goes on when it is there");
    return binder.finish("tween");
}
} // namespace engine
