#pragma once

#include "editor/api/color_legend.h"
#include "plugins/path_debugger/path_debugger.h"

#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QVBoxLayout;

namespace path_debugger
{
/// Does nothing if the edit changes nothing.
void changeShown(PathDebugger& debugger, const std::function<void(Shown&)>& edit);

/// The part of the dock that says what the views show, and what the colours there mean.
class ShownFields final : public QWidget
{
    Q_OBJECT

public:
    ShownFields(std::shared_ptr<PathDebugger> debugger, QWidget* parent);

    void refresh();

private:
    QCheckBox* addBox(const QString& text, const QString& tooltip, bool Shown::*value);
    void addSearch(QVBoxLayout* layout);
    void addReach(QVBoxLayout* layout);
    void refreshLegend();

    std::shared_ptr<PathDebugger> m_debugger;
    editor::ColorLegend* m_legend = nullptr;
    std::vector<std::pair<QCheckBox*, bool Shown::*>> m_boxes; ///< what each switches
    QDoubleSpinBox* m_reachCost = nullptr;
    QLabel* m_reachText = nullptr;
};
} // namespace path_debugger
