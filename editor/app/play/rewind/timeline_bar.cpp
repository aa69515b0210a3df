#include "editor/app/play/rewind/timeline_bar.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/play/rewind/rewind.h"
#include "editor/views/theme.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace editor
{
namespace
{
constexpr double Margin = 8;
constexpr double BarTop = 17; ///< below it the bar, above it the seconds
constexpr double BarHeight = 12;
constexpr double LeastBetween = 56; ///< pixels from one number to the next
constexpr double NearMark = 5;      ///< pixels
constexpr double TicksPerSecond = 1 / engine::PlaySession::TickSeconds;

QString timeText(std::uint64_t tick)
{
    const auto seconds = static_cast<double>(tick) / TicksPerSecond;
    const int minutes = static_cast<int>(seconds / 60);
    return QStringLiteral("%1:%2").arg(minutes).arg(seconds - 60 * minutes, 5, 'f', 2,
                                                    QLatin1Char('0'));
}

ColorRole roleOf(Rewind::Mark::Kind kind)
{
    switch (kind) {
    case Rewind::Mark::Kind::ScriptError:
        return ColorRole::Error;
    case Rewind::Mark::Kind::Note:
        return ColorRole::Ok;
    case Rewind::Mark::Kind::Parting:
        return ColorRole::Warning;
    case Rewind::Mark::Kind::Edit:
        break;
    }
    return ColorRole::Accent;
}

QString nameOf(Rewind::Mark::Kind kind)
{
    switch (kind) {
    case Rewind::Mark::Kind::ScriptError:
        return TimelineBar::tr("Script error");
    case Rewind::Mark::Kind::Note:
        return TimelineBar::tr("Note");
    case Rewind::Mark::Kind::Parting:
        return TimelineBar::tr("The run departs here");
    case Rewind::Mark::Kind::Edit:
        break;
    }
    return TimelineBar::tr("Edit");
}

/// Different shapes: colours are never the only sign.
QPolygonF shapeOf(Rewind::Mark::Kind kind, double x)
{
    const double y = BarTop + BarHeight / 2;
    switch (kind) {
    case Rewind::Mark::Kind::ScriptError: // a triangle
        return {{{x, y - 5}, {x + 5, y + 4}, {x - 5, y + 4}}};
    case Rewind::Mark::Kind::Note: // a square
        return {{{x - 4, y - 4}, {x + 4, y - 4}, {x + 4, y + 4}, {x - 4, y + 4}}};
    case Rewind::Mark::Kind::Parting: // a flag
        return {{{x, y - 7}, {x + 9, y - 3}, {x + 1, y}, {x + 1, y + 7}, {x, y + 7}}};
    case Rewind::Mark::Kind::Edit: // a rhombus
        break;
    }
    return {{{x, y - 5}, {x + 4, y}, {x, y + 5}, {x - 4, y}}};
}

QToolButton* flatButton(QWidget* parent)
{
    auto* made = new QToolButton{parent};
    made->setAutoRaise(true);
    made->setIconSize({16, 16});
    made->setFocusPolicy(Qt::TabFocus);
    return made;
}
} // namespace

TimelineTrack::TimelineTrack(Rewind& rewind, QWidget* parent) : QWidget{parent}, m_rewind{rewind}
{
    setObjectName(QStringLiteral("timelineTrack"));
    setAccessibleName(tr("Timeline of the game"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::SizeHorCursor);
    connect(&rewind, &Rewind::changed, this, qOverload<>(&QWidget::update));
}

double TimelineTrack::xOf(std::uint64_t tick) const
{
    const auto first = m_rewind.first();
    const auto ticks = std::max<std::uint64_t>(m_rewind.last() - first, 1);
    const double share =
        static_cast<double>(std::max(tick, first) - first) / static_cast<double>(ticks);
    return Margin + std::min(share, 1.0) * (width() - 2 * Margin);
}

std::uint64_t TimelineTrack::tickAt(double x) const
{
    const auto ticks = static_cast<double>(m_rewind.last() - m_rewind.first());
    const double share = std::clamp((x - Margin) / std::max(width() - 2 * Margin, 1.0), 0.0, 1.0);
    return m_rewind.first() + static_cast<std::uint64_t>(std::lround(share * ticks));
}

void TimelineTrack::paintEvent(QPaintEvent*)
{
    QPainter painter{this};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeColor(ColorRole::Panel));
    const QRectF bar{Margin, BarTop, width() - 2 * Margin, BarHeight};
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColor(ColorRole::Raised));
    painter.drawRoundedRect(bar, 3, 3);
    if (m_rewind.isEmpty())
        return;
    const double now = xOf(m_rewind.tick());
    auto played = themeColor(ColorRole::Accent);
    played.setAlphaF(0.35F);
    painter.setBrush(played);
    painter.drawRoundedRect(QRectF{bar.left(), bar.top(), now - bar.left(), bar.height()}, 3, 3);
    paintSeconds(painter);
    paintMarks(painter);
    painter.setPen(QPen{themeColor(ColorRole::Text), 2});
    painter.drawLine(QPointF{now, BarTop - 4}, QPointF{now, BarTop + BarHeight + 3});
    painter.setBrush(themeColor(ColorRole::Text));
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(
        QPolygonF{{{now - 5, BarTop - 9}, {now + 5, BarTop - 9}, {now, BarTop - 2}}});
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen{themeColor(ColorRole::Accent), 1});
        painter.drawRoundedRect(bar.adjusted(-1.5, -1.5, 1.5, 1.5), 4, 4);
    }
}

void TimelineTrack::paintSeconds(QPainter& painter) const
{
    constexpr std::array Steps{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200};
    const double seconds = static_cast<double>(m_rewind.last() - m_rewind.first()) / TicksPerSecond;
    const double room = width() - 2 * Margin;
    const auto* step = std::find_if(Steps.begin(), Steps.end() - 1, [&](int each) {
        return each * room / std::max(seconds, 0.1) >= LeastBetween;
    });
    auto font = painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.8);
    painter.setFont(font);
    const double begin = static_cast<double>(m_rewind.first()) / TicksPerSecond;
    for (int second = static_cast<int>(std::ceil(begin / *step)) * *step; second <= begin + seconds;
         second += *step) {
        const double x = xOf(static_cast<std::uint64_t>(second * TicksPerSecond));
        painter.setPen(themeColor(ColorRole::Border));
        painter.drawLine(QPointF{x, BarTop}, QPointF{x, BarTop + BarHeight});
        painter.setPen(themeColor(ColorRole::MutedText));
        const auto text = second < 60 ? QStringLiteral("%1 s").arg(second)
                                      : QStringLiteral("%1:%2")
                                            .arg(second / 60)
                                            .arg(second % 60, 2, 10, QLatin1Char('0'));
        const double wide = painter.fontMetrics().horizontalAdvance(text);
        const double left =
            std::min(x - wide / 2, width() - wide); // the last one may be at the end
        painter.drawText(QRectF{std::max(left, 0.0), 0, wide + 1, BarTop - 3},
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

void TimelineTrack::paintMarks(QPainter& painter) const
{
    for (const auto& mark : m_rewind.marks()) {
        painter.setPen(QPen{themeColor(ColorRole::Panel), 1});
        painter.setBrush(themeColor(roleOf(mark.kind)));
        painter.drawPolygon(shapeOf(mark.kind, xOf(mark.tick)));
    }
}

void TimelineTrack::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_rewind.show(tickAt(event->position().x()));
}

void TimelineTrack::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        m_rewind.show(tickAt(event->position().x()));
}

void TimelineTrack::wheelEvent(QWheelEvent* event)
{
    const int delta =
        event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    if (delta != 0)
        m_rewind.step(delta > 0 ? -1 : 1);
    event->accept();
}

void TimelineTrack::keyPressEvent(QKeyEvent* event)
{
    const int step =
        event->modifiers().testFlag(Qt::ShiftModifier) ? static_cast<int>(TicksPerSecond) : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return m_rewind.step(-step);
    case Qt::Key_Right:
        return m_rewind.step(step);
    case Qt::Key_Home:
        return m_rewind.show(m_rewind.first());
    case Qt::Key_End:
        return m_rewind.show(m_rewind.last());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return m_rewind.playOn();
    default:
        QWidget::keyPressEvent(event);
    }
}

bool TimelineTrack::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    auto text =
        tr("%1 - drag to look back, arrow keys step").arg(timeText(tickAt(help->pos().x())));
    for (const auto& mark : m_rewind.marks())
        if (std::abs(xOf(mark.tick) - help->pos().x()) < NearMark)
            text =
                QStringLiteral("%1  %2: %3").arg(timeText(mark.tick), nameOf(mark.kind), mark.text);
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

TimelineBar::TimelineBar(Rewind& rewind, const ActionRegistry& actions, QWidget* parent)
    : QWidget{parent}, m_rewind{rewind}
{
    setObjectName(QStringLiteral("timelineBar"));
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(4);
    const auto add = [&](const char* command) {
        auto* made = flatButton(this);
        made->setDefaultAction(actions.find(command));
        row->addWidget(made);
        return made;
    };
    m_back = add("play.tickBack");
    m_play = add("play.playOn");
    add("play.tick");
    m_time = new QLabel{this};
    m_time->setObjectName(QStringLiteral("timelineTime"));
    m_time->setMinimumWidth(
        fontMetrics().horizontalAdvance(QStringLiteral("00:00.00  tick 000000")));
    row->addWidget(m_time);
    m_track = new TimelineTrack{rewind, this};
    row->addWidget(m_track, 1);
    m_progress = new QProgressBar{this};
    m_progress->setMaximumWidth(160);
    m_progress->setAccessibleName(tr("Playing again"));
    row->addWidget(m_progress);
    makeCancel();
    row->addWidget(m_cancel);
    m_again = add("play.again");
    connect(&rewind, &Rewind::changed, this, &TimelineBar::refresh);
    hide();
    refresh();
}

void TimelineBar::makeCancel()
{
    const auto name = tr("Stop playing again");
    m_cancel = flatButton(this);
    m_cancel->setIcon(themeIcon(QStringLiteral("close")));
    m_cancel->setAccessibleName(name);
    m_cancel->setToolTip(tooltipFor(name, {}, tr("The game stays where it is.")));
    connect(m_cancel, &QToolButton::clicked, &m_rewind, &Rewind::cancel);
}

void TimelineBar::showEvent(QShowEvent* event)
{
    refresh();
    QWidget::showEvent(event);
}

void TimelineBar::refresh()
{
    if (isHidden() && !m_rewind.progress())
        return;
    const auto tick = m_rewind.tick();
    m_time->setText(tr("%1  tick %2").arg(timeText(tick)).arg(tick));
    const auto progress = m_rewind.progress();
    m_progress->setVisible(progress.has_value());
    m_cancel->setVisible(progress.has_value());
    m_progress->setValue(static_cast<int>(progress.value_or(0) * 100));
    m_play->setEnabled(!progress && !m_rewind.isEmpty());
    m_again->setEnabled(!progress && !m_rewind.isEmpty());
    m_back->setEnabled(tick > m_rewind.first());
}
} // namespace editor
