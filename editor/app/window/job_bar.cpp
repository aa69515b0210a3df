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

/// "Baking light 12 %  7 s left". `age`: milliseconds.
QString textOf(const QString& name, const ShownJob& job, qint64 age)
{
    auto text = name;
    if (job.progress > 0)
        text += QStringLiteral(" %1 %").arg(static_cast<int>(job.progress * 100));
    if (job.progress > 0.02 && age > 1000)
        text += JobBar::tr("  %1 s left")
                    .arg(static_cast<int>(static_cast<double>(age) / 1000 * (1 - job.progress) /
                                          job.progress));
    return text;
}

/// With as much of the name as the bar has room for.
QString fittingText(const QProgressBar& bar, const ShownJob& job, qint64 age)
{
    constexpr int Margin = 8;
    const auto metrics = bar.fontMetrics();
    const auto name = QString::fromStdString(job.name);
    const int over = metrics.horizontalAdvance(textOf(name, job, age)) - (bar.width() - Margin);
    return textOf(
        over > 0 ? metrics.elidedText(name, Qt::ElideRight, metrics.horizontalAdvance(name) - over)
                 : name,
        job, age);
}
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
    return row;
}

/// Places at the left end go with their jobs; one between others stays, so that they do.
void JobBar::removeEnded(const std::vector<ShownJob>& running)
{
    for (auto& row : m_rows)
        if (row.id != nullptr && std::none_of(running.begin(), running.end(),
                                              [&](const auto& job) { return job.id == row.id; })) {
            auto* empty = new QWidget{this};
            empty->setFixedSize(row.widget->size());
            delete m_layout->replaceWidget(row.widget, empty);
            empty->setVisible(row.widget->isVisible());
            delete row.widget;
            row = {nullptr, empty};
        }
    while (!m_rows.empty() && m_rows.back().id == nullptr) {
        delete m_rows.back().widget;
        m_rows.pop_back();
    }
}

/// Takes the first free place, or a new one on the left.
QWidget& JobBar::rowOf(const ShownJob& job)
{
    const auto find = [this](const std::shared_ptr<const void>& id) {
        return std::find_if(m_rows.begin(), m_rows.end(),
                            [&](const Row& row) { return row.id == id; });
    };
    if (const auto known = find(job.id); known != m_rows.end())
        return *known->widget;
    auto* widget = makeRow(job);
    if (const auto free = find(nullptr); free != m_rows.end()) {
        auto policy = widget->sizePolicy();
        policy.setRetainSizeWhenHidden(free->widget->isVisible());
        widget->setSizePolicy(policy);
        delete m_layout->replaceWidget(free->widget, widget);
        delete free->widget;
        *free = {job.id, widget};
    } else {
        m_layout->insertWidget(0, widget);
        m_rows.push_back({job.id, widget});
    }
    return *widget;
}

void JobBar::fill(QWidget& row, const ShownJob& job)
{
    auto* bar = row.findChild<QProgressBar*>();
    const auto age = QDateTime::currentMSecsSinceEpoch() - bar->property("started").toLongLong();
    if (job.progress * 1000 < bar->value() - 1) // what was done is taken back
        bar->setProperty("goesBack", true);
    bar->setValue(static_cast<int>(job.progress * 1000));
    bar->setFormat(bar->property("goesBack").toBool()
                       ? tr("%1: stopping").arg(QString::fromStdString(job.name))
                       : fittingText(*bar, job, age));
    row.setVisible(age >= ShowAfter);
}

void JobBar::refresh()
{
    const auto running = m_jobs();
    removeEnded(running);
    for (const auto& job : running)
        fill(rowOf(job), job);
}
} // namespace editor
