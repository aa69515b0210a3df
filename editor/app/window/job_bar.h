#pragma once

#include "editor/app/window/shown_job.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace editor
{
/// The long jobs in the status bar: name, percent, time left and a stop button each. Invisible
/// while nothing runs. A job that joins or ends leaves the others where they are.
class JobBar : public QWidget
{
    Q_OBJECT

public:
    using Jobs = std::function<std::vector<ShownJob>()>;

    /// `jobs` tells again and again what runs.
    JobBar(Jobs jobs, QWidget* parent);

private:
    /// One of the places, from the right to the left.
    struct Row
    {
        std::shared_ptr<const void> id; ///< null: its job has ended, the place is kept
        QWidget* widget = nullptr;
    };

    void refresh();
    void removeEnded(const std::vector<ShownJob>& running);
    [[nodiscard]] QWidget& rowOf(const ShownJob& job);
    [[nodiscard]] QWidget* makeRow(const ShownJob& job);
    static void fill(QWidget& row, const ShownJob& job);

    Jobs m_jobs;
    QHBoxLayout* m_layout = nullptr;
    QTimer m_timer;
    std::vector<Row> m_rows;
};
} // namespace editor
