#pragma once

#include "editor/panels/inspector/property_editors.h"

#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace editor
{
/// The values of an array, each in a row with the editor of its kind and buttons to move and remove
/// it. What is done is one step each. Of long lists only the first ones are shown until the user
/// asks for more.
class ListEditor : public QWidget
{
    Q_OBJECT

public:
    ListEditor(EditorApi& editor, std::shared_ptr<PropertyEdit> edit, QWidget* parent);

    /// What stands beside the property's name: how many there are, and the button that adds one.
    [[nodiscard]] QWidget* summary() const { return m_summary; }

    /// One list for each object; rows are shown if all are equally long.
    void showLists(const std::vector<engine::Value>& lists);

private:
    struct Row
    {
        QWidget* widget = nullptr;
        PropertyEditor editor;
        QToolButton* up = nullptr;
        QToolButton* down = nullptr;
    };

    void makeSummary(QWidget* parent);
    [[nodiscard]] Row makeRow(std::size_t index);
    QToolButton* addButton(QWidget* row, std::size_t index, const QString& icon, const char* name);
    void showCount(const std::vector<engine::Value>& lists);
    void add();
    void swap(std::size_t first, std::size_t second);
    void remove(std::size_t index);

    EditorApi& m_editor;
    std::shared_ptr<PropertyEdit> m_edit;
    QWidget* m_summary = nullptr;
    QLabel* m_count = nullptr;
    QVBoxLayout* m_layout = nullptr;
    QToolButton* m_more = nullptr;
    std::vector<Row> m_rows;
    std::size_t m_limit = 0; ///< of rows that are shown
};
} // namespace editor
