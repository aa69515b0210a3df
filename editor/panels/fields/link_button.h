#pragma once

#include "editor/panels/inspector/inspector_bindings.h"

#include <QToolButton>

namespace editor
{
/// The button at the end of a row of what is in a linked group or prefab: keeps the value for this
/// copy alone, or takes back or applies what is overridden. Hidden where nothing is linked.
class LinkButton : public QToolButton
{
    Q_OBJECT

public:
    LinkButton(PropertyLink link, const QString& label, const QString& rowName, QWidget* parent);

    /// Asks again what the property is.
    void refresh();

    /// The value is not that of the others, or of the file.
    [[nodiscard]] bool isMarked() const;

private:
    void press();

    PropertyLink m_link;
    QString m_label;
    PropertyLink::State m_state = PropertyLink::State::None;
};

/// For a property of the shown objects; `entry` of a bag, or empty.
[[nodiscard]] PropertyLink linkOfProperty(EditorApi& editor,
                                          ShownObjects objects,
                                          std::string component,
                                          std::string property,
                                          std::string entry);
} // namespace editor
