#pragma once

#include "editor/scripting/window_engine.h"

#include <optional>
#include <set>
#include <string>

namespace editor
{
/// What happened during a press or drag in a view, as a script hears of it.
struct ScriptStroke
{
    WindowHook hook = WindowHook::Press;
    const ScriptPointer& pointer;
};

/// One window of a script: its object, what it shows, and what was wrong with it. Stays the same
/// one while its script is compiled anew. Main thread only.
class ScriptWindow
{
public:
    ScriptWindow(ScriptHost& host, WindowEngine& engine, std::string className);
    ~ScriptWindow();

    ScriptWindow(const ScriptWindow&) = delete;
    ScriptWindow& operator=(const ScriptWindow&) = delete;

    [[nodiscard]] const std::string& className() const { return m_className; }

    /// The last part of its menu entry, or else its class name in words.
    [[nodiscard]] const std::string& title() const { return m_title; }

    [[nodiscard]] const ScriptEntry& entry() const { return m_class; }

    /// "script.Notes": of its panel; its tool has the same one.
    [[nodiscard]] std::string id() const { return "script." + m_className; }

    [[nodiscard]] bool isTool() const { return m_class.isTool(); }

    /// Its script has such a method, and is not stopped by a mistake.
    [[nodiscard]] bool hears(WindowHook hook) const
    {
        return m_failure.empty() && m_class.has(hook);
    }

    /// What onGui() described last; empty until the window was open.
    [[nodiscard]] const GuiNode& tree() const { return m_tree; }

    /// Why there is nothing to show: file, line and sentence. Empty if all is well.
    [[nodiscard]] const std::string& failure() const { return m_failure; }

    /// Why the last thing that the user did had no effect; empty if it had.
    [[nodiscard]] const std::string& notice() const { return m_notice; }

    /// Seconds after which the script wants to run again; 0: not by itself.
    [[nodiscard]] double refreshEvery() const { return m_refreshEvery; }

    [[nodiscard]] bool isOpen() const { return m_open; }

    /// The user sees it from now on, or no longer.
    void setOpen(bool open);

    /// Runs onGui() to show things as they are now. Nothing while it is closed.
    void refresh();

    /// Its script compiles, so that it can be started anew after a failure.
    [[nodiscard]] bool canRetry() const { return m_class.type != nullptr; }

    /// Starts a script anew that was stopped by a mistake or an endless loop. Its public members
    /// keep their values. Nothing without canRetry().
    void retry();

    /// The user did something: onGui() answers it in one step of the history, which is taken back
    /// if the script fails; then it is shown anew, during a drag, too.
    void send(const GuiEvent& event);

    /// What onDraw() adds to the views; it runs again only after something has changed.
    void draw(engine::DebugDraw& draw);

    /// What onDraw() offered to be dragged, last time it ran.
    [[nodiscard]] const std::vector<ScriptHandle>& handles() const { return m_handles; }

    /// Tells the script where a handle is being dragged to, inside of the drag's own step.
    engine::Result<void> moveHandle(Transaction& edit, const ScriptHandle& to);

    /// Calls a pointer hook; what it writes goes into `edit`, null forbids that. Whether the script
    /// wants the press or click; an error stops the drag and is the window's notice, too.
    engine::Result<bool> stroke(const ScriptStroke& stroke, Transaction* edit);

    /// Calls onKey() in one step of the history. Whether the script used the key; if not, what it
    /// wrote is taken back.
    bool key(const std::string& name);

    /// Takes another compiled version of its class, null-typed if there is none; public members
    /// keep their values. `failure` says what is wrong with the file; empty: nothing.
    void setClass(const WindowClass& type, const std::string& failure);

    /// Public members, as they were or are.
    [[nodiscard]] std::string state() const;

    void setState(std::string state) { m_state = std::move(state); }

    /// The level or the selection has changed: it shall be refreshed when it is seen, and its hook
    /// be called before.
    void markStale(std::optional<WindowHook> hook = {});

    engine::Signal<> changed; ///< what it shows is something else
    engine::Signal<> stale;   ///< call refresh() soon
    engine::Signal<> closing; ///< it goes for good: its drags have to end

private:
    bool prepare();
    void dropObject();
    engine::Result<GuiNode> showAnew();
    void follow(const std::string& dragged);
    engine::Result<bool>
    run(WindowHook hook, Transaction* edit, const WindowEngine::SetArguments& arguments = {});
    engine::Result<GuiNode> runGui(const GuiEvent* event, Transaction* edit);
    engine::Result<void> answer(const GuiEvent& event);
    engine::Result<void> answerDrag(const GuiEvent& event);
    [[nodiscard]] std::string labelFor(const GuiEvent& event) const;

    ScriptHost& m_host;
    WindowEngine& m_engine;
    std::string m_className;
    std::string m_title;
    WindowClass m_class;
    WindowObject m_object;
    GuiNode m_tree;
    std::string m_state = "{}"; ///< public members, while there is no object
    std::string m_failure;
    std::string m_notice;
    double m_refreshEvery = 0;
    bool m_open = false;
    bool m_hasOpened = false; ///< onOpen() has run for this object
    bool m_drawStale = true;
    std::set<WindowHook> m_pending; ///< to be called before it is shown next
    engine::DebugDraw m_drawn;
    std::vector<ScriptHandle> m_handles;
    std::optional<Transaction> m_drag; ///< of a slider or other field that is being dragged
};
} // namespace editor
