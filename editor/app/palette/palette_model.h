#pragma once

#include "editor/app/palette/command_palette.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

namespace editor
{
/// The entries that fit what is typed, best first.
class PaletteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    /// None of them is listed until setPattern() has matched them.
    void setItems(std::vector<PaletteItem> items);
    void setPattern(const QString& pattern);

    struct Row
    {
        int item = 0;
        int score = 0;
        std::vector<int> positions; ///< of the matched letters in the label
    };

    [[nodiscard]] const PaletteItem& item(int row) const;

    [[nodiscard]] const Row& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<PaletteItem> m_items;
    std::vector<Row> m_rows;
};

/// Icon, label with the matched letters marked, detail, and on the right the keys or the reason.
class PaletteDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};
} // namespace editor
