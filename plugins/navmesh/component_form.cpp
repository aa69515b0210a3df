#include "plugins/navmesh/component_form.h"

#include "editor/operations/property_operations.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include <array>

namespace navmesh
{
using engine::Property;
using engine::PropertyKind;
using engine::Value;

namespace
{
const engine::TypeInfo& infoOf(const engine::TypeRegistry& types, engine::TypeId id)
{
    const auto* type = types.find(id);
    ENGINE_EXPECT(type != nullptr);
    return *type;
}

template <typename T>
T valueOr(const Value& value, T fallback)
{
    const auto* found = value.as<T>();
    return found != nullptr ? *found : fallback;
}
} // namespace

ComponentForm::ComponentForm(editor::EditorApi& editor, engine::TypeId type, QWidget* parent)
    : QWidget{parent}
    , m_editor{editor}
    , m_type{infoOf(editor.document().types(), type)}
    , m_usual{m_type.makeDefault()}
    , m_layout{new QFormLayout{this}}
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setVerticalSpacing(4);
    for (const auto& property : m_type.properties)
        if (!property.hidden)
            addField(property);
    refresh();
}

void ComponentForm::addField(const Property& property)
{
    auto* field = property.kind == PropertyKind::Float  ? makeNumber(property)
                  : property.kind == PropertyKind::Int  ? makeWhole(property)
                  : property.kind == PropertyKind::Enum ? makeChoice(property)
                                                        : makeText(property);
    auto tooltip = QString::fromStdString(property.tooltip);
    if (!property.unit.empty())
        tooltip += tooltip.isEmpty() ? QString::fromStdString(property.unit)
                                     : QStringLiteral(" (%1)").arg(property.unit.c_str());
    field->setToolTip(tooltip);
    field->setMinimumWidth(48);
    field->setAccessibleName(QString::fromStdString(property.label));
    field->setObjectName(QString::fromStdString(property.name));
    m_layout->addRow(QString::fromStdString(property.label), field);
}

QWidget* ComponentForm::makeNumber(const Property& property)
{
    auto* spin = new QDoubleSpinBox{this};
    spin->setDecimals(3);
    spin->setKeyboardTracking(false); // one step when it is done, not one a digit
    if (property.range)
        spin->setRange(property.range->min, property.range->max);
    spin->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    connect(spin, &QDoubleSpinBox::valueChanged, this,
            [this, &property](double value) { set(property, {value}); });
    m_show.emplace_back([spin, &property](const void* component) {
        const QSignalBlocker quiet{spin};
        spin->setValue(valueOr(property.get(component), 0.0));
    });
    return spin;
}

QWidget* ComponentForm::makeWhole(const Property& property)
{
    auto* spin = new QSpinBox{this};
    spin->setKeyboardTracking(false);
    if (property.range)
        spin->setRange(static_cast<int>(property.range->min),
                       static_cast<int>(property.range->max));
    connect(spin, &QSpinBox::valueChanged, this,
            [this, &property](int value) { set(property, {std::int64_t{value}}); });
    m_show.emplace_back([spin, &property](const void* component) {
        const QSignalBlocker quiet{spin};
        spin->setValue(static_cast<int>(valueOr(property.get(component), std::int64_t{0})));
    });
    return spin;
}

QWidget* ComponentForm::makeChoice(const Property& property)
{
    auto* box = new QComboBox{this};
    for (const auto& choice : property.choices)
        box->addItem(QString::fromStdString(choice));
    connect(box, &QComboBox::activated, this,
            [this, box, &property] { set(property, {box->currentText().toStdString()}); });
    m_show.emplace_back([box, &property](const void* component) {
        box->setCurrentText(
            QString::fromStdString(valueOr(property.get(component), std::string{})));
    });
    return box;
}

QWidget* ComponentForm::makeText(const Property& property)
{
    auto* line = new QLineEdit{this};
    connect(line, &QLineEdit::editingFinished, this,
            [this, line, &property] { set(property, {line->text().toStdString()}); });
    m_show.emplace_back([line, &property](const void* component) {
        line->setText(QString::fromStdString(valueOr(property.get(component), std::string{})));
    });
    return line;
}

void ComponentForm::setEntity(engine::EntityId entity)
{
    m_entity = entity;
    refresh();
}

void ComponentForm::refresh()
{
    setEnabled(!m_entity.isNull());
    const auto& world = m_editor.document().world();
    const auto& value = world.value(m_entity, m_type.id);
    for (const auto& show : m_show)
        show(value ? value.get() : m_usual.get());
}

void ComponentForm::set(const Property& property, const Value& value)
{
    const auto& world = m_editor.document().world();
    const auto& current = world.value(m_entity, m_type.id);
    if (!world.exists(m_entity) || property.get(current ? current.get() : m_usual.get()) == value)
        return;
    const std::array entities{m_entity};
    const auto done = m_editor.document().run(
        "Change " + property.label, [&](editor::Transaction& edit) -> engine::Result<void> {
            if (!edit.world().value(m_entity, m_type.id))
                editor::addComponent(edit, entities, m_type);
            return editor::setProperty(edit, entities, m_type, property, value);
        });
    if (!done) {
        m_editor.showMessage(editor::MessageKind::Warning, done.error().message());
        refresh();
    }
}
} // namespace navmesh
