#pragma once

#include "editor/api/editor_api.h"
#include "editor/panels/assets/thumbnails.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace editor
{
/// The project's assets of one folder and kind whose names contain a text.
class AssetModel : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit AssetModel(EditorApi& editor, QObject* parent = nullptr);

    struct Filter
    {
        std::string folder; ///< below assets/; empty for all
        engine::AssetKind kind = engine::AssetKind::Any;
        QString text;
        bool prefabs = false; ///< nothing else, whatever the kind
        std::optional<QStringList> only{}; ///< these paths, in their order
    };

    void setFilter(Filter filter);

    /// Reads the list of assets anew.
    void refresh();

    [[nodiscard]] const engine::AssetEntry& entry(int row) const;

    /// -1 if it is not shown.
    [[nodiscard]] int rowOf(engine::AssetKind kind, const std::string& path) const;

    [[nodiscard]] Thumbnails& thumbnails() { return m_thumbnails; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
    void keepOnly(const QStringList& paths);
    [[nodiscard]] bool accepts(const engine::AssetEntry& entry) const;

    EditorApi& m_editor;
    Filter m_filter;
    std::vector<engine::AssetEntry> m_shown;
    mutable Thumbnails m_thumbnails; ///< a cache: looking at a row fills it
};

/// "Materials/Dev/grid" gives "Materials/Dev".
[[nodiscard]] std::string folderOf(const std::string& path);
} // namespace editor
