#pragma once

#include "editor/tools/handle_set.h"
#include "editor/tools/screen_outline.h"

namespace editor
{
/// A rectangle that chooses the handles in it; Ctrl turns around what they were.
class RectangleGesture final : public Gesture
{
public:
    RectangleGesture(HandleSet& handles, const PointerEvent& start);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] std::vector<ShapeHandle> caught() const;

    HandleSet& m_handles;
    PointerEvent m_start;
    PointerEvent m_now;
};

/// The same with a loop that is drawn freely, and closed by a straight line.
class LassoGesture final : public Gesture
{
public:
    LassoGesture(HandleSet& handles, const PointerEvent& start);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] std::vector<ShapeHandle> caught() const;

    HandleSet& m_handles;
    PointerEvent m_now;
    ScreenOutline m_outline;
};
} // namespace editor
