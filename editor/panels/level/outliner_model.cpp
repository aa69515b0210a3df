#include "editor/panels/level/outliner_model.h"

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
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/sibling_order.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <QHash>
#include <QMimeData>

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
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

QString lightIcon(LightKind kind)
{
    switch (kind) {
    case LightKind::Spot:
        return QStringLiteral("light_spot");
    case LightKind::Sun:
        return QStringLiteral("light_sun");
    case LightKind::Area:
        return QStringLiteral("light_area");
    case LightKind::Point:
        break;
    }
    return QStringLiteral("light_bulb");
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
    item.place = siblingPlace(m_editor.document().world(), entity);
    return item;
}

QModelIndex OutlinerModel::indexOf(EntityId entity) const
{
    const auto at = m_items.find(entity);
    if (entity.isNull() || at == m_items.end())
        return {};
    return createIndex(rowOf(at->second), NameColumn, &at->second);
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
    if (const auto* light = world.get<Light>(entity))
        return lightIcon(light->kind);
    if (world.get<PlayerStart>(entity) != nullptr)
        return QStringLiteral("player_start");
    if (world.get<engine::Trigger>(entity) != nullptr)
        return QStringLiteral("trigger");
    if (world.get<engine::Ladder>(entity) != nullptr)
        return QStringLiteral("ladder");
    if (world.get<engine::Water>(entity) != nullptr)
        return QStringLiteral("water");
    if (world.get<engine::Decal>(entity) != nullptr)
        return QStringLiteral("decal");
    if (world.get<Mover>(entity) != nullptr)
        return QStringLiteral("door");
    if (world.get<AudioSource>(entity) != nullptr)
        return QStringLiteral("sound");
    if (world.get<BrushComponent>(entity) != nullptr)
        return QStringLiteral("brush");
    if (world.get<engine::CurvedPatch>(entity) != nullptr)
        return QStringLiteral("patch");
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
        {QStringLiteral("light_spot"), tr("Spot light")},
        {QStringLiteral("light_sun"), tr("Sun")},
        {QStringLiteral("light_area"), tr("Area light")},
        {QStringLiteral("decal"), tr("Decal")},
        {QStringLiteral("player_start"), tr("Player start")},
        {QStringLiteral("trigger"), tr("Trigger")},
        {QStringLiteral("expectation"), tr("Expectation")},
        {QStringLiteral("ladder"), tr("Ladder")},
        {QStringLiteral("water"), tr("Water")},
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
