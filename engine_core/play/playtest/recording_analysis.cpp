#include "engine_core/play/playtest/recording_analysis.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double Standing = 0.2;  ///< metres a second; slower is no walk
constexpr double LeastWait = 1;   ///< second
constexpr double Leap = 30;       ///< metres a second; faster is no walk either
constexpr double FallRestart = 2; ///< metres upwards from one point to the next
constexpr double Falling = 3;     ///< metres a second downwards
constexpr double OnGround = 0.5;  ///< metres a second, up or down: slower is no fall and no jump
constexpr double EyesAboveSoles = 1.6; ///< metres, of somebody who stands

double secondsOf(std::uint64_t ticks)
{
    return static_cast<double>(ticks) * PlaySession::TickSeconds;
}

Vec3d solesOf(const PathPoint& point)
{
    return point.eyes - Vec3d{0, EyesAboveSoles, 0};
}

/// The last point of a path at or before a tick.
const PathPoint* pointAt(std::span<const PathPoint> path, std::uint64_t tick)
{
    const auto after =
        std::upper_bound(path.begin(), path.end(), tick,
                         [](std::uint64_t at, const PathPoint& point) { return at < point.tick; });
    return after != path.begin() ? &*(after - 1) : nullptr;
}
} // namespace

const char* heatKindName(HeatKind kind)
{
    switch (kind) {
    case HeatKind::Time:
        break;
    case HeatKind::Wait:
        return "wait";
    case HeatKind::Jump:
        return "jump";
    case HeatKind::Fall:
        return "fall";
    case HeatKind::Look:
        return "look";
    }
    return "time";
}

RecordingAnalysis::RecordingAnalysis(double from, double to) : m_from{from}, m_to{to} {}

void RecordingAnalysis::add(const SessionRecording& recording)
{
    auto& summary = m_summaries.emplace_back();
    summary.level = recording.level;
    summary.began = recording.began;
    summary.build = recording.input.build;
    summary.isWhole = recording.hasEnded && recording.damage.empty();
    const double end = std::min(m_to, secondsOf(recording.input.ticks.size()));
    summary.seconds = std::max(0.0, end - m_from);
    summary.scriptErrors = static_cast<std::size_t>(
        std::count_if(recording.events.begin(), recording.events.end(), [&](const auto& event) {
            const double at = secondsOf(event.tick);
            return event.kind == RecordedEvent::Kind::ScriptError && at >= m_from && at <= m_to;
        }));
    const auto isWanted = [&](const PathPoint& point) {
        const double at = secondsOf(point.tick);
        return at >= m_from && at <= m_to;
    };
    const auto first = std::find_if(recording.path.begin(), recording.path.end(), isWanted);
    const auto last = std::find_if_not(first, recording.path.end(), isWanted);
    addPath({first, last}, summary);
    addJumps(recording, summary);
}

void RecordingAnalysis::addPath(std::span<const PathPoint> path, RecordingSummary& summary)
{
    double still = 0; // seconds, up to here
    std::vector<std::pair<Vec3d, std::uint32_t>> stood;
    const auto leave = [&] {
        for (const auto& [place, ticks] : still >= LeastWait ? stood : decltype(stood){})
            heatOf(HeatKind::Wait).add(place, ticks);
        summary.waiting += still >= LeastWait ? still : 0;
        still = 0;
        stood.clear();
    };
    m_samples += path.size();
    Vec3d ground = path.empty() ? Vec3d{0} : solesOf(path.front()); // where they stood last
    bool isFalling = false;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const auto& before = path[i - 1];
        const auto& now = path[i];
        const auto ticks = static_cast<std::uint32_t>(now.tick - before.tick);
        const double seconds = std::max(secondsOf(ticks), PlaySession::TickSeconds);
        const double way = glm::distance(before.eyes, now.eyes);
        heatOf(HeatKind::Time).add(solesOf(before), ticks);
        if (isFalling && now.eyes.y > before.eyes.y + FallRestart && way / seconds > Leap / 2) {
            heatOf(HeatKind::Fall).add(ground, 1);
            ++summary.falls;
        }
        const double rise = (now.eyes.y - before.eyes.y) / seconds;
        isFalling = rise < -Falling;
        if (std::abs(rise) < OnGround)
            ground = solesOf(now);
        if (way / seconds < Leap)
            summary.metres += way;
        if (way / seconds >= Standing) {
            leave();
            continue;
        }
        still += seconds;
        stood.emplace_back(solesOf(before), ticks);
        const bool looksAround =
            std::abs(now.yaw - before.yaw) + std::abs(now.pitch - before.pitch) > 1e-3;
        if (looksAround)
            heatOf(HeatKind::Look).add(solesOf(before), ticks);
    }
    leave();
}

void RecordingAnalysis::addJumps(const SessionRecording& recording, RecordingSummary& summary)
{
    bool wasDown = false;
    for (std::size_t i = 0; i < recording.input.ticks.size(); ++i) {
        const bool isDown = recording.input.ticks[i].isDown(PlayerKey::Jump);
        const double at = secondsOf(i);
        if (isDown && !wasDown && at >= m_from && at <= m_to)
            if (const auto* point = pointAt(recording.path, i)) {
                heatOf(HeatKind::Jump).add(solesOf(*point), 1);
                ++summary.jumps;
            }
        wasDown = isDown;
    }
}

std::optional<RecordingDifference> firstDifference(const SessionRecording& one,
                                                   const SessionRecording& other)
{
    const auto ticks = std::min(one.input.ticks.size(), other.input.ticks.size());
    for (std::size_t i = 0; i < ticks; ++i) {
        const auto& a = one.input.ticks[i];
        const auto& b = other.input.ticks[i];
        if (a.keys != b.keys || a.look != b.look || a.wheel != b.wheel || a.values != b.values ||
            a.console != b.console)
            return RecordingDifference{i + 1, "the player did something else"};
        if (i < one.checks.size() && i < other.checks.size() && one.checks[i] != other.checks[i])
            return RecordingDifference{i + 1, "the game went on differently with the same input"};
    }
    return std::nullopt;
}
} // namespace engine
