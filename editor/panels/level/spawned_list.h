#pragma once

#include "editor/api/editor_api.h"
#include "editor/panels/played_choice.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

class QLabel;
class QTreeWidget;

namespace editor
{
/// What the running game has spawned, tinted, below the objects of the level. Hidden while there is
/// nothing of the sort. Choosing a row shows that object in the inspector.
class SpawnedList : public QWidget
{
    Q_OBJECT

public:
    /// Most rows: a game may spawn more than anybody reads.
    static constexpr std::size_t MostRows = 500;

    SpawnedList(EditorApi& editor, std::shared_ptr<PlayedChoice> choice, QWidget* parent);

    /// Looks at the game again; a timer does so while one runs.
    void refresh();

private:
    using Rows = std::vector<std::pair<EntityId, QString>>;

    [[nodiscard]] Rows rowsOfGame(std::size_t& count) const;
    void fill();
    void choose();
    void showChoice();

    EditorApi& m_editor;
    std::shared_ptr<PlayedChoice> m_choice; ///< never null
    QLabel* m_title = nullptr;
    QTreeWidget* m_list = nullptr;
    Rows m_rows; ///< that are shown
    bool m_isFilling = false;
    QTimer m_watch;
    engine::Connections m_connections;
};
} // namespace editor
