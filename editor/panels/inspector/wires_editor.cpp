#include "editor/panels/inspector/wires_editor.h"

#include "editor/panels/fields/entity_field.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/fields/scrolling_choice.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"
#include "engine_core/play/wire_ends.h"
#include "engine_core/play/world/play_wires.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
using engine::Result;
using engine::Value;
using engine::Wire;
using engine::Wires;

namespace
{
constexpr int MostWires = 8; ///< shown without scrolling

/// As it is typed: nothing, a number, true or false, three numbers, or a text.
QString typedValue(const Value& value)
{
    if (const auto* number = value.as<double>())
        return NumberField::textOf(*number);
    if (const auto* on = value.as<bool>())
        return *on ? QStringLiteral("true") : QStringLiteral("false");
    if (const auto* words = value.as<std::string>())
        return QString::fromStdString(*words);
    if (const auto* place = value.as<engine::Vec3d>())
        return QStringLiteral("%1, %2, %3")
            .arg(NumberField::textOf(place->x), NumberField::textOf(place->y),
                 NumberField::textOf(place->z));
    return {};
}

Value valueFrom(const QString& typed)
{
    const auto words = typed.trimmed();
    bool isNumber = false;
    const double number = words.toDouble(&isNumber);
    if (words.isEmpty())
        return {};
    if (isNumber)
        return {number};
    if (words == QStringLiteral("true") || words == QStringLiteral("false"))
        return {words == QStringLiteral("true")};
    const auto parts = words.split(QLatin1Char{','});
    engine::Vec3d place{0};
    bool isPlace = parts.size() == 3;
    for (int axis = 0; isPlace && axis < 3; ++axis)
        place[axis] = parts[axis].toDouble(&isPlace);
    return isPlace ? Value{place} : Value{words.left(1000).toStdString()};
}

QComboBox*
nameBox(const QString& name, const QString& label, const QString& tooltip, QWidget* parent)
{
    auto* box = new ScrollingChoice{parent};
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setToolTip(tooltip);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setMinimumWidth(60);
    return box;
}

/// Names that are offered, with the one that stands there.
void offer(QComboBox& box, const std::vector<std::string>& names, const std::string& current)
{
    box.clear();
    for (const auto& name : names)
        box.addItem(QString::fromStdString(name));
    box.setEditText(QString::fromStdString(current));
}
} // namespace

WiresEditor::WiresEditor(EditorApi& editor, Objects objects, ScriptSource scripts, QWidget* parent)
    : QWidget{parent}
    , m_editor{editor}
    , m_objects{std::move(objects)}
    , m_scripts{std::move(scripts)}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    m_note = new QLabel{tr("Select one object to edit its wires."), this};
    m_note->setWordWrap(true);
    layout->addWidget(m_note);
    makeList();
    makeFields();
    refresh();
}

void WiresEditor::makeList()
{
    m_list = new QListWidget{this};
    m_list->setObjectName(QStringLiteral("wires"));
    m_list->setAccessibleName(tr("Wires of the object"));
    m_list->setToolTip(tr("<b>Wires</b><br>When an output of this object fires, its wires tell "
                          "their targets a message, from top to bottom."));
    m_list->setWordWrap(true);
    layout()->addWidget(m_list);
    auto* buttons = new QWidget{this};
    auto* row = new QHBoxLayout{buttons};
    row->setContentsMargins(0, 0, 0, 0);
    m_add = new QPushButton{themeIcon(QStringLiteral("plus")), tr("Add wire"), buttons};
    m_add->setObjectName(QStringLiteral("wireAdd"));
    m_add->setToolTip(tr("<b>Add wire</b><br>Another wire at the end, like the chosen one."));
    m_remove = new QPushButton{themeIcon(QStringLiteral("minus")), tr("Remove"), buttons};
    m_remove->setObjectName(QStringLiteral("wireRemove"));
    m_remove->setToolTip(tr("<b>Remove</b><br>Takes the chosen wire away."));
    row->addWidget(m_add);
    row->addWidget(m_remove);
    row->addStretch(1);
    layout()->addWidget(buttons);
    connect(m_list, &QListWidget::currentRowChanged, this, [this] { showChosen(); });
    connect(m_add, &QPushButton::clicked, this, &WiresEditor::add);
    connect(m_remove, &QPushButton::clicked, this, &WiresEditor::remove);
}

void WiresEditor::makeFields()
{
    m_fields = new QWidget{this};
    auto* form = new QFormLayout{m_fields};
    form->setContentsMargins(0, 0, 0, 0);
    m_output = nameBox(QStringLiteral("wireOutput"), tr("Output"),
                       tr("<b>Output</b><br>What of this object sets the wire off."), m_fields);
    m_target = new EntityField{m_editor, m_fields};
    m_target->setObjectName(QStringLiteral("wireTarget"));
    m_target->setAccessibleName(tr("Target"));
    m_target->setToolTip(tr("<b>Target</b><br>Who is told. Type its name, or drop it from the "
                            "scene browser."));
    m_message = nameBox(QStringLiteral("wireMessage"), tr("Message"),
                        tr("<b>Message</b><br>What the target is told."), m_fields);
    m_value = new QLineEdit{m_fields};
    m_value->setObjectName(QStringLiteral("wireValue"));
    m_value->setAccessibleName(tr("Value"));
    leaveOnReturn(*m_value);
    m_value->setPlaceholderText(tr("what the output tells"));
    m_value->setToolTip(tr("<b>Value</b><br>A number, true or false, three numbers with commas, or "
                           "a text. Empty: what the output tells."));
    m_delay = new NumberField{m_fields};
    m_delay->setObjectName(QStringLiteral("wireDelay"));
    m_delay->setAccessibleName(tr("Delay"));
    m_delay->setUnit(QStringLiteral("s"));
    m_delay->setToolTip(
        tr("<b>Delay</b><br>How much later the target is told, 0 to 3600 seconds."));
    m_once = new QCheckBox{tr("Only the first time in a game"), m_fields};
    m_once->setObjectName(QStringLiteral("wireOnce"));
    m_once->setToolTip(tr("<b>Once</b><br>The wire fires a single time in each game."));
    form->addRow(tr("Output"), m_output);
    form->addRow(tr("Target"), m_target);
    form->addRow(tr("Message"), m_message);
    form->addRow(tr("Value"), m_value);
    form->addRow(tr("Delay"), m_delay);
    form->addRow(QString{}, m_once);
    layout()->addWidget(m_fields);
    connectFields();
}

void WiresEditor::connectFields()
{
    const auto nameTo = [this](QComboBox* box, std::string Wire::*member) {
        const auto take = [this, box, member] {
            const auto name = box->currentText().trimmed().toStdString().substr(0, Wire::MaxName);
            change([&](Wire& wire) { wire.*member = name; });
        };
        connect(box, &QComboBox::activated, this, take);
        connect(box->lineEdit(), &QLineEdit::editingFinished, this, take);
    };
    nameTo(m_output, &Wire::output);
    nameTo(m_message, &Wire::message);
    m_target->picked = [this](EntityId target) {
        change([&](Wire& wire) { wire.target = target; });
    };
    connect(m_value, &QLineEdit::editingFinished, this, [this] {
        change([&](Wire& wire) {
            if (typedValue(wire.value) != m_value->text())
                wire.value = valueFrom(m_value->text());
        });
    });
    m_delay->commit = [this](const NumberEdit& edit) -> Result<void> {
        const auto all = wires();
        if (chosen() >= all.list.size())
            return {};
        const auto seconds = edit(all.list[chosen()].delay);
        if (!seconds)
            return seconds.error();
        if (!(*seconds >= 0 && *seconds <= Wire::MaxDelay))
            return engine::Error{"A delay is 0 to {} seconds", Wire::MaxDelay};
        change([&](Wire& wire) { wire.delay = *seconds; });
        return {};
    };
    connect(m_once, &QCheckBox::clicked, this,
            [this](bool on) { change([&](Wire& wire) { wire.once = on; }); });
}

EntityId WiresEditor::object() const
{
    const auto objects = m_objects();
    return objects.size() == 1 ? objects.front() : EntityId{};
}

Wires WiresEditor::wires() const
{
    const auto* found = object() ? m_editor.document().world().get<Wires>(object()) : nullptr;
    return found != nullptr ? *found : Wires{};
}

std::size_t WiresEditor::chosen() const
{
    return static_cast<std::size_t>(std::max(m_list->currentRow(), 0));
}

void WiresEditor::refresh()
{
    const auto all = wires();
    {
        const QScopedValueRollback reading{m_reading, true};
        const int row =
            std::clamp(m_list->currentRow(), 0, std::max(static_cast<int>(all.list.size()) - 1, 0));
        m_list->clear();
        for (const auto& wire : all.list)
            m_list->addItem(
                QString::fromStdString(engine::wireText(m_editor.document().world(), wire)));
        m_list->setCurrentRow(all.list.empty() ? -1 : row);
    }
    const bool isOne = static_cast<bool>(object());
    const int shown = std::clamp(m_list->count(), 1, MostWires);
    m_list->setFixedHeight(shown * std::max(m_list->sizeHintForRow(0), 18) +
                           2 * m_list->frameWidth());
    m_note->setVisible(!isOne);
    m_list->setVisible(isOne && m_list->count() > 0);
    m_add->setEnabled(isOne && all.list.size() < Wires::MaxWires);
    m_remove->setEnabled(m_list->count() > 0);
    showChosen();
}

void WiresEditor::showChosen()
{
    if (m_reading)
        return;
    const auto all = wires();
    m_fields->setVisible(chosen() < all.list.size());
    if (chosen() >= all.list.size())
        return;
    const QScopedValueRollback reading{m_reading, true};
    const auto& wire = all.list[chosen()];
    offerNames(wire);
    m_target->setEntity(wire.target);
    m_value->setText(typedValue(wire.value));
    m_value->setEnabled(wire.value.as<EntityId>() == nullptr);
    m_delay->setValue(wire.delay);
    m_once->setChecked(wire.once);
}

void WiresEditor::offerNames(const Wire& wire)
{
    const auto& world = m_editor.document().world();
    auto& scripts = m_scripts();
    offer(*m_output, engine::outputsOf(world, object(), scripts), wire.output);
    std::vector<std::string> messages;
    if (world.exists(wire.target))
        for (const auto& message : engine::messagesOf(world, wire.target, scripts))
            messages.push_back(message.name);
    offer(*m_message, messages, wire.message);
}

void WiresEditor::add()
{
    auto all = wires();
    if (chosen() < all.list.size()) {
        all.list.push_back(all.list[chosen()]);
    } else {
        const auto outputs = engine::outputsOf(m_editor.document().world(), object(), m_scripts());
        // Those of the engine come first, and then those of the script, the main one first.
        const auto own = std::find_if(outputs.begin(), outputs.end(), [](const auto& output) {
            return output != engine::output::Entered && output != engine::output::Left &&
                   output != engine::output::Used;
        });
        all.list.push_back({own != outputs.end() ? *own : outputs.front()});
    }
    write("Add wire", std::move(all));
    m_list->setCurrentRow(m_list->count() - 1);
}

void WiresEditor::remove()
{
    auto all = wires();
    if (chosen() >= all.list.size())
        return;
    all.list.erase(all.list.begin() + static_cast<std::ptrdiff_t>(chosen()));
    write("Remove wire", std::move(all));
}

void WiresEditor::change(const std::function<void(Wire&)>& edit)
{
    auto all = wires();
    if (m_reading || chosen() >= all.list.size())
        return;
    const auto before = all.list[chosen()];
    edit(all.list[chosen()]);
    if (all.list[chosen()] != before)
        write("Change wire", std::move(all));
}

void WiresEditor::write(const std::string& label, Wires wires)
{
    const auto done = m_editor.document().run(label, [&](Transaction& step) -> Result<void> {
        step.set(object(), std::move(wires));
        return {};
    });
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    refresh();
}
} // namespace editor
