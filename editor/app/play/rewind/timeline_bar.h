#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace editor
{
class ActionRegistry;
class Rewind;

/// The time of a game from its beginning to now, to be dragged through: what happened, and which
/// moment the views show.
class TimelineTrack : public QWidget
{
    Q_OBJECT

public:
    /// `rewind` outlives it.
    TimelineTrack(Rewind& rewind, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override { return {400, 34}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {80, 34}; }

    /// Of the widget, for a tick.
    [[nodiscard]] double xOf(std::uint64_t tick) const;
    [[nodiscard]] std::uint64_t tickAt(double x) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintSeconds(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;

    Rewind& m_rewind;
};

/// Below the views while a game runs: the timeline, and what can be done with the moment that it
/// shows.
class TimelineBar : public QWidget
{
    Q_OBJECT

public:
    /// `rewind` and `actions`, which have the commands of the timeline, outlive it.
    TimelineBar(Rewind& rewind, const ActionRegistry& actions, QWidget* parent);

    [[nodiscard]] TimelineTrack& track() { return *m_track; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeCancel();
    void refresh();

    Rewind& m_rewind;
    TimelineTrack* m_track = nullptr;
    QLabel* m_time = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_again = nullptr;
    QToolButton* m_cancel = nullptr;
};
} // namespace editor
