// The menus of the asset browser and what they do.
#include "editor/operations/material/material_files.h"
#include "editor/panels/assets/asset_browser.h"
#include "editor/panels/assets/asset_changes.h"
#include "editor/panels/assets/asset_labels.h"
#include "editor/panels/assets/asset_model.h"
#include "editor/panels/assets/asset_uses.h"
#include "editor/views/theme.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QListView>
#include <QMenu>

namespace editor
{
using engine::AssetEntry;
using engine::AssetKind;
using engine::Name;
using engine::Result;

void AssetBrowser::addMaterialActions(QMenu& menu, const AssetEntry& asset)
{
    auto* apply = menu.addAction(themeIcon(QStringLiteral("material")), tr("Apply to selection"));
    apply->setEnabled(!m_editor.document().selection().isEmpty());
    connect(apply, &QAction::triggered, this, [this, asset] { applyToSelection(asset.path); });
    auto* replace = menu.addAction(tr("Replace in scene..."));
    connect(replace, &QAction::triggered, this,
            [this, asset] { replaceWithDialog(m_editor, asset, this); });
}

void AssetBrowser::addListActions(QMenu& menu, const AssetEntry& asset)
{
    auto* users = menu.addAction(themeIcon(QStringLiteral("select")), tr("Select in scene"));
    connect(users, &QAction::triggered, this, [this, asset] { selectUsers(m_editor, asset); });
    const auto path = QString::fromStdString(asset.path);
    auto* favourite = menu.addAction(tr("Favourite"));
    favourite->setCheckable(true);
    favourite->setChecked(m_shelf.favourites().contains(path));
    connect(favourite, &QAction::toggled, this, [this, path](bool isOne) {
        m_shelf.setFavourite(path, isOne);
        applyFilter();
    });
}

void AssetBrowser::addMaterialEntries(QMenu& menu, const std::string& material)
{
    auto* edit = menu.addAction(tr("Edit material"));
    connect(edit, &QAction::triggered, this, [this, material] {
        m_editor.setCurrentMaterial(Name{material});
        m_editor.showPanel("materials");
    });
    auto* instance = menu.addAction(tr("New instance"));
    instance->setToolTip(tr("A material that takes everything from this one until told otherwise"));
    connect(instance, &QAction::triggered, this,
            [this, material] { take(createInstance(m_editor.assets().project(), material)); });
    auto* copy = menu.addAction(tr("Duplicate"));
    connect(copy, &QAction::triggered, this,
            [this, material] { take(duplicateMaterial(m_editor.assets().project(), material)); });
}

void AssetBrowser::newMaterial()
{
    const auto chosen = chosenFolder();
    bool isWanted = false;
    const auto name = QInputDialog::getText(this, tr("New material"), tr("Name"), QLineEdit::Normal,
                                            tr("New material"), &isWanted);
    if (isWanted)
        take(createMaterial(m_editor.assets().project(), chosen.empty() ? "Materials" : chosen,
                            name.trimmed().toStdString()));
}

void AssetBrowser::take(const Result<std::string>& made)
{
    if (!made)
        return m_editor.showMessage(MessageKind::Error, made.error().message());
    m_editor.assets().pollChanges();
    m_editor.setCurrentMaterial(Name{*made});
    m_editor.showPanel("materials");
    m_editor.showMessage(MessageKind::Info, "Made the material " + *made);
}

void AssetBrowser::showMenu(const QPoint& at)
{
    const auto index = m_list->indexAt(at);
    QMenu menu{this};
    if (!index.isValid()) {
        connect(menu.addAction(tr("New material...")), &QAction::triggered, this,
                &AssetBrowser::newMaterial);
        if (const auto collection = chosenCollection(); !collection.isEmpty())
            m_labels->addCollectionActions(menu, collection);
        menu.exec(m_list->viewport()->mapToGlobal(at));
        return;
    }
    const auto asset = m_model->entry(index.row());
    if (asset.kind == AssetKind::Material) {
        addMaterialActions(menu, asset);
        addMaterialEntries(menu, asset.path);
    }
    if (engine::isPrefabFile(asset.path)) {
        auto* place = menu.addAction(themeIcon(QStringLiteral("prefab")), tr("Place"));
        connect(place, &QAction::triggered, this, [this, asset] {
            m_editor.placePrefabWanted(asset.path);
            noteUsed(asset);
        });
        auto* edit = menu.addAction(tr("Edit prefab"));
        connect(edit, &QAction::triggered, this,
                [this, asset] { m_editor.editPrefabWanted(asset.path); });
    }
    addListActions(menu, asset);
    m_labels->addMenus(menu, selectedFiles());
    m_changes->addActions(menu, selectedFiles());
    connect(menu.addAction(tr("New material...")), &QAction::triggered, this,
            &AssetBrowser::newMaterial);
    auto* copy = menu.addAction(tr("Copy path"));
    connect(copy, &QAction::triggered, this,
            [asset] { QGuiApplication::clipboard()->setText(QString::fromStdString(asset.path)); });
    menu.exec(m_list->viewport()->mapToGlobal(at));
}
} // namespace editor
