#include "editor/app/play/play_label.h"

#include "editor/app/play/play_controller.h"

#include <QCoreApplication>

#include <cmath>
#include <utility>

namespace editor
{
QString speedText(double speed)
{
    if (speed == 1)
        return {};
    return QCoreApplication::translate("PlayLabel", "%1 speed")
        .arg(speed < 1 ? QStringLiteral("1/%1").arg(std::lround(1 / speed))
                       : QStringLiteral("%1x").arg(std::lround(speed)));
}

PlayLabel::PlayLabel(PlayController& play, QWidget* parent) : QLabel{parent}, m_play{play}
{
    setObjectName(QStringLiteral("statusPlay"));
    setTextFormat(Qt::PlainText);
    setContentsMargins(6, 0, 6, 0);
    hide();
    connect(&play, &PlayController::started, this, &PlayLabel::show);
    connect(&play, &PlayController::stopped, this, &PlayLabel::hide);
    for (const auto signal : {&PlayController::started, &PlayController::pausedChanged,
                              &PlayController::possessionChanged, &PlayController::speedChanged})
        connect(&play, signal, this, &PlayLabel::showState);
    connect(&play, &PlayController::worldChanged, this, &PlayLabel::showState);
    connect(&play, &PlayController::frame, this, [this] {
        constexpr std::uint64_t TicksShown = 6; // nobody reads sixty numbers a second
        if (m_play.isPaused() || m_play.session()->tickCount() % TicksShown == 0)
            showState();
    });
}

void PlayLabel::setPast(std::optional<std::uint64_t> tick)
{
    if (std::exchange(m_past, tick) != tick)
        showState();
}

void PlayLabel::showState()
{
    if (!m_play.isPlaying())
        return;
    if (m_past) {
        setText(tr("PAST  tick %1 of %2").arg(*m_past).arg(m_play.session()->tickCount()));
        return;
    }
    const auto state = m_play.isPaused()      ? tr("PAUSED")
                       : m_play.isPossessed() ? tr("PLAYING")
                                              : tr("SIMULATING");
    auto text = tr("%1  tick %2").arg(state).arg(m_play.session()->tickCount());
    if (!m_play.session()->playsEdited())
        text += QStringLiteral("  ") + QString::fromStdString(m_play.session()->scene());
    if (const auto speed = speedText(m_play.speed()); !speed.isEmpty())
        text += QStringLiteral("  ") + speed;
    if (text != this->text())
        setText(text);
}
} // namespace editor
