#include "editor/panels/level/spawned_list.h"

#include "editor/operations/entity/object_names.h"
#include "editor/views/theme.h"
#include "engine_core/base/count_text.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/node.h"

#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int WatchMilliseconds = 200; ///< as fast as names that come and go can be read
constexpr int ShownRows = 7;           ///< without scrolling

EntityId entityOf(const QTreeWidgetItem* item)
{
    return item != nullptr ? EntityId{item->data(0, Qt::UserRole).toULongLong()} : EntityId{};
}
} // namespace

SpawnedList::SpawnedList(EditorApi& editor, std::shared_ptr<PlayedChoice> choice, QWidget* parent)
    : QWidget{parent}, m_editor{editor}, m_choice{std::move(choice)}
{
    setObjectName(QStringLiteral("spawnedList"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_title = new QLabel{this};
    m_title->setObjectName(QStringLiteral("spawnedTitle"));
    m_title->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(m_title);
    m_list = new QTreeWidget{this};
    m_list->setObjectName(QStringLiteral("spawnedObjects"));
    m_list->setAccessibleName(tr("Objects that the game spawned"));
    m_list->setToolTip(tr("<b>Spawned by the game</b><br>Not part of the level: they are gone when "
                          "the game stops. The inspector shows the values of the chosen one."));
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setIconSize({16, 16});
    layout->addWidget(m_list);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &SpawnedList::choose);
    m_connections += m_choice->changed.connect([this] { showChoice(); });
    m_watch.setInterval(WatchMilliseconds);
    connect(&m_watch, &QTimer::timeout, this, [this] {
        if (m_editor.isPlaying() || !isHidden())
            refresh();
    });
    m_watch.start();
    hide();
}

SpawnedList::Rows SpawnedList::rowsOfGame(std::size_t& count) const
{
    const auto* session = m_editor.playSession();
    if (session == nullptr)
        return {};
    const auto& world = session->world();
    const auto all = world.entities(); // ascending, and the ids of what is spawned are the highest
    const auto first = std::partition_point(all.begin(), all.end(),
                                            [](EntityId entity) { return !entity.isSpawned(); });
    count = static_cast<std::size_t>(all.end() - first);
    Rows rows;
    for (auto at = first; at != all.end() && rows.size() < MostRows; ++at)
        rows.emplace_back(*at, QString::fromStdString(shownNameOf(world, *at)));
    return rows;
}

void SpawnedList::refresh()
{
    std::size_t count = 0;
    auto rows = rowsOfGame(count);
    m_title->setText(
        count > rows.size()
            ? tr("Spawned by the game: %1, the first %2 are listed").arg(count).arg(rows.size())
            : tr("Spawned by the game: %1").arg(count));
    if (rows != m_rows) {
        m_rows = std::move(rows);
        fill();
    }
    setVisible(!m_rows.empty());
    const auto chosen = m_choice->entity();
    const auto* session = m_editor.playSession();
    if (chosen && (session == nullptr || !session->world().exists(chosen)))
        m_choice->set({});
}

void SpawnedList::fill()
{
    const QScopedValueRollback filling{m_isFilling, true};
    const auto tint = themeColor(ColorRole::PlayFrame);
    const auto icon = themeIcon(QStringLiteral("entity"), ColorRole::PlayFrame);
    m_list->clear();
    for (const auto& [entity, name] : m_rows) {
        auto* item = new QTreeWidgetItem{m_list, {name}};
        item->setData(0, Qt::UserRole, QVariant::fromValue<qulonglong>(entity.value));
        item->setForeground(0, tint);
        item->setIcon(0, icon);
        item->setSelected(entity == m_choice->entity());
    }
    const int rows = std::clamp(m_list->topLevelItemCount(), 1, ShownRows);
    m_list->setFixedHeight(rows * std::max(m_list->sizeHintForRow(0), 18) +
                           2 * m_list->frameWidth());
}

void SpawnedList::choose()
{
    const auto selected = m_list->selectedItems();
    if (m_isFilling || selected.isEmpty())
        return;
    m_editor.document().selection().clear(); // one thing at a time is shown
    m_choice->set(entityOf(selected.front()));
}

void SpawnedList::showChoice()
{
    const QScopedValueRollback filling{m_isFilling, true};
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        auto* item = m_list->topLevelItem(row);
        item->setSelected(m_choice->entity() && entityOf(item) == m_choice->entity());
    }
}
} // namespace editor
