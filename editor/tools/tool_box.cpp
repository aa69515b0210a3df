#include "editor/tools/tool_box.h"

#include "editor/tools/select/pick_target.h"

#include <algorithm>
#include <utility>

namespace editor
{
ToolBox::ToolBox(Document& document) : m_document{document}
{
    m_connections += document.reset.connect([this] { cancelAll(); });
}

ToolBox::~ToolBox()
{
    m_gesture.reset(); // before the tools it may point to
}

void ToolBox::add(std::string id, std::unique_ptr<Tool> tool)
{
    ENGINE_EXPECT(find(id) == nullptr);
    m_tools.push_back({std::move(id), std::move(tool), false});
    if (m_tools.back().id == m_activeId)
        m_tools.back().tool->activate();
}

void ToolBox::addAlways(std::string id, std::unique_ptr<Tool> tool)
{
    ENGINE_EXPECT(find(id) == nullptr);
    m_tools.push_back({std::move(id), std::move(tool), true});
}

void ToolBox::observe(const PointerEvent& event) const
{
    if (observer)
        observer(event);
}

void ToolBox::remove(const std::string& id)
{
    if (id == m_activeId)
        activate(SelectToolId);
    std::erase_if(m_tools, [&](const Entry& entry) { return entry.id == id; });
}

Tool* ToolBox::find(const std::string& id) const
{
    const auto at = std::find_if(m_tools.begin(), m_tools.end(),
                                 [&](const Entry& entry) { return entry.id == id; });
    return at == m_tools.end() ? nullptr : at->tool.get();
}

void ToolBox::activate(const std::string& id)
{
    const std::string target = id.empty() ? SelectToolId : id;
    const auto at = std::find_if(m_tools.begin(), m_tools.end(), [&](const Entry& entry) {
        return entry.id == target && !entry.always;
    });
    if (at == m_tools.end() || target == m_activeId)
        return;
    auto* tool = at->tool.get();
    cancelAll();
    m_activeId = target;
    tool->activate();
    if (activeChanged)
        activeChanged();
}

std::vector<Tool*> ToolBox::chain() const
{
    std::vector<Tool*> tools;
    for (const auto& entry : m_tools)
        if (entry.always)
            tools.push_back(entry.tool.get());
    for (const auto& id : {m_activeId, std::string{SelectToolId}})
        if (auto* tool = find(id); tool != nullptr && (tools.empty() || tools.back() != tool))
            tools.push_back(tool);
    return tools;
}

bool ToolBox::press(const PointerEvent& event)
{
    observe(event);
    cancelGesture();
    if (m_document.isEditing())
        return false;               // a field of a panel is being dragged
    m_dragPointer = pointer(event); // the press may change what is there
    m_pointer = event;
    for (auto* tool : chain())
        if ((m_gesture = tool->press(event)))
            return true;
    return false;
}

engine::Result<void> ToolBox::move(const PointerEvent& event)
{
    observe(event);
    m_pointer = event;
    return updateGesture();
}

engine::Result<void> ToolBox::updateGesture()
{
    if (!m_gesture)
        return {};
    auto updated = m_gesture->update(m_pointer);
    m_refusal = updated ? std::string{} : updated.error().message();
    return updated;
}

void ToolBox::release(const PointerEvent& event)
{
    observe(event);
    if (!m_gesture)
        return;
    m_pointer = event;
    static_cast<void>(updateGesture());
    keepGesture();
}

void ToolBox::keepGesture()
{
    const auto gesture = std::move(m_gesture);
    const auto why = std::exchange(m_refusal, {});
    gesture->commit();
    if (!why.empty() && endedRefused)
        endedRefused(why);
}

bool ToolBox::click(const PointerEvent& event)
{
    observe(event);
    cancelGesture();
    const auto tools = chain();
    return std::any_of(tools.begin(), tools.end(), [&](Tool* tool) { return tool->click(event); });
}

void ToolBox::hover(const PointerEvent& event)
{
    observe(event);
    for (auto* tool : chain())
        tool->hover(event);
}

PointerShape ToolBox::pointer(const PointerEvent& event) const
{
    if (m_gesture)
        return m_dragPointer;
    for (const auto* tool : chain())
        if (const auto shape = tool->pointer(event))
            return *shape;
    return PointerShape::Arrow;
}

bool ToolBox::key(const KeyEvent& event)
{
    if (event.key == ToolKey::Escape)
        return escape(event);
    if (m_gesture) {
        if (event.key != ToolKey::Enter) {
            const bool used = m_gesture->key(event);
            if (used)
                static_cast<void>(updateGesture());
            return used;
        }
        keepGesture();
        return true;
    }
    const auto tools = chain();
    return std::any_of(tools.begin(), tools.end(), [&](Tool* tool) { return tool->key(event); });
}

bool ToolBox::escape(const KeyEvent& event)
{
    if (m_gesture) {
        cancelGesture();
        return true;
    }
    if (auto* tool = active(); tool != nullptr && tool->key(event))
        return true;
    if (m_activeId != SelectToolId) {
        activate(SelectToolId);
        return true;
    }
    if (!m_document.selection().isEmpty()) {
        m_document.selection().clear();
        return true;
    }
    if (!m_document.selection().openGroup())
        return false;
    closeGroup(m_document);
    return true;
}

bool ToolBox::takesText() const
{
    const auto* tool = active();
    return isDragging() || (tool != nullptr && tool->takesText());
}

bool ToolBox::takesKey(ToolKey key) const
{
    const auto* tool = active();
    return isDragging() || (tool != nullptr && tool->takesKey(key));
}

void ToolBox::cancelGesture()
{
    m_gesture.reset();
    m_refusal.clear();
}

void ToolBox::cancelAll()
{
    cancelGesture();
    if (auto* tool = active())
        tool->deactivate();
}

std::string ToolBox::measure() const
{
    return m_gesture ? m_gesture->measure() : std::string{};
}

std::string ToolBox::hint() const
{
    const auto* tool = active();
    return tool != nullptr ? tool->hint() : std::string{};
}

void ToolBox::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    for (const auto* tool : chain())
        tool->draw(draw, event);
    if (m_gesture)
        m_gesture->draw(draw, event);
}
} // namespace editor
