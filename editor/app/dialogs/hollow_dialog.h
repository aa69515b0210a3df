#pragma once

#include "editor/operations/brush/csg_operations.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QLabel;

namespace editor
{
class NumberField;

/// Asks how thick the walls shall be and how they meet. Stays open, with the reason, if the brushes
/// cannot be hollowed out like that.
class HollowDialog : public QDialog
{
    Q_OBJECT

public:
    /// `apply` does the work as one undo step; an Error keeps the dialog open.
    HollowDialog(const HollowOptions& start,
                 std::function<engine::Result<void>(const HollowOptions&)> apply,
                 QWidget* parent = nullptr);

    [[nodiscard]] HollowOptions options() const;

private:
    void run();

    std::function<engine::Result<void>(const HollowOptions&)> m_apply;
    NumberField* m_thickness = nullptr;
    QComboBox* m_side = nullptr;
    QComboBox* m_joint = nullptr;
    QLabel* m_error = nullptr;
};
} // namespace editor
