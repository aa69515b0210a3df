#include "editor/panels/level/outliner_model.h"

#include "editor/api/turn_share.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_names.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/panels/fields/entity_field.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"

#include <QHash>
#include <QMimeData>

#include <algorithm>
#include <map>

namespace editor
{
using namespace engine;

namespace
{
/// From so many moved rows on a fresh start is cheaper than telling the view row by row: each move
/// makes the filter lay out all rows that are selected anew. New rows may be ManyObjects.
constexpr std::size_t ManyMoves = 16;

bool hasRow(EntityId entity)
{
    return !entity.isSpawned() && entity != SceneEntity;
}

template <typename Item>
bool standsBefore(const Item* item, EntityId entity)
{
    return item->entity < entity;
}

/// Icons are made once: rendering an SVG for each of thousands of rows would show. A valid `mark`
/// is a dot on it.
QIcon cachedIcon(const QString& name, ColorRole role, const QColor& mark = {})
{
    static QHash<QString, QIcon> icons;
    const auto key =
        name + QString::number(static_cast<int>(role)) + (mark.isValid() ? mark.name() : QString{});
    auto at = icons.find(key);
    if (at == icons.end()) {
        const auto icon = themeIcon(name, role);
        at = icons.insert(key, mark.isValid() ? markedIcon(icon, mark) : icon);
    }
    return *at;
}
} // namespace

OutlinerModel::OutlinerModel(EditorApi& editor, QObject* parent)
    : QAbstractItemModel{parent}, m_editor{editor}
{
    rebuild();
    auto& document = editor.document();
    m_connections += document.changed.connect([this](const ChangeSet& changes) {
        if (changes.kind == ChangeKind::Final)
            follow(changes);
    });
    m_connections += document.stateChanged.connect([this] { followParts(); });
    m_connections += document.reset.connect([this] {
        Q_EMIT aboutToFollow();
        rebuild();
        Q_EMIT followed();
    });
}

EntityId OutlinerModel::entityOf(const QModelIndex& index) const
{
    return itemOf(index).entity;
}

const OutlinerModel::Item& OutlinerModel::itemOf(const QModelIndex& index) const
{
    return index.isValid() ? *static_cast<const Item*>(index.constInternalPointer())
                           : m_items.at(EntityId{});
}

OutlinerModel::Item& OutlinerModel::makeItem(EntityId entity)
{
    auto& item = m_items[entity];
    item.entity = entity;
    return item;
}

int OutlinerModel::rowOf(const Item& item) const
{
    const auto& siblings = m_items.at(item.parent).children;
    const auto at =
        std::lower_bound(siblings.begin(), siblings.end(), item.entity, standsBefore<Item>);
    ENGINE_EXPECT(at != siblings.end() && *at == &item);
    return static_cast<int>(at - siblings.begin());
}

QModelIndex OutlinerModel::indexOf(EntityId entity) const
{
    const auto at = m_items.find(entity);
    if (entity.isNull() || at == m_items.end())
        return {};
    return createIndex(rowOf(at->second), NameColumn, &at->second);
}

void OutlinerModel::rebuild()
{
    m_isBehind = false;
    beginResetModel();
    m_items.clear();
    m_gone.clear();
    makeItem({});
    const auto& world = m_editor.document().world();
    world.forEach<Node>([this](EntityId entity, const Node&) {
        if (!hasRow(entity))
            return;
        auto& item = makeItem(entity);
        item.parent = parentOf(entity);
        makeItem(item.parent).children.push_back(&item); // ids come in ascending order
    });
    m_rowsTouched += m_items.size() - 1;
    endResetModel();
}

/// What was too much to follow while it was done in parts.
void OutlinerModel::followParts()
{
    if (!m_isBehind || m_editor.document().isInParts())
        return;
    Q_EMIT aboutToFollow();
    rebuild();
    Q_EMIT followed();
}

void OutlinerModel::follow(const ChangeSet& changes)
{
    if (changes.changes.empty() || m_isBehind)
        return;
    m_gone.clear();
    const bool isTooMuch = isMuch(changes);
    if (isTooMuch && m_editor.document().isInParts()) {
        m_isBehind = true;
        return;
    }
    Q_EMIT aboutToFollow();
    if (isTooMuch) {
        rebuild();
        Q_EMIT followed();
        return;
    }
    const auto& world = m_editor.document().world();
    // First what is new or moves, so that nothing is removed together with a parent it has left.
    const auto fresh = putNew(changes);
    std::unordered_set<EntityId> touched;
    for (const auto& change : changes.changes)
        if (hasRow(change.entity) && world.exists(change.entity)) {
            if (change.type == typeIdOf<Node>())
                put(change.entity);
            if (!fresh.contains(change.entity))
                touched.insert(change.entity);
            if (change.type == typeIdOf<Layer>()) // its colour is in the rows of what is in it
                for (const auto below : subtree(world, change.entity))
                    touched.insert(below);
        }
    takeGone(changes);
    if (std::exchange(m_tangled, false))
        rebuild();
    else
        for (const auto entity : touched)
            touch(entity);
    Q_EMIT followed();
}

/// Makes the rows of what was not there before; those that follow each other at once, since the
/// view and the filter take as long for one as for many.
std::unordered_set<EntityId> OutlinerModel::putNew(const ChangeSet& changes)
{
    const auto& world = m_editor.document().world();
    std::unordered_set<EntityId> fresh;
    for (const auto& change : changes.changes)
        if (change.type == typeIdOf<Node>() && hasRow(change.entity) &&
            world.exists(change.entity) && !m_items.contains(change.entity))
            fresh.insert(change.entity);
    std::map<EntityId, std::vector<EntityId>> below;
    for (const auto entity : fresh)
        below[parentOf(entity)].push_back(entity);
    // Parents that have rows already come first, then those that get one by that.
    while (!below.empty()) {
        const auto ready = std::find_if(below.begin(), below.end(), [this](const auto& each) {
            return m_items.contains(each.first);
        });
        if (ready == below.end())
            break; // put() finds out what is wrong
        auto rows = below.extract(ready);
        std::sort(rows.mapped().begin(), rows.mapped().end());
        putInOrder(rows.key(), rows.mapped());
    }
    return fresh;
}

void OutlinerModel::putInOrder(EntityId parent, const std::vector<EntityId>& fresh)
{
    for (auto first = fresh.begin(); first != fresh.end();) {
        auto& siblings = m_items[parent].children;
        const auto at =
            std::lower_bound(siblings.begin(), siblings.end(), *first, standsBefore<Item>);
        const auto last = at == siblings.end()
                              ? fresh.end()
                              : std::lower_bound(first, fresh.end(), (*at)->entity);
        const int row = static_cast<int>(at - siblings.begin());
        const auto count = static_cast<int>(last - first);
        m_rowsTouched += static_cast<std::size_t>(count);
        beginInsertRows(indexOf(parent), row, row + count - 1);
        std::vector<const Item*> items;
        for (; first != last; ++first) {
            auto& item = makeItem(*first);
            item.parent = parent;
            items.push_back(&item);
        }
        siblings.insert(at, items.begin(), items.end());
        endInsertRows();
    }
}

void OutlinerModel::takeGone(const ChangeSet& changes)
{
    const auto& world = m_editor.document().world();
    std::map<EntityId, std::vector<EntityId>> below;
    for (const auto& change : changes.changes)
        if (change.type == typeIdOf<Node>() && !world.exists(change.entity))
            if (const auto at = m_items.find(change.entity); at != m_items.end())
                below[at->second.parent].push_back(change.entity);
    for (auto& [parent, gone] : below)
        if (m_items.contains(parent)) // or they went with it
            takeRows(parent, std::move(gone));
}

/// As putInOrder().
void OutlinerModel::takeRows(EntityId parent, std::vector<EntityId> gone)
{
    std::sort(gone.begin(), gone.end());
    gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
    for (auto first = gone.begin(); first != gone.end();) {
        auto& siblings = m_items[parent].children;
        const auto from =
            std::lower_bound(siblings.begin(), siblings.end(), *first, standsBefore<Item>);
        auto to = from;
        for (; first != gone.end() && to != siblings.end() && (*to)->entity == *first; ++to)
            ++first;
        if (from == to)
            break; // went already
        const int row = static_cast<int>(from - siblings.begin());
        const auto count = static_cast<int>(to - from);
        m_rowsTouched += static_cast<std::size_t>(count);
        beginRemoveRows(indexOf(parent), row, row + count - 1);
        const std::vector<const Item*> removed{from, to};
        siblings.erase(from, to);
        for (const auto* item : removed)
            forget(item->entity);
        endRemoveRows();
    }
}

bool OutlinerModel::isMuch(const ChangeSet& changes) const
{
    std::size_t rows = 0;
    std::size_t moves = 0;
    for (const auto& change : changes.changes) {
        if (change.type != typeIdOf<Node>() || !hasRow(change.entity))
            continue;
        const auto known = m_items.find(change.entity);
        if (!change.before || !change.after)
            ++rows;
        else if (known != m_items.end() && known->second.parent != parentOf(change.entity))
            ++moves;
    }
    return rows > ManyObjects || moves > ManyMoves;
}

EntityId OutlinerModel::parentOf(EntityId entity) const
{
    const auto& world = m_editor.document().world();
    const auto parent = world.get<Node>(entity)->parent;
    return hasRow(parent) && world.exists(parent) ? parent : EntityId{};
}

bool OutlinerModel::isAbove(EntityId ancestor, EntityId entity) const
{
    for (auto at = entity; !at.isNull(); at = m_items.at(at).parent)
        if (at == ancestor)
            return true;
    return false;
}

void OutlinerModel::put(EntityId entity)
{
    const auto parent = parentOf(entity);
    if (!parent.isNull() && !m_items.contains(parent))
        put(parent);
    if (m_tangled)
        return;
    const auto known = m_items.find(entity);
    if (known != m_items.end() && known->second.parent == parent)
        return;
    if (isAbove(entity, parent)) {
        m_tangled = true;
        return;
    }
    auto& siblings = m_items[parent].children;
    const auto at = std::lower_bound(siblings.begin(), siblings.end(), entity, standsBefore<Item>);
    const int row = static_cast<int>(at - siblings.begin());
    ++m_rowsTouched;
    if (known == m_items.end()) {
        beginInsertRows(indexOf(parent), row, row);
        auto& item = makeItem(entity);
        item.parent = parent;
        siblings.insert(at, &item);
        endInsertRows();
        return;
    }
    const auto before = known->second.parent;
    const int oldRow = rowOf(known->second);
    const bool allowed = beginMoveRows(indexOf(before), oldRow, oldRow, indexOf(parent), row);
    ENGINE_EXPECT(allowed); // the parents differ
    siblings.insert(at, &known->second);
    auto& old = m_items[before].children;
    old.erase(old.begin() + oldRow);
    known->second.parent = parent;
    endMoveRows();
    touch(before); // it may be a group no more
    touch(parent);
}

void OutlinerModel::forget(EntityId entity)
{
    const auto at = m_items.find(entity);
    if (at == m_items.end())
        return;
    const auto children = at->second.children;
    m_gone.push_back(m_items.extract(at));
    for (const auto* child : children)
        forget(child->entity);
}

void OutlinerModel::touch(EntityId entity)
{
    const auto index = indexOf(entity);
    if (!index.isValid())
        return;
    ++m_rowsTouched;
    Q_EMIT dataChanged(index, index.siblingAtColumn(LockColumn));
}

QModelIndex OutlinerModel::index(int row, int column, const QModelIndex& parent) const
{
    const auto& children = itemOf(parent).children;
    if (row < 0 || column < 0 || column >= ColumnCount || row >= static_cast<int>(children.size()))
        return {};
    return createIndex(row, column, children[static_cast<std::size_t>(row)]);
}

QModelIndex OutlinerModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(itemOf(child).parent) : QModelIndex{};
}

int OutlinerModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(itemOf(parent).children.size());
}

int OutlinerModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QString OutlinerModel::iconOf(EntityId entity) const
{
    const auto& world = m_editor.document().world();
    if (world.get<engine::PrefabInstance>(entity) != nullptr)
        return QStringLiteral("prefab");
    if (world.get<LinkedGroup>(entity) != nullptr)
        return QStringLiteral("linked_group");
    if (world.get<Light>(entity) != nullptr)
        return QStringLiteral("light_bulb");
    if (world.get<PlayerStart>(entity) != nullptr)
        return QStringLiteral("player_start");
    if (world.get<Mover>(entity) != nullptr)
        return QStringLiteral("door");
    if (world.get<AudioSource>(entity) != nullptr)
        return QStringLiteral("sound");
    if (world.get<BrushComponent>(entity) != nullptr)
        return QStringLiteral("brush");
    if (world.get<MeshInstance>(entity) != nullptr)
        return QStringLiteral("mesh");
    if (world.get<Script>(entity) != nullptr)
        return QStringLiteral("script");
    if (world.get<Layer>(entity) != nullptr)
        return QStringLiteral("layers");
    const auto at = m_items.find(entity);
    const bool hasChildren = at != m_items.end() && !at->second.children.empty();
    return hasChildren ? QStringLiteral("group") : QStringLiteral("entity");
}

QString OutlinerModel::kindOf(EntityId entity) const
{
    const auto icon = iconOf(entity);
    if (icon == QLatin1String{"linked_group"}) {
        const auto copies = linkedCopies(m_editor.document().world(), entity).size();
        return copies > 1 ? tr("Linked group, %1 copies").arg(copies) : tr("Linked group");
    }
    static const QHash<QString, QString> Names{
        {QStringLiteral("light_bulb"), tr("Light")},
        {QStringLiteral("player_start"), tr("Player start")},
        {QStringLiteral("door"), tr("Mover")},
        {QStringLiteral("sound"), tr("Sound")},
        {QStringLiteral("brush"), tr("Brush")},
        {QStringLiteral("mesh"), tr("Mesh")},
        {QStringLiteral("script"), tr("Script")},
        {QStringLiteral("group"), tr("Group")},
        {QStringLiteral("prefab"), tr("Prefab")},
        {QStringLiteral("layers"), tr("Layer")},
    };
    return Names.value(icon, tr("Object"));
}

QVariant OutlinerModel::visibility(EntityId entity, int column, int role) const
{
    const auto* node = m_editor.document().world().get<Node>(entity);
    const bool isOn = column == VisibleColumn ? node->hidden : node->locked;
    if (role == Qt::DecorationRole) {
        if (column == VisibleColumn)
            return isOn ? cachedIcon(QStringLiteral("eye_off"), ColorRole::Warning)
                        : cachedIcon(QStringLiteral("eye"), ColorRole::MutedText);
        return isOn ? cachedIcon(QStringLiteral("lock"), ColorRole::Warning)
                    : cachedIcon(QStringLiteral("unlock"), ColorRole::MutedText);
    }
    if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole) {
        if (column == VisibleColumn)
            return isOn ? tr("Hidden in the views; click to show") : tr("Shown; click to hide");
        return isOn ? tr("Locked: cannot be picked in the views; click to unlock")
                    : tr("Click to lock");
    }
    return {};
}

QIcon OutlinerModel::pictureOf(EntityId entity, const Node& node) const
{
    const auto& world = m_editor.document().world();
    const auto role = node.hidden ? ColorRole::Border : ColorRole::MutedText;
    const auto* layer = world.get<Layer>(layerOf(world, entity));
    return cachedIcon(iconOf(entity), role, layer != nullptr ? toScreen(layer->color) : QColor{});
}

/// "Box (Brush)", and the layer, so that its colour is not all that tells it.
QString OutlinerModel::descriptionOf(EntityId entity) const
{
    const auto& world = m_editor.document().world();
    const auto text = QStringLiteral("%1 (%2)").arg(
        QString::fromStdString(shownNameOf(world, entity)), kindOf(entity));
    const auto layer = layerOf(world, entity);
    return layer && layer != entity
               ? tr("%1, layer %2").arg(text, QString::fromStdString(world.get<Node>(layer)->name))
               : text;
}

QVariant OutlinerModel::data(const QModelIndex& index, int role) const
{
    const auto entity = entityOf(index);
    const auto* node = m_editor.document().world().get<Node>(entity);
    if (node == nullptr) // gone already; its row goes in a moment
        return {};
    if (index.column() != NameColumn)
        return visibility(entity, index.column(), role);
    switch (role) {
    case Qt::DisplayRole:
        return QString::fromStdString(shownNameOf(m_editor.document().world(), entity));
    case Qt::EditRole:
        return QString::fromStdString(node->name);
    case Qt::DecorationRole:
        return pictureOf(entity, *node);
    case Qt::ForegroundRole:
        return node->hidden ? QVariant{themeColor(ColorRole::MutedText)} : QVariant{};
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return descriptionOf(entity);
    default:
        return {};
    }
}

QVariant OutlinerModel::headerData(int section, Qt::Orientation, int role) const
{
    if (role != Qt::DisplayRole || section != NameColumn)
        return {};
    return tr("Name");
}

bool OutlinerModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    auto name = value.toString().trimmed().toStdString();
    const auto entity = entityOf(index);
    auto& document = m_editor.document();
    const auto* node = document.world().get<Node>(entity);
    if (name.empty() && document.world().get<BrushComponent>(entity) != nullptr)
        name = NamelessBrush;
    if (role != Qt::EditRole || index.column() != NameColumn || node == nullptr ||
        document.isEditing() || name.empty() || name == node->name)
        return false;
    return static_cast<bool>(document.run("Rename", [&](Transaction& edit) -> Result<void> {
        rename(edit, entity, name);
        return {};
    }));
}

Qt::ItemFlags OutlinerModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled; // to the top level
    auto flags =
        Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemIsDropEnabled;
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

Qt::DropActions OutlinerModel::supportedDropActions() const
{
    return Qt::MoveAction | Qt::LinkAction;
}

QStringList OutlinerModel::mimeTypes() const
{
    const std::unique_ptr<QMimeData> sample{makeEntityMime({})};
    return sample->formats();
}

QMimeData* OutlinerModel::mimeData(const QModelIndexList& indexes) const
{
    std::vector<EntityId> entities;
    for (const auto& index : indexes)
        if (index.column() == NameColumn)
            entities.push_back(entityOf(index));
    return makeEntityMime(entities);
}

bool OutlinerModel::canDropMimeData(
    const QMimeData* data, Qt::DropAction, int, int, const QModelIndex& parent) const
{
    const auto target = entityOf(parent);
    const auto& world = m_editor.document().world();
    const auto entities = entitiesOf(data);
    return !entities.empty() && !m_editor.document().isEditing() &&
           std::none_of(entities.begin(), entities.end(), [&](EntityId each) {
               return each == target || (!target.isNull() && isAncestor(world, each, target));
           });
}

bool OutlinerModel::dropMimeData(
    const QMimeData* data, Qt::DropAction action, int row, int column, const QModelIndex& parent)
{
    if (!canDropMimeData(data, action, row, column, parent))
        return false;
    const auto entities = entitiesOf(data);
    const auto target = entityOf(parent);
    auto done = m_editor.document().run(
        "Move in the tree", [&](Transaction& edit) { return reparent(edit, entities, target); });
    if (!done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
    // False: the rows have moved already, the view shall not take anything away.
    return false;
}
} // namespace editor
