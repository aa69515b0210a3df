#include "editor/panels/dock_tabs.h"

#include "editor/views/themes.h"

#include <QChildEvent>
#include <QMainWindow>
#include <QPointer>
#include <QTabBar>

#include <utility>

namespace editor
{
namespace
{
/// Beside the name of a tab: what the style sheet gives it on both sides.
constexpr int TabPadding = 14;

const QString Crowded = QStringLiteral("crowded");

bool isCrowded(const QTabBar& bar)
{
    return bar.property("tone").toString() == Crowded;
}

/// A tab that is new, or has taken another one's place.
bool isStale(const QTabBar& bar)
{
    for (int i = 0; i < bar.count(); ++i)
        if (bar.tabIcon(i).isNull() == isCrowded(bar))
            return true;
    return DockTabs::fit(bar) == isCrowded(bar);
}
} // namespace

DockTabs::DockTabs(QMainWindow& window, IconOf iconOf)
    : QObject{&window}, m_iconOf{std::move(iconOf)}
{
    window.installEventFilter(this);
    connect(&ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this, &window] {
        for (auto* bar : window.findChildren<QTabBar*>(QString{}, Qt::FindDirectChildrenOnly))
            follow(*bar);
    });
}

bool DockTabs::fit(const QTabBar& bar)
{
    int needed = 0;
    for (int i = 0; i < bar.count(); ++i)
        needed += bar.fontMetrics().horizontalAdvance(bar.tabText(i)) + TabPadding;
    return needed <= bar.width();
}

bool DockTabs::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished) {
        // Qt makes them as docks come to share a place.
        if (auto* made = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child()))
            made->installEventFilter(this);
    } else if (event->type() == QEvent::Paint) {
        // Nothing else tells of every tab that comes, goes or gets another name.
        if (auto* bar = qobject_cast<QTabBar*>(watched); bar != nullptr && isStale(*bar))
            QMetaObject::invokeMethod(
                this,
                [this, bar = QPointer{bar}] {
                    if (bar)
                        follow(*bar);
                },
                Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

/// Never null: a tab without an icon would count as new for ever.
QIcon DockTabs::iconFor(const QString& title) const
{
    const auto icon = m_iconOf(title);
    return icon.isNull() ? themeIcon(QStringLiteral("plugin")) : icon;
}

void DockTabs::follow(QTabBar& bar)
{
    const bool crowded = !fit(bar);
    for (int i = 0; i < bar.count(); ++i)
        bar.setTabIcon(i, crowded ? iconFor(bar.tabText(i)) : QIcon{});
    setTone(bar, crowded ? Crowded : QString{});
}
} // namespace editor
