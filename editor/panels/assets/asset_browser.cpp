#include "editor/panels/assets/asset_browser.h"

#include "editor/api/empty_hint.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/panels/assets/asset_changes.h"
#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/assets/asset_labels.h"
#include "editor/panels/assets/asset_model.h"
#include "editor/panels/assets/asset_uses.h"
#include "editor/views/theme.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <QComboBox>
#include <QDrag>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>
#include <set>

namespace editor
{
using engine::AssetEntry;
using engine::AssetKind;
using engine::Name;
using engine::Result;

namespace
{
constexpr int PictureSide = 72;
constexpr int FolderRole = Qt::UserRole;
constexpr int CollectionRole = Qt::UserRole + 1;

/// In the list of kinds: prefabs are a kind of their own here.
constexpr int PrefabsOnly = -1;

/// What of the project is shown.
enum class Scope
{
    All,
    Scene,
    Recent,
    Favourites,
    Collection ///< whose name is the item's CollectionRole
};

constexpr int SceneNewsDelay = 300; ///< milliseconds after an edit

/// A list whose drags show the picture that is dragged.
class AssetListView final : public QListView
{
public:
    explicit AssetListView(QWidget* parent) : QListView{parent} { setViewportMargins(4, 6, 4, 4); }

    std::function<void(const QModelIndex&)> dropped; ///< what was dragged has found a place

protected:
    void startDrag(Qt::DropActions) override
    {
        const auto indexes = selectedIndexes();
        auto* mime = model()->mimeData(indexes);
        if (mime == nullptr)
            return;
        auto* drag = new QDrag{this}; // Qt deletes it after the drag
        drag->setMimeData(mime);
        const auto icon = indexes.front().data(Qt::DecorationRole).value<QIcon>();
        drag->setPixmap(icon.pixmap(QSize{48, 48}, devicePixelRatioF()));
        drag->setHotSpot({24, 24});
        const QPersistentModelIndex first{indexes.front()};
        if (drag->exec(Qt::CopyAction) != Qt::IgnoreAction && first.isValid() && dropped)
            dropped(first);
    }
};
} // namespace

AssetBrowser::AssetBrowser(EditorApi& editor, QWidget* parent) : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("assetBrowser"));
    setAccessibleName(tr("Asset browser"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_model = new AssetModel{editor, this};
    makeBar();
    makeViews();
    makeChanges();
    makeLabels();
    connectEditor();
}

void AssetBrowser::makeBar()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(8);
    m_filter = new QLineEdit{this};
    m_filter->setObjectName(QStringLiteral("assetFilter"));
    m_filter->setPlaceholderText(tr("Search names, #tags, >512px"));
    m_filter->setAccessibleName(tr("Filter of the asset browser"));
    m_filter->setToolTip(tr("<b>Search</b><br>Words that the path or a tag holds; #wood for a "
                            "tag alone; sizes: &gt;512px, &lt;2mb, &gt;1000tris."));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(themeIcon(QStringLiteral("search"), ColorRole::MutedText),
                        QLineEdit::LeadingPosition);
    m_kind = new QComboBox{this};
    m_kind->setObjectName(QStringLiteral("assetKind"));
    m_kind->setAccessibleName(tr("Kind of assets"));
    m_kind->setToolTip(tr("<b>Kind</b><br>Shows only assets of this kind."));
    const auto add = [this](const QString& label, AssetKind kind) {
        m_kind->addItem(themeIcon(assetKindIcon(kind), ColorRole::MutedText), label,
                        static_cast<int>(kind));
    };
    add(tr("Materials"), AssetKind::Material);
    add(tr("Textures"), AssetKind::Texture);
    add(tr("Sounds"), AssetKind::Sound);
    add(tr("Meshes"), AssetKind::Mesh);
    add(tr("Scripts"), AssetKind::Script);
    add(tr("Light profiles"), AssetKind::LightProfile);
    m_kind->addItem(themeIcon(QStringLiteral("prefab"), ColorRole::MutedText), tr("Prefabs"),
                    PrefabsOnly);
    add(tr("All kinds"), AssetKind::Any);
    row->addWidget(m_filter, 1);
    m_info = new QLabel{this};
    m_info->setObjectName(QStringLiteral("assetInfo"));
    m_info->setProperty("muted", true);
    m_info->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_info->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_info, 1);
    makeScopes();
    row->addWidget(m_scope);
    row->addWidget(m_kind);
    qobject_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_filter, &QLineEdit::textChanged, this, &AssetBrowser::applyFilter);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AssetBrowser::applyFilter);
}

void AssetBrowser::makeScopes()
{
    m_scope = new QComboBox{this};
    m_scope->setObjectName(QStringLiteral("assetScope"));
    m_scope->setAccessibleName(tr("Which assets"));
    m_scope->setToolTip(tr("<b>Which assets</b><br>All of the project, those that the open scene "
                           "uses, the last ones that you used, or your favourites (right click an "
                           "asset to make it one)."));
    m_scope->addItem(tr("Whole project"), static_cast<int>(Scope::All));
    m_scope->addItem(tr("Used in scene"), static_cast<int>(Scope::Scene));
    m_scope->addItem(tr("Recent"), static_cast<int>(Scope::Recent));
    m_scope->addItem(tr("Favourites"), static_cast<int>(Scope::Favourites));
    connect(m_scope, &QComboBox::currentIndexChanged, this, &AssetBrowser::applyFilter);
    m_news.setSingleShot(true);
    m_news.setInterval(SceneNewsDelay);
    connect(&m_news, &QTimer::timeout, this, &AssetBrowser::refill);
    m_sceneNews.setSingleShot(true);
    m_sceneNews.setInterval(SceneNewsDelay);
    connect(&m_sceneNews, &QTimer::timeout, this, &AssetBrowser::applyFilter);
}

void AssetBrowser::makeViews()
{
    auto* split = new QSplitter{Qt::Horizontal, this};
    m_folders = new QTreeWidget{split};
    m_folders->setObjectName(QStringLiteral("assetFolders"));
    m_folders->setAccessibleName(tr("Folders of assets"));
    m_folders->setHeaderHidden(true);
    m_folders->setUniformRowHeights(true);
    m_folders->setIndentation(14);
    auto* list = new AssetListView{split};
    list->dropped = [this](const QModelIndex& index) {
        noteUsed(m_model->entry(index.row()));
    };
    m_list = list;
    m_list->setObjectName(QStringLiteral("assetList"));
    m_list->setAccessibleName(tr("Assets"));
    m_list->setModel(m_model);
    m_list->setViewMode(QListView::IconMode);
    m_list->setMovement(QListView::Static);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setUniformItemSizes(true);
    m_list->setWordWrap(false);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setIconSize({PictureSide, PictureSide});
    m_list->setGridSize({PictureSide + 36, PictureSide + fontMetrics().height() + 18});
    m_list->setSpacing(0);
    m_list->setDragEnabled(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection); // several can be dragged
    m_list->setSelectionRectVisible(false);
    m_list->setDragDropMode(QAbstractItemView::DragOnly);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_model->thumbnails().setSide(qRound(PictureSide * devicePixelRatioF()));
    setEmptyHint(m_list, tr("Nothing here: files in the project's assets folder appear by "
                            "themselves."));
    split->addWidget(m_folders);
    split->addWidget(m_list);
    split->setStretchFactor(1, 1);
    split->setSizes({150, 600});
    qobject_cast<QVBoxLayout*>(layout())->addWidget(split, 1);
    connect(m_folders, &QTreeWidget::currentItemChanged, this, &AssetBrowser::applyFilter);
    connect(m_list, &QListView::clicked, this, &AssetBrowser::clicked);
    // A drag may begin: the model is read on a worker before it is dropped.
    connect(m_list, &QListView::pressed, this, [this](const QModelIndex& index) {
        if (const auto& asset = m_model->entry(index.row()); asset.kind == AssetKind::Mesh)
            m_editor.assets().prepareMaterials(std::array{Name{asset.path + engine::InModel}});
    });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        const auto& asset = m_model->entry(index.row());
        if (asset.kind == AssetKind::Material)
            applyToSelection(asset.path);
        if (engine::isPrefabFile(asset.path)) {
            m_editor.placePrefabWanted(std::string{asset.path});
            noteUsed(asset);
        }
    });
    connect(m_list, &QListView::customContextMenuRequested, this, &AssetBrowser::showMenu);
}

void AssetBrowser::connectEditor()
{
    listenToAssets();
    m_connections += m_editor.projectChanged.connect([this] {
        listenToAssets();
        m_model->thumbnails().clear();
        m_model->facts().clear();
        refill();
    });
    m_connections += m_editor.materialChanged.connect([this] { showCurrent(); });
    const auto followScene = [this] {
        if (m_scope->currentData().toInt() == static_cast<int>(Scope::Scene))
            m_sceneNews.start();
    };
    m_connections +=
        m_editor.document().changed.connect([followScene](const engine::ChangeSet& changes) {
            if (changes.kind == engine::ChangeKind::Final)
                followScene();
        });
    m_connections += m_editor.document().reset.connect(followScene);
}

void AssetBrowser::listenToAssets()
{
    m_model->thumbnails().setProject(m_editor.assets().project());
    m_shelf.setProject(m_editor.assets().project().root);
    m_assetsConnection = m_editor.assets().changed.connect([this](const auto& files) {
        for (const AssetEntry& each : files) {
            m_model->thumbnails().forget(each);
            m_model->facts().forget(each);
        }
        // A drag of a material's value tells at every move, and no file comes or goes by it.
        if (m_editor.document().isEditing())
            m_news.start();
        else
            refill();
    });
}

void AssetBrowser::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refill();
}

void AssetBrowser::refill()
{
    m_stale = !isVisible();
    if (m_stale)
        return;
    m_labels->read();
    const auto chosen = selectedFiles();
    fillFolders();
    applyFilter();
    const bool isRenamed = !m_renamed.empty();
    if (!isRenamed && chosen.size() == 1)
        m_renamed = chosen.front(); // it stays selected
    selectRenamed();
    if (!isRenamed)
        m_renamed.clear(); // it is gone, or filtered out
}

void AssetBrowser::fillFolders()
{
    const auto* chosen = m_folders->currentItem();
    const auto before = chosen != nullptr ? chosen->data(0, FolderRole).toString() : QString{};
    const QSignalBlocker quiet{m_folders};
    m_folders->clear();
    auto* all = new QTreeWidgetItem{m_folders, {tr("All folders")}};
    all->setData(0, FolderRole, QString{});
    all->setIcon(0, themeIcon(QStringLiteral("assets"), ColorRole::MutedText));
    std::set<std::string> folders;
    for (const auto& entry : m_editor.assets().entries())
        for (auto folder = folderOf(entry.path); !folder.empty(); folder = folderOf(folder))
            folders.insert(folder);
    QHash<QString, QTreeWidgetItem*> items{{QString{}, m_folders->invisibleRootItem()}};
    QTreeWidgetItem* current = all;
    for (const auto& folder : folders) { // parents sort before their children
        const auto path = QString::fromStdString(folder);
        auto* parent = items.value(QString::fromStdString(folderOf(folder)));
        auto* item = new QTreeWidgetItem{parent, {path.section(QLatin1Char{'/'}, -1)}};
        item->setData(0, FolderRole, path);
        item->setIcon(0, themeIcon(QStringLiteral("folder"), ColorRole::MutedText));
        items.insert(path, item);
        if (path == before)
            current = item;
    }
    m_folders->expandAll();
    m_folders->setCurrentItem(current);
}

/// None for all of the project.
std::optional<QStringList> AssetBrowser::chosenPaths()
{
    switch (static_cast<Scope>(m_scope->currentData().toInt())) {
    case Scope::Scene:
        return assetsOfScene(m_editor);
    case Scope::Recent:
        return m_shelf.recent();
    case Scope::Favourites:
        return m_shelf.favourites();
    case Scope::Collection: {
        QStringList paths;
        for (const auto& file : m_labels->filesOf(chosenCollection()))
            paths << QString::fromStdString(assetNameOf(file));
        return paths;
    }
    case Scope::All:
        break;
    }
    return std::nullopt;
}

void AssetBrowser::noteUsed(const AssetEntry& asset)
{
    m_shelf.noteUsed(QString::fromStdString(asset.path));
}

void AssetBrowser::applyFilter()
{
    if (m_stale)
        return;
    const int kind = m_kind->currentData().toInt();
    m_model->setFilter({.folder = chosenFolder(),
                        .kind = kind == PrefabsOnly ? AssetKind::Any : static_cast<AssetKind>(kind),
                        .text = m_filter->text().trimmed(),
                        .prefabs = kind == PrefabsOnly,
                        .only = chosenPaths()});
    showCurrent();
}

void AssetBrowser::showCurrent()
{
    const int row = m_model->rowOf(AssetKind::Material, m_editor.currentMaterial().text());
    if (row < 0)
        return;
    if (m_list->currentIndex().row() != row || !m_list->selectionModel()->hasSelection())
        m_list->setCurrentIndex(m_model->index(row));
}

void AssetBrowser::reveal(const AssetEntry& asset)
{
    refill();
    m_filter->clear();
    m_scope->setCurrentIndex(0);
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(asset.kind)));
    m_folders->setCurrentItem(m_folders->topLevelItem(0)); // all folders
    const int row = m_model->rowOf(asset.kind, asset.path);
    if (row < 0)
        return;
    m_list->setCurrentIndex(m_model->index(row));
    m_list->scrollTo(m_list->currentIndex());
    clicked(m_list->currentIndex());
}

void AssetBrowser::clicked(const QModelIndex& index)
{
    m_renamed.clear();
    const auto& asset = m_model->entry(index.row());
    if (asset.kind == AssetKind::Material)
        m_editor.setCurrentMaterial(Name{asset.path});
}

void AssetBrowser::applyToSelection(const std::string& material)
{
    auto& document = m_editor.document();
    const auto& selection = document.selection();
    if (selection.isEmpty()) {
        m_editor.showMessage(MessageKind::Info,
                             "Select brushes or faces first, or drag the material onto one");
        return;
    }
    if (document.isEditing())
        return;
    auto done = document.run("Apply material", [&](Transaction& edit) {
        return selection.faces().empty() ? applyMaterial(edit, selection.entities(), Name{material})
                                         : applyMaterial(edit, selection.faces(), Name{material});
    });
    if (!done)
        return m_editor.showMessage(MessageKind::Error, done.error().message());
    m_shelf.noteUsed(QString::fromStdString(material));
}

std::string AssetBrowser::chosenFolder() const
{
    const auto* folder = m_folders->currentItem();
    return folder != nullptr ? folder->data(0, FolderRole).toString().toStdString() : std::string{};
}

QString AssetBrowser::chosenCollection() const
{
    return m_scope->currentData(CollectionRole).toString();
}

std::vector<std::string> AssetBrowser::selectedFiles() const
{
    std::vector<std::string> files;
    for (const auto& index : m_list->selectionModel()->selectedIndexes())
        if (auto file = m_changes->fileOf(m_model->entry(index.row())); !file.empty())
            files.push_back(std::move(file));
    return files;
}

void AssetBrowser::makeChanges()
{
    m_changes = new AssetChanges{m_editor, *this};
    m_changes->renamed = [this](const AssetNames& names) {
        followNames(names);
    };
    m_changes->deleted = [this](const AssetNames& gone,
                                const std::optional<std::string>& replacement) {
        followDeletion(gone, replacement);
    };
    m_changes->listenTo(*m_list, [this] { return selectedFiles(); });
    const auto folder = [this]() -> std::vector<std::string> {
        return chosenFolder().empty() ? std::vector<std::string>{}
                                      : std::vector<std::string>{chosenFolder()};
    };
    m_changes->listenTo(*m_folders, folder);
    m_changes->takeDrops(*m_folders, [this](const QPoint& at) {
        const auto* item = m_folders->itemAt(at);
        return item != nullptr ? item->data(0, FolderRole).toString().toStdString() : std::string{};
    });
    m_folders->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_folders, &QTreeWidget::customContextMenuRequested, this,
            [this, folder](const QPoint& at) {
                QMenu menu{this};
                m_changes->addActions(menu, folder());
                connect(menu.addAction(tr("New material...")), &QAction::triggered, this,
                        &AssetBrowser::newMaterial);
                menu.exec(m_folders->viewport()->mapToGlobal(at));
            });
}

/// Below the scopes that every project has.
void AssetBrowser::fillCollections()
{
    const auto chosen = chosenCollection();
    const QSignalBlocker quiet{m_scope};
    while (m_scope->count() > static_cast<int>(Scope::Collection))
        m_scope->removeItem(m_scope->count() - 1);
    for (const auto& name : m_labels->collections()) {
        m_scope->addItem(name, static_cast<int>(Scope::Collection));
        m_scope->setItemData(m_scope->count() - 1, name, CollectionRole);
        if (name == chosen)
            m_scope->setCurrentIndex(m_scope->count() - 1);
    }
    if (!chosen.isEmpty() && chosenCollection() != chosen)
        m_scope->setCurrentIndex(0);
}

} // namespace editor
