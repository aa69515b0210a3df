#pragma once

#include "plugins/foliage_painter/painter_state.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;

namespace foliage_painter
{
class ObjectChoice;

/// Whether the chosen foliage grows by rule, where, and what hands took from it.
class RuleForm final : public QWidget
{
    Q_OBJECT

public:
    RuleForm(std::shared_ptr<PainterState> state, QWidget* parent);

    /// Shows the foliage as the document has it.
    void refresh();

private:
    void set(const std::string& label, const engine::FoliageLayer& layer);
    void forgetMarks();

    std::shared_ptr<PainterState> m_state;
    QCheckBox* m_byRule = nullptr;
    QLabel* m_groundLabel = nullptr;
    ObjectChoice* m_ground = nullptr;
    QLabel* m_marks = nullptr;
    QPushButton* m_forget = nullptr;
};
} // namespace foliage_painter
