#include "editor/panels/inspector/property_edit.h"

#include "editor/panels/fields/number_field.h"

#include <cctype>

namespace editor
{
using engine::Error;
using engine::Property;
using engine::Result;
using engine::Value;

std::string nameInSentence(const std::string& label, std::size_t objects)
{
    auto name = label;
    // "FOV" stays, "Cast shadows" becomes "cast shadows".
    const bool isWord = name.size() > 1 && std::islower(static_cast<unsigned char>(name[1])) != 0;
    if (isWord)
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return objects > 1 ? fmt::format("{} of {} objects", name, objects) : name;
}

std::string tooltipOf(const Property& property)
{
    const auto escaped = [](const std::string& text) {
        return QString::fromStdString(text).toHtmlEscaped().toStdString();
    };
    auto text = "<b>" + escaped(property.label) + "</b>";
    if (!property.tooltip.empty())
        text += "<br>" + escaped(property.tooltip);
    const auto unit = property.unit.empty() ? std::string{} : " " + escaped(property.unit);
    if (property.range)
        text += fmt::format("<br>From {} to {}{}",
                            NumberField::textOf(property.range->min).toStdString(),
                            NumberField::textOf(property.range->max).toStdString(), unit);
    else if (!unit.empty())
        text += "<br>In" + unit;
    return text;
}

PropertyEdit::PropertyEdit(EditorApi& editor, PropertyBinding binding)
    : m_editor{editor}, m_binding{std::move(binding)}
{
}

PropertyEdit::~PropertyEdit() = default;

std::string PropertyEdit::label(const char* verb) const
{
    return fmt::format("{} {}", verb,
                       nameInSentence(m_binding.description.label, m_binding.read().size()));
}

Result<void> PropertyEdit::told(Result<void> done)
{
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    return done;
}

Result<void> PropertyEdit::commit(const ValueEdit& edit)
{
    return told(m_editor.document().run(label("Set"), [&](Transaction& transaction) {
        return m_binding.write(transaction, edit);
    }));
}

Result<void> PropertyEdit::commit(const Value& value)
{
    return commit([value](const Value&) -> Result<Value> { return value; });
}

Result<void> PropertyEdit::preview(const ValueEdit& edit)
{
    if (!m_drag) {
        if (m_editor.document().isEditing())
            return told(m_editor.document().busyError());
        m_drag.emplace(m_editor.document().begin(label("Set")));
    }
    return told(m_drag->replace(
        [&](Transaction& transaction) { return m_binding.write(transaction, edit); }));
}

void PropertyEdit::endPreview(bool keep)
{
    if (!m_drag)
        return;
    // Taken out first: whoever hears of the change may look at this row.
    auto drag = std::move(*m_drag);
    m_drag.reset();
    if (keep)
        drag.commit();
    else
        drag.rollback();
}

void PropertyEdit::reset()
{
    auto& document = m_editor.document();
    if (document.isEditing())
        return;
    (void)told(document.run(label("Reset"), m_binding.reset));
}
} // namespace editor
