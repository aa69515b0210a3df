#pragma once

#include "plugins/path_debugger/path_debugger.h"

namespace path_debugger
{
/// id "path.debug": a drag from a start to a goal; the two of them are handles that can be dragged
/// on, and a click moves the goal.
class PathTool final : public editor::Tool
{
public:
    explicit PathTool(std::shared_ptr<PathDebugger> debugger);

    void activate() override { m_debugger->setInUse(true); }

    void deactivate() override { m_debugger->setInUse(false); }

    [[nodiscard]] std::unique_ptr<editor::Gesture>
    press(const editor::PointerEvent& event) override;
    [[nodiscard]] std::optional<editor::PointerShape>
    pointer(const editor::PointerEvent& event) const override;
    bool click(const editor::PointerEvent& event) override;
    bool key(const editor::KeyEvent& event) override;
    [[nodiscard]] std::string hint() const override;

private:
    std::shared_ptr<PathDebugger> m_debugger;
};
} // namespace path_debugger
