#include "editor/panels/floating_docks.h"

#include <QAbstractButton>
#include <QChildEvent>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QPointer>
#include <QScreen>

#include <algorithm>

namespace editor
{
namespace
{
constexpr QSize Smallest{320, 240}; ///< of a dock that is taken out, in points
constexpr int Step = 28;            ///< by which the next one lies beside the last, in points

/// Of a dock that has had a place of its own outside of the window.
constexpr auto WasPlaced = "wasPlaced";

QList<QRect> screenRects()
{
    QList<QRect> rects;
    for (const auto* screen : QGuiApplication::screens())
        rects << screen->availableGeometry();
    return rects;
}

void moveOnScreen(QWidget& floating)
{
    const auto frame = floating.frameGeometry();
    const auto inside = floating.geometry();
    const auto place = placeOnScreen(frame, screenRects());
    if (place == frame)
        return;
    floating.resize(inside.size() + place.size() - frame.size());
    floating.move(place.topLeft());
}

bool isDragged()
{
    return QWidget::mouseGrabber() != nullptr || QGuiApplication::mouseButtons() != Qt::NoButton;
}
} // namespace

QRect placeOnScreen(const QRect& wanted, const QList<QRect>& screens)
{
    const auto shown = [&wanted](const QRect& screen) {
        const auto part = screen & wanted;
        return part.isEmpty() ? 0 : part.width() * part.height();
    };
    const auto best =
        std::max_element(screens.begin(), screens.end(),
                         [&](const auto& a, const auto& b) { return shown(a) < shown(b); });
    if (best == screens.end())
        return wanted;
    QRect place{wanted.topLeft(), wanted.size().boundedTo(best->size())};
    place.moveLeft(std::clamp(place.left(), best->left(), best->right() + 1 - place.width()));
    place.moveTop(std::clamp(place.top(), best->top(), best->bottom() + 1 - place.height()));
    return place;
}

FloatingDocks::FloatingDocks(QMainWindow& window) : QObject{&window}, m_window{window}
{
    window.installEventFilter(this);
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, &FloatingDocks::bringOnScreen,
            Qt::QueuedConnection);
}

bool FloatingDocks::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window && event->type() == QEvent::ChildPolished)
        if (auto* dock = qobject_cast<QDockWidget*>(static_cast<QChildEvent*>(event)->child()))
            follow(*dock);
    if (event->type() == QEvent::MouseButtonDblClick) // of a title, which puts it back as well
        if (auto* dock = qobject_cast<QDockWidget*>(watched))
            raiseIfDocked(*dock);
    if (watched == &m_window && event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &FloatingDocks::bringOnScreen, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void FloatingDocks::follow(QDockWidget& dock)
{
    if (dock.isFloating())
        dock.setProperty(WasPlaced, true);
    dock.installEventFilter(this);
    if (const auto* button = dock.findChild<QAbstractButton*>(
            QStringLiteral("qt_dockwidget_floatbutton"), Qt::FindDirectChildrenOnly))
        connect(button, &QAbstractButton::clicked, this, [this, &dock] { raiseIfDocked(dock); });
    connect(&dock, &QDockWidget::topLevelChanged, this, [this, &dock](bool isFloating) {
        if (!isFloating)
            return;
        if (isDragged() || !m_window.isVisible())
            dock.setProperty(WasPlaced, true);
        else
            QMetaObject::invokeMethod( // it is not shown yet
                this,
                [this, dock = QPointer{&dock}] {
                    if (dock && dock->isFloating())
                        place(*dock);
                },
                Qt::QueuedConnection);
    });
}

void FloatingDocks::raiseIfDocked(QDockWidget& dock)
{
    QMetaObject::invokeMethod( // Qt puts it back after this
        this,
        [dock = QPointer{&dock}] {
            if (dock && !dock->isHidden() && !dock->isFloating())
                dock->raise();
        },
        Qt::QueuedConnection);
}

void FloatingDocks::place(QDockWidget& dock)
{
    if (!dock.property(WasPlaced).toBool()) {
        const auto docks = m_window.findChildren<QDockWidget*>();
        const auto others =
            std::count_if(docks.begin(), docks.end(), [&dock](const QDockWidget* each) {
                return each != &dock && each->isFloating() && each->isVisible();
            });
        QRect wanted{{}, dock.size().expandedTo(Smallest)};
        wanted.moveCenter(m_window.geometry().center() +
                          QPoint{Step, Step} * static_cast<int>(others));
        dock.setGeometry(wanted);
        dock.setProperty(WasPlaced, true);
    }
    moveOnScreen(dock);
}

void FloatingDocks::bringOnScreen()
{
    for (auto* each : m_window.findChildren<QWidget*>(QString{}, Qt::FindDirectChildrenOnly)) {
        const auto* dock = qobject_cast<QDockWidget*>(each);
        if (each->isVisible() &&
            ((dock != nullptr && dock->isFloating()) || each->inherits("QDockWidgetGroupWindow")))
            moveOnScreen(*each);
    }
}
} // namespace editor
