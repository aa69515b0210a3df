#include "editor/panels/level/wrapped_rows.h"

#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QTreeView>

namespace editor
{
namespace
{
/// A tree asks for the height of a row without telling the widths of its columns.
class WrappingDelegate final : public QStyledItemDelegate
{
public:
    explicit WrappingDelegate(QTreeView& list) : QStyledItemDelegate{&list}, m_list{list} {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override
    {
        auto inColumn = option;
        inColumn.rect.setSize({m_list.columnWidth(index.column()), 1}); // a height makes it valid
        return QStyledItemDelegate::sizeHint(inColumn, index);
    }

private:
    QTreeView& m_list;
};
} // namespace

void wrapRows(QTreeView& list)
{
    list.setUniformRowHeights(false);
    list.setWordWrap(true);
    list.setItemDelegate(new WrappingDelegate{list});
    auto* later = new QTimer{&list}; // many columns may change at once
    later->setSingleShot(true);
    later->setInterval(0);
    QObject::connect(later, &QTimer::timeout, &list, &QTreeView::doItemsLayout);
    QObject::connect(list.header(), &QHeaderView::sectionResized, later,
                     qOverload<>(&QTimer::start));
}
} // namespace editor
