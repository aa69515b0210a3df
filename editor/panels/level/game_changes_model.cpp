#include "editor/panels/level/game_changes_model.h"

#include "editor/operations/entity/object_names.h"
#include "editor/panels/inspector/played_value.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
/// Indexes of components and properties hold the numbers of what is above them, each one more than
/// it is, so that 0 is none.
constexpr int ComponentShift = 32;

quintptr below(std::size_t object, std::size_t component = 0)
{
    return (object + 1) | (component << ComponentShift);
}

QString textOf(const World& level, const PlayedChange& change, const Value& value)
{
    auto text = valueText(level, value);
    if (!change.property->unit.empty() && !text.isEmpty())
        text += ' ' + QString::fromStdString(change.property->unit);
    return text;
}

QString propertyName(const PlayedChange& change)
{
    return change.property != nullptr ? QString::fromStdString(change.property->label)
                                      : GameChangesModel::tr("Component");
}

bool fits(const QString& object, const PlayedChange& change, const QString& filter)
{
    const auto has = [&](const QString& text) {
        return text.contains(filter, Qt::CaseInsensitive);
    };
    return filter.isEmpty() || has(object) || has(QString::fromStdString(change.type->label)) ||
           has(propertyName(change));
}
} // namespace

GameChangesModel::GameChangesModel(QObject* parent) : QAbstractItemModel{parent} {}

std::vector<GameChangesModel::Row> GameChangesModel::rowsOf(
    const World& level, const std::vector<PlayedChange>& changes, const QString& filter) const
{
    std::set<std::tuple<EntityId, const TypeInfo*, const Property*>> kept;
    for (const auto& [change, before, after, isTicked] : m_changes)
        if (isTicked)
            kept.emplace(change.entity, change.type, change.property);
    std::vector<Row> rows;
    for (const auto& change : changes) {
        if (!fits(QString::fromStdString(shownNameOf(level, change.entity)), change, filter))
            continue;
        Row row{change, {}, {}, kept.contains({change.entity, change.type, change.property})};
        if (change.property != nullptr) {
            row.before = textOf(level, change, change.before);
            row.after = textOf(level, change, change.after);
        } else {
            (change.component ? row.after : row.before) = tr("present");
            (change.component ? row.before : row.after) = tr("none");
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void GameChangesModel::show(const World& level,
                            const std::vector<PlayedChange>& changes,
                            const QString& filter)
{
    auto rows = rowsOf(level, changes, filter);
    const bool isSame =
        std::equal(rows.begin(), rows.end(), m_changes.begin(), m_changes.end(),
                   [](const Row& a, const Row& b) { return a.change.isAbout(b.change); });
    if (isSame) { // the tree stays as the user has opened it
        m_changes = std::move(rows);
        for (int i = 0; i < rowCount({}); ++i)
            tellOf(static_cast<std::size_t>(i));
    } else {
        beginResetModel();
        m_changes = std::move(rows);
        group(level);
        endResetModel();
    }
    Q_EMIT tickedChanged();
}

void GameChangesModel::group(const World& level)
{
    m_objects.clear();
    for (std::size_t i = 0; i < m_changes.size(); ++i) {
        const auto& change = m_changes[i].change;
        const auto* before = i > 0 ? &m_changes[i - 1].change : nullptr;
        const bool isNewObject = before == nullptr || before->entity != change.entity;
        if (isNewObject)
            m_objects.push_back(
                {QString::fromStdString(shownNameOf(level, change.entity)), {i, i}, {}});
        auto& object = m_objects.back();
        object.rows.end = i + 1;
        if (isNewObject || before->type != change.type)
            object.components.push_back({i, i});
        object.components.back().end = i + 1;
    }
}

std::vector<PlayedChange> GameChangesModel::ticked() const
{
    std::vector<PlayedChange> all;
    for (const auto& row : m_changes)
        if (row.isTicked)
            all.push_back(row.change);
    return all;
}

void GameChangesModel::tickAll(bool ticked)
{
    for (auto& row : m_changes)
        row.isTicked = ticked;
    for (std::size_t i = 0; i < m_objects.size(); ++i)
        tellOf(i);
    Q_EMIT tickedChanged();
}

GameChangesModel::Place GameChangesModel::placeOf(const QModelIndex& index)
{
    const auto above = index.internalId();
    const auto row = static_cast<std::size_t>(index.row());
    if (above == 0)
        return {row, {}, false};
    const auto object = (above & 0xffffffffU) - 1;
    const auto component = above >> ComponentShift;
    return component == 0 ? Place{object, row, false} : Place{object, component - 1, true};
}

GameChangesModel::Span GameChangesModel::spanOf(const QModelIndex& index) const
{
    const auto place = placeOf(index);
    const auto& object = m_objects[place.object];
    if (!place.component)
        return object.rows;
    const auto& component = object.components[*place.component];
    if (!place.isProperty)
        return component;
    const auto row = component.begin + static_cast<std::size_t>(index.row());
    return {row, row + 1};
}

EntityId GameChangesModel::entityOf(const QModelIndex& index) const
{
    return index.isValid() ? m_changes[spanOf(index).begin].change.entity : EntityId{};
}

QString GameChangesModel::ruleOf(const QModelIndex& index) const
{
    if (!index.isValid() || !placeOf(index).component)
        return {};
    const auto& change = m_changes[spanOf(index).begin].change;
    const bool isOne = placeOf(index).isProperty && change.property != nullptr;
    return QString::fromStdString(change.type->name + '.' +
                                  (isOne ? change.property->name : std::string{'*'}));
}

QModelIndex GameChangesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount)
        return {};
    if (!parent.isValid())
        return createIndex(row, column, quintptr{0});
    const auto place = placeOf(parent);
    return createIndex(row, column,
                       below(place.object, place.component ? *place.component + 1 : 0));
}

QModelIndex GameChangesModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == 0)
        return {};
    const auto place = placeOf(child);
    return place.isProperty
               ? createIndex(static_cast<int>(*place.component), 0, below(place.object))
               : createIndex(static_cast<int>(place.object), 0, quintptr{0});
}

int GameChangesModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_objects.size());
    const auto place = placeOf(parent);
    if (parent.column() != 0 || place.isProperty)
        return 0;
    const auto& object = m_objects[place.object];
    if (!place.component)
        return static_cast<int>(object.components.size());
    const auto& component = object.components[*place.component];
    return static_cast<int>(component.end - component.begin);
}

int GameChangesModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QString GameChangesModel::nameOf(const QModelIndex& index) const
{
    const auto place = placeOf(index);
    if (!place.component)
        return m_objects[place.object].name;
    const auto& change = m_changes[spanOf(index).begin].change;
    return place.isProperty ? propertyName(change) : QString::fromStdString(change.type->label);
}

Qt::CheckState GameChangesModel::stateOf(Span span) const
{
    const auto first = m_changes.begin() + static_cast<std::ptrdiff_t>(span.begin);
    const auto last = m_changes.begin() + static_cast<std::ptrdiff_t>(span.end);
    const auto count = std::count_if(first, last, [](const Row& row) { return row.isTicked; });
    return count == 0 ? Qt::Unchecked : count == last - first ? Qt::Checked : Qt::PartiallyChecked;
}

QVariant GameChangesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto span = spanOf(index);
    if (role == Qt::CheckStateRole && index.column() == NameColumn)
        return stateOf(span);
    if (role != Qt::DisplayRole)
        return {};
    if (index.column() == NameColumn)
        return nameOf(index);
    if (!placeOf(index).isProperty)
        return {};
    const auto& row = m_changes[span.begin];
    return index.column() == LevelColumn ? row.before : row.after;
}

QVariant GameChangesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case LevelColumn:
        return tr("In the level");
    case GameColumn:
        return tr("In the game");
    default:
        return tr("Object, component, property");
    }
}

/// That boxes and texts of the object and below it are other ones.
void GameChangesModel::tellOf(std::size_t object)
{
    const auto top = createIndex(static_cast<int>(object), 0, quintptr{0});
    Q_EMIT dataChanged(top, top);
    for (int i = 0; i < rowCount(top); ++i) {
        const auto component = index(i, 0, top);
        Q_EMIT dataChanged(component, component);
        Q_EMIT dataChanged(index(0, 0, component),
                           index(rowCount(component) - 1, ColumnCount - 1, component));
    }
}

bool GameChangesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    const auto span = spanOf(index);
    for (auto i = span.begin; i < span.end; ++i)
        m_changes[i].isTicked = value.toInt() == Qt::Checked;
    tellOf(placeOf(index).object);
    Q_EMIT tickedChanged();
    return true;
}

Qt::ItemFlags GameChangesModel::flags(const QModelIndex& index) const
{
    auto flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}
} // namespace editor
