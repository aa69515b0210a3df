#pragma once

#include "plugins/foliage_painter/face_fill.h"

#include <QTimer>
#include <QWidget>

class QProgressBar;

namespace foliage_painter
{
/// Shows how far a face is filled, with a button that stops it; hidden otherwise.
class FillBar final : public QWidget
{
    Q_OBJECT

public:
    FillBar(FaceFill& fill, QWidget* parent);

private:
    void refresh();

    FaceFill& m_fill;
    QProgressBar* m_bar = nullptr;
    QTimer m_timer;
    engine::Connection m_connection;
};
} // namespace foliage_painter
