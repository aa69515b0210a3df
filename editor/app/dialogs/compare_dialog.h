#pragma once

#include "editor/operations/entity/scene_compare.h"

#include <QDialog>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace editor
{
/// What is open here against what the scene's file holds, object by object. Stays open beside the
/// views; whoever shows it does what its signals ask for.
class CompareDialog : public QDialog
{
    Q_OBJECT

public:
    explicit CompareDialog(const QString& file, QWidget* parent = nullptr);

    /// Shows these instead of what was shown. The worlds are needed for this call alone.
    void setDifferences(const std::vector<ObjectDifference>& differences,
                        const engine::World& here,
                        const engine::World& disk);

Q_SIGNALS:
    void reloadWanted();
    void keepWanted();
    /// The object is open here.
    void showWanted(engine::EntityId entity);

private:
    void addButtons();
    void addGroup(ChangedBy by,
                  const QString& title,
                  const std::vector<ObjectDifference>& differences,
                  const engine::World& here,
                  const engine::World& disk);
    void showChosen();
    [[nodiscard]] EntityId chosen() const;

    QLabel* m_summary = nullptr;
    QTreeWidget* m_tree = nullptr;
    QWidget* m_show = nullptr;
};
} // namespace editor
