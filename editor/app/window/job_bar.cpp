#include "editor/app/window/job_bar.h"

#include "editor/views/theme.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace editor
{
namespace
{
/// Jobs that end sooner are not worth a flash in the status bar. Milliseconds.
constexpr qint64 ShowAfter = 300;
/// Of the whole bar, also while it is empty: a job that starts must not move everything above.
constexpr int Height = 16;
/// Milliseconds. Each time the window is put together anew, which takes the processor from the job
/// itself where no card does it.
constexpr int UpdateEvery = 250;
} // namespace

JobBar::JobBar(Jobs jobs, QWidget* parent) : QWidget{parent}, m_jobs{std::move(jobs)}
{
    setObjectName(QStringLiteral("jobBar"));
    setFixedHeight(Height);
    m_layout = new QHBoxLayout{this};
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(12);
    m_timer.setInterval(UpdateEvery);
    connect(&m_timer, &QTimer::timeout, this, &JobBar::refresh);
    m_timer.start();
}

QWidget* JobBar::makeRow(const ShownJob& job)
{
    auto* row = new QWidget{this};
    auto* layout = new QHBoxLayout{row};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* bar = new QProgressBar{row};
    bar->setRange(0, 1000);
    bar->setFixedSize(220, Height);
    bar->setAccessibleName(QString::fromStdString(job.name));
    bar->setProperty("started", QDateTime::currentMSecsSinceEpoch());
    bar->setProperty("job", QString::fromStdString(job.name));
    auto* stop = new QToolButton{row};
    stop->setIcon(themeIcon(QStringLiteral("close")));
    stop->setIconSize({12, 12});
    stop->setFixedSize(Height, Height);
    stop->setToolTip(tr("<b>Stop</b><br>Ends this job; what was there before stays."));
    stop->setAccessibleName(tr("Stop: %1").arg(QString::fromStdString(job.name)));
    connect(stop, &QToolButton::clicked, this, job.stop);
    layout->addWidget(bar);
    layout->addWidget(stop);
    row->hide();
    m_layout->addWidget(row);
    return row;
}

void JobBar::refresh()
{
    const auto running = m_jobs();
    for (auto at = m_rows.begin(); at != m_rows.end();) {
        const bool alive = std::any_of(running.begin(), running.end(),
                                       [&](const auto& job) { return job.id == at->first; });
        if (alive) {
            ++at;
            continue;
        }
        delete at->second;
        at = m_rows.erase(at);
    }
    for (const auto& job : running) {
        auto at = std::find_if(m_rows.begin(), m_rows.end(),
                               [&](const auto& row) { return row.first == job.id; });
        if (at == m_rows.end())
            at = m_rows.insert(m_rows.end(), {job.id, makeRow(job)});
        auto* bar = at->second->findChild<QProgressBar*>();
        const auto age =
            QDateTime::currentMSecsSinceEpoch() - bar->property("started").toLongLong();
        const double progress = job.progress;
        const bool goesBack = progress * 1000 < bar->value() - 1; // what was done is taken back
        if (goesBack)
            bar->setProperty("goesBack", true);
        bar->setValue(static_cast<int>(progress * 1000));
        auto text = QStringLiteral("%1 %2 %")
                        .arg(bar->property("job").toString())
                        .arg(static_cast<int>(progress * 100));
        if (bar->property("goesBack").toBool())
            text = tr("%1: stopping").arg(bar->property("job").toString());
        else if (progress > 0.02 && age > 1000)
            text += tr("  %1 s left")
                        .arg(static_cast<int>(static_cast<double>(age) / 1000 * (1 - progress) /
                                              progress));
        bar->setFormat(text);
        at->second->setVisible(age >= ShowAfter);
    }
}
} // namespace editor
