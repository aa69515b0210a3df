#include "editor/scripting/gui_builder.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::Error;
using engine::Result;

const char* guiKindName(GuiKind kind)
{
    constexpr std::array<const char*, 4> Names{"Column", "Row", "Group", "Scroll"};
    const auto index = static_cast<std::size_t>(kind);
    return index < Names.size() ? Names[index] : "element";
}

GuiBuilder::GuiBuilder(const GuiEvent* event) : m_event{event}, m_open(1) {}

void GuiBuilder::prepare(GuiNode& node, GuiKind kind, const std::string& label)
{
    auto& parent = m_open.back();
    const auto& name = m_key.empty() ? label : m_key;
    const int used = parent.labels[fmt::format("{}:{}", static_cast<int>(kind), name)]++;
    node.kind = kind;
    node.key = fmt::format("{}/{}:{}#{}", parent.node.key, static_cast<int>(kind), name, used);
    node.label = label;
    node.tooltip = std::exchange(m_tooltip, {});
    node.enabled = std::ranges::none_of(m_disabled, [](bool disabled) { return disabled; });
    m_key.clear();
    ++m_count;
}

Result<void> GuiBuilder::begin(GuiKind kind, const std::string& label)
{
    if (m_open.size() > MaxDepth)
        return Error{"Elements can stand in each other {} deep, not deeper", MaxDepth};
    if (m_count >= MaxNodes)
        return Error{"A window can show {} elements, not more", MaxNodes};
    Open open;
    prepare(open.node, kind, label);
    m_open.push_back(std::move(open));
    return {};
}

Result<void> GuiBuilder::end(GuiKind kind)
{
    const auto open = m_open.back().node.kind;
    if (m_open.size() == 1)
        return Error{"end{0}() without begin{0}() before it", guiKindName(kind)};
    if (open != kind)
        return Error{"end{}() where begin{}() has to be ended first", guiKindName(kind),
                     guiKindName(open)};
    auto node = std::move(m_open.back().node);
    m_open.pop_back();
    m_open.back().node.children.push_back(std::move(node));
    return {};
}

Result<GuiNode*> GuiBuilder::add(GuiKind kind, const std::string& label)
{
    if (m_count >= MaxNodes)
        return Error{"A window can show {} elements, not more", MaxNodes};
    GuiNode node;
    prepare(node, kind, label);
    auto& children = m_open.back().node.children;
    children.push_back(std::move(node));
    return &children.back();
}

const GuiEvent* GuiBuilder::eventOf(const GuiNode& node) const
{
    return m_event != nullptr && node.enabled && m_event->key == node.key ? m_event : nullptr;
}

void GuiBuilder::beginDisabled(bool disabled)
{
    m_disabled.push_back(disabled);
}

Result<void> GuiBuilder::endDisabled()
{
    if (m_disabled.empty())
        return Error{"endDisabled() without beginDisabled() before it"};
    m_disabled.pop_back();
    return {};
}

Result<GuiNode> GuiBuilder::finish()
{
    if (m_open.size() > 1)
        return Error{"begin{0}() without end{0}()", guiKindName(m_open.back().node.kind)};
    if (!m_disabled.empty())
        return Error{"beginDisabled() without endDisabled()"};
    return std::move(m_open.front().node);
}
} // namespace editor
