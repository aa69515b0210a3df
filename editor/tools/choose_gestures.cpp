#include "editor/tools/choose_gestures.h"

#include <glm/vector_relational.hpp>

namespace editor
{
using engine::Result;
using engine::Vec2d;

namespace
{
void take(HandleSet& handles, std::vector<ShapeHandle> caught, const PointerEvent& event)
{
    if (event.has(Modifier::Ctrl))
        handles.toggle(caught);
    else
        handles.choose(std::move(caught));
}
} // namespace

RectangleGesture::RectangleGesture(HandleSet& handles, const PointerEvent& start)
    : m_handles{handles}, m_start{start}, m_now{start}
{
}

Result<void> RectangleGesture::update(const PointerEvent& event)
{
    m_now = event;
    return {};
}

std::vector<ShapeHandle> RectangleGesture::caught() const
{
    const auto low = glm::min(m_start.position, m_now.position);
    const auto high = glm::max(m_start.position, m_now.position);
    return m_handles.shownWhere(m_now, [&](const Vec2d& at) {
        return glm::all(glm::greaterThanEqual(at, low)) && glm::all(glm::lessThanEqual(at, high));
    });
}

void RectangleGesture::commit()
{
    take(m_handles, caught(), m_now);
}

std::string RectangleGesture::measure() const
{
    return fmt::format("{} in the rectangle", caught().size());
}

void RectangleGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (event.view == m_start.view)
        drawRectangle(draw, m_now, m_start.position);
}

LassoGesture::LassoGesture(HandleSet& handles, const PointerEvent& start)
    : m_handles{handles}, m_now{start}
{
    m_outline.add(start.position);
}

Result<void> LassoGesture::update(const PointerEvent& event)
{
    m_now = event;
    m_outline.add(event.position);
    return {};
}

std::vector<ShapeHandle> LassoGesture::caught() const
{
    return m_handles.shownWhere(m_now, [&](const Vec2d& at) { return m_outline.contains(at); });
}

void LassoGesture::commit()
{
    take(m_handles, caught(), m_now);
}

std::string LassoGesture::measure() const
{
    return fmt::format("{} in the loop", caught().size());
}

void LassoGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (event.view == m_now.view)
        m_outline.draw(draw, m_now);
}
} // namespace editor
