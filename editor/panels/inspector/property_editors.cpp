#include "editor/panels/inspector/property_editors.h"

#include "editor/panels/fields/asset_field.h"
#include "editor/panels/fields/entity_field.h"
#include "editor/panels/fields/link_button.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/fields/rotation_degrees.h"
#include "editor/panels/fields/scrolling_choice.h"
#include "editor/panels/inspector/color_editor.h"
#include "editor/panels/inspector/list_editor.h"
#include "editor/panels/inspector/played_value.h"
#include "editor/panels/inspector/shared_value.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"
#include "engine_core/play/play_session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <optional>

namespace editor
{
using engine::AssetPath;
using engine::Error;
using engine::Property;
using engine::PropertyKind;
using engine::Result;
using engine::Value;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
using EditPtr = std::shared_ptr<PropertyEdit>;
using Values = std::vector<Value>;

/// One number inside a value, such as y of a vector.
struct NumberPart
{
    std::function<double(const Value&)> get;
    std::function<Value(const Value&, double)> set;
};

ValueEdit partEdit(const NumberPart& part, const NumberEdit& edit)
{
    return [part, edit](const Value& current) -> Result<Value> {
        const auto number = edit(part.get(current));
        if (!number)
            return number.error();
        return part.set(current, *number);
    };
}

double stepOf(const Property& property)
{
    if (property.kind == PropertyKind::Int)
        return 1;
    if (property.kind == PropertyKind::Rotation || property.unit == "deg")
        return 1;
    if (property.unit == "m")
        return 0.1;
    if (property.unit == "K")
        return 100;
    if (!property.range)
        return 0.1;
    const double span = property.range->max - property.range->min;
    if (span <= 2)
        return 0.01;
    return span <= 100 ? 0.1 : 1;
}

NumberField* makeNumberField(const EditPtr& edit, const NumberPart& part, QWidget* parent)
{
    const auto& property = edit->binding().description;
    auto* field = new NumberField{parent};
    field->setUnit(QString::fromStdString(property.unit));
    field->setStep(stepOf(property));
    field->setInteger(property.kind == PropertyKind::Int);
    field->commit = [edit, part](const NumberEdit& number) {
        return edit->commit(partEdit(part, number));
    };
    field->preview = [edit, part](const NumberEdit& number) {
        return edit->preview(partEdit(part, number));
    };
    field->endPreview = [edit](bool keep) {
        edit->endPreview(keep);
    };
    return field;
}

void showNumber(NumberField& field,
                const NumberPart& part,
                const Values& values,
                const std::string& noValue = {})
{
    if (values.empty())
        field.setMixed(QString::fromStdString(noValue));
    else if (const auto shared = common(values, part.get))
        field.setValue(*shared);
    else
        field.setMixed();
}

PropertyEditor numberEditor(const EditPtr& edit, const NumberPart& part, QWidget* parent)
{
    auto* field = makeNumberField(edit, part, parent);
    return {field, field, [field, part, edit](const Values& values) {
                showNumber(*field, part, values, edit->binding().noValue);
            }};
}

/// A number with a choice of its unit behind it; a unit that is typed is chosen.
PropertyEditor unitsEditor(const EditPtr& edit, const NumberPart& part, QWidget* parent)
{
    auto* box = new QWidget{parent};
    auto* layout = new QHBoxLayout{box};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* field = makeNumberField(edit, part, box);
    field->setUnit({});
    field->setStep(1);
    auto* unit = new ScrollingChoice{box};
    unit->setObjectName(QString::fromStdString(edit->binding().objectName) +
                        QStringLiteral(".unit"));
    unit->setAccessibleName(QWidget::tr("Unit"));
    unit->setToolTip(QWidget::tr("<b>Unit</b><br>What the number counts. It can be typed behind "
                                 "the number, too: 800 lm."));
    layout->addWidget(field, 1);
    layout->addWidget(unit);
    const auto show = [field, unit, part, edit](const Values& values) {
        const auto& units = edit->binding().units;
        QStringList names;
        for (const auto& each : units.names())
            names.append(QString::fromStdString(each));
        QStringList now;
        for (int i = 0; i < unit->count(); ++i)
            now.append(unit->itemText(i));
        if (names != now) {
            unit->clear();
            unit->addItems(names);
        }
        unit->setCurrentIndex(static_cast<int>(units.shown()));
        unit->setEnabled(names.size() > 1);
        showNumber(*field, part, values, edit->binding().noValue);
    };
    QObject::connect(unit, &QComboBox::activated, unit, [edit, show](int index) {
        edit->binding().units.show(static_cast<std::size_t>(index));
        show(edit->binding().read());
    });
    field->showUnit = [edit, show](const QString& word) {
        const auto found = edit->binding().units.find(word.toStdString());
        if (!found)
            return false;
        edit->binding().units.show(*found);
        show(edit->binding().read());
        return true;
    };
    return {box, field, show};
}

NumberPart wholeNumber(PropertyKind kind)
{
    if (kind == PropertyKind::Int)
        return {
            [](const Value& value) { return static_cast<double>(valueAs<std::int64_t>(value)); },
            [](const Value&, double number) {
                // Beyond this a double no longer tells neighbouring integers apart.
                constexpr double Limit = 9e15;
                return Value{static_cast<std::int64_t>(std::clamp(number, -Limit, Limit))};
            }};
    return {[](const Value& value) { return valueAs<double>(value); },
            [](const Value&, double number) {
                return Value{number};
            }};
}

NumberPart vectorPart(PropertyKind kind, int axis)
{
    if (kind == PropertyKind::Vec2)
        return {[axis](const Value& value) { return valueAs<Vec2d>(value)[axis]; },
                [axis](const Value& value, double number) {
                    auto vector = valueAs<Vec2d>(value);
                    vector[axis] = number;
                    return Value{vector};
                }};
    if (kind == PropertyKind::Rotation)
        return {
            [axis](const Value& value) { return toDegrees(valueAs<engine::Quatd>(value))[axis]; },
            [axis](const Value& value, double number) {
                auto angles = toDegrees(valueAs<engine::Quatd>(value));
                angles[axis] = number;
                return Value{fromDegrees(angles)};
            }};
    return {[axis](const Value& value) { return valueAs<Vec3d>(value)[axis]; },
            [axis](const Value& value, double number) {
                auto vector = valueAs<Vec3d>(value);
                vector[axis] = number;
                return Value{vector};
            }};
}

/// Two or three fields in a row, each behind its coloured axis mark, which scrubs it.
PropertyEditor vectorEditor(const EditPtr& edit, QWidget* parent)
{
    constexpr std::array Names{"x", "y", "z"};
    const auto& property = edit->binding().description;
    const int axes = property.kind == PropertyKind::Vec2 ? 2 : 3;
    auto* box = new QWidget{parent};
    auto* layout = new QHBoxLayout{box};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    std::vector<std::pair<NumberField*, NumberPart>> fields;
    for (int axis = 0; axis < axes; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const auto part = vectorPart(property.kind, axis);
        auto* field = makeNumberField(edit, part, box);
        field->setProperty("dense", true);
        field->setUnit({}); // three times the same would crowd the row; the label tells it
        const auto name = QLatin1String{Names[at]};
        field->setObjectName(QString::fromStdString(edit->binding().objectName) + QLatin1Char{'.'} +
                             name);
        field->setAccessibleName(QString::fromStdString(property.label) + QLatin1Char{' '} + name);
        field->setToolTip(QString::fromStdString(tooltipOf(property)));
        auto* mark = new ScrubLabel{QString{name}.toUpper(), *field, box};
        mark->setProperty("tone", QString{name});
        mark->setToolTip(QWidget::tr("Drag sideways to change; Shift coarse, Ctrl fine."));
        layout->addWidget(mark);
        layout->addWidget(field, 1);
        fields.emplace_back(field, part);
    }
    return {box, nullptr, [fields](const Values& values) {
                for (const auto& [field, part] : fields)
                    showNumber(*field, part, values);
            }};
}

PropertyEditor boolEditor(const EditPtr& edit, QWidget* parent)
{
    auto* box = new QCheckBox{parent};
    QObject::connect(box, &QCheckBox::clicked, box, [edit, box](bool on) {
        box->setTristate(false); // one click leaves "mixed" behind
        (void)edit->commit(Value{on});
    });
    return {box, nullptr, [box](const Values& values) {
                const auto shared =
                    common(values, [](const Value& value) { return valueAs<bool>(value); });
                box->setTristate(!shared);
                box->setCheckState(!shared   ? Qt::PartiallyChecked
                                   : *shared ? Qt::Checked
                                             : Qt::Unchecked);
                box->setText(shared ? QString{} : QWidget::tr("mixed"));
            }};
}

PropertyEditor textEditor(const EditPtr& edit, QWidget* parent)
{
    auto* field = new QLineEdit{parent};
    // What the objects were last seen to have. Not isModified(), which a chosen completion clears.
    const auto shown = std::make_shared<QString>();
    const auto commit = [edit, field, shown] {
        if (field->text() == *shown)
            return;
        *shown = field->text();
        const auto typed = shown->toStdString();
        const auto values = edit->binding().read();
        if (values.size() != 1 || valueAs<std::string>(values.front()) != typed)
            (void)edit->commit(Value{typed});
    };
    QObject::connect(field, &QLineEdit::editingFinished, field, commit);
    leaveOnReturn(*field);
    return {field, nullptr, [field, shown](const Values& values) {
                const auto shared =
                    common(values, [](const Value& value) { return valueAs<std::string>(value); });
                field->setPlaceholderText(shared ? QString{} : QWidget::tr("mixed"));
                const auto text = QString::fromStdString(shared.value_or(std::string{}));
                const bool isTyped = field->hasFocus() && field->text() != *shown;
                *shown = text;
                if (!isTyped && field->text() != text)
                    field->setText(text);
            }};
}

PropertyEditor enumEditor(const EditPtr& edit, QWidget* parent)
{
    auto* box = new ScrollingChoice{parent};
    box->setPlaceholderText(QWidget::tr("mixed"));
    for (const auto& choice : edit->binding().description.choices)
        box->addItem(QString::fromStdString(choice));
    QObject::connect(box, &QComboBox::activated, box, [edit, box](int index) {
        (void)edit->commit(Value{box->itemText(index).toStdString()});
    });
    return {box, nullptr, [box](const Values& values) {
                const auto shared = common(values, [](const Value& value) { return value; });
                const auto* number = shared ? shared->as<std::int64_t>() : nullptr;
                box->setPlaceholderText(number != nullptr ? QString::number(*number)
                                                          : QWidget::tr("mixed"));
                const auto* name = shared ? shared->as<std::string>() : nullptr;
                box->setCurrentIndex(name != nullptr ? box->findText(QString::fromStdString(*name))
                                                     : -1);
            }};
}

PropertyEditor assetEditor(EditorApi& editor, const EditPtr& edit, QWidget* parent)
{
    auto* field = new AssetField{editor, edit->binding().description.assetKind, parent};
    field->picked = [edit](const std::string& path) {
        (void)edit->commit(Value{AssetPath{path}});
    };
    return {field, nullptr, [field](const Values& values) {
                if (const auto shared = common(
                        values, [](const Value& value) { return valueAs<AssetPath>(value); }))
                    field->setPath(shared->path);
                else
                    field->setMixed();
            }};
}

PropertyEditor entityEditor(EditorApi& editor, const EditPtr& edit, QWidget* parent)
{
    auto* field = new EntityField{editor, parent};
    field->picked = [edit](EntityId entity) {
        (void)edit->commit(Value{entity});
    };
    return {field, nullptr, [field](const Values& values) {
                if (const auto shared =
                        common(values, [](const Value& value) { return valueAs<EntityId>(value); }))
                    field->setEntity(*shared);
                else
                    field->setMixed();
            }};
}

PropertyEditor makeForKind(EditorApi& editor, const EditPtr& edit, QWidget* parent)
{
    const auto kind = edit->binding().description.kind;
    switch (kind) {
    case PropertyKind::Bool:
        return boolEditor(edit, parent);
    case PropertyKind::Int:
    case PropertyKind::Float:
        return edit->binding().units.names ? unitsEditor(edit, wholeNumber(kind), parent)
                                           : numberEditor(edit, wholeNumber(kind), parent);
    case PropertyKind::Text:
        return textEditor(edit, parent);
    case PropertyKind::Vec2:
    case PropertyKind::Vec3:
    case PropertyKind::Rotation:
        return vectorEditor(edit, parent);
    case PropertyKind::Color:
        return colorEditor(edit, parent);
    case PropertyKind::Entity:
        return entityEditor(editor, edit, parent);
    case PropertyKind::Asset:
        return assetEditor(editor, edit, parent);
    case PropertyKind::Enum:
        return enumEditor(edit, parent);
    case PropertyKind::List: {
        auto* list = new ListEditor{editor, edit, parent};
        return {list->summary(), nullptr, [list](const Values& values) { list->showLists(values); },
                list};
    }
    case PropertyKind::Bag:
        break;
    }
    ENGINE_EXPECT(kind != PropertyKind::Bag); // a bag is a section of its own
    return {};
}
} // namespace

PropertyEditor
makePropertyEditor(EditorApi& editor, std::shared_ptr<PropertyEdit> edit, QWidget* parent)
{
    auto made = makeForKind(editor, edit, parent);
    const auto& binding = edit->binding();
    // Of a number with a choice of its unit it is the number that has the name.
    auto* named = made.scrubbed != nullptr ? static_cast<QWidget*>(made.scrubbed) : made.widget;
    named->setObjectName(QString::fromStdString(binding.objectName));
    named->setAccessibleName(QString::fromStdString(binding.description.label));
    named->setToolTip(QString::fromStdString(tooltipOf(binding.description)));
    return made;
}

PropertyRow::PropertyRow(EditorApi& editor, PropertyBinding binding, QWidget* parent)
    : m_api{editor}
    , m_edit{std::make_shared<PropertyEdit>(editor, std::move(binding))}
    , m_editor{makePropertyEditor(editor, m_edit, parent)}
{
    const auto& property = m_edit->binding().description;
    auto text = QString::fromStdString(property.label);
    if (m_editor.scrubbed == nullptr && !property.unit.empty())
        text += QStringLiteral(" (%1)").arg(QString::fromStdString(property.unit));
    auto* label = m_editor.scrubbed != nullptr ? new ScrubLabel{text, *m_editor.scrubbed, parent}
                                               : new QLabel{text, parent};
    label->setToolTip(QString::fromStdString(tooltipOf(property)) +
                      (m_editor.scrubbed != nullptr
                           ? QWidget::tr("<br>Drag sideways to change; Shift coarse, Ctrl fine.")
                           : QString{}));
    label->setProperty("muted", true);
    m_label = label;

    auto* reset = new QToolButton{parent};
    reset->setObjectName(QString::fromStdString("reset." + m_edit->binding().objectName));
    reset->setIcon(themeIcon(QStringLiteral("reset"), ColorRole::MutedText));
    reset->setIconSize({14, 14});
    reset->setFixedSize(22, 22);
    reset->setToolTip(QWidget::tr("<b>Reset</b><br>Back to the default value."));
    reset->setAccessibleName(QWidget::tr("Reset %1").arg(QString::fromStdString(property.label)));
    auto keepRoom = reset->sizePolicy();
    keepRoom.setRetainSizeWhenHidden(true); // fields do not move when a value becomes the default
    reset->setSizePolicy(keepRoom);
    QObject::connect(reset, &QToolButton::clicked, reset, [edit = m_edit] { edit->reset(); });
    m_reset = reset;
    m_played = new QLabel{parent};
    m_played->setObjectName(QString::fromStdString("played." + m_edit->binding().objectName));
    m_played->setTextFormat(Qt::PlainText);
    m_played->setWordWrap(true);
    m_played->setProperty("played", true);
    m_played->setToolTip(
        QWidget::tr("What the running game has. The field shows what the level has, "
                    "and is what you change."));
    m_played->hide();
    if (m_edit->binding().link.state)
        m_link = new LinkButton{m_edit->binding().link, QString::fromStdString(property.label),
                                QString::fromStdString(m_edit->binding().objectName), parent};
}

bool PropertyRow::counts() const
{
    const auto& binding = m_edit->binding();
    return !binding.counts || binding.counts();
}

QWidget* PropertyRow::playedLabel() const
{
    return m_played;
}

void PropertyRow::refreshPlayed()
{
    const auto& binding = m_edit->binding();
    const auto* session = m_api.playSession();
    const auto text = session == nullptr || !binding.readPlayed
                          ? QString{}
                          : playedText(binding.description, binding.read(), binding.readPlayed(),
                                       session->world());
    if (m_played->text() != text)
        m_played->setText(text);
    m_played->setVisible(!text.isEmpty() && counts());
}

QWidget* PropertyRow::linkButton() const
{
    return m_link;
}

void PropertyRow::refresh()
{
    const auto values = m_edit->binding().read();
    m_editor.show(values);
    const auto& binding = m_edit->binding();
    const auto& standard = binding.description.defaultValue;
    const bool differs =
        binding.isDefault ? !binding.isDefault()
                          : std::any_of(values.begin(), values.end(),
                                        [&](const Value& value) { return !(value == standard); });
    const bool isShown = counts();
    m_reset->setVisible(m_edit->binding().canReset && differs && isShown);
    if (auto room = m_reset->sizePolicy(); room.retainSizeWhenHidden() != isShown) {
        room.setRetainSizeWhenHidden(isShown); // or a row that is not shown leaves a gap
        m_reset->setSizePolicy(room);
    }
    for (auto* part : {m_label, m_editor.widget, m_editor.below})
        if (part != nullptr && m_edit->binding().counts)
            part->setVisible(isShown);
    if (!isShown)
        m_played->hide();
    if (m_link == nullptr)
        return;
    m_link->refresh();
    if (!isShown)
        m_link->hide();
    auto font = m_label->font();
    font.setBold(m_link->isMarked());
    m_label->setFont(font);
}
} // namespace editor
