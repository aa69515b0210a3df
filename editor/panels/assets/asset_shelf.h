#pragma once

#include "engine_core/base/files/files.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace editor
{
/// Which assets of a project were used last and which ones the user likes best, by their paths.
/// Kept in the user's settings, each project for itself.
class AssetShelf
{
public:
    static constexpr int MostRecent = 24;

    void setProject(const engine::fs::path& root);

    /// The last one first.
    [[nodiscard]] const QStringList& recent() const { return m_recent; }

    void noteUsed(const QString& path);

    /// In the order in which they were chosen.
    [[nodiscard]] const QStringList& favourites() const { return m_favourites; }

    void setFavourite(const QString& path, bool isOne);

    /// Assets have other names now; an empty one takes an asset off.
    void rename(const std::function<QString(const QString&)>& newName);

private:
    void keep(const char* list, const QStringList& paths) const;

    QString m_key;
    QStringList m_recent;
    QStringList m_favourites;
};
} // namespace editor
