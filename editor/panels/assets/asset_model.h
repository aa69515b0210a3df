#pragma once

#include "editor/api/editor_api.h"
#include "editor/panels/assets/asset_facts.h"
#include "editor/panels/assets/asset_search.h"
#include "editor/panels/assets/thumbnails.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace editor
{
class AssetLabels;

/// The project's assets of one folder and kind that a search finds.
class AssetModel : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit AssetModel(EditorApi& editor, QObject* parent = nullptr);

    /// Where the tags come from; null: there are none. Outlives it.
    void setLabels(const AssetLabels* labels) { m_labels = labels; }

    struct Filter
    {
        std::string folder; ///< below assets/; empty for all
        engine::AssetKind kind = engine::AssetKind::Any;
        QString text;         ///< see AssetSearch
        bool prefabs = false; ///< nothing else, whatever the kind
        std::optional<QStringList> only{}; ///< these paths, in their order
    };

    void setFilter(Filter filter);

    /// Reads the list of assets anew.
    void refresh();

    [[nodiscard]] const engine::AssetEntry& entry(int row) const;

    /// -1 if it is not shown.
    [[nodiscard]] int rowOf(engine::AssetKind kind, const std::string& path) const;

    [[nodiscard]] AssetFacts& facts() { return m_facts; }

    [[nodiscard]] QStringList tagsOf(const engine::AssetEntry& entry) const;

    /// What of the search nobody understands; empty if all is well.
    [[nodiscard]] const QString& searchProblem() const { return m_search.problem(); }

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
    AssetSearch m_search; ///< of the filter's text
    const AssetLabels* m_labels = nullptr;
    AssetFacts m_facts;
    std::vector<engine::AssetEntry> m_shown;
    mutable Thumbnails m_thumbnails; ///< a cache: looking at a row fills it
};

/// "Materials/Dev/grid" gives "Materials/Dev".
[[nodiscard]] std::string folderOf(const std::string& path);
} // namespace editor
