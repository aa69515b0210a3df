#include "editor/app/actions/effect_costs.h"

#include "editor/app/window/main_window.h"

#include <QAction>
#include <QMenu>

namespace editor
{
EffectCosts::EffectCosts(MainWindow& window, QMenu& menu) : QObject{&window}, m_window{window}
{
    constexpr int Milliseconds = 250; // as fast as figures can be read
    m_timer.setInterval(Milliseconds);
    connect(&m_timer, &QTimer::timeout, this, &EffectCosts::show);
    connect(&menu, &QMenu::aboutToShow, this, &EffectCosts::begin);
    connect(&menu, &QMenu::aboutToHide, this, &EffectCosts::end);
}

void EffectCosts::add(QAction& action, double engine::RenderStats::*took)
{
    m_lines.push_back({&action, action.text(), took});
}

void EffectCosts::take(const ViewportWidget* view, const engine::RenderStats& took)
{
    m_last[view] = took;
}

void EffectCosts::begin()
{
    m_last.clear();
    m_timer.start();
    show(); // so that the menu has room for the figures from the start
}

void EffectCosts::end()
{
    m_timer.stop();
    for (const auto& line : m_lines)
        line.action->setText(line.text);
}

void EffectCosts::show()
{
    for (const auto& line : m_lines) {
        double milliseconds = 0;
        for (const auto& [view, took] : m_last)
            milliseconds += took.*line.took;
        // What stands behind a tab is at the right of the menu.
        const auto cost = milliseconds > 0 ? tr("%1 ms").arg(milliseconds, 0, 'f', 1)
                                           : QStringLiteral("        \u2013");
        line.action->setText(line.action->isChecked() ? line.text + QLatin1Char{'\t'} + cost
                                                      : line.text);
    }
    m_window.repaintViews();
}
} // namespace editor
