#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/assets/asset_plan.h"

#include <QObject>
#include <QPersistentModelIndex>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QAbstractItemView;
class QMenu;
class QTreeWidget;
class QTreeWidgetItem;
class QWidget;

namespace editor
{
/// Renaming, moving and deleting of what the asset browser shows: by F2, Delete and menus, and by
/// dropping assets onto a folder. Belongs to the browser.
class AssetChanges final : public QObject
{
    Q_OBJECT

public:
    AssetChanges(EditorApi& editor, QWidget& browser);

    /// Paths of files or folders below assets/ that keys in this view are about.
    using Chosen = std::function<std::vector<std::string>()>;

    /// F2 and Delete in the view, though the window has other commands on these keys.
    void listenTo(QAbstractItemView& view, Chosen chosen);

    /// Assets dropped onto an item of the folders move there.
    void takeDrops(QTreeWidget& folders, std::function<std::string(const QPoint&)> folderAt);

    /// "Rename or move..." and "Delete...".
    void addActions(QMenu& menu, const std::vector<std::string>& files);

    /// Shows what will change, and asks.
    void rename(const std::vector<std::string>& files);
    void moveTo(const std::vector<std::string>& files, const std::string& folder);
    void remove(const std::vector<std::string>& files);

    /// Below assets/, with its ending; empty for what does not lie there, such as scripts.
    [[nodiscard]] std::string fileOf(const engine::AssetEntry& entry) const;

    /// Which names became others, also by undo and redo.
    std::function<void(const AssetNames& names)> renamed;

    /// Which names are gone, also by redo, and what takes their place.
    std::function<void(const AssetNames& gone, const std::optional<std::string>& replacement)>
        deleted;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask(AssetRequest request);
    [[nodiscard]] bool keyPressed(QObject* view, QEvent* event);
    [[nodiscard]] bool dropped(QEvent* event);
    void mark(QTreeWidgetItem* item);

    EditorApi& m_editor;
    QWidget& m_browser;
    std::vector<std::pair<QAbstractItemView*, Chosen>> m_views;
    QTreeWidget* m_folders = nullptr;
    std::function<std::string(const QPoint&)> m_folderAt;
    QPersistentModelIndex m_marked; ///< of the folders
};
} // namespace editor
