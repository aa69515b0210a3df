#pragma once

class QTreeView;

namespace editor
{
/// Texts that are too wide for their column go over several lines, and over others when the column
/// gets another width. For lists of some hundred rows.
void wrapRows(QTreeView& list);
} // namespace editor
