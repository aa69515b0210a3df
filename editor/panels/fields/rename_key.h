#pragma once

#include <QObject>

class QAbstractItemView;

namespace editor
{
/// F2 renames the current row while the view has the focus, though the window has another command on
/// that key. Belongs to the view.
class RenameKey : public QObject
{
public:
    /// `column` holds the names.
    RenameKey(QAbstractItemView& view, int column);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAbstractItemView& m_view;
    int m_column;
};
} // namespace editor
