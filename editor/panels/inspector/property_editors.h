#pragma once

#include "editor/panels/inspector/property_edit.h"

#include <functional>
#include <memory>

class QLabel;
class QWidget;

namespace editor
{
class LinkButton;
class NumberField;

/// The widget that edits one property, named by the binding's objectName.
struct PropertyEditor
{
    QWidget* widget = nullptr;
    NumberField* scrubbed = nullptr; ///< the field that a drag on the row's label changes
    /// Shows the objects' values: the one that all share, or "mixed".
    std::function<void(const std::vector<engine::Value>& values)> show;
    QWidget* below = nullptr; ///< of a list: its values, over the whole width below the row
};

/// The editor for the property's kind. The widget belongs to `parent`; it and `show` live no longer
/// than the EditorApi.
[[nodiscard]] PropertyEditor
makePropertyEditor(EditorApi& editor, std::shared_ptr<PropertyEdit> edit, QWidget* parent);

/// A whole row: label, editor and the arrow back to the default.
class PropertyRow
{
public:
    PropertyRow(EditorApi& editor, PropertyBinding binding, QWidget* parent);

    [[nodiscard]] QWidget* label() const { return m_label; }

    [[nodiscard]] QWidget* widget() const { return m_editor.widget; }

    /// Null if the widget is all.
    [[nodiscard]] QWidget* below() const { return m_editor.below; }

    [[nodiscard]] QWidget* resetButton() const { return m_reset; }

    /// Null if the property is never linked.
    [[nodiscard]] QWidget* linkButton() const;

    /// Below the widget: what the running game has, where that differs; hidden otherwise.
    [[nodiscard]] QWidget* playedLabel() const;

    /// Reads and shows the values again.
    void refresh();

    /// The same of what the running game has.
    void refreshPlayed();

private:
    /// Whether the row says anything of the objects as they are; no part of it is shown otherwise.
    [[nodiscard]] bool counts() const;

    EditorApi& m_api;
    std::shared_ptr<PropertyEdit> m_edit;
    PropertyEditor m_editor;
    QWidget* m_label = nullptr;
    QWidget* m_reset = nullptr;
    LinkButton* m_link = nullptr;
    QLabel* m_played = nullptr;
};
} // namespace editor
