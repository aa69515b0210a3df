#pragma once

#include "plugins/foliage_painter/painter_state.h"

#include <QWidget>

#include <array>
#include <functional>

class QCheckBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace editor
{
class ObjectChoice;
} // namespace editor

namespace foliage_painter
{
/// Whether the chosen foliage grows by rule, where, the mask of its density, and what hands took
/// from it.
class RuleForm final : public QWidget
{
    Q_OBJECT

public:
    RuleForm(std::shared_ptr<PainterState> state, QWidget* parent);

    /// Shows the foliage as the document has it.
    void refresh();

private:
    void addMask(QGridLayout* grid);
    void addHands(QGridLayout* grid);
    /// One undo step that changes the foliage's settings.
    void edit(const char* label, const std::function<void(engine::FoliageLayer&)>& change);
    void run(const char* label, const std::function<void(editor::Transaction&)>& change);

    std::shared_ptr<PainterState> m_state;
    QCheckBox* m_byRule = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_groundLabel = nullptr;
    editor::ObjectChoice* m_ground = nullptr;
    editor::AssetInput m_mask;
    std::array<QDoubleSpinBox*, 4> m_maskPlace{}; ///< middle x and z, size x and z
    std::array<QLabel*, 2> m_maskLabels{};
    QLabel* m_marks = nullptr;
    QPushButton* m_forget = nullptr;
    QLabel* m_thinned = nullptr;
    QPushButton* m_restore = nullptr;
};
} // namespace foliage_painter
