#pragma once

#include "editor/api/tool.h"
#include "editor/scripting/script_window.h"

#include <functional>
#include <vector>

namespace editor
{
/// A window's mouse and key hooks as a tool of the views. What a press, its drag and its release
/// write is one step of the history.
class ScriptTool final : public Tool
{
public:
    /// Both outlive the tool.
    ScriptTool(ScriptHost& host, ScriptWindow& window) : m_host{host}, m_window{window} {}

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    bool click(const PointerEvent& event) override;
    void hover(const PointerEvent& event) override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] bool takesKey(ToolKey key) const override;
    [[nodiscard]] std::string hint() const override;

private:
    ScriptHost& m_host;
    ScriptWindow& m_window;
};

/// Lets the user drag the handles that the open windows draw, whichever tool is active.
class ScriptHandles final : public Tool
{
public:
    using Windows = std::function<std::vector<ScriptWindow*>()>;

    ScriptHandles(ScriptHost& host, Windows windows) : m_host{host}, m_windows{std::move(windows)}
    {
    }

    std::unique_ptr<Gesture> press(const PointerEvent& event) override;
    [[nodiscard]] std::optional<PointerShape> pointer(const PointerEvent& event) const override;

private:
    /// The handle that a press would take and its window; null if there is none.
    [[nodiscard]] std::pair<ScriptWindow*, ScriptHandle> under(const PointerEvent& event) const;

    ScriptHost& m_host;
    Windows m_windows;
};
} // namespace editor
