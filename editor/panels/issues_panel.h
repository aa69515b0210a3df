#pragma once

#include "editor/app/editor_context.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QTreeWidget;
class QTreeWidgetItem;

namespace editor
{
/// What is wrong with the scene: problems of the file, and what the checks find. A click selects
/// the object and shows it.
class IssuesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit IssuesPanel(EditorContext& editor, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<engine::Issue>& issues() const { return m_issues; }

    /// Checks at once instead of half a second after the last change.
    void refreshNow();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();
    void jump(const QTreeWidgetItem* item);

    EditorContext& m_editor;
    std::vector<engine::Issue> m_issues;
    QTreeWidget* m_list = nullptr;
    QTimer m_later;
    engine::Connections m_connections;
};
} // namespace editor
