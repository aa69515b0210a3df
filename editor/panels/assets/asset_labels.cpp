#include "editor/panels/assets/asset_labels.h"

#include "engine_core/base/count_text.h"
#include "engine_core/base/log.h"

#include <QInputDialog>
#include <QMenu>

#include <algorithm>

namespace editor
{
AssetLabels::AssetLabels(EditorApi& editor, QWidget& browser)
    : QObject{&browser}, m_editor{editor}, m_browser{browser}
{
    const auto follow = [this](const std::vector<FileWrite>& writes) {
        const auto file = engine::assetTagsFileOf(m_editor.assets().project());
        if (std::ranges::any_of(writes, [&](const auto& each) { return each.file == file; }))
            read();
    };
    m_connections += m_editor.document().filesWritten.connect(follow);
    m_connections += m_editor.document().filesChanged.connect([this] { read(); });
}

void AssetLabels::read()
{
    auto tags = readAssetTags(m_editor.assets().project());
    if (!tags)
        engine::logWarning("assets", "{}", tags.error().message());
    auto fresh = tags ? *std::move(tags) : engine::AssetTags{};
    if (fresh == m_tags)
        return;
    m_tags = std::move(fresh);
    m_byFile.clear();
    for (const auto& [tag, files] : m_tags.tags)
        for (const auto& file : files)
            m_byFile[QString::fromStdString(file)] << QString::fromStdString(tag);
    Q_EMIT changed();
}

QStringList AssetLabels::tagsOf(const std::string& file) const
{
    return m_byFile.value(QString::fromStdString(file));
}

QStringList AssetLabels::collections() const
{
    QStringList all;
    for (const auto& [name, files] : m_tags.collections)
        all << QString::fromStdString(name);
    return all;
}

std::vector<std::string> AssetLabels::filesOf(const QString& collection) const
{
    const auto at = m_tags.collections.find(collection.toStdString());
    return at == m_tags.collections.end()
               ? std::vector<std::string>{}
               : std::vector<std::string>{at->second.begin(), at->second.end()};
}

void AssetLabels::edit(const std::string& label,
                       const std::function<engine::Result<void>(Transaction&)>& change)
{
    if (const auto done = m_editor.document().run(label, change); !done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
}

void AssetLabels::list(AssetList list,
                       const std::string& name,
                       const std::vector<std::string>& files,
                       bool isListed)
{
    const auto what = engine::countText(files.size(), "asset", "assets");
    const bool isTag = list == AssetList::Tag;
    const auto label = isTag && isListed ? fmt::format("Tag {} with #{}", what, name)
                       : isTag           ? fmt::format("Remove #{} from {}", name, what)
                       : isListed        ? fmt::format("Add {} to {}", what, name)
                                         : fmt::format("Remove {} from {}", what, name);
    edit(label, [&](Transaction& transaction) {
        return setListed(transaction, m_editor.assets().project(), list, name, files, isListed);
    });
}

QString AssetLabels::askName(const QString& title, const QString& before)
{
    bool isWanted = false;
    const auto name =
        QInputDialog::getText(&m_browser, title, tr("Name"), QLineEdit::Normal, before, &isWanted);
    return isWanted ? name.trimmed() : QString{};
}

void AssetLabels::addMenus(QMenu& menu, const std::vector<std::string>& files)
{
    if (files.empty())
        return;
    addMenu(menu, AssetList::Tag, files);
    addMenu(menu, AssetList::Collection, files);
}

void AssetLabels::addMenu(QMenu& menu, AssetList which, const std::vector<std::string>& files)
{
    const bool isTag = which == AssetList::Tag;
    auto* sub = menu.addMenu(isTag ? tr("Tags") : tr("Collections"));
    for (const auto& [name, listed] : isTag ? m_tags.tags : m_tags.collections) {
        auto* action = sub->addAction((isTag ? QStringLiteral("#") : QString{}) +
                                      QString::fromStdString(name));
        action->setCheckable(true);
        action->setChecked(std::ranges::all_of(
            files, [&](const std::string& file) { return listed.contains(file); }));
        connect(action, &QAction::toggled, this,
                [this, which, key = name, files](bool on) { list(which, key, files, on); });
    }
    sub->addSeparator();
    connect(sub->addAction(isTag ? tr("New tag...") : tr("New collection...")), &QAction::triggered,
            this, [this, which, isTag, files] {
                const auto name = askName(isTag ? tr("New tag") : tr("New collection"));
                if (!name.isEmpty())
                    list(which, name.toStdString(), files, true);
            });
}

void AssetLabels::addCollectionActions(QMenu& menu, const QString& collection)
{
    const auto name = collection.toStdString();
    const auto change = [this, name](const std::string& label, const std::string& to) {
        edit(label, [&](Transaction& transaction) {
            return renameList(transaction, m_editor.assets().project(), AssetList::Collection, name,
                              to);
        });
    };
    menu.addSeparator();
    connect(menu.addAction(tr("Rename collection '%1'...").arg(collection)), &QAction::triggered,
            this, [this, change, collection, name] {
                if (const auto to = askName(tr("Rename collection"), collection); !to.isEmpty())
                    change(fmt::format("Rename collection {} to {}", name, to.toStdString()),
                           to.toStdString());
            });
    connect(menu.addAction(tr("Remove collection '%1'").arg(collection)), &QAction::triggered, this,
            [change, name] { change("Remove collection " + name, {}); });
}
} // namespace editor
