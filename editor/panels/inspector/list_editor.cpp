#include "editor/panels/inspector/list_editor.h"

#include "editor/views/theme.h"
#include "engine_core/base/count_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace editor
{
using engine::Error;
using engine::Property;
using engine::PropertyKind;
using engine::Result;
using engine::Value;
using engine::ValueList;

namespace
{
/// Rows that are made at once: more would be felt.
constexpr std::size_t RowStep = 32;

ValueList listIn(const Value& value)
{
    const auto* list = value.as<ValueList>();
    return list != nullptr ? *list : ValueList{};
}

/// What all lists have as their length; nothing if they differ.
std::optional<std::size_t> commonSize(const std::vector<Value>& lists)
{
    if (lists.empty())
        return 0;
    const auto size = listIn(lists.front()).size();
    const bool isSame = std::all_of(lists.begin(), lists.end(), [&](const Value& each) {
        return listIn(each).size() == size;
    });
    return isSame ? std::optional{size} : std::nullopt;
}

/// What a list begins with.
Value firstValue(const Property& property)
{
    const double number =
        property.range ? std::clamp(0.0, property.range->min, property.range->max) : 0.0;
    switch (property.elementKind) {
    case PropertyKind::Bool:
        return {false};
    case PropertyKind::Int:
        return {static_cast<std::int64_t>(number)};
    case PropertyKind::Float:
        return {number};
    case PropertyKind::Enum:
        return {property.choices.empty() ? std::string{} : property.choices.front()};
    case PropertyKind::Vec2:
        return {engine::Vec2d{0}};
    case PropertyKind::Vec3:
        return {engine::Vec3d{0}};
    case PropertyKind::Rotation:
        return {engine::Quatd{1, 0, 0, 0}};
    case PropertyKind::Color:
        return {engine::Color{1, 1, 1}};
    case PropertyKind::Entity:
        return {EntityId{}};
    case PropertyKind::Asset:
        return {engine::AssetPath{}};
    default:
        return {std::string{}};
    }
}

/// An edit of the list as a whole.
ValueEdit listEdit(std::function<Result<void>(ValueList&)> edit)
{
    return [edit = std::move(edit)](const Value& current) -> Result<Value> {
        auto list = listIn(current);
        if (auto done = edit(list); !done)
            return done.error();
        return Value{std::move(list)};
    };
}

/// One value of the list on all shown objects.
PropertyBinding elementOf(const PropertyBinding& list, std::size_t index)
{
    PropertyBinding binding;
    binding.objectName = fmt::format("{}.{}", list.objectName, index);
    binding.description = list.description;
    binding.description.kind = list.description.elementKind;
    binding.description.label = fmt::format("{} {}", list.description.label, index + 1);
    binding.canReset = false;
    binding.read = [read = list.read, index] {
        std::vector<Value> values;
        for (const auto& each : read())
            if (const auto elements = listIn(each); index < elements.size())
                values.push_back(elements[index]);
        return values;
    };
    binding.write = [write = list.write, index](Transaction& transaction, const ValueEdit& edit) {
        return write(transaction, listEdit([&](ValueList& elements) -> Result<void> {
                         if (index >= elements.size())
                             return Error{"the list has no value {} any more", index + 1};
                         auto changed = edit(elements[index]);
                         if (!changed)
                             return changed.error();
                         elements[index] = *std::move(changed);
                         return {};
                     }));
    };
    return binding;
}
} // namespace

ListEditor::ListEditor(EditorApi& editor, std::shared_ptr<PropertyEdit> edit, QWidget* parent)
    : QWidget{parent}
    , m_editor{editor}
    , m_edit{std::move(edit)}
    , m_layout{new QVBoxLayout{this}}
    , m_limit{RowStep}
{
    m_layout->setContentsMargins(8, 0, 0, 0);
    m_layout->setSpacing(3);
    m_more = new QToolButton{this};
    m_more->setObjectName(QString::fromStdString(m_edit->binding().objectName + ".more"));
    m_more->hide();
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_limit += RowStep;
        showLists(m_edit->binding().read());
    });
    m_layout->addWidget(m_more);
    makeSummary(parent);
}

void ListEditor::makeSummary(QWidget* parent)
{
    const auto label = QString::fromStdString(m_edit->binding().description.label);
    m_summary = new QWidget{parent};
    auto* layout = new QHBoxLayout{m_summary};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_count = new QLabel{m_summary};
    m_count->setObjectName(QString::fromStdString(m_edit->binding().objectName + ".count"));
    m_count->setProperty("muted", true);
    auto* plus = new QToolButton{m_summary};
    plus->setObjectName(QString::fromStdString(m_edit->binding().objectName + ".add"));
    plus->setIcon(themeIcon(QStringLiteral("plus")));
    plus->setIconSize({14, 14});
    plus->setFixedSize(22, 22);
    plus->setAccessibleName(tr("Add to %1").arg(label));
    plus->setToolTip(tr("<b>Add</b><br>Another value at the end, like the last one."));
    connect(plus, &QToolButton::clicked, this, &ListEditor::add);
    layout->addWidget(m_count, 1);
    layout->addWidget(plus);
}

QToolButton*
ListEditor::addButton(QWidget* row, std::size_t index, const QString& icon, const char* name)
{
    auto* button = new QToolButton{row};
    button->setObjectName(QString::fromStdString(
        fmt::format("{}.{}.{}", m_edit->binding().objectName, index, name)));
    button->setIcon(themeIcon(icon, ColorRole::MutedText));
    button->setIconSize({12, 12});
    button->setFixedSize(20, 22);
    row->layout()->addWidget(button);
    return button;
}

ListEditor::Row ListEditor::makeRow(std::size_t index)
{
    Row row;
    row.widget = new QWidget{this};
    auto* layout = new QHBoxLayout{row.widget};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    auto* number = new QLabel{QString::number(index + 1), row.widget};
    number->setProperty("muted", true);
    number->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("000")));
    layout->addWidget(number);
    row.editor = makePropertyEditor(
        m_editor, std::make_shared<PropertyEdit>(m_editor, elementOf(m_edit->binding(), index)),
        row.widget);
    layout->addWidget(row.editor.widget, 1);
    const auto name = QString::fromStdString(m_edit->binding().description.label) +
                      QStringLiteral(" %1").arg(index + 1);
    row.up = addButton(row.widget, index, QStringLiteral("arrow_up"), "up");
    row.up->setToolTip(tr("Moves this value up"));
    row.up->setAccessibleName(tr("Move %1 up").arg(name));
    connect(row.up, &QToolButton::clicked, this, [this, index] { swap(index, index - 1); });
    row.down = addButton(row.widget, index, QStringLiteral("arrow_down"), "down");
    row.down->setToolTip(tr("Moves this value down"));
    row.down->setAccessibleName(tr("Move %1 down").arg(name));
    connect(row.down, &QToolButton::clicked, this, [this, index] { swap(index, index + 1); });
    auto* away = addButton(row.widget, index, QStringLiteral("close"), "remove");
    away->setToolTip(tr("Removes this value"));
    away->setAccessibleName(tr("Remove %1").arg(name));
    connect(away, &QToolButton::clicked, this, [this, index] { remove(index); });
    m_layout->insertWidget(static_cast<int>(index), row.widget);
    return row;
}

void ListEditor::showLists(const std::vector<Value>& lists)
{
    showCount(lists);
    const auto size = commonSize(lists).value_or(0);
    const auto count = std::min(size, m_limit);
    while (m_rows.size() > count) {
        // One of its buttons may be further up the stack, but is not to be found any more.
        auto* widget = m_rows.back().widget;
        for (auto* child : widget->findChildren<QWidget*>())
            child->setObjectName({});
        widget->hide();
        widget->deleteLater();
        m_rows.pop_back();
    }
    while (m_rows.size() < count)
        m_rows.push_back(makeRow(m_rows.size()));
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> values;
        for (const auto& list : lists)
            values.push_back((*list.as<ValueList>())[i]);
        m_rows[i].editor.show(values);
        m_rows[i].up->setEnabled(i > 0);
        m_rows[i].down->setEnabled(i + 1 < size);
    }
    m_more->setText(tr("Show more of %1").arg(size));
    m_more->setVisible(count < size);
    setVisible(count > 0);
}

void ListEditor::showCount(const std::vector<Value>& lists)
{
    const auto size = commonSize(lists);
    m_count->setText(!size        ? tr("not equally long")
                     : *size == 0 ? tr("empty")
                                  : QString::fromStdString(
                                        engine::countText(*size, "value", "values")));
}

void ListEditor::add()
{
    const auto done = m_edit->commit(listEdit(
        [first = firstValue(m_edit->binding().description)](ValueList& list) -> Result<void> {
            list.push_back(list.empty() ? first : Value{list.back()});
            return {};
        }));
    const auto lists = m_edit->binding().read();
    const auto size = commonSize(lists);
    if (!done || !size)
        return;
    if (*size <= m_limit + RowStep)
        m_limit = std::max(m_limit, *size);
    showLists(lists); // not a moment later, so that the new value can be typed at once
    if (!m_rows.empty() && m_rows.size() == *size)
        m_rows.back().editor.widget->setFocus(Qt::OtherFocusReason);
}

void ListEditor::swap(std::size_t first, std::size_t second)
{
    const auto done = m_edit->commit(listEdit([first, second](ValueList& list) -> Result<void> {
        if (std::max(first, second) >= list.size())
            return Error{"the list has no value {} any more", std::max(first, second) + 1};
        std::swap(list[first], list[second]);
        return {};
    }));
    // The button follows the value, so that it can be pressed again.
    if (done && second < m_rows.size())
        (second < first ? m_rows[second].up : m_rows[second].down)
            ->setFocus(Qt::OtherFocusReason);
}

void ListEditor::remove(std::size_t index)
{
    (void)m_edit->commit(listEdit([index](ValueList& list) -> Result<void> {
        if (index >= list.size())
            return Error{"the list has no value {} any more", index + 1};
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
        return {};
    }));
}
} // namespace editor
