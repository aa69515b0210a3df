#pragma once

#include "editor/scripting/gui_node.h"

#include <QAbstractItemModel>

#include <vector>

namespace editor
{
/// The lines of a list, tree or table of a script. A line is named by its number from the top,
/// counted over all depths.
class RowsModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    using QAbstractItemModel::QAbstractItemModel;

    /// Nothing happens if they are what is shown already.
    void setRows(const std::vector<std::string>& headings, const std::vector<GuiRow>& rows);

    [[nodiscard]] QModelIndex indexOf(int line) const;
    [[nodiscard]] static int lineOf(const QModelIndex& index);

    QModelIndex index(int row, int column, const QModelIndex& parent) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent) const override;
    int columnCount(const QModelIndex& parent) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line
    {
        int parent = -1; ///< line; -1 at the top
        int row = 0;     ///< among those of the same parent
        std::vector<int> children;
    };

    [[nodiscard]] const std::vector<int>& childrenOf(const QModelIndex& parent) const;

    std::vector<std::string> m_headings;
    std::vector<GuiRow> m_rows;
    std::vector<Line> m_lines;
    std::vector<int> m_top;
};
} // namespace editor
