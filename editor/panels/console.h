#pragma once

#include "editor/api/editor_api.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QListView;

namespace editor
{
class ConsoleFilter;
class ConsoleModel;

/// What the program and the scripts have to say, with filters. A double click on a message about a
/// place in a file opens the file. While a game runs, its own commands are typed below.
class Console : public QWidget
{
    Q_OBJECT

public:
    explicit Console(EditorApi& editor, QWidget* parent = nullptr);

    [[nodiscard]] ConsoleModel& model() { return *m_model; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeBar();
    void makeList();
    void followEnd();
    void updateTitle();
    void openPlace(const QModelIndex& index);
    void copySelected();

    EditorApi& m_editor;
    ConsoleModel* m_model = nullptr;
    ConsoleFilter* m_filtered = nullptr;
    QListView* m_list = nullptr;
    QComboBox* m_level = nullptr;
    QLineEdit* m_text = nullptr;
    bool m_followsEnd = true; ///< until the user scrolls up
    engine::Connection m_following; ///< of games that begin and end
};
} // namespace editor
