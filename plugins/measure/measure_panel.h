#pragma once

#include "editor/api/editor_api.h"
#include "plugins/measure/measurements.h"

#include <QWidget>

#include <memory>

class QLabel;
class QListWidget;
class QPushButton;

namespace measure
{
/// What was measured, with the sum, and a button that clears it.
class MeasurePanel : public QWidget
{
    Q_OBJECT

public:
    MeasurePanel(editor::EditorApi& editor,
                 std::shared_ptr<Measurements> measurements,
                 QWidget* parent);

private:
    void refresh();

    editor::EditorApi& m_editor;
    std::shared_ptr<Measurements> m_measurements;
    QListWidget* m_list = nullptr;
    QLabel* m_sum = nullptr;
    QPushButton* m_clear = nullptr;
    engine::Connection m_connection;
};
} // namespace measure
