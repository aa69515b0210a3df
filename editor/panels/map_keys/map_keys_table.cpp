#include "editor/panels/map_keys/map_keys_table.h"

#include "editor/panels/map_keys/map_key_editor.h"
#include "editor/views/theme.h"
#include "engine_core/base/small_letters.h"
#include "engine_core/scene/components/map_entity.h"

#include <QCompleter>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableWidget>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
using engine::inSmallLetters;
using engine::Result;

namespace
{
enum Column
{
    KeyColumn,
    ValueColumn,
    ColumnCount
};

constexpr int MostRows = 10; ///< shown without scrolling

QString text(const std::string& held)
{
    return QString::fromStdString(held);
}
} // namespace

MapKeysTable::MapKeysTable(EditorApi& editor, Objects objects, QWidget* parent)
    : QWidget{parent}, m_editor{editor}, m_objects{std::move(objects)}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    m_table = new QTableWidget{0, ColumnCount, this};
    m_table->setObjectName(QStringLiteral("mapKeys"));
    m_table->setAccessibleName(tr("Keys of the map entity"));
    m_table->setToolTip(tr("<b>Keys</b><br>What the map file said of this object. Double click to "
                           "change a key or a value; they are written back on export."));
    m_table->setHorizontalHeaderLabels({tr("Key"), tr("Value")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    layout->addWidget(m_table);
    auto* row = new QHBoxLayout;
    auto* add = new QPushButton{themeIcon(QStringLiteral("plus")), tr("Add key"), this};
    add->setObjectName(QStringLiteral("mapKeyAdd"));
    add->setToolTip(tr("<b>Add key</b><br>Adds a key to all selected objects."));
    m_remove = new QPushButton{themeIcon(QStringLiteral("minus")), tr("Remove"), this};
    m_remove->setObjectName(QStringLiteral("mapKeyRemove"));
    m_remove->setToolTip(tr("<b>Remove</b><br>Takes the chosen keys from all selected objects."));
    row->addWidget(add);
    row->addWidget(m_remove);
    row->addStretch(1);
    layout->addLayout(row);
    connect(m_table, &QTableWidget::itemChanged, this, &MapKeysTable::takeEdit);
    makeEditor();
    layout->addWidget(m_editorOfKey);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &MapKeysTable::showChosen);
    connect(add, &QPushButton::clicked, this, &MapKeysTable::addKey);
    connect(m_remove, &QPushButton::clicked, this, &MapKeysTable::removeKeys);
    m_remove->setEnabled(false);
}

void MapKeysTable::makeEditor()
{
    m_editorOfKey = new MapKeyEditor{this};
    m_editorOfKey->targets = [this] {
        return mapTargetNames(m_editor.document().world());
    };
    const auto chosen = [this] {
        return m_rows.at(static_cast<std::size_t>(m_table->currentRow())).key.key;
    };
    m_editorOfKey->edited = [this, chosen](const std::string& value) {
        run("Set " + chosen(), [&](Transaction& step, auto objects) {
            return setMapKey(step, objects, chosen(), value);
        });
    };
    m_editorOfKey->flagged = [this, chosen](unsigned bit, bool isOn) {
        run("Set " + chosen(), [&](Transaction& step, auto objects) {
            return setMapFlag(step, objects, chosen(), bit, isOn);
        });
    };
}

const engine::GameClass* MapKeysTable::sharedClass(const engine::GameClasses& classes) const
{
    const engine::GameClass* shared = nullptr;
    for (const auto object : m_objects())
        if (const auto* map = m_editor.document().world().get<engine::MapEntity>(object)) {
            const auto* of = classes.find(map->className);
            if (of == nullptr || (shared != nullptr && of != shared))
                return nullptr;
            shared = of;
        }
    return shared;
}

void MapKeysTable::readRows()
{
    m_rows.clear();
    m_helpOfClass.clear();
    for (auto& key : sharedMapKeys(m_editor.document().world(), m_objects()))
        m_rows.push_back({std::move(key), {}, true});
    // Asked once: the next question may read the files again.
    const auto* classes = m_editor.gameClasses();
    const auto* shared = classes != nullptr ? sharedClass(*classes) : nullptr;
    if (shared == nullptr)
        return;
    m_helpOfClass = shared->help;
    for (auto& known : classes->keysOf(*shared)) {
        const auto row = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& each) {
            return inSmallLetters(each.key.key) == inSmallLetters(known.name);
        });
        if (row != m_rows.end())
            row->known = std::move(known);
        else
            m_rows.push_back({{known.name, known.fallback, true}, known, false});
    }
}

void MapKeysTable::showRow(int row)
{
    const auto& [key, known, isSet] = m_rows[static_cast<std::size_t>(row)];
    const auto show = [&](int column, const QString& shown, const QString& tip, bool isMixed) {
        auto* item = m_table->item(row, column);
        if (item == nullptr)
            m_table->setItem(row, column, item = new QTableWidgetItem);
        item->setText(shown);
        item->setToolTip(tip);
        auto font = m_table->font();
        font.setItalic(isMixed);
        item->setFont(font);
        item->setForeground(themeColor(isSet ? ColorRole::Text : ColorRole::MutedText));
        item->setFlags(isSet || column == ValueColumn ? item->flags() | Qt::ItemIsEditable
                                                      : item->flags() & ~Qt::ItemIsEditable);
    };
    const auto name = text(key.key);
    const auto value = key.value ? text(*key.value) : QString{};
    const auto what = known && !known->title.empty() ? text(known->title) : name;
    show(KeyColumn, name,
         key.isInAll ? Qt::convertFromPlainText(what)
                     : tr("Not all selected objects have this key"),
         !key.isInAll);
    show(ValueColumn, value,
         !isSet      ? tr("Not set: this is what the game takes")
         : key.value ? Qt::convertFromPlainText(value)
                     : tr("The selected objects have different values"),
         !key.value);
}

void MapKeysTable::refresh()
{
    const QScopedValueRollback reading{m_reading, true};
    const auto* before = chosenRow();
    const auto chosen = before != nullptr ? before->key.key : std::string{};
    readRows();
    m_table->setRowCount(static_cast<int>(m_rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row)
        showRow(row);
    // A key that is set for the first time moves up.
    if (const auto* after = chosenRow(); after != nullptr && after->key.key != chosen)
        if (const int row = rowOf(chosen); row >= 0)
            m_table->setCurrentCell(row, m_table->currentColumn());
    const int shown = std::clamp(m_table->rowCount(), 1, MostRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            shown * m_table->verticalHeader()->defaultSectionSize() +
                            2 * m_table->frameWidth());
    showChosen();
}

const MapKeysTable::Row* MapKeysTable::chosenRow() const
{
    const int row = m_table->selectedItems().isEmpty() ? -1 : m_table->currentRow();
    return row >= 0 && static_cast<std::size_t>(row) < m_rows.size()
               ? &m_rows[static_cast<std::size_t>(row)]
               : nullptr;
}

int MapKeysTable::rowOf(const std::string& key) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const Row& each) { return each.key.key == key; });
    return found != m_rows.end() ? static_cast<int>(found - m_rows.begin()) : -1;
}

void MapKeysTable::showChosen()
{
    const auto* row = chosenRow();
    m_remove->setEnabled(row != nullptr && row->isSet);
    if (row != nullptr && row->known)
        return m_editorOfKey->show(&*row->known, row->key.value, {});
    m_editorOfKey->show(nullptr, {}, text(m_helpOfClass));
}

void MapKeysTable::completeClasses(QLineEdit* field)
{
    const auto* classes = m_editor.gameClasses();
    if (classes == nullptr || classes->isEmpty())
        return;
    QStringList names;
    for (const auto& name : classes->names())
        names.append(text(name));
    auto* completer = new QCompleter{names, field};
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    field->setCompleter(completer);
    // What is chosen counts at once. Queued, since the field takes the text over by a slot, too.
    connect(
        completer, qOverload<const QString&>(&QCompleter::activated), field,
        [field] { Q_EMIT field->editingFinished(); }, Qt::QueuedConnection);
}

void MapKeysTable::run(
    const std::string& label,
    const std::function<Result<void>(Transaction&, std::span<const EntityId>)>& edit)
{
    const auto objects = m_objects();
    const auto done =
        m_editor.document().run(label, [&](Transaction& step) { return edit(step, objects); });
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    refresh(); // a refused edit shows again what is there
}

void MapKeysTable::takeEdit(const QTableWidgetItem* item)
{
    if (m_reading || static_cast<std::size_t>(item->row()) >= m_rows.size())
        return;
    const auto known = m_rows[static_cast<std::size_t>(item->row())].key;
    const auto typed = item->text().toStdString();
    if (item->column() == KeyColumn && typed != known.key)
        run("Rename key", [&](Transaction& step, auto objects) {
            return renameMapKey(step, objects, known.key, typed);
        });
    else if (item->column() == ValueColumn && (!known.value || typed != *known.value))
        run("Set " + known.key, [&](Transaction& step, auto objects) {
            return setMapKey(step, objects, known.key, typed);
        });
}

void MapKeysTable::addKey()
{
    std::string name = "key";
    for (int i = 2; rowOf(name) >= 0; ++i)
        name = fmt::format("key{}", i);
    run("Add key",
        [&](Transaction& step, auto objects) { return setMapKey(step, objects, name, {}); });
    const int row = rowOf(name);
    m_table->setCurrentCell(row, KeyColumn);
    if (auto* item = m_table->item(row, KeyColumn))
        m_table->editItem(item);
}

void MapKeysTable::removeKeys()
{
    std::vector<std::string> names;
    for (const auto& index : m_table->selectionModel()->selectedRows())
        if (const auto& row = m_rows.at(static_cast<std::size_t>(index.row())); row.isSet)
            names.push_back(row.key.key);
    run(names.size() == 1 ? "Remove key" : "Remove keys",
        [&](Transaction& step, auto objects) -> Result<void> {
            for (const auto& name : names)
                removeMapKey(step, objects, name);
            return {};
        });
}
} // namespace editor
