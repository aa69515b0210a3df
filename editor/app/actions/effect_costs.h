#pragma once

#include "engine_core/render/passes/view.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <vector>

class QAction;
class QMenu;

namespace editor
{
class MainWindow;
class ViewportWidget;

/// What the effects of a menu cost, beside their names, as long as the menu is open: then views are
/// drawn again and again, and wait for the GPU before and after each effect.
class EffectCosts : public QObject
{
    Q_OBJECT

public:
    /// Lives as long as the window, which owns it.
    EffectCosts(MainWindow& window, QMenu& menu);

    /// The action shows what the effect took in all views together, as long as it is checked.
    void add(QAction& action, double engine::RenderStats::*took);

    [[nodiscard]] bool isLooking() const { return m_timer.isActive(); }

    void take(const ViewportWidget* view, const engine::RenderStats& took);

private:
    struct Line
    {
        QAction* action = nullptr;
        QString text; ///< without its cost
        double engine::RenderStats::*took = nullptr;
    };

    void begin();
    void end();
    void show();

    MainWindow& m_window;
    QTimer m_timer;
    std::vector<Line> m_lines;
    std::map<const ViewportWidget*, engine::RenderStats> m_last; ///< of each view
};
} // namespace editor
