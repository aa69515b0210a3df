#pragma once

#include "plugins/foliage_painter/planting_job.h"

#include <QTimer>
#include <QWidget>

class QProgressBar;

namespace foliage_painter
{
/// Shows how far planting on a worker is, with a button that stops it; hidden otherwise.
class PlantingBar final : public QWidget
{
    Q_OBJECT

public:
    PlantingBar(PlantingJob& job, QWidget* parent);

private:
    void refresh();

    PlantingJob& m_job;
    QProgressBar* m_bar = nullptr;
    QTimer m_timer;
    engine::Connection m_connection;
};
} // namespace foliage_painter
