#include "editor/panels/inspector/map_keys_table.h"

#include "editor/views/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
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
    connect(m_table, &QTableWidget::itemSelectionChanged, this,
            [this] { m_remove->setEnabled(!m_table->selectedItems().isEmpty()); });
    connect(add, &QPushButton::clicked, this, &MapKeysTable::addKey);
    connect(m_remove, &QPushButton::clicked, this, &MapKeysTable::removeKeys);
    m_remove->setEnabled(false);
}

QString MapKeysTable::shownValue(const SharedMapKey& key) const
{
    return key.value ? text(*key.value) : QString{};
}

void MapKeysTable::refresh()
{
    auto keys = sharedMapKeys(m_editor.document().world(), m_objects());
    const QScopedValueRollback reading{m_reading, true};
    m_table->setRowCount(static_cast<int>(keys.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const auto& key = keys[static_cast<std::size_t>(row)];
        const auto show = [&](int column, const QString& shown, const QString& tip, bool isMixed) {
            auto* item = m_table->item(row, column);
            if (item == nullptr)
                m_table->setItem(row, column, item = new QTableWidgetItem);
            item->setText(shown);
            item->setToolTip(tip);
            auto font = m_table->font();
            font.setItalic(isMixed);
            item->setFont(font);
        };
        show(KeyColumn, text(key.key),
             key.isInAll ? text(key.key) : tr("Not all selected objects have this key"),
             !key.isInAll);
        show(ValueColumn, shownValue(key),
             key.value ? shownValue(key) : tr("The selected objects have different values"),
             !key.value);
    }
    m_keys = std::move(keys);
    const int shown = std::clamp(m_table->rowCount(), 1, MostRows);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            shown * m_table->verticalHeader()->defaultSectionSize() +
                            2 * m_table->frameWidth());
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
    if (m_reading || static_cast<std::size_t>(item->row()) >= m_keys.size())
        return;
    const auto known = m_keys[static_cast<std::size_t>(item->row())];
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
    const auto isTaken = [&] {
        return std::any_of(m_keys.begin(), m_keys.end(),
                           [&](const SharedMapKey& each) { return each.key == name; });
    };
    for (int i = 2; isTaken(); ++i)
        name = fmt::format("key{}", i);
    run("Add key",
        [&](Transaction& step, auto objects) { return setMapKey(step, objects, name, {}); });
    const int last = m_table->rowCount() - 1;
    m_table->setCurrentCell(last, KeyColumn);
    if (auto* item = m_table->item(last, KeyColumn))
        m_table->editItem(item);
}

void MapKeysTable::removeKeys()
{
    std::vector<std::string> names;
    for (const auto& index : m_table->selectionModel()->selectedRows())
        names.push_back(m_keys.at(static_cast<std::size_t>(index.row())).key);
    run(names.size() == 1 ? "Remove key" : "Remove keys",
        [&](Transaction& step, auto objects) -> Result<void> {
            for (const auto& name : names)
                removeMapKey(step, objects, name);
            return {};
        });
}
} // namespace editor
