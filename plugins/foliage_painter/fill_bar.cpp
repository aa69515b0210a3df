#include "plugins/foliage_painter/fill_bar.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

namespace foliage_painter
{
FillBar::FillBar(FaceFill& fill, QWidget* parent)
    : QWidget{parent}, m_fill{fill}, m_bar{new QProgressBar{this}}
{
    constexpr int RefreshEvery = 100; // milliseconds
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(0, 0, 0, 0);
    m_bar->setRange(0, 100);
    m_bar->setAccessibleName(tr("Progress of filling"));
    m_bar->setToolTip(tr("How far the face is filled."));
    auto* stop = new QPushButton{tr("Stop"), this};
    stop->setAccessibleName(stop->text());
    stop->setToolTip(tr("Leaves the face as it was."));
    row->addWidget(m_bar, 1);
    row->addWidget(stop);
    connect(stop, &QPushButton::clicked, this, [this] { m_fill.cancel(); });
    connect(&m_timer, &QTimer::timeout, this, [this] { refresh(); });
    m_timer.setInterval(RefreshEvery);
    m_connection = m_fill.changed.connect([this] { refresh(); });
    refresh();
}

void FillBar::refresh()
{
    const bool runs = m_fill.isRunning();
    setVisible(runs);
    m_bar->setValue(static_cast<int>(m_fill.progress() * 100));
    if (runs && !m_timer.isActive())
        m_timer.start();
    else if (!runs)
        m_timer.stop();
}
} // namespace foliage_painter
