#pragma once

#include "editor/api/editor_api.h"
#include "editor/panels/assets/asset_shelf.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QMenu;
class QTreeWidget;

namespace editor
{
class AssetChanges;
class AssetLabels;
class AssetModel;
class AssetNames;

/// The project's assets: folders on the left, pictures on the right. A click on a material makes it
/// the current one, a double click gives it to the selection, a drag carries it into a view or
/// field. A double click on a prefab places it. All of them are shown, or those that the scene
/// uses, that were used last or that are favourites. Filled when it is first seen.
class AssetBrowser : public QWidget
{
    Q_OBJECT

public:
    explicit AssetBrowser(EditorApi& editor, QWidget* parent = nullptr);

    [[nodiscard]] AssetModel& model() { return *m_model; }

    [[nodiscard]] QListView& list() { return *m_list; }

    /// Shows the asset among those of its kind and folder, and chooses it.
    void reveal(const engine::AssetEntry& asset);

    /// Tags and collections.
    [[nodiscard]] AssetLabels& labels() { return *m_labels; }

    /// Renames, moves and deletes.
    [[nodiscard]] AssetChanges& changes() { return *m_changes; }

    /// Gives the material to the selected faces or brushes, as one step.
    void applyToSelection(const std::string& material);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeBar();
    void makeScopes();
    void makeViews();
    void connectEditor();
    void listenToAssets();
    void refill();
    void fillFolders();
    void applyFilter();
    void showCurrent();
    void clicked(const QModelIndex& index);
    void showMenu(const QPoint& at);
    void addMaterialActions(QMenu& menu, const engine::AssetEntry& asset);
    void addListActions(QMenu& menu, const engine::AssetEntry& asset);
    void noteUsed(const engine::AssetEntry& asset);
    void makeChanges();
    void makeLabels();
    void fillCollections();
    void showInfo();
    /// Names became others: the lists of the user follow.
    void followNames(const AssetNames& names);
    void selectRenamed();
    void followDeletion(const AssetNames& gone, const std::optional<std::string>& replacement);
    [[nodiscard]] std::vector<std::string> selectedFiles() const;
    [[nodiscard]] std::string chosenFolder() const;
    [[nodiscard]] QString chosenCollection() const; ///< empty for another scope
    [[nodiscard]] std::optional<QStringList> chosenPaths();
    void addMaterialEntries(QMenu& menu, const std::string& material);
    void newMaterial();
    /// Chooses the new one and shows it in the Material dock.
    void take(const engine::Result<std::string>& made);

    EditorApi& m_editor;
    AssetModel* m_model = nullptr;
    AssetChanges* m_changes = nullptr;
    AssetLabels* m_labels = nullptr;
    QLabel* m_info = nullptr; ///< below the list: what is chosen
    QTreeWidget* m_folders = nullptr;
    QListView* m_list = nullptr;
    QLineEdit* m_filter = nullptr;
    QComboBox* m_kind = nullptr;
    QComboBox* m_scope = nullptr;
    AssetShelf m_shelf;
    std::string m_renamed; ///< file that is selected once the list has it; empty: none
    QTimer m_news;       ///< runs after files changed during a drag
    QTimer m_sceneNews;  ///< runs after an edit while only what the scene uses is shown
    bool m_stale = true; ///< to be filled when next seen
    engine::Connections m_connections;
    engine::Connection m_assetsConnection;
};
} // namespace editor
