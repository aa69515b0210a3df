#pragma once

#include "editor/app/window/shown_job.h"

#include <QTimer>
#include <QWidget>

#include <utility>
#include <vector>

class QHBoxLayout;

namespace editor
{
/// The long jobs in the status bar: name, percent, time left and a stop button each. Invisible
/// while nothing runs.
class JobBar : public QWidget
{
    Q_OBJECT

public:
    using Jobs = std::function<std::vector<ShownJob>()>;

    /// `jobs` tells again and again what runs.
    JobBar(Jobs jobs, QWidget* parent);

private:
    void refresh();
    QWidget* makeRow(const ShownJob& job);

    Jobs m_jobs;
    QHBoxLayout* m_layout = nullptr;
    QTimer m_timer;
    std::vector<std::pair<std::shared_ptr<const void>, QWidget*>> m_rows;
};
} // namespace editor
