#include "editor/panels/fields/number_field.h"

#include "editor/views/theme.h"

#include <QDialog>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QWheelEvent>

#include <cmath>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
/// Sideways pixels for one step while scrubbing.
constexpr double PixelsPerStep = 4;
constexpr int UnitGap = 4;

/// The letters behind the last number, such as "lm" of "2 * 400 lm".
QString unitAtEnd(const QString& text)
{
    qsizetype at = text.size();
    while (at > 0 && text.at(at - 1).isLetter())
        --at;
    return text.mid(at);
}

/// To a multiple of the step's tenth, so that 0.1 + 0.2 reads 0.3 and typed decimals survive.
double withoutNoise(double value, double step)
{
    const double grain = step / 10;
    const double rounded = std::round(value / grain) * grain;
    // The multiplication brings noise of its own; decimal digits end it.
    return QString::number(rounded, 'g', 12).toDouble();
}
} // namespace

NumberField::NumberField(QWidget* parent) : QLineEdit{parent}
{
    setMaxLength(64);
    setValue(0);
}

void NumberField::setUnit(const QString& unit)
{
    m_unit = unit;
    const int room = unit.isEmpty() ? 0 : fontMetrics().horizontalAdvance(unit) + UnitGap;
    setTextMargins(0, 0, room, 0);
    update();
}

void NumberField::setStep(double step)
{
    ENGINE_EXPECT(step > 0);
    m_step = step;
}

void NumberField::setInteger(bool integer)
{
    m_integer = integer;
    if (integer)
        m_step = std::max(1.0, std::round(m_step));
}

QString NumberField::textOf(double value)
{
    if (value != 0 && (std::abs(value) < 1e-4 || std::abs(value) >= 1e9))
        return QString::number(value, 'g', 6);
    auto text = QString::number(value, 'f', 4);
    while (text.endsWith(QLatin1Char{'0'}))
        text.chop(1);
    if (text.endsWith(QLatin1Char{'.'}))
        text.chop(1);
    return text == QStringLiteral("-0") ? QStringLiteral("0") : text;
}

void NumberField::setValue(double value)
{
    m_mixed = false;
    m_value = value;
    setPlaceholderText({});
    // What is being typed is not overwritten by a change from elsewhere.
    if (!(hasFocus() && isModified()))
        restore();
}

void NumberField::setMixed(const QString& word)
{
    m_mixed = true;
    setPlaceholderText(word.isEmpty() ? tr("mixed") : word);
    if (!(hasFocus() && isModified()))
        restore();
}

void NumberField::restore()
{
    const auto shown = m_mixed ? QString{} : textOf(m_value);
    if (text() != shown)
        setText(shown);
    setModified(false);
    setCursorPosition(0);
    setRefused({});
    if (hasFocus())
        selectAll();
}

void NumberField::setRefused(const std::optional<Error>& error)
{
    if (m_refused == error.has_value())
        return;
    m_refused = error.has_value();
    if (m_refused)
        m_meaning = toolTip();
    setToolTip(m_refused ? QString::fromStdString(error->message()) : m_meaning);
    setProperty("invalid", m_refused);
    style()->unpolish(this);
    style()->polish(this);
}

NumberEdit NumberField::moved(double by) const
{
    return [by, step = m_step, integer = m_integer](double current) -> Result<double> {
        return integer ? std::round(current + by) : withoutNoise(current + by, step / 10);
    };
}

double NumberField::stepFor(Qt::KeyboardModifiers modifiers) const
{
    double step = m_step;
    if (modifiers.testFlag(Qt::ShiftModifier))
        step *= 10;
    else if (modifiers.testFlag(Qt::ControlModifier))
        step /= 10;
    return m_integer ? std::max(1.0, step) : step;
}

bool NumberField::commitText()
{
    if (!isModified())
        return true;
    auto typed = text().trimmed();
    if (!m_unit.isEmpty() && typed.endsWith(m_unit, Qt::CaseInsensitive))
        typed.chop(m_unit.size());
    else if (const auto word = unitAtEnd(typed); !word.isEmpty() && showUnit && showUnit(word))
        typed.chop(word.size());
    if (typed.trimmed().isEmpty() || (!m_mixed && typed == textOf(m_value))) {
        restore();
        return true;
    }
    const auto edit = [text = typed.toStdString(), integer = m_integer](double current) {
        auto value = evaluateExpression(text, current);
        return value && integer ? Result<double>{std::round(*value)} : value;
    };
    setModified(false); // setValue, called from inside, shows the new value
    const auto done = commit ? commit(edit) : Result<void>{};
    if (!done) {
        setText(typed);
        setModified(true);
        setRefused(done.error());
        return false;
    }
    restore();
    return true;
}

void NumberField::stepBy(double steps, Qt::KeyboardModifiers modifiers)
{
    if (!commitText() || !commit)
        return;
    if (const auto done = commit(moved(steps * stepFor(modifiers))); !done)
        setRefused(done.error());
}

bool NumberField::event(QEvent* event)
{
    // Esc and the arrows are ours before they are anyone's shortcut.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        stepBy(1, event->modifiers());
        return;
    case Qt::Key_Down:
        stepBy(-1, event->modifiers());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // The keys belong to the views again, so that B draws a box instead of a letter.
        if (commitText())
            clearFocus();
        if (qobject_cast<QDialog*>(window()) != nullptr)
            event->ignore(); // a dialog's main button is next
        return;
    case Qt::Key_Escape:
        if (!isModified() && qobject_cast<QDialog*>(window()) != nullptr) {
            event->ignore(); // nothing to take back: it closes the dialog
            return;
        }
        restore();
        clearFocus();
        return;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

void NumberField::mouseDoubleClickEvent(QMouseEvent* event)
{
    QLineEdit::mouseDoubleClickEvent(event);
    selectAll(); // to a line edit, the digits on either side of the point are words
}

void NumberField::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus()) {
        event->ignore(); // the panel scrolls
        return;
    }
    m_wheel += event->angleDelta().y() / 120.0;
    const double steps = std::trunc(m_wheel);
    m_wheel -= steps;
    if (steps != 0)
        stepBy(steps, event->modifiers());
    event->accept();
}

void NumberField::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason)
        selectAll();
}

void NumberField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason || event->reason() == Qt::MenuBarFocusReason)
        return;
    if (!commitText())
        restore();
}

void NumberField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_unit.isEmpty())
        return;
    QPainter painter{this};
    painter.setPen(themeColor(ColorRole::MutedText));
    painter.drawText(rect().adjusted(0, 0, -7, 0), Qt::AlignRight | Qt::AlignVCenter, m_unit);
}

QSize NumberField::sizeHint() const
{
    auto size = QLineEdit::sizeHint();
    size.setWidth(fontMetrics().horizontalAdvance(QStringLiteral("-0000.00")) +
                  textMargins().right() + 18);
    return size;
}

QSize NumberField::minimumSizeHint() const
{
    auto size = QLineEdit::minimumSizeHint();
    size.setWidth(fontMetrics().horizontalAdvance(QStringLiteral("-0.0")) + textMargins().right() +
                  8);
    return size;
}

ScrubLabel::ScrubLabel(const QString& text, NumberField& field, QWidget* parent)
    : QLabel{text, parent}, m_field{field}
{
    setCursor(Qt::SizeHorCursor);
    setFocusPolicy(Qt::ClickFocus); // for Esc during the drag
    setBuddy(&field);
}

void ScrubLabel::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = true;
    m_lastX = event->globalPosition().toPoint().x();
    m_travel = 0;
}

void ScrubLabel::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed || !m_field.isEnabled() || !m_field.preview)
        return;
    const int x = event->globalPosition().toPoint().x();
    if (x == m_lastX)
        return;
    const double step = m_field.stepFor(event->modifiers());
    m_travel += (x - m_lastX) / PixelsPerStep * step;
    m_lastX = x;
    m_scrubbing = true;
    const double by = std::trunc(m_travel / step + (m_travel < 0 ? -1e-9 : 1e-9)) * step;
    const auto done = m_field.preview(m_field.moved(by));
    m_field.setRefused(done ? std::nullopt : std::optional{done.error()});
}

void ScrubLabel::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        finish(true);
}

bool ScrubLabel::event(QEvent* event)
{
    const auto isEscape = [event] {
        return static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    };
    if (m_scrubbing && event->type() == QEvent::ShortcutOverride && isEscape()) {
        event->accept();
        return true;
    }
    if (m_scrubbing && event->type() == QEvent::KeyPress && isEscape()) {
        finish(false);
        return true;
    }
    if (m_scrubbing && (event->type() == QEvent::Hide || event->type() == QEvent::FocusOut))
        finish(false);
    return QLabel::event(event);
}

void ScrubLabel::finish(bool keep)
{
    m_pressed = false;
    if (!std::exchange(m_scrubbing, false))
        return;
    m_field.setRefused({});
    if (m_field.endPreview)
        m_field.endPreview(keep);
}
} // namespace editor
