#include "editor/panels/dock_titles.h"

#include "editor/views/themes.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QTabBar>

namespace editor
{
namespace
{
const QString OnTab = QStringLiteral("tabbed");

bool hasTab(const QTabBar& bar, const QString& title)
{
    for (int i = 0; i < bar.count(); ++i)
        if (bar.tabText(i) == title)
            return true;
    return false;
}

/// Whether a tab beside others shows the dock's name. Bars belong to the window that their docks
/// are in, which may be one of several docks outside of the main window.
bool isOnTab(const QDockWidget& dock)
{
    const auto bars =
        dock.parentWidget()->findChildren<QTabBar*>(QString{}, Qt::FindDirectChildrenOnly);
    for (const auto* bar : bars)
        if (bar->isVisible() && bar->count() > 1 && hasTab(*bar, dock.windowTitle()))
            return true;
    return false;
}
} // namespace

DockTitles::DockTitles(QMainWindow& window) : QObject{&window}, m_window{window}
{
    window.installEventFilter(this);
    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &DockTitles::refresh);
}

bool DockTitles::eventFilter(QObject* watched, QEvent* event)
{
    const auto type = event->type();
    if (type == QEvent::ChildPolished) {
        auto* made = static_cast<QChildEvent*>(event)->child();
        if (qobject_cast<QTabBar*>(made) != nullptr || made->inherits("QDockWidgetGroupWindow"))
            made->installEventFilter(this);
        if (auto* dock = qobject_cast<QDockWidget*>(made))
            connect(dock, &QDockWidget::topLevelChanged, &m_later, qOverload<>(&QTimer::start));
    } else if (qobject_cast<QTabBar*>(watched) != nullptr &&
               (type == QEvent::Paint || type == QEvent::Hide)) {
        m_later.start(); // nothing else tells of every other tab that comes or goes
    }
    return QObject::eventFilter(watched, event);
}

void DockTitles::refresh()
{
    for (auto* dock : m_window.findChildren<QDockWidget*>()) {
        const auto wanted = isOnTab(*dock) ? OnTab : QString{};
        if (dock->property("tone").toString() == wanted)
            continue;
        setTone(*dock, wanted);
        dock->layout()->invalidate(); // the title has another height
    }
}
} // namespace editor
