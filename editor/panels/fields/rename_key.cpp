#include "editor/panels/fields/rename_key.h"

#include <QAbstractItemView>
#include <QKeyEvent>

namespace editor
{
RenameKey::RenameKey(QAbstractItemView& view, int column)
    : QObject{&view}, m_view{view}, m_column{column}
{
    view.installEventFilter(this);
}

bool RenameKey::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey =
        event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    const auto* key = isKey ? static_cast<QKeyEvent*>(event) : nullptr;
    if (key == nullptr || key->key() != Qt::Key_F2 || key->modifiers() != Qt::NoModifier)
        return QObject::eventFilter(watched, event);
    event->accept(); // before Qt looks for shortcuts: two of one key are ambiguous, and neither runs
    const auto name = m_view.currentIndex().siblingAtColumn(m_column);
    if (event->type() == QEvent::KeyPress && name.flags().testFlag(Qt::ItemIsEditable))
        m_view.edit(name);
    return true;
}
} // namespace editor
