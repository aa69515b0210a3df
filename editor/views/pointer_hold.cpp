#include "editor/views/pointer_hold.h"

#include <QCursor>
#include <QWidget>

namespace editor
{
void PointerHold::hold()
{
    if (m_from)
        return;
    m_from = m_last = QCursor::pos();
    m_widget.setCursor(Qt::BlankCursor);
}

void PointerHold::release()
{
    if (!m_from)
        return;
    QCursor::setPos(*m_from);
    m_from.reset();
    m_widget.unsetCursor();
}

void PointerHold::center()
{
    QCursor::setPos(m_widget.mapToGlobal(m_widget.rect().center()));
    m_last = QCursor::pos(); // not every screen lets programs move the pointer
}

QPoint PointerHold::takeMovement()
{
    // Not what the event says: it may be from before the pointer was put back.
    const auto moved = QCursor::pos() - m_last;
    if (!moved.isNull()) // else it is the answer to our own move
        center();
    return moved;
}
} // namespace editor
