#include "editor/app/actions/lighting_visit.h"

#include "editor/app/window/main_window.h"
#include "editor/panels/level/lighting_panel.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QTabBar>

namespace editor
{
namespace
{
bool isInFront(const QDockWidget& dock)
{
    return dock.isVisible() && !dock.widget()->visibleRegion().isEmpty();
}

/// Of a dock, or of the tabs that docks share.
bool isPartOfDock(const QObject* object)
{
    for (; object != nullptr; object = object->parent())
        if (qobject_cast<const QDockWidget*>(object) != nullptr ||
            (qobject_cast<const QTabBar*>(object) != nullptr &&
             qobject_cast<const QMainWindow*>(object->parent()) != nullptr))
            return true;
    return false;
}
} // namespace

LightingVisit::LightingVisit(MainWindow& window) : QObject{&window}, m_window{window} {}

void LightingVisit::begin()
{
    auto* lighting = m_window.dock("lighting");
    const bool wasInFront = lighting != nullptr && isInFront(*lighting);
    QList<QDockWidget*> before;
    for (auto* dock : m_window.findChildren<QDockWidget*>())
        if (isInFront(*dock))
            before.push_back(dock);
    m_window.context().showPanel("lighting");
    if (lighting == nullptr || wasInFront)
        return;
    end();
    for (auto* beside : m_window.tabifiedDockWidgets(lighting))
        if (before.contains(beside))
            m_covered = beside;
    if (auto* panel = lighting->findChild<LightingPanel*>(); panel != nullptr && panel != m_panel) {
        m_panel = panel; // made when the dock is first shown
        connect(panel, &LightingPanel::bakeBegan, this, &LightingVisit::awaitBake);
        connect(panel, &LightingPanel::bakeEnded, this, &LightingVisit::leave);
        connect(lighting, &QDockWidget::visibilityChanged, this, [this](bool isVisible) {
            if (!isVisible)
                end(); // the user chose another one
        });
    }
}

void LightingVisit::awaitBake()
{
    if (m_covered == nullptr)
        return;
    m_isBaking = true;
    qApp->installEventFilter(this);
}

void LightingVisit::end()
{
    qApp->removeEventFilter(this);
    m_isBaking = false;
    m_covered = nullptr;
}

bool LightingVisit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress && isPartOfDock(watched))
        end();
    return false;
}

/// What the dock says about a bake that failed stays in sight.
void LightingVisit::leave(bool isDone)
{
    const QPointer<QDockWidget> covered = m_isBaking && isDone ? m_covered : nullptr;
    const auto* lighting = m_window.dock("lighting");
    end();
    if (covered && lighting != nullptr && isInFront(*lighting) &&
        m_window.tabifiedDockWidgets(covered).contains(lighting))
        covered->raise();
}
} // namespace editor
