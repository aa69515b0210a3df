#pragma once

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

namespace editor
{
/// Keeps the wheel, which scrolls the dock, from changing the fields that pass under it: only the
/// one that has the keys takes it.
class WheelGuard final : public QObject
{
public:
    /// Watches every number field, choice and slider below `root`, and is owned by it.
    explicit WheelGuard(QWidget* root) : QObject{root}
    {
        const auto watch = [this](QWidget* field) {
            field->setFocusPolicy(Qt::StrongFocus);
            field->installEventFilter(this);
        };
        for (auto* field : root->findChildren<QAbstractSpinBox*>())
            watch(field);
        for (auto* field : root->findChildren<QComboBox*>())
            watch(field);
        for (auto* field : root->findChildren<QAbstractSlider*>())
            if (qobject_cast<QScrollBar*>(field) == nullptr)
                watch(field);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* field = qobject_cast<QWidget*>(watched);
        if (event->type() != QEvent::Wheel || field == nullptr || field->hasFocus())
            return false;
        event->ignore(); // the scroll area gets it
        return true;
    }
};
} // namespace editor
