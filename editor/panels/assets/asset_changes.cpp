#include "editor/panels/assets/asset_changes.h"

#include "editor/api/asset_mime.h"
#include "editor/panels/assets/asset_change_dialog.h"
#include "editor/panels/assets/asset_kinds.h"

#include <QAbstractItemView>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPointer>
#include <QTreeWidget>

#include <algorithm>
#include <utility>

namespace editor
{
AssetChanges::AssetChanges(EditorApi& editor, QWidget& browser)
    : QObject{&browser}, m_editor{editor}, m_browser{browser}
{
}

void AssetChanges::listenTo(QAbstractItemView& view, Chosen chosen)
{
    view.installEventFilter(this);
    m_views.emplace_back(&view, std::move(chosen));
}

void AssetChanges::takeDrops(QTreeWidget& folders,
                             std::function<std::string(const QPoint&)> folderAt)
{
    m_folders = &folders;
    m_folderAt = std::move(folderAt);
    folders.setAcceptDrops(true);
    folders.viewport()->setAcceptDrops(true);
    folders.viewport()->installEventFilter(this);
}

std::string AssetChanges::fileOf(const engine::AssetEntry& entry) const
{
    return fileBelowAssets(m_editor.assets().project(), entry);
}

void AssetChanges::addActions(QMenu& menu, const std::vector<std::string>& files)
{
    if (files.empty())
        return;
    menu.addSeparator();
    auto* other = menu.addAction(files.size() == 1 ? tr("Rename or move...") : tr("Move..."));
    other->setShortcut(QKeySequence{Qt::Key_F2});
    connect(other, &QAction::triggered, this, [this, files] { rename(files); });
    auto* gone = menu.addAction(tr("Delete..."));
    gone->setShortcut(QKeySequence{Qt::Key_Delete});
    connect(gone, &QAction::triggered, this, [this, files] { remove(files); });
    menu.addSeparator();
}

void AssetChanges::rename(const std::vector<std::string>& files)
{
    ask({AssetRequest::Kind::Rename, files, {}});
}

void AssetChanges::remove(const std::vector<std::string>& files)
{
    ask({AssetRequest::Kind::Delete, files, {}});
}

void AssetChanges::moveTo(const std::vector<std::string>& files, const std::string& folder)
{
    AssetRequest request;
    for (const auto& file : files) {
        const auto name = file.substr(file.rfind('/') + 1);
        auto to = folder.empty() ? name : folder + "/" + name;
        if (to == file)
            continue; // it lies there already
        request.from.push_back(file);
        request.to.push_back(std::move(to));
    }
    ask(std::move(request));
}

void AssetChanges::ask(AssetRequest request)
{
    if (request.from.empty())
        return;
    if (const auto may = m_editor.mayRenameFiles(); !may)
        return m_editor.showMessage(MessageKind::Warning, may.error().message());
    AssetChangeDialog dialog{m_editor, std::move(request), &m_browser};
    dialog.renamed = [guard = QPointer{this}](const AssetNames& names) {
        if (guard && guard->renamed)
            guard->renamed(names);
    };
    dialog.deleted = [guard = QPointer{this}](const AssetNames& gone,
                                              const std::optional<std::string>& replacement) {
        if (guard && guard->deleted)
            guard->deleted(gone, replacement);
    };
    dialog.exec();
}

bool AssetChanges::keyPressed(QObject* view, QEvent* event)
{
    const auto* key = static_cast<QKeyEvent*>(event);
    // Those of the number pad are the same keys.
    const auto modifiers = key->modifiers() & ~Qt::KeyboardModifiers{Qt::KeypadModifier};
    const bool isOurs =
        modifiers == Qt::NoModifier && (key->key() == Qt::Key_F2 || key->key() == Qt::Key_Delete);
    const auto at = std::find_if(m_views.begin(), m_views.end(),
                                 [&](const auto& each) { return each.first == view; });
    if (!isOurs || at == m_views.end())
        return false;
    event->accept(); // before Qt looks for shortcuts: two of one key are ambiguous
    if (event->type() == QEvent::KeyPress) {
        const auto files = at->second();
        if (key->key() == Qt::Key_F2)
            rename(files);
        else
            remove(files);
    }
    return true;
}

/// Where a drop would go.
void AssetChanges::mark(QTreeWidgetItem* item)
{
    if (const auto before = std::exchange(m_marked, QPersistentModelIndex{}); before.isValid())
        m_folders->model()->setData(before, {}, Qt::BackgroundRole);
    if (item == nullptr)
        return;
    item->setBackground(0, m_folders->palette().highlight());
    m_marked = m_folders->indexFromItem(item);
}

bool AssetChanges::dropped(QEvent* event)
{
    auto* drop = static_cast<QDropEvent*>(event);
    const auto assets = assetsOf(drop->mimeData());
    if (assets.empty())
        return false;
    auto* item = m_folders->itemAt(drop->position().toPoint());
    mark(event->type() == QEvent::Drop ? nullptr : item);
    if (item == nullptr) {
        drop->ignore();
        return true;
    }
    // The browser moves the files, not the drag, after which they count as not used anywhere.
    drop->setDropAction(event->type() == QEvent::Drop ? Qt::IgnoreAction : Qt::CopyAction);
    drop->accept();
    if (event->type() != QEvent::Drop)
        return true;
    std::vector<std::string> files;
    for (const auto& asset : assets)
        for (const auto& entry : m_editor.assets().entries())
            if (entry.kind == asset.kind && entry.path == asset.path)
                if (auto file = fileOf(entry); !file.empty())
                    files.push_back(std::move(file));
    const auto folder = m_folderAt(drop->position().toPoint());
    // The drag must end before a dialog asks.
    QMetaObject::invokeMethod(
        this, [this, files, folder] { moveTo(files, folder); }, Qt::QueuedConnection);
    return true;
}

bool AssetChanges::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
        if (keyPressed(watched, event))
            return true;
        break;
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop:
        if (m_folders != nullptr && watched == m_folders->viewport() && dropped(event))
            return true;
        break;
    case QEvent::DragLeave:
        if (m_folders != nullptr && watched == m_folders->viewport())
            mark(nullptr);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}
} // namespace editor
