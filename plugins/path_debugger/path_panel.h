#pragma once

#include "plugins/path_debugger/path_debugger.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace path_debugger
{
class ShownFields;

/// The dock: whose path, what was found, every way to search beside the others, and what the views
/// show of the chosen one, step by step.
class PathPanel final : public QWidget
{
    Q_OBJECT

public:
    PathPanel(std::shared_ptr<PathDebugger> debugger, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addAgent(QVBoxLayout* layout);
    void showTool();
    void addTable(QVBoxLayout* layout);
    void addAgentTable(QVBoxLayout* layout);
    void addSteps(QVBoxLayout* layout);
    void refresh();
    void refreshAgents();
    void refreshTable();
    static void showTrace(QTreeWidgetItem& item, const engine::PathTrace& trace);
    void fitColumns();
    void refreshAgentTable();
    void refreshSteps();
    void refreshWhy();
    void addWhy(QVBoxLayout* layout);

    std::shared_ptr<PathDebugger> m_debugger;
    QComboBox* m_agents = nullptr;
    QPushButton* m_tool = nullptr; ///< pressed while the tool is active
    QLabel* m_summary = nullptr;
    QLabel* m_facts = nullptr;
    QWidget* m_why = nullptr;
    QLabel* m_whyText = nullptr;
    QPushButton* m_fix = nullptr;
    QTreeWidget* m_table = nullptr;
    QTreeWidget* m_agentTable = nullptr;
    QCheckBox* m_compareAgents = nullptr;
    QComboBox* m_corners = nullptr;
    QSlider* m_steps = nullptr;
    QLabel* m_stepText = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_next = nullptr;
    ShownFields* m_shown = nullptr;
    engine::Connection m_connection;
    engine::Connection m_toolConnection;
};
} // namespace path_debugger
