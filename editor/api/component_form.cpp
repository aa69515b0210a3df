#include "editor/api/component_form.h"

#include "editor/api/fold_section.h"
#include "editor/api/object_choice.h"
#include "editor/operations/entity/property_operations.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace editor
{
namespace
{
using engine::EntityId;
using engine::Property;
using engine::PropertyKind;
using engine::Value;

const engine::TypeInfo& infoOf(const engine::TypeRegistry& types, engine::TypeId id)
{
    const auto* type = types.find(id);
    ENGINE_EXPECT(type != nullptr);
    return *type;
}

/// "0.8" rather than "0.800", so that three of them have room beside each other.
class ShortSpin final : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;

    [[nodiscard]] QString textFromValue(double value) const override
    {
        auto text = QDoubleSpinBox::textFromValue(value);
        const auto point = locale().decimalPoint();
        if (!text.contains(point))
            return text;
        while (text.endsWith(locale().zeroDigit()))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(point.size());
        return text;
    }
};

QDoubleSpinBox* makeSpin(const Property& property, QWidget* parent)
{
    auto* spin = new ShortSpin{parent};
    spin->setDecimals(3);
    spin->setMinimumWidth(36);
    spin->setKeyboardTracking(false); // one step when it is done, not one a digit
    spin->setRange(property.range ? property.range->min : -engine::WorldLimit,
                   property.range ? property.range->max : engine::WorldLimit);
    spin->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return spin;
}

QString unitOf(const Property& property)
{
    return property.unit == "deg" ? QStringLiteral("\u00b0")
                                  : QString::fromStdString(property.unit);
}

/// Behind the number: "1 cell", but "2 cells".
template <typename Spin>
void showUnit(Spin& spin, const Property& property)
{
    auto unit = unitOf(property);
    if (property.unit == "cells" && spin.value() == 1)
        unit.chop(1);
    spin.setSuffix(unit.isEmpty() ? unit : QLatin1Char{' '} + unit);
}

/// "Not inside" of the choice "not_inside".
QString inWords(const std::string& choice)
{
    auto text = QString::fromStdString(choice).replace(QLatin1Char{'_'}, QLatin1Char{' '});
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

template <typename T>
T valueOr(const Value& value, T fallback)
{
    const auto* found = value.as<T>();
    return found != nullptr ? *found : fallback;
}
} // namespace

ComponentForm::ComponentForm(EditorApi& editor, engine::TypeId type, QWidget* parent)
    : QWidget{parent}
    , m_editor{editor}
    , m_type{infoOf(editor.document().types(), type)}
    , m_usual{m_type.makeDefault()}
{
    auto* page = new QVBoxLayout{this};
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(4);
    for (const auto& [title, properties] : engine::sectionsOf(m_type)) {
        QWidget* body = nullptr;
        if (title.empty()) {
            body = new QWidget{this};
            page->addWidget(body);
        } else {
            m_sections.push_back(makeFoldSection(m_type, title, m_sections.size(), this));
            page->addWidget(m_sections.back());
            body = m_sections.back()->body();
        }
        auto* grid = new QGridLayout{body};
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(8);
        grid->setVerticalSpacing(4);
        grid->setColumnStretch(0, 4);
        grid->setColumnStretch(1, 5);
        for (const auto* property : properties)
            addField(*property, *grid);
    }
    refresh();
}

QWidget* ComponentForm::reveal(const std::string& property)
{
    auto* field = findChild<QWidget*>(QString::fromStdString(property));
    for (auto* section : m_sections)
        if (field != nullptr && section->isAncestorOf(field) && section->isFolded())
            section->setFolded(false);
    return field;
}

QWidget* ComponentForm::makeField(const Property& property)
{
    switch (property.kind) {
    case PropertyKind::Bool:
        return makeBool(property);
    case PropertyKind::Int:
        return makeInt(property);
    case PropertyKind::Float:
        return makeNumber(property);
    case PropertyKind::Vec2:
    case PropertyKind::Vec3:
        return makeVector(property);
    case PropertyKind::Enum:
        return makeChoice(property);
    case PropertyKind::Entity:
        return makeObject(property);
    case PropertyKind::Asset:
        return makeAsset(property);
    default:
        return makeText(property);
    }
}

void ComponentForm::addField(const Property& property, QGridLayout& grid)
{
    auto* field = makeField(property);
    auto tooltip = QString::fromStdString(property.tooltip);
    if (!property.unit.empty())
        tooltip +=
            tooltip.isEmpty() ? unitOf(property) : QStringLiteral(" (%1)").arg(unitOf(property));
    field->setMinimumWidth(48);
    field->setAccessibleName(QString::fromStdString(property.label));
    field->setObjectName(QString::fromStdString(property.name));
    auto* label = new QLabel{field->accessibleName(), this};
    label->setWordWrap(true);
    label->setBuddy(field);
    m_fields.push_back({field, tooltip, property.name});
    m_fields.push_back({label, tooltip, property.name});
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(field, row, 1);
}

QWidget* ComponentForm::makeBool(const Property& property)
{
    auto* box = new QCheckBox{this};
    connect(box, &QCheckBox::clicked, this,
            [this, &property](bool checked) { set(property, {checked}); });
    m_show.emplace_back([box, &property](const void* component) {
        box->setChecked(valueOr(property.get(component), false));
    });
    return box;
}

QWidget* ComponentForm::makeInt(const Property& property)
{
    auto* spin = new QSpinBox{this};
    spin->setKeyboardTracking(false);
    spin->setRange(property.range ? static_cast<int>(property.range->min) : 0,
                   property.range ? static_cast<int>(std::min(property.range->max, 2147483647.0))
                                  : 2147483647);
    showUnit(*spin, property);
    connect(spin, &QSpinBox::valueChanged, this, [this, spin, &property](int value) {
        showUnit(*spin, property);
        set(property, {std::int64_t{value}});
    });
    m_show.emplace_back([spin, &property](const void* component) {
        const QSignalBlocker quiet{spin};
        spin->setValue(static_cast<int>(valueOr(property.get(component), std::int64_t{0})));
        showUnit(*spin, property);
    });
    return spin;
}

QWidget* ComponentForm::makeNumber(const Property& property)
{
    auto* spin = makeSpin(property, this);
    showUnit(*spin, property);
    connect(spin, &QDoubleSpinBox::valueChanged, this, [this, spin, &property](double value) {
        showUnit(*spin, property);
        set(property, {value});
    });
    m_show.emplace_back([spin, &property](const void* component) {
        const QSignalBlocker quiet{spin};
        spin->setValue(valueOr(property.get(component), 0.0));
        showUnit(*spin, property);
    });
    return spin;
}

QWidget* ComponentForm::makeVector(const Property& property)
{
    auto* row = new QWidget{this};
    auto* layout = new QHBoxLayout{row};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const bool isFlat = property.kind == PropertyKind::Vec2;
    std::vector<QDoubleSpinBox*> spins;
    for (int i = 0; i < (isFlat ? 2 : 3); ++i) {
        spins.push_back(makeSpin(property, row));
        spins.back()->setButtonSymbols(QAbstractSpinBox::NoButtons);
        spins.back()->setAccessibleName(QString::fromStdString(property.label) +
                                        QStringLiteral(" ") + QStringLiteral("xyz").mid(i, 1));
        layout->addWidget(spins.back());
    }
    for (auto* spin : spins)
        connect(spin, &QDoubleSpinBox::valueChanged, this, [this, &property, spins, isFlat] {
            if (isFlat)
                set(property, {engine::Vec2d{spins[0]->value(), spins[1]->value()}});
            else
                set(property,
                    {engine::Vec3d{spins[0]->value(), spins[1]->value(), spins[2]->value()}});
        });
    m_show.emplace_back([spins, &property, isFlat](const void* component) {
        const auto value = property.get(component);
        const auto v = isFlat ? engine::Vec3d{valueOr(value, engine::Vec2d{0}), 0}
                              : valueOr(value, engine::Vec3d{0});
        for (std::size_t i = 0; i < spins.size(); ++i) {
            const QSignalBlocker quiet{spins[i]};
            spins[i]->setValue(v[static_cast<int>(i)]);
        }
    });
    return row;
}

QWidget* ComponentForm::makeChoice(const Property& property)
{
    auto* box = new QComboBox{this};
    for (const auto& choice : property.choices)
        box->addItem(inWords(choice), QString::fromStdString(choice));
    connect(box, &QComboBox::activated, this, [this, box, &property] {
        set(property, {box->currentData().toString().toStdString()});
    });
    m_show.emplace_back([box, &property](const void* component) {
        box->setCurrentIndex(
            box->findData(QString::fromStdString(valueOr(property.get(component), std::string{}))));
    });
    return box;
}

QWidget* ComponentForm::makeAsset(const Property& property)
{
    const auto input = m_editor.makeAssetInput(
        property.assetKind,
        [this, &property](const std::string& path) { set(property, {engine::AssetPath{path}}); },
        this);
    if (input.field == nullptr)
        return makeText(property);
    m_show.emplace_back([show = input.show, &property](const void* component) {
        show(valueOr(property.get(component), engine::AssetPath{}).path);
    });
    return input.field;
}

QWidget* ComponentForm::makeText(const Property& property)
{
    auto* line = new QLineEdit{this};
    const bool isAsset = property.kind == PropertyKind::Asset;
    connect(line, &QLineEdit::editingFinished, this, [this, line, &property, isAsset] {
        const auto text = line->text().toStdString();
        set(property, isAsset ? Value{engine::AssetPath{text}} : Value{text});
    });
    m_show.emplace_back([line, &property, isAsset](const void* component) {
        const auto value = property.get(component);
        line->setText(QString::fromStdString(isAsset ? valueOr(value, engine::AssetPath{}).path
                                                     : valueOr(value, std::string{})));
        line->setCursorPosition(0); // its beginning is what one sees
    });
    return line;
}

QWidget* ComponentForm::makeObject(const Property& property)
{
    auto* box = new ObjectChoice{m_editor, tr("None"), this};
    connect(box, &ObjectChoice::chosen, this,
            [this, &property](EntityId object) { set(property, {object}); });
    m_show.emplace_back([box, &property](const void* component) {
        box->showObject(valueOr(property.get(component), EntityId{}));
    });
    return box;
}

void ComponentForm::setEntity(EntityId entity)
{
    m_entity = entity;
    refresh();
}

void ComponentForm::setWhyLocked(const QString& why)
{
    m_whyLocked = why;
    explainFields();
}

void ComponentForm::setRules(
    std::function<engine::ComponentValue(const engine::ComponentValue& value)> counting,
    std::function<QString(const void* component, const std::string& property)> whyFixed)
{
    m_counting = std::move(counting);
    m_whyFixed = std::move(whyFixed);
    refresh();
}

engine::ComponentValue ComponentForm::shownValue() const
{
    const auto& value = m_editor.document().world().value(m_entity, m_type.id);
    if (!value)
        return m_usual;
    return m_counting ? m_counting(value) : value;
}

void ComponentForm::explainFields()
{
    const bool isLocked = !m_whyLocked.isEmpty() && !m_editor.document().world().exists(m_entity);
    const auto shown = shownValue();
    for (const auto& field : m_fields) {
        const auto whyFixed = m_whyFixed ? m_whyFixed(shown.get(), field.property) : QString{};
        const auto& why = isLocked ? m_whyLocked : whyFixed;
        field.widget->setEnabled(whyFixed.isEmpty());
        field.widget->setToolTip(why.isEmpty() ? field.tooltip
                                 : field.tooltip.isEmpty()
                                     ? why
                                     : field.tooltip + QLatin1Char{'\n'} + why);
    }
}

void ComponentForm::refresh()
{
    setEnabled(m_editor.document().world().exists(m_entity));
    explainFields();
    const auto shown = shownValue();
    for (const auto& show : m_show)
        show(shown.get());
}

void ComponentForm::set(const Property& property, const Value& value)
{
    const auto& world = m_editor.document().world();
    const auto& current = world.value(m_entity, m_type.id);
    if (!world.exists(m_entity) || property.get(current ? current.get() : m_usual.get()) == value)
        return;
    const std::array entities{m_entity};
    const auto done = m_editor.document().run(
        "Change " + property.label, [&](Transaction& edit) -> engine::Result<void> {
            if (!edit.world().value(m_entity, m_type.id))
                addComponent(edit, entities, m_type);
            return editor::setProperty(edit, entities, m_type, property, value);
        });
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    refresh(); // also what a rule of the document has taken back, so that nothing has changed
}
} // namespace editor
