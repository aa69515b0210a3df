#include "editor/tools/select/choose_gestures.h"

#include <glm/vector_relational.hpp>

namespace editor
{
using engine::Result;
using engine::Vec2d;

Result<void> ChooseGesture::update(const PointerEvent& event)
{
    m_now = event;
    return {};
}

std::vector<ShapeHandle> ChooseGesture::caught() const
{
    return m_handles.shownWhere(m_now, [this](const Vec2d& at) { return contains(at); });
}

void ChooseGesture::commit()
{
    if (m_now.has(Modifier::Ctrl))
        m_handles.toggle(caught());
    else
        m_handles.choose(caught());
}

std::string ChooseGesture::measure() const
{
    return fmt::format("{} in {}", caught().size(), drawn());
}

RectangleGesture::RectangleGesture(HandleSet& handles, const PointerEvent& start)
    : ChooseGesture{handles, start}, m_start{start.position}
{
}

bool RectangleGesture::contains(const Vec2d& at) const
{
    return glm::all(glm::greaterThanEqual(at, glm::min(m_start, now().position))) &&
           glm::all(glm::lessThanEqual(at, glm::max(m_start, now().position)));
}

void RectangleGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (event.view == now().view)
        drawRectangle(draw, now(), m_start);
}

LassoGesture::LassoGesture(HandleSet& handles, const PointerEvent& start)
    : ChooseGesture{handles, start}
{
    m_outline.add(start.position);
}

Result<void> LassoGesture::update(const PointerEvent& event)
{
    m_outline.add(event.position);
    return ChooseGesture::update(event);
}

bool LassoGesture::contains(const Vec2d& at) const
{
    return m_outline.contains(at);
}

void LassoGesture::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (event.view == now().view)
        m_outline.draw(draw, now());
}
} // namespace editor
