#pragma once

#include "editor/api/tool.h"
#include "editor/document/document.h"

#include <functional>
#include <string>
#include <vector>

namespace editor
{
/// The id of the tool that is there when no other is: it selects, moves and extrudes.
inline constexpr auto SelectToolId = "select";

/// All tools, which one is active, and the gesture under way. Views hand their events here. The
/// active tool comes first; what it has no use for goes to the selection tool.
class ToolBox
{
public:
    explicit ToolBox(Document& document);
    ~ToolBox();

    /// Ids must differ. The one called SelectToolId is the selection tool.
    void add(std::string id, std::unique_ptr<Tool> tool);

    /// One that cannot be activated: it is asked before the active tool, always.
    void addAlways(std::string id, std::unique_ptr<Tool> tool);

    /// What the mouse does, before the tools are told.
    std::function<void(const PointerEvent& event)> observer;

    /// A drag was kept, but not as far as it was asked for.
    std::function<void(const std::string& why)> endedRefused;

    /// Another tool is active, whoever chose it.
    std::function<void()> activeChanged;

    /// Gives way to the selection tool if it is active.
    void remove(const std::string& id);

    /// "" is the selection tool. A gesture under way is taken back. Unknown ids are ignored.
    void activate(const std::string& id);

    [[nodiscard]] const std::string& activeId() const { return m_activeId; }

    /// Null if there is none.
    [[nodiscard]] Tool* find(const std::string& id) const;

    /// Null until the selection tool was added.
    [[nodiscard]] Tool* active() const { return find(m_activeId); }

    /// The pointer went down and moved far enough to be a drag. `event` is where it went down. True
    /// if a tool took it.
    bool press(const PointerEvent& event);

    /// An error says why the last good state stays.
    engine::Result<void> move(const PointerEvent& event);

    /// Ends and keeps the drag, or its last good state if this one is refused.
    void release(const PointerEvent& event);

    bool click(const PointerEvent& event);
    void hover(const PointerEvent& event);

    /// What the pointer looks like there; during a drag as it did where the drag began.
    [[nodiscard]] PointerShape pointer(const PointerEvent& event) const;

    /// Enter ends and keeps a drag, Esc goes one step back: the drag, the tool's points, the tool,
    /// the selection. Other keys that a drag uses update it where the pointer is. True if it was
    /// used.
    bool key(const KeyEvent& event);

    [[nodiscard]] bool isDragging() const { return m_gesture != nullptr; }

    /// Digits belong to a drag or tool now, not to shortcuts.
    [[nodiscard]] bool takesText() const;

    /// The key belongs to a drag or tool now, not to shortcuts.
    [[nodiscard]] bool takesKey(ToolKey key) const;

    /// Takes the drag back.
    void cancelGesture();

    /// Takes the drag back and has the active tool drop what is half done.
    void cancelAll();

    [[nodiscard]] std::string measure() const;

    /// Why the drag under way is not as pointer and keys ask; empty if it is.
    [[nodiscard]] const std::string& refusal() const { return m_refusal; }

    [[nodiscard]] std::string hint() const;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const;

private:
    struct Entry
    {
        std::string id;
        std::unique_ptr<Tool> tool;
        bool always = false;
    };

    void observe(const PointerEvent& event) const;

    /// Those that are always asked, the active tool, and the selection tool last.
    [[nodiscard]] std::vector<Tool*> chain() const;
    bool escape(const KeyEvent& event);
    engine::Result<void> updateGesture();
    void keepGesture();

    Document& m_document;
    std::vector<Entry> m_tools;
    std::string m_activeId = SelectToolId;
    std::unique_ptr<Gesture> m_gesture;
    PointerShape m_dragPointer = PointerShape::Arrow;
    PointerEvent m_pointer; ///< of the drag, as it was last
    std::string m_refusal;
    engine::Connections m_connections;
};
} // namespace editor
