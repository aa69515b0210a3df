#include "editor/panels/gui/rows_model.h"

namespace editor
{
void RowsModel::setRows(const std::vector<std::string>& headings, const std::vector<GuiRow>& rows)
{
    if (headings == m_headings && rows == m_rows)
        return;
    beginResetModel();
    m_headings = headings;
    m_rows = rows;
    m_top.clear();
    m_lines.assign(rows.size(), {});
    std::vector<int> open; // the last line of each depth
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto line = static_cast<int>(i);
        // A line that is deeper than the one above by more than one stands below that one.
        open.resize(std::min(open.size(), static_cast<std::size_t>(rows[i].depth)));
        m_lines[i].parent = open.empty() ? -1 : open.back();
        auto& siblings =
            open.empty() ? m_top : m_lines[static_cast<std::size_t>(open.back())].children;
        m_lines[i].row = static_cast<int>(siblings.size());
        siblings.push_back(line);
        open.push_back(line);
    }
    endResetModel();
}

QModelIndex RowsModel::indexOf(int line) const
{
    if (line < 0 || static_cast<std::size_t>(line) >= m_lines.size())
        return {};
    return createIndex(m_lines[static_cast<std::size_t>(line)].row, 0, static_cast<quintptr>(line));
}

int RowsModel::lineOf(const QModelIndex& index)
{
    return index.isValid() ? static_cast<int>(index.internalId()) : -1;
}

const std::vector<int>& RowsModel::childrenOf(const QModelIndex& parent) const
{
    return parent.isValid() ? m_lines[static_cast<std::size_t>(lineOf(parent))].children : m_top;
}

QModelIndex RowsModel::index(int row, int column, const QModelIndex& parent) const
{
    const auto& children = childrenOf(parent);
    if (row < 0 || static_cast<std::size_t>(row) >= children.size() || column < 0 ||
        column >= columnCount(parent))
        return {};
    return createIndex(row, column, static_cast<quintptr>(children[static_cast<std::size_t>(row)]));
}

QModelIndex RowsModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(m_lines[static_cast<std::size_t>(lineOf(child))].parent)
                           : QModelIndex{};
}

int RowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int RowsModel::columnCount(const QModelIndex&) const
{
    return std::max(1, static_cast<int>(m_headings.size()));
}

QVariant RowsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const auto& cells = m_rows[static_cast<std::size_t>(lineOf(index))].cells;
    const auto column = static_cast<std::size_t>(index.column());
    return column < cells.size() ? QString::fromStdString(cells[column]) : QString{};
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto column = static_cast<std::size_t>(section);
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal || column >= m_headings.size())
        return {};
    return QString::fromStdString(m_headings[column]);
}
} // namespace editor
