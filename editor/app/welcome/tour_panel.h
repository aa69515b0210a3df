#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;

namespace editor
{
class ActionRegistry;
class GuidedTour;

inline constexpr auto TourPanelId = "tour"; ///< of its dock

/// The steps of a guided tour with their ticks; the current one says how it is done and offers the
/// command for it.
class TourPanel : public QWidget
{
    Q_OBJECT

public:
    TourPanel(GuidedTour& tour, ActionRegistry& actions, QWidget* parent = nullptr);

Q_SIGNALS:
    void closed();

private:
    struct Row
    {
        QLabel* tick = nullptr;
        QLabel* title = nullptr;
    };

    void refresh();

    GuidedTour& m_tour;
    ActionRegistry& m_actions;
    std::vector<Row> m_rows;
    QProgressBar* m_progress = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_help = nullptr;
    QPushButton* m_close = nullptr;
};
} // namespace editor
