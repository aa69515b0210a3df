#pragma once

#include "editor/api/editor_api.h"
#include "editor/api/turn_share.h"
#include "editor/panels/played_choice.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace editor
{
class OutlinerModel;

/// The scene browser: all objects as a tree with a filter, selected together with the document in
/// both directions. While a game runs, what it has spawned is listed below.
class Outliner : public QWidget
{
    Q_OBJECT

public:
    /// @param choice which of the objects that a game spawned is chosen; never null
    explicit Outliner(EditorApi& editor,
                      QWidget* parent = nullptr,
                      std::shared_ptr<PlayedChoice> choice = std::make_shared<PlayedChoice>());

    [[nodiscard]] OutlinerModel& model() { return *m_model; }

    [[nodiscard]] QTreeView& tree() { return *m_tree; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Scroll
    {
        No,
        ToPrimary
    };

    void makeTree();
    void connectSelection();
    void showSelection();
    void showSelectionNow(Scroll scroll = Scroll::ToPrimary);
    void takeSelection();
    void followPress(const QEvent& event);
    void endDrag();
    void clicked(const QModelIndex& index);
    void showMenu(const QPoint& at);
    void setFilter(const QString& text);
    void sayWhatIsMissing(); ///< in an empty list
    void edit(
        const QString& label,
        const std::function<engine::Result<void>(Transaction&, const std::vector<EntityId>&)>& run);
    [[nodiscard]] std::vector<EntityId> chosen() const;
    [[nodiscard]] std::vector<EntityId> selectedInTree() const;
    [[nodiscard]] std::vector<EntityId> expandedInTree() const;

    EditorApi& m_editor;
    OutlinerModel* m_model = nullptr;
    QSortFilterProxyModel* m_filtered = nullptr;
    QLineEdit* m_filter = nullptr;
    QTreeView* m_tree = nullptr;
    std::vector<EntityId> m_expanded; ///< while the rows are made anew
    /// The selection that the tree shows, ascending; nothing if its rows may be others by now.
    std::optional<std::vector<EntityId>> m_shown;
    int m_following = 0;      ///< more than 0: the tree's selection changes are not the user's
    bool m_isPressed = false; ///< on a row, without a modifier: selected at the release
    QTimer m_later;
    TurnShare m_share;
    engine::Connections m_connections;
};
} // namespace editor
