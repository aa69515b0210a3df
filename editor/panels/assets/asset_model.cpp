#include "editor/panels/assets/asset_model.h"

#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/assets/asset_labels.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <QFont>
#include <QHash>

#include <algorithm>

namespace editor
{
using engine::AssetEntry;
using engine::AssetKind;

std::string folderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? std::string{} : path.substr(0, slash);
}

AssetModel::AssetModel(EditorApi& editor, QObject* parent)
    : QAbstractListModel{parent}, m_editor{editor}
{
    connect(&m_facts, &AssetFacts::measured, this, [this] {
        if (m_search.asksForSizes())
            refresh();
    });
    connect(&m_thumbnails, &Thumbnails::ready, this, [this](const QString& path) {
        for (std::size_t i = 0; i < m_shown.size(); ++i)
            if (QString::fromStdString(m_shown[i].path) == path) {
                const auto changed = index(static_cast<int>(i));
                Q_EMIT dataChanged(changed, changed, {Qt::DecorationRole});
            }
    });
}

bool AssetModel::accepts(const AssetEntry& entry) const
{
    if (m_filter.prefabs && !engine::isPrefabFile(entry.path))
        return false;
    if (m_filter.kind != AssetKind::Any && entry.kind != m_filter.kind)
        return false;
    if (!m_filter.folder.empty() && !entry.path.starts_with(m_filter.folder + "/"))
        return false;
    return m_search.isEmpty() || m_search.accepts(QString::fromStdString(entry.path), tagsOf(entry),
                                                  [&] { return m_facts.find(entry); });
}

QStringList AssetModel::tagsOf(const AssetEntry& entry) const
{
    return m_labels == nullptr
               ? QStringList{}
               : m_labels->tagsOf(fileBelowAssets(m_editor.assets().project(), entry));
}

void AssetModel::setFilter(Filter filter)
{
    m_filter = std::move(filter);
    m_search = AssetSearch{m_filter.text};
    refresh();
}

void AssetModel::refresh()
{
    if (m_search.asksForSizes())
        m_facts.measure(m_editor.assets().entries());
    beginResetModel();
    m_shown.clear();
    for (const auto& each : m_editor.assets().entries())
        if (accepts(each))
            m_shown.push_back(each);
    if (m_filter.only)
        keepOnly(*m_filter.only);
    endResetModel();
}

void AssetModel::keepOnly(const QStringList& paths)
{
    QHash<QString, qsizetype> places;
    for (qsizetype i = 0; i < paths.size(); ++i)
        places.insert(paths[i], i);
    const auto placeOf = [&](const AssetEntry& entry) {
        return places.value(QString::fromStdString(entry.path), -1);
    };
    std::erase_if(m_shown, [&](const AssetEntry& each) { return placeOf(each) < 0; });
    std::stable_sort(m_shown.begin(), m_shown.end(),
                     [&](const auto& a, const auto& b) { return placeOf(a) < placeOf(b); });
}

const AssetEntry& AssetModel::entry(int row) const
{
    return m_shown.at(static_cast<std::size_t>(row));
}

int AssetModel::rowOf(AssetKind kind, const std::string& path) const
{
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        if (m_shown[i].kind == kind && m_shown[i].path == path)
            return static_cast<int>(i);
    return -1;
}

int AssetModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant AssetModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& asset = entry(index.row());
    const auto path = QString::fromStdString(asset.path);
    switch (role) {
    case Qt::DisplayRole:
        if (engine::isPrefabFile(asset.path))
            return QString::fromStdString(engine::prefabName(asset.path));
        return path.section(QLatin1Char{'/'}, -1);
    case Qt::ToolTipRole:
        return QStringLiteral("<b>%1</b><br>%2")
            .arg(path.section(QLatin1Char{'/'}, -1).toHtmlEscaped(),
                 tr("%1: %2").arg(assetKindName(asset), path.toHtmlEscaped()));
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(path, assetKindName(asset));
    case Qt::DecorationRole:
        return m_thumbnails.icon(asset);
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignHCenter | Qt::AlignTop);
    default:
        return {};
    }
}

Qt::ItemFlags AssetModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled |
           Qt::ItemNeverHasChildren;
}

QStringList AssetModel::mimeTypes() const
{
    return {QLatin1String{AssetMimeType}};
}

QMimeData* AssetModel::mimeData(const QModelIndexList& indexes) const
{
    if (indexes.isEmpty())
        return nullptr;
    std::vector<DraggedAsset> assets;
    for (const auto& index : indexes)
        assets.push_back({entry(index.row()).kind, entry(index.row()).path});
    return makeAssetMime(assets);
}
} // namespace editor
