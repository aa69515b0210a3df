#include "editor/scripting/script_tool.h"

#include <array>

namespace editor
{
using engine::Error;
using engine::Result;
using engine::Vec3d;

namespace
{
/// How near to a handle a press takes hold of it, in pixels.
constexpr double HandleReach = 8;

Result<void> withoutValue(const Result<bool>& result)
{
    return result ? Result<void>{} : Result<void>{result.error()};
}

class StrokeGesture final : public Gesture
{
public:
    StrokeGesture(ScriptHost& host, ScriptWindow& window, Transaction edit)
        : m_host{host}, m_window{window}, m_edit{std::move(edit)}
    {
    }

    Result<void> update(const PointerEvent& event) override
    {
        return call(WindowHook::Drag, event);
    }

    void commit() override
    {
        if (!m_edit.isOpen())
            return;
        const auto done = m_window.stroke({WindowHook::Release, m_host.pointer}, &m_edit);
        if (done)
            m_edit.commit();
        else
            m_edit.rollback();
    }

private:
    /// A script that fails loses the whole stroke: nobody knows what it left half done.
    Result<void> call(WindowHook hook, const PointerEvent& event)
    {
        m_host.pointer = scriptPointer(event);
        if (!m_edit.isOpen())
            return Error{"{}", m_window.notice()};
        auto done = withoutValue(m_window.stroke({hook, m_host.pointer}, &m_edit));
        if (done)
            m_edit.preview();
        else
            m_edit.rollback();
        return done;
    }

    ScriptHost& m_host;
    ScriptWindow& m_window;
    Transaction m_edit;
};

class HandleGesture final : public Gesture
{
public:
    HandleGesture(ScriptWindow& window, ScriptHandle handle, Transaction edit)
        : m_window{window}, m_start{std::move(handle)}, m_edit{std::move(edit)}
    {
        m_gone = window.closing.connect([this] { m_edit.rollback(); });
    }

    /// In 2D along the view's plane, in 3D along the plane through the handle that faces the eye.
    Result<void> update(const PointerEvent& event) override
    {
        if (!m_edit.isOpen())
            return Error{"The script of this handle is no longer there"};
        auto to = m_start;
        if (event.view != ViewKind::Perspective) {
            to.at = event.onViewPlane(m_start.at);
        } else {
            const auto facing = -event.camera.forward();
            const engine::Plane plane{facing, glm::dot(facing, m_start.at)};
            if (const auto distance = engine::intersect(event.ray, plane))
                to.at = event.ray.at(*distance);
        }
        to.at = event.grid.snap(to.at);
        m_moved = to.at - m_start.at;
        return m_edit.replace(
            [&](Transaction& edit) -> Result<void> { return m_window.moveHandle(edit, to); });
    }

    void commit() override
    {
        if (m_edit.isOpen())
            m_edit.commit();
    }

    [[nodiscard]] std::string measure() const override
    {
        return fmt::format("{:.3f} m   x {:.3f}  y {:.3f}  z {:.3f}", glm::length(m_moved),
                           m_moved.x, m_moved.y, m_moved.z);
    }

private:
    ScriptWindow& m_window; ///< there as long as the transaction is open
    ScriptHandle m_start;
    Transaction m_edit;
    engine::Connection m_gone;
    Vec3d m_moved{0};
};

/// As scripts are told of it; empty for keys that are not for them.
std::string keyName(const KeyEvent& event)
{
    constexpr std::array<const char*, 14> Names{"Enter", "",   "Delete", "Backspace", "Left",
                                                "Right", "Up", "Down",   "PageUp",    "PageDown",
                                                "X",     "Y",  "Z",      "V"};
    const auto index = static_cast<std::size_t>(event.key);
    return index < Names.size() ? Names[index] : event.text;
}
} // namespace

std::unique_ptr<Gesture> ScriptTool::press(const PointerEvent& event)
{
    auto& document = m_host.editor.document();
    if (document.isEditing())
        return nullptr;
    m_host.pointer = scriptPointer(event);
    auto edit = document.begin(m_window.title());
    const auto wanted = m_window.stroke({WindowHook::Press, m_host.pointer}, &edit);
    if (!wanted || !*wanted)
        return nullptr; // what it may have written goes back with the transaction
    edit.preview();
    return std::make_unique<StrokeGesture>(m_host, m_window, std::move(edit));
}

bool ScriptTool::click(const PointerEvent& event)
{
    auto& document = m_host.editor.document();
    if (event.button != PointerButton::Left || document.isEditing())
        return false;
    m_host.pointer = scriptPointer(event);
    auto edit = document.begin(m_window.title());
    const auto used = m_window.stroke({WindowHook::Click, m_host.pointer}, &edit);
    if (!used || !*used)
        return !used; // a script that fails has had its click
    edit.commit();
    return true;
}

void ScriptTool::hover(const PointerEvent& event)
{
    m_host.pointer = scriptPointer(event);
    static_cast<void>(m_window.stroke({WindowHook::Hover, m_host.pointer}, nullptr));
}

bool ScriptTool::key(const KeyEvent& event)
{
    const auto name = keyName(event);
    if (name.empty())
        return false;
    const auto holds = [&](Modifier modifier) {
        return (event.modifiers & static_cast<unsigned>(modifier)) != 0;
    };
    m_host.pointer.shift = holds(Modifier::Shift);
    m_host.pointer.ctrl = holds(Modifier::Ctrl);
    m_host.pointer.alt = holds(Modifier::Alt);
    return m_window.key(name);
}

bool ScriptTool::takesKey(ToolKey key) const
{
    return key != ToolKey::Escape && m_window.hears(WindowHook::Key);
}

std::string ScriptTool::hint() const
{
    return m_window.notice().empty() ? m_window.entry().tooltip : m_window.notice();
}

std::unique_ptr<Gesture> ScriptHandles::press(const PointerEvent& event)
{
    auto& document = m_host.editor.document();
    const auto [owner, handle] = under(event);
    if (owner == nullptr || document.isEditing())
        return nullptr;
    return std::make_unique<HandleGesture>(*owner, handle,
                                           document.begin(owner->title() + ": " + handle.id));
}

std::optional<PointerShape> ScriptHandles::pointer(const PointerEvent& event) const
{
    return under(event).first != nullptr ? std::optional{PointerShape::Move} : std::nullopt;
}

std::pair<ScriptWindow*, ScriptHandle> ScriptHandles::under(const PointerEvent& event) const
{
    double best = HandleReach;
    std::pair<ScriptWindow*, ScriptHandle> nearest{};
    for (auto* window : m_windows())
        for (const auto& handle : window->handles()) {
            const auto on = event.camera.project(handle.at, event.viewSize.x, event.viewSize.y);
            const double distance = on ? glm::length(*on - event.position) : best;
            if (distance < best) {
                best = distance;
                nearest = {window, handle};
            }
        }
    return nearest;
}
} // namespace editor
