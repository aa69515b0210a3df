#include "editor/panels/gui/gui_item.h"
#include "editor/panels/gui/rows_model.h"

#include <QHeaderView>
#include <QTreeView>

namespace editor
{
namespace
{
class GuiList final : public GuiItem
{
public:
    GuiList(GuiContext& context, const GuiNode& node, QWidget* parent) : GuiItem{context}
    {
        m_view = new QTreeView{parent};
        m_model = new RowsModel{m_view};
        m_view->setModel(m_model);
        m_view->setUniformRowHeights(true);
        m_view->setRootIsDecorated(node.kind == GuiKind::Tree);
        m_view->setHeaderHidden(node.kind != GuiKind::Table);
        m_view->setSelectionMode(QAbstractItemView::SingleSelection);
        m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
        m_view->setAllColumnsShowFocus(true);
        m_view->header()->setStretchLastSection(true);
        QObject::connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, m_view,
                         [this](const QModelIndex& current) {
                             if (!m_isShowing)
                                 send({std::int64_t{RowsModel::lineOf(current)}});
                         });
        m_view->ensurePolished(); // it measures its rows once, maybe before it is shown
        setWidget(m_view, QString::fromStdString(node.label));
    }

protected:
    void update(const GuiNode& node) override
    {
        m_isShowing = true;
        const int line = m_view->fontMetrics().height() + 6;
        const int lines = std::clamp(node.size, 2, 60) + (node.kind == GuiKind::Table ? 1 : 0);
        if (m_view->height() != line * lines + 4)
            m_view->setFixedHeight(line * lines + 4);
        m_model->setRows(node.items, node.rows);
        if (node.kind == GuiKind::Tree && m_model->rowCount({}) > 0 && m_shown != node.rows.size())
            m_view->expandAll();
        m_shown = node.rows.size();
        const auto* chosen = node.value.as<std::int64_t>();
        const auto index =
            chosen != nullptr ? m_model->indexOf(static_cast<int>(*chosen)) : QModelIndex{};
        if (index.isValid())
            m_view->setCurrentIndex(index);
        else
            m_view->selectionModel()->clear();
        m_isShowing = false;
    }

private:
    QTreeView* m_view = nullptr;
    RowsModel* m_model = nullptr;
    std::size_t m_shown = 0;
    bool m_isShowing = false;
};
} // namespace

std::unique_ptr<GuiItem> makeGuiList(GuiContext& context, const GuiNode& node, QWidget* parent)
{
    if (node.kind != GuiKind::List && node.kind != GuiKind::Tree && node.kind != GuiKind::Table)
        return nullptr;
    return std::make_unique<GuiList>(context, node, parent);
}
} // namespace editor
