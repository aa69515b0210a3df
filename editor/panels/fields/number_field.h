#pragma once

#include "editor/panels/fields/number_expression.h"
#include "engine_core/reflect/property.h"

#include <QLabel>
#include <QLineEdit>

#include <functional>
#include <optional>

namespace editor
{
/// A field for one number, of one object or of many ("mixed"). Enter and leaving commit, Esc
/// restores, arrows and the wheel (when focused) step: Shift coarse, Ctrl fine. It changes nothing
/// itself: it hands edits to whoever set the functions below, and is told the outcome by setValue.
class NumberField : public QLineEdit
{
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);

    /// One undoable step for all objects. An Error leaves the text and turns the edge red.
    std::function<engine::Result<void>(const NumberEdit& edit)> commit;
    /// While the label is dragged: replaces what the drag did before.
    std::function<engine::Result<void>(const NumberEdit& edit)> preview;
    /// After the drag: keep as one step, or take back.
    std::function<void(bool keep)> endPreview;

    /// Told the word behind what was typed, such as "lm"; true if it is a unit that the field shows
    /// from now on. Empty: only its own unit may stand there.
    std::function<bool(const QString& unit)> showUnit;

    void setUnit(const QString& unit);
    void setStep(double step);
    void setInteger(bool integer);

    [[nodiscard]] double step() const { return m_step; }

    void setValue(double value);
    /// The objects differ; only what is typed will change. `word` says so; empty: "mixed".
    void setMixed(const QString& word = {});

    [[nodiscard]] bool isMixed() const { return m_mixed; }

    [[nodiscard]] double value() const { return m_value; }

    /// Takes the text back to the value.
    void restore();

    /// The value moved by whole steps of this size; what arrows and drags do.
    [[nodiscard]] NumberEdit moved(double by) const;

    /// 10 steps with Shift, a tenth with Ctrl.
    [[nodiscard]] double stepFor(Qt::KeyboardModifiers modifiers) const;

    /// Shows or hides the refusal, with its reason in the tooltip.
    void setRefused(const std::optional<engine::Error>& error);

    /// As fields show it: up to four decimals, no trailing zeros.
    [[nodiscard]] static QString textOf(double value);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool commitText();
    void stepBy(double steps, Qt::KeyboardModifiers modifiers);

    QString m_unit;
    QString m_meaning; ///< the tooltip without a refusal
    double m_value = 0;
    double m_step = 0.1;
    bool m_integer = false;
    bool m_mixed = false;
    bool m_refused = false;
    double m_wheel = 0; ///< of fine wheels: notches that do not make a step yet
};

/// A field's label: dragging it sideways scrubs the number, as one undoable step.
class ScrubLabel : public QLabel
{
    Q_OBJECT

public:
    ScrubLabel(const QString& text, NumberField& field, QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void finish(bool keep);

    NumberField& m_field;
    bool m_pressed = false;
    bool m_scrubbing = false;
    int m_lastX = 0;
    double m_travel = 0; ///< in units of the property, not yet rounded to steps
};
} // namespace editor
