#include "editor/app/dialogs/input_capture.h"

#include "editor/views/game_keys.h"
#include "engine_core/assets/input/input_map.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <utility>

namespace editor
{
using engine::InputSource;

namespace
{
constexpr int PollMilliseconds = 16;
constexpr double PushedFrom = 0.6; ///< a stick that is meant, not brushed
} // namespace

InputCapture::InputCapture(QObject* parent) : QObject{parent}
{
    m_timer.setInterval(PollMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &InputCapture::pollPads);
}

InputCapture::~InputCapture()
{
    stop();
}

void InputCapture::start(QWidget* spared, QWidget* only)
{
    stop();
    m_spared = spared;
    m_only = only;
    m_pads.poll();
    m_padBefore = {};
    pressPad(m_padBefore, m_pads.state(), engine::InputMap::usual().deadZone);
    qApp->installEventFilter(this);
    m_timer.start();
}

void InputCapture::stop()
{
    if (std::exchange(m_spared, nullptr) == nullptr)
        return;
    m_timer.stop();
    qApp->removeEventFilter(this);
}

void InputCapture::finish(InputSource source)
{
    stop();
    Q_EMIT got(source);
}

bool InputCapture::isElsewhere(const QWidget* widget) const
{
    return m_only != nullptr && widget != m_only &&
           (widget == nullptr || !m_only->isAncestorOf(widget));
}

/// Such as those that stop and pause a game.
bool InputCapture::isProgramsKey(const QKeyEvent& event) const
{
    return m_only != nullptr && event.key() >= Qt::Key_F1 && event.key() <= Qt::Key_F35;
}

bool InputCapture::takeKey(int key)
{
    if (key == Qt::Key_Escape) {
        stop();
        Q_EMIT cancelled();
    } else if (const auto source = sourceOfKey(key)) {
        finish(*source);
    } else {
        Q_EMIT refused();
    }
    return true;
}

bool InputCapture::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (isProgramsKey(*static_cast<QKeyEvent*>(event)))
            return false;
        event->accept();
        return true;
    case QEvent::KeyPress:
        if (isProgramsKey(*static_cast<QKeyEvent*>(event)))
            return false;
        return static_cast<QKeyEvent*>(event)->isAutoRepeat() ||
               takeKey(unshiftedKey(*static_cast<QKeyEvent*>(event)));
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const auto* under = QApplication::widgetAt(mouse->globalPosition().toPoint());
        if (watched == m_spared || under == m_spared || isElsewhere(under))
            return false;
        if (const auto source = sourceOfButton(mouse->button()))
            finish(*source);
        return true;
    }
    case QEvent::Wheel:
        if (m_only != nullptr && watched != m_only)
            return false;
        if (const int notches = static_cast<QWheelEvent*>(event)->angleDelta().y(); notches != 0)
            finish(sourceOfWheel(notches > 0));
        return true;
    default:
        return QObject::eventFilter(watched, event);
    }
}

void InputCapture::pollPads()
{
    m_pads.poll();
    engine::DeviceState now;
    pressPad(now, m_pads.state(), engine::InputMap::usual().deadZone);
    const auto before = std::exchange(m_padBefore, now);
    for (std::size_t i = 0; i < InputSource::count(); ++i) {
        const auto source = InputSource::at(i);
        if (now.of(source) >= PushedFrom && before.of(source) < PushedFrom) {
            finish(source);
            return;
        }
    }
}
} // namespace editor
