#pragma once

#include "editor/app/window/editor_context.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace editor
{
class NumberField;

/// The active tool's page: what it does, what to do next, its keys and its numbers.
class ToolOptions : public QWidget
{
    Q_OBJECT

public:
    explicit ToolOptions(EditorContext& editor, QWidget* parent = nullptr);

private:
    void toolChanged();
    void refresh();
    void rebuildSettings();
    [[nodiscard]] NumberField* makeField(std::size_t index);
    [[nodiscard]] QComboBox* makeChoice(std::size_t index);
    [[nodiscard]] QPushButton* makeButton(std::size_t index);
    engine::Result<void> set(std::size_t index, double value);

    EditorContext& m_editor;
    QLabel* m_icon = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_what = nullptr;
    QLabel* m_hint = nullptr;
    QLabel* m_keys = nullptr;
    QWidget* m_body = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<ToolSetting> m_settings;
    std::vector<NumberField*> m_fields; ///< one a setting; null where it is a choice
    std::vector<QComboBox*> m_choices;  ///< and these the other way round
    QTimer m_later;
    engine::Connections m_connections;
};
} // namespace editor
