#include "editor/panels/assets/asset_shelf.h"

#include "engine_core/base/hash.h"

#include <QSettings>

namespace editor
{
namespace
{
constexpr auto Recent = "recent";
constexpr auto Favourites = "favourites";
} // namespace

void AssetShelf::setProject(const engine::fs::path& root)
{
    const auto hash = engine::hashToText(engine::Hasher{}.add(root.string()).result());
    m_key = QStringLiteral("assets/%1/").arg(QString::fromStdString(hash));
    const QSettings kept;
    m_recent = kept.value(m_key + QLatin1String{Recent}).toStringList();
    m_favourites = kept.value(m_key + QLatin1String{Favourites}).toStringList();
}

void AssetShelf::noteUsed(const QString& path)
{
    if (!m_recent.isEmpty() && m_recent.front() == path)
        return;
    m_recent.removeAll(path);
    m_recent.prepend(path);
    while (m_recent.size() > MostRecent)
        m_recent.removeLast();
    keep(Recent, m_recent);
}

void AssetShelf::setFavourite(const QString& path, bool isOne)
{
    m_favourites.removeAll(path);
    if (isOne)
        m_favourites.append(path);
    keep(Favourites, m_favourites);
}

void AssetShelf::rename(const std::function<QString(const QString&)>& newName)
{
    const auto renameAll = [&](const char* list, QStringList& paths) {
        auto renamed = paths;
        for (auto& each : renamed)
            each = newName(each);
        if (renamed == paths)
            return;
        renamed.removeAll(QString{});
        renamed.removeDuplicates();
        paths = renamed;
        keep(list, paths);
    };
    renameAll(Recent, m_recent);
    renameAll(Favourites, m_favourites);
}

void AssetShelf::keep(const char* list, const QStringList& paths) const
{
    QSettings{}.setValue(m_key + QLatin1String{list}, paths);
}
} // namespace editor
