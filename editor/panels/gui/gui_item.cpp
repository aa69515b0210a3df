#include "editor/panels/gui/gui_item.h"

#include <QCursor>
#include <QLabel>
#include <QWidget>

namespace editor
{
GuiItem::~GuiItem()
{
    for (auto* widget : {m_widget, m_label})
        if (widget != nullptr) {
            widget->setObjectName({}); // nobody finds it any more
            widget->hide();
            widget->deleteLater();
        }
}

void GuiItem::setWidget(QWidget* widget, const QString& label)
{
    m_widget = widget;
    if (label.isEmpty())
        return;
    auto* text = new QLabel{label, widget->parentWidget()};
    text->setProperty("muted", true);
    text->setBuddy(widget);
    m_label = text;
}

void GuiItem::show(const GuiNode& node)
{
    const bool first = m_node.key.empty();
    // Children are not kept: only boxes have some, and they keep them as items.
    m_node.kind = node.kind;
    m_node.key = node.key;
    m_node.label = node.label;
    m_node.tooltip = node.tooltip;
    m_node.unit = node.unit;
    m_node.enabled = node.enabled;
    m_node.value = node.value;
    m_node.min = node.min;
    m_node.max = node.max;
    m_node.step = node.step;
    m_node.size = node.size;
    m_node.assetKind = node.assetKind;
    m_node.items = node.items;
    m_node.list = node.list;
    update(node);
    const auto label = QString::fromStdString(node.label);
    const auto tooltip = QString::fromStdString(node.tooltip);
    if (first) {
        m_widget->setObjectName(QStringLiteral("gui.") + label);
        m_widget->setAccessibleName(label);
    }
    for (auto* widget : {m_widget, m_label})
        if (widget != nullptr) {
            widget->setEnabled(node.enabled);
            if (widget->toolTip() != tooltip && !widget->property("invalid").toBool())
                widget->setToolTip(tooltip);
        }
}

void GuiItem::send(engine::Value value, GuiPhase phase) const
{
    GuiEvent event;
    event.key = m_node.key;
    event.value = std::move(value);
    event.phase = phase;
    m_context.send(std::move(event));
}

void GuiItem::sendList(std::vector<engine::Value> list, GuiPhase phase) const
{
    GuiEvent event;
    event.key = m_node.key;
    event.list = std::move(list);
    event.phase = phase;
    m_context.send(std::move(event));
}

std::unique_ptr<GuiItem> makeGuiItem(GuiContext& context, const GuiNode& node, QWidget* parent)
{
    for (const auto make :
         {makeGuiBox, makeGuiText, makeGuiField, makeGuiNumber, makeGuiList, makeGuiDrag})
        if (auto made = make(context, node, parent))
            return made;
    ENGINE_EXPECT(false); // a kind that nobody makes
    return nullptr;
}
} // namespace editor
