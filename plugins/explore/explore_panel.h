#pragma once

#include "plugins/explore/explore_state.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTreeWidget;
class QVBoxLayout;

namespace editor
{
class ColorLegend;
} // namespace editor

namespace explore
{
/// The dock: start and cancel, how many bots for how long, and what was found. A click on a finding
/// goes there.
class ExplorePanel final : public QWidget
{
    Q_OBJECT

public:
    ExplorePanel(std::shared_ptr<ExploreState> state, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void addButtons(QVBoxLayout* layout);
    void addBots(QVBoxLayout* layout);
    void addFindings(QVBoxLayout* layout);
    void refresh();
    void refreshFindings();
    void refreshProgress();
    void keepFocus(bool isRunning);
    void refreshDetail();
    void goTo(int index);

    std::shared_ptr<ExploreState> m_state;
    QPushButton* m_analyse = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_started = nullptr; ///< gets the keys back when its work is done
    QProgressBar* m_progress = nullptr;
    QLabel* m_summary = nullptr;
    editor::ColorLegend* m_legend = nullptr;
    QTreeWidget* m_findings = nullptr;
    QLabel* m_detail = nullptr; ///< all of the chosen finding: rows are too narrow for it
    QTimer m_timer;             ///< of the progress
    std::optional<std::uint64_t> m_listed; ///< number of the report whose findings are listed
    engine::Connection m_connection;
};
} // namespace explore
