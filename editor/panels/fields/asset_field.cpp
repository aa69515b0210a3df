#include "editor/panels/fields/asset_field.h"

#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"

#include <QAction>
#include <QCompleter>
#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionFrame>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace editor
{
using engine::AssetKind;

namespace
{
bool fits(AssetKind wanted, AssetKind given)
{
    return wanted == AssetKind::Any || wanted == given;
}
} // namespace

AssetField::AssetField(EditorApi& editor, AssetKind kind, QWidget* parent)
    : QLineEdit{parent}, m_editor{editor}, m_kind{kind}
{
    setAcceptDrops(true);
    setPlaceholderText(tr("none"));
    auto* pick = addAction(themeIcon(QStringLiteral("chevron_down"), ColorRole::MutedText),
                           TrailingPosition);
    pick->setToolTip(tr("Choose from the project's assets"));
    connect(pick, &QAction::triggered, this, &AssetField::showMenu);
    connect(this, &QLineEdit::editingFinished, this, &AssetField::commitText);
    leaveOnReturn(*this);
    connect(this, &QLineEdit::textEdited, this, &AssetField::offerCompletions);
}

void AssetField::setPath(const std::string& path)
{
    m_path = path;
    m_mixed = false;
    setPlaceholderText(tr("none"));
    if (hasFocus() && isModified())
        return;
    setText(QString::fromStdString(path));
    setCursorPosition(static_cast<int>(text().size())); // the name matters more than the folder
}

void AssetField::setMixed()
{
    m_path.clear();
    m_mixed = true;
    setPlaceholderText(tr("mixed"));
    if (!(hasFocus() && isModified()))
        clear();
}

void AssetField::offerCompletions()
{
    const auto paths = assetPaths();
    if (completer() != nullptr && m_offered == paths)
        return completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_offered = paths;
    auto* offered = new QCompleter{paths, this};
    offered->setCaseSensitivity(Qt::CaseInsensitive);
    offered->setFilterMode(Qt::MatchContains);
    offered->setMaxVisibleItems(16);
    setCompleter(offered); // the one before goes
    // Queued: the field itself puts the text in first, as if nobody had typed it.
    connect(
        offered, QOverload<const QString&>::of(&QCompleter::activated), this,
        [this](const QString& path) {
            setText(path);
            setModified(true);
            commitText();
        },
        Qt::QueuedConnection);
}

QStringList AssetField::assetPaths() const
{
    QStringList paths;
    for (const auto& entry : m_editor.assets().entries())
        if (fits(m_kind, entry.kind))
            paths << QString::fromStdString(entry.path);
    return paths;
}

void AssetField::commitText()
{
    if (!isModified())
        return;
    setModified(false);
    const auto typed = text().trimmed().toStdString();
    if ((m_mixed && typed.empty()) || (!m_mixed && typed == m_path))
        return;
    const auto path = typed.empty() ? std::optional{typed} : findTyped(typed);
    if (!path) {
        m_editor.showMessage(MessageKind::Warning, tr("There is no %1 '%2' in the project")
                                                       .arg(assetKindName(m_kind), text().trimmed())
                                                       .toStdString());
        setText(QString::fromStdString(m_path));
        return;
    }
    setText(QString::fromStdString(*path));
    if (picked && (m_mixed || *path != m_path))
        picked(*path);
}

/// The asset of that path, or the only one whose file, with or without its ending, is named so.
std::optional<std::string> AssetField::findTyped(const std::string& typed) const
{
    std::vector<std::string> named;
    for (const auto& entry : m_editor.assets().entries()) {
        if (!fits(m_kind, entry.kind))
            continue;
        if (entry.path == typed)
            return typed;
        const engine::fs::path path{entry.path};
        for (const auto& name : {path.stem(), path.filename(), path.parent_path() / path.stem()})
            if (QString::fromStdString(name.string())
                    .compare(QString::fromStdString(typed), Qt::CaseInsensitive) == 0) {
                named.push_back(entry.path);
                break;
            }
    }
    return named.size() == 1 ? std::optional{named.front()} : std::nullopt;
}

void AssetField::paintEvent(QPaintEvent* event)
{
    QStyleOptionFrame option;
    initStyleOption(&option);
    auto room = style()->subElementRect(QStyle::SE_LineEditContents, &option, this);
    // QLineEdit counts what the button takes from the text's own edge, not from the field's.
    if (const auto* button = findChild<QToolButton*>())
        room.setRight(room.right() - (width() - button->x()));
    room.adjust(2, 0, -3, 0); // what QLineEdit leaves beside its text, and for the cursor
    const auto whole = text();
    const auto cut = fontMetrics().elidedText(whole, Qt::ElideMiddle, room.width());
    if (hasFocus() || whole.isEmpty() || cut == whole) {
        QLineEdit::paintEvent(event);
        return;
    }
    QPainter painter{this};
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    style()->drawItemText(&painter, room, Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(),
                          cut, QPalette::Text);
}

bool AssetField::event(QEvent* event)
{
    // The whole path, above what the property's own tooltip says.
    if (event->type() == QEvent::ToolTip && !text().isEmpty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("<b>%1</b><br>%2").arg(text().toHtmlEscaped(), toolTip()),
                           this);
        return true;
    }
    return QLineEdit::event(event);
}

void AssetField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && isModified()) {
        setModified(false);
        setText(QString::fromStdString(m_path));
        return;
    }
    if (event->key() == Qt::Key_Down && event->modifiers().testFlag(Qt::AltModifier)) {
        showMenu();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void AssetField::showMenu()
{
    constexpr int MostInMenu = 30;
    if (assetPaths().size() > MostInMenu) { // a list that scrolls, and that typing narrows
        setFocus();
        offerCompletions();
        completer()->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
        completer()->complete();
        return;
    }
    QMenu menu{this};
    const auto add = [&](const QString& label, const std::string& path) {
        auto* action = menu.addAction(label);
        action->setCheckable(true);
        action->setChecked(!m_mixed && path == m_path);
        connect(action, &QAction::triggered, this, [this, path] {
            if (picked)
                picked(path);
        });
    };
    add(tr("None"), {});
    menu.addSeparator();
    for (const auto& entry : m_editor.assets().entries())
        if (fits(m_kind, entry.kind))
            add(QString::fromStdString(entry.path), entry.path);
    menu.exec(mapToGlobal(QPoint{0, height()}));
}

void AssetField::dragEnterEvent(QDragEnterEvent* event)
{
    const auto asset = assetOf(event->mimeData());
    if (asset && fits(m_kind, asset->kind))
        event->acceptProposedAction();
}

void AssetField::dropEvent(QDropEvent* event)
{
    const auto asset = assetOf(event->mimeData());
    if (!asset || !fits(m_kind, asset->kind))
        return;
    event->acceptProposedAction();
    if (picked)
        picked(asset->path);
}
} // namespace editor
