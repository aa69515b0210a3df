#pragma once

#include "engine_core/math/aabb.h"
#include "engine_core/scene/debug_draw.h"

#include <cstdint>
#include <deque>
#include <string>

namespace engine
{
/// What scripts draw into a game so that its author sees what they mean. Nothing of the game reads
/// it. Beyond MostLines and MostTexts the oldest go.
class PlayMarks
{
public:
    static constexpr std::size_t MostLines = 10'000;
    static constexpr std::size_t MostTexts = 1'000;

    /// Ends what has been seen long enough.
    void beginTick();

    /// Each is seen for so many seconds, and for one tick at least. Places in metres.
    void line(const Vec3d& from, const Vec3d& to, const DrawColor& color, double seconds);
    void box(const Aabb& box, const DrawColor& color, double seconds);
    void sphere(const Vec3d& center, double radius, const DrawColor& color, double seconds);
    void text(const Vec3d& at, std::string text, const DrawColor& color, double seconds);

    void draw(DebugDraw& draw) const;

    [[nodiscard]] std::size_t count() const { return m_lines.size() + m_texts.size(); }

private:
    template <typename Thing>
    struct Timed
    {
        Thing thing;
        std::uint64_t last = 0; ///< tick in which it is seen
    };

    [[nodiscard]] std::uint64_t lastTick(double seconds) const;
    void add(const DebugDraw& drawn, double seconds);

    std::deque<Timed<DebugDraw::Line>> m_lines;
    std::deque<Timed<DebugDraw::Label>> m_texts;
    std::uint64_t m_tick = 0;
};
} // namespace engine
