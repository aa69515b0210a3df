#pragma once

#include "engine_core/base/jobs.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;

namespace editor
{
/// The long jobs in the status bar: name, percent, time left and a stop button each. Invisible
/// while nothing runs.
class JobBar : public QWidget
{
    Q_OBJECT

public:
    JobBar(engine::JobQueue& jobs, QWidget* parent);

private:
    void refresh();
    QWidget* makeRow(const engine::JobQueue::Running& job);

    engine::JobQueue& m_jobs;
    QHBoxLayout* m_layout = nullptr;
    QTimer m_timer;
    std::vector<std::pair<std::shared_ptr<engine::JobControl>, QWidget*>> m_rows;
};
} // namespace editor
