#pragma once

#include "editor/api/tool.h"

#include <vector>

namespace editor
{
/// A loop that is drawn freely on the screen; a straight line closes it. Pixels.
class ScreenOutline
{
public:
    /// Places nearer to the last one than a hand is steady are passed over.
    void add(const engine::Vec2d& place);

    /// Where the loop crosses itself, what it goes around twice is outside.
    [[nodiscard]] bool contains(const engine::Vec2d& place) const;

    /// In the view of the event, on top of everything.
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const;

private:
    std::vector<engine::Vec2d> m_places;
};
} // namespace editor
