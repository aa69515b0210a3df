#include "plugins/foliage_painter/planting_bar.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

namespace foliage_painter
{
PlantingBar::PlantingBar(PlantingJob& job, QWidget* parent)
    : QWidget{parent}, m_job{job}, m_bar{new QProgressBar{this}}
{
    constexpr int RefreshEvery = 100; // milliseconds
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(0, 0, 0, 0);
    m_bar->setRange(0, 100);
    m_bar->setFormat(QStringLiteral("%p %"));
    m_bar->setAccessibleName(tr("Progress of planting"));
    m_bar->setToolTip(tr("How far the planting is."));
    auto* stop = new QPushButton{tr("Stop"), this};
    stop->setAccessibleName(stop->text());
    stop->setToolTip(tr("Leaves the plants as they were."));
    row->addWidget(m_bar, 1);
    row->addWidget(stop);
    connect(stop, &QPushButton::clicked, this, [this] { m_job.cancel(); });
    connect(&m_timer, &QTimer::timeout, this, [this] { refresh(); });
    m_timer.setInterval(RefreshEvery);
    m_connection = m_job.changed.connect([this] { refresh(); });
    refresh();
}

void PlantingBar::refresh()
{
    const bool runs = m_job.isRunning();
    setVisible(runs);
    m_bar->setValue(static_cast<int>(m_job.progress() * 100));
    if (runs && !m_timer.isActive())
        m_timer.start();
    else if (!runs)
        m_timer.stop();
}
} // namespace foliage_painter
