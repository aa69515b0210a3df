// What the asset browser says of what is chosen, and how that follows changes.
#include "editor/operations/assets/asset_names.h"
#include "editor/panels/assets/asset_browser.h"
#include "editor/panels/assets/asset_changes.h"
#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/assets/asset_labels.h"
#include "editor/panels/assets/asset_model.h"
#include "engine_core/base/count_text.h"

#include <QLabel>
#include <QListView>
#include <QVBoxLayout>

namespace editor
{
using engine::AssetKind;
using engine::Name;

void AssetBrowser::makeLabels()
{
    m_labels = new AssetLabels{m_editor, *this};
    m_model->setLabels(m_labels);
    connect(m_labels, &AssetLabels::changed, this, [this] {
        fillCollections();
        applyFilter();
        showInfo();
    });
    connect(&m_model->facts(), &AssetFacts::measured, this, &AssetBrowser::showInfo);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AssetBrowser::showInfo);
    connect(m_model, &AssetModel::modelReset, this, &AssetBrowser::showInfo);
}

void AssetBrowser::showInfo()
{
    if (const auto& problem = m_model->searchProblem(); !problem.isEmpty())
        return m_info->setText(problem);
    const auto chosen = m_list->selectionModel()->selectedIndexes();
    const auto count =
        engine::countText(static_cast<std::size_t>(m_model->rowCount()), "asset", "assets");
    if (chosen.isEmpty())
        return m_info->setText(QString::fromStdString(count));
    if (chosen.size() > 1)
        return m_info->setText(
            tr("%1 of %2 chosen").arg(chosen.size()).arg(QString::fromStdString(count)));
    const auto& asset = m_model->entry(chosen.front().row());
    m_model->facts().measure({asset});
    QStringList parts{QString::fromStdString(asset.path), assetKindName(asset)};
    if (const auto sizes = factsText(m_model->facts().find(asset)); !sizes.isEmpty())
        parts << sizes;
    QStringList tags;
    for (const auto& tag : m_model->tagsOf(asset))
        tags << QLatin1Char{'#'} + tag;
    if (!tags.isEmpty())
        parts << tags.join(QLatin1Char{' '});
    m_info->setText(parts.join(QStringLiteral("  \u00b7  ")));
    m_info->setToolTip(m_info->text());
}

void AssetBrowser::followNames(const AssetNames& names)
{
    m_shelf.rename([&](const QString& path) {
        const auto other = names.of(AssetKind::Any, path.toStdString());
        return other ? QString::fromStdString(*other) : path;
    });
    const auto current = m_editor.currentMaterial();
    if (const auto other = names.of(AssetKind::Material, current.text()))
        m_editor.setCurrentMaterial(Name{*other});
    // One file, so that a folder's new name does not look for all that is in it.
    if (names.files().size() == 1)
        m_renamed = names.files().begin()->second;
    selectRenamed();
}

/// The list may hear of the file's new name later.
void AssetBrowser::selectRenamed()
{
    for (int row = 0; !m_renamed.empty() && row < m_model->rowCount(); ++row)
        if (m_changes->fileOf(m_model->entry(row)) == m_renamed) {
            m_renamed.clear();
            m_list->setCurrentIndex(m_model->index(row));
            m_list->scrollTo(m_list->currentIndex());
        }
}

/// What is gone is nobody's favourite, and no face gets it any more.
void AssetBrowser::followDeletion(const AssetNames& gone,
                                  const std::optional<std::string>& replacement)
{
    m_shelf.rename([&](const QString& path) {
        return gone.of(AssetKind::Any, path.toStdString()) ? QString{} : path;
    });
    if (gone.of(AssetKind::Material, m_editor.currentMaterial().text()))
        m_editor.setCurrentMaterial(replacement ? Name{assetNameOf(*replacement)} : Name{});
}
} // namespace editor
