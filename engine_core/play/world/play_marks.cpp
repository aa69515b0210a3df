#include "engine_core/play/world/play_marks.h"

#include "engine_core/play/play_session.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
constexpr int CircleParts = 24;
constexpr double LongestSeconds = 3600;

template <typename Marks>
void keepNewest(Marks& marks, std::size_t most)
{
    while (marks.size() > most)
        marks.pop_front();
}
} // namespace

void PlayMarks::beginTick()
{
    ++m_tick;
    const auto isOver = [this](const auto& mark) {
        return mark.last < m_tick;
    };
    std::erase_if(m_lines, isOver);
    std::erase_if(m_texts, isOver);
}

std::uint64_t PlayMarks::lastTick(double seconds) const
{
    const double shown = std::clamp(seconds, 0.0, LongestSeconds) / PlaySession::TickSeconds;
    const auto ticks = static_cast<std::uint64_t>(std::llround(shown));
    return m_tick + std::max<std::uint64_t>(ticks, 1) - 1;
}

void PlayMarks::add(const DebugDraw& drawn, double seconds)
{
    for (const auto& each : drawn.lines)
        m_lines.push_back({each, lastTick(seconds)});
    keepNewest(m_lines, MostLines);
}

void PlayMarks::line(const Vec3d& from, const Vec3d& to, const DrawColor& color, double seconds)
{
    DebugDraw drawn;
    drawn.line(from, to, color, 1, DebugDraw::Depth::Dimmed);
    add(drawn, seconds);
}

void PlayMarks::box(const Aabb& box, const DrawColor& color, double seconds)
{
    DebugDraw drawn;
    drawn.box(box, color, 1, DebugDraw::Depth::Dimmed);
    add(drawn, seconds);
}

void PlayMarks::sphere(const Vec3d& center, double radius, const DrawColor& color, double seconds)
{
    DebugDraw drawn;
    for (const auto& [across, up] :
         {std::pair{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}}, std::pair{Vec3d{1, 0, 0}, Vec3d{0, 0, 1}},
          std::pair{Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}}) {
        const auto at = [&, &x = across, &y = up](int part) {
            const double angle = 2 * Pi * part / CircleParts;
            return center + (x * std::cos(angle) + y * std::sin(angle)) * radius;
        };
        for (int part = 0; part < CircleParts; ++part)
            drawn.line(at(part), at(part + 1), color, 1, DebugDraw::Depth::Dimmed);
    }
    add(drawn, seconds);
}

void PlayMarks::text(const Vec3d& at, std::string text, const DrawColor& color, double seconds)
{
    m_texts.push_back({{Vec3f{at}, std::move(text), color}, lastTick(seconds)});
    keepNewest(m_texts, MostTexts);
}

void PlayMarks::draw(DebugDraw& draw) const
{
    for (const auto& mark : m_lines)
        draw.lines.push_back(mark.thing);
    for (const auto& mark : m_texts)
        draw.labels.push_back(mark.thing);
}
} // namespace engine
