#pragma once

#include "editor/tools/gestures/handle_set.h"
#include "editor/tools/select/screen_outline.h"

namespace editor
{
/// Chooses the handles in something that is drawn; Ctrl turns around what they were.
class ChooseGesture : public Gesture
{
public:
    ChooseGesture(HandleSet& handles, const PointerEvent& start) : m_handles{handles}, m_now{start}
    {
    }

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;

protected:
    [[nodiscard]] virtual bool contains(const engine::Vec2d& at) const = 0;

    /// "the rectangle"
    [[nodiscard]] virtual std::string drawn() const = 0;

    [[nodiscard]] const PointerEvent& now() const { return m_now; }

private:
    [[nodiscard]] std::vector<ShapeHandle> caught() const;

    HandleSet& m_handles;
    PointerEvent m_now;
};

class RectangleGesture final : public ChooseGesture
{
public:
    RectangleGesture(HandleSet& handles, const PointerEvent& start);

    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] bool contains(const engine::Vec2d& at) const override;

    [[nodiscard]] std::string drawn() const override { return "the rectangle"; }

    engine::Vec2d m_start;
};

/// A loop that is drawn freely, and closed by a straight line.
class LassoGesture final : public ChooseGesture
{
public:
    LassoGesture(HandleSet& handles, const PointerEvent& start);

    engine::Result<void> update(const PointerEvent& event) override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] bool contains(const engine::Vec2d& at) const override;

    [[nodiscard]] std::string drawn() const override { return "the loop"; }

    ScreenOutline m_outline;
};
} // namespace editor
