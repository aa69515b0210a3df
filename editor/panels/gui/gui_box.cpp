#include "editor/panels/gui/gui_item.h"

#include <QFrame>
#include <QGridLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QScrollArea>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int Spacing = 8;

/// Elements below each other, fields with their labels in a column, or side by side.
class GuiBox final : public GuiItem
{
public:
    GuiBox(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        if (node.kind == GuiKind::Group) {
            auto* group = new QGroupBox{QString::fromStdString(node.label), parent};
            m_body = group;
            setWidget(group);
        } else if (node.kind == GuiKind::Scroll) {
            auto* scroll = new QScrollArea{parent};
            scroll->setWidgetResizable(true);
            scroll->setFrameShape(QFrame::NoFrame);
            m_body = new QWidget{scroll};
            scroll->setWidget(m_body);
            if (const int height = std::atoi(node.label.c_str()); height > 0)
                scroll->setFixedHeight(std::clamp(height, 40, 4000));
            else
                scroll->setMinimumHeight(120);
            setWidget(scroll);
        } else {
            m_body = new QWidget{parent};
            setWidget(m_body);
        }
        m_isRow = node.kind == GuiKind::Row;
        if (m_isRow)
            m_layout = m_row = new QHBoxLayout{m_body};
        else
            m_layout = m_grid = new QGridLayout{m_body};
        m_layout->setSpacing(Spacing);
        const int margin = node.kind == GuiKind::Group ? Spacing : 0;
        m_layout->setContentsMargins(margin, margin, margin, margin);
        if (m_grid != nullptr)
            m_grid->setColumnStretch(1, 1);
    }

    /// Before the body that its children's widgets are in.
    ~GuiBox() override { m_items.clear(); }

protected:
    void update(const GuiNode& node) override
    {
        std::vector<std::unique_ptr<GuiItem>> items;
        bool same = m_items.size() == node.children.size();
        for (const auto& child : node.children) {
            auto item = take(child);
            same = same && item.second == items.size();
            items.push_back(std::move(item.first));
        }
        m_items = std::move(items); // what the script no longer describes goes
        for (std::size_t i = 0; i < m_items.size(); ++i)
            m_items[i]->show(node.children[i]);
        if (!same)
            placeItems();
    }

private:
    /// The item of that kind and key that is there, with its place; or else a new one, with none.
    std::pair<std::unique_ptr<GuiItem>, std::size_t> take(const GuiNode& node)
    {
        for (std::size_t i = 0; i < m_items.size(); ++i)
            if (m_items[i] && m_items[i]->kind() == node.kind && m_items[i]->key() == node.key)
                return {std::move(m_items[i]), i};
        return {makeGuiItem(context(), node, m_body), m_items.size()};
    }

    void placeItems()
    {
        while (auto* item = m_layout->takeAt(0))
            delete item; // the layout's own; widgets stay
        int line = 0;
        for (const auto& item : m_items)
            if (m_isRow)
                placeInRow(*item);
            else
                line += placeInGrid(*item, line);
        if (m_grid != nullptr) {
            // Setting a stretch makes the row that it is for.
            for (int i = m_grid->rowCount() - 1; i >= 0; --i)
                m_grid->setRowStretch(i, 0);
            m_grid->setRowStretch(line, 1); // what is left stays below
        } else if (std::none_of(m_items.begin(), m_items.end(), stretches)) {
            m_row->addStretch(1);
        }
    }

    static bool stretches(const std::unique_ptr<GuiItem>& item)
    {
        return item->kind() != GuiKind::Label && item->kind() != GuiKind::Check &&
               item->kind() != GuiKind::Space;
    }

    void placeInRow(const GuiItem& item)
    {
        if (item.label() != nullptr) {
            m_row->addWidget(item.label());
            item.label()->show();
        }
        m_row->addWidget(item.widget(), item.kind() == GuiKind::Label ? 0 : 1);
        item.widget()->show();
    }

    /// Lists and texts of several lines need the whole width.
    static bool isWide(GuiKind kind)
    {
        return kind == GuiKind::Lines || kind == GuiKind::List || kind == GuiKind::Tree ||
               kind == GuiKind::Table;
    }

    /// How many lines of the grid it takes.
    int placeInGrid(const GuiItem& item, int line)
    {
        item.widget()->show();
        if (item.label() != nullptr && isWide(item.kind())) {
            m_grid->addWidget(item.label(), line, 0, 1, 2);
            m_grid->addWidget(item.widget(), line + 1, 0, 1, 2);
            item.label()->show();
            return 2;
        }
        if (item.label() != nullptr) {
            m_grid->addWidget(item.label(), line, 0);
            m_grid->addWidget(item.widget(), line, 1);
            item.label()->show();
        } else {
            m_grid->addWidget(item.widget(), line, 0, 1, 2);
        }
        return 1;
    }

    QWidget* m_body = nullptr;
    QLayout* m_layout = nullptr;
    QGridLayout* m_grid = nullptr; ///< one of these two
    QHBoxLayout* m_row = nullptr;
    bool m_isRow = false;
    std::vector<std::unique_ptr<GuiItem>> m_items;
};
} // namespace

std::unique_ptr<GuiItem> makeGuiBox(GuiContext& context, const GuiNode& node, QWidget* parent)
{
    if (node.kind > GuiKind::Scroll)
        return nullptr;
    return std::make_unique<GuiBox>(context, node, parent);
}
} // namespace editor
