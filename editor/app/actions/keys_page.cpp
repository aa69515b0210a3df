#include "editor/app/actions/keys_page.h"

#include "editor/app/actions/action_registry.h"
#include "editor/views/theme.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int IdRole = Qt::UserRole;

enum Column
{
    CommandColumn,
    MenuColumn,
    KeysColumn,
    ColumnCount
};

const ViewKeyInfo* viewKey(const std::string& id)
{
    const auto at = std::find_if(ViewKeyInfos.begin(), ViewKeyInfos.end(),
                                 [&](const ViewKeyInfo& info) { return id == info.id; });
    return at == ViewKeyInfos.end() ? nullptr : &*at;
}

QString shown(const KeyList& keys)
{
    QStringList parts;
    for (const auto& each : keys)
        parts += each.toString(QKeySequence::NativeText);
    return parts.join(QStringLiteral("   "));
}
} // namespace

KeysPage::KeysPage(ActionRegistry& actions, QWidget* parent) : QWidget{parent}, m_actions{actions}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    makeTop();
    makeList();
    makeEditor();
    connect(&actions, &ActionRegistry::keymapChanged, this, &KeysPage::fill);
    fill();
    m_tree->setCurrentItem(m_tree->topLevelItem(0));
}

void KeysPage::makeTop()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_map = new QComboBox{this};
    m_map->setObjectName(QStringLiteral("keymap"));
    m_map->setAccessibleName(tr("Keymap"));
    m_map->setToolTip(tr("<b>Keymap</b><br>The keys that your hands know. What you change belongs "
                         "to the keymap that you change it in."));
    m_map->addItems(Keymap::names());
    m_map->setCurrentText(m_actions.keymap().name());
    connect(m_map, &QComboBox::currentTextChanged, this, [this](const QString& name) {
        m_actions.changeKeymap([&](Keymap& keymap) { keymap.choose(name); });
    });
    m_filter = new QLineEdit{this};
    m_filter->setObjectName(QStringLiteral("keyFilter"));
    m_filter->setPlaceholderText(tr("Filter by command or key"));
    m_filter->setAccessibleName(tr("Filter of the commands"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(themeIcon(QStringLiteral("search"), ColorRole::MutedText),
                        QLineEdit::LeadingPosition);
    connect(m_filter, &QLineEdit::textChanged, this, &KeysPage::applyFilter);
    auto* all = new QPushButton{tr("Reset all"), this};
    all->setObjectName(QStringLiteral("keysResetAll"));
    all->setAutoDefault(false);
    all->setToolTip(tr("<b>Reset all</b><br>Takes all your changes of this keymap back."));
    connect(all, &QPushButton::clicked, this, &KeysPage::resetAll);
    row->addWidget(m_map);
    row->addWidget(m_filter, 1);
    row->addWidget(all);
    qobject_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void KeysPage::makeList()
{
    m_tree = new QTreeWidget{this};
    m_tree->setObjectName(QStringLiteral("keyList"));
    m_tree->setAccessibleName(tr("Commands and their keys"));
    m_tree->setHeaderLabels({tr("Command"), tr("Menu"), tr("Keys")});
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(CommandColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(MenuColumn, QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(KeysColumn, QHeaderView::ResizeToContents);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &KeysPage::showChosen);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this] { m_edit->setFocus(); });
    layout()->addWidget(m_tree);
}

void KeysPage::makeEditor()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    const auto button = [this](const QString& text, const char* name, const QString& tip) {
        auto* made = new QPushButton{text, this};
        made->setObjectName(QLatin1String{name});
        made->setAutoDefault(false);
        made->setToolTip(tip);
        return made;
    };
    m_name = new QLabel{this};
    m_edit = new QKeySequenceEdit{this};
    m_edit->setObjectName(QStringLiteral("keyEdit"));
    m_edit->setAccessibleName(tr("New keys of the command"));
    m_edit->setToolTip(tr("<b>Keys</b><br>Click here and press the new keys."));
    m_edit->installEventFilter(this); // the field itself waits a second for more strokes
    m_clear = button(tr("Remove"), "keyClear", tr("The command then has no keys."));
    connect(m_clear, &QPushButton::clicked, this, [this] { give({}); });
    m_reset = button(tr("Reset"), "keyReset", tr("Back to the keys of the keymap."));
    connect(m_reset, &QPushButton::clicked, this, &KeysPage::reset);
    row->addWidget(m_name, 1);
    row->addWidget(m_edit);
    row->addWidget(m_clear);
    row->addWidget(m_reset);
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    column->addLayout(row);
    auto* below = new QHBoxLayout;
    m_conflict = new QLabel{this};
    m_conflict->setObjectName(QStringLiteral("keyConflict"));
    m_conflict->setProperty("tone", QStringLiteral("warning"));
    m_conflict->setWordWrap(true);
    m_conflict->setMinimumHeight(fontMetrics().height() + 14); // so that nothing jumps
    m_take = button(tr("Take the keys from there"), "keyTake",
                    tr("This command gets the keys, the other one loses them."));
    connect(m_take, &QPushButton::clicked, this, &KeysPage::takeFromUser);
    below->addWidget(m_conflict, 1);
    below->addWidget(m_take);
    column->addLayout(below);
}

bool KeysPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::KeyRelease)
        typed(m_edit->keySequence());
    return QWidget::eventFilter(watched, event);
}

void KeysPage::fill()
{
    const auto before = chosenId();
    {
        const QSignalBlocker quiet{m_tree};
        m_tree->clear();
        const auto add = [this](const std::string& id, const QString& menu) {
            auto* item = new QTreeWidgetItem{m_tree, {labelOf(id), menu, shown(keysOf(id))}};
            item->setData(CommandColumn, IdRole, QString::fromStdString(id));
            auto font = m_tree->font();
            font.setBold(m_actions.keymap().isChanged(id));
            item->setFont(KeysColumn, font);
            for (const auto& each : keysOf(id))
                if (const auto other = userOf(each, id); !other.empty()) {
                    item->setIcon(KeysColumn,
                                  themeIcon(QStringLiteral("warning"), ColorRole::Warning));
                    item->setToolTip(KeysColumn,
                                     tr("%1 is the shortcut of '%2', too: neither works")
                                         .arg(each.toString(), labelOf(other)));
                }
        };
        for (const auto& entry : m_actions.entries())
            add(entry.info.id, QString::fromStdString(entry.info.menu));
        for (const auto& info : ViewKeyInfos)
            add(info.id, tr("in a view"));
        applyFilter();
        const QSignalBlocker quietMap{m_map};
        m_map->setCurrentText(m_actions.keymap().name());
    }
    select(before);
    showChosen();
}

void KeysPage::applyFilter()
{
    const auto text = m_filter->text().trimmed();
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        auto* item = m_tree->topLevelItem(row);
        bool fits = false;
        for (int column = 0; column < ColumnCount; ++column)
            fits = fits || item->text(column).contains(text, Qt::CaseInsensitive);
        item->setHidden(!fits);
    }
}

void KeysPage::select(const std::string& id)
{
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row)
        if (auto* item = m_tree->topLevelItem(row);
            item->data(CommandColumn, IdRole).toString().toStdString() == id)
            m_tree->setCurrentItem(item);
}

void KeysPage::showChosen()
{
    const auto id = chosenId();
    m_name->setText(labelOf(id));
    const auto keys = keysOf(id);
    {
        const QSignalBlocker quiet{m_edit};
        m_edit->setKeySequence(keys.isEmpty() ? QKeySequence{} : keys.front());
    }
    m_edit->setEnabled(!id.empty());
    m_clear->setEnabled(!keys.isEmpty());
    m_reset->setEnabled(m_actions.keymap().isChanged(id));
    m_conflict->clear();
    m_take->hide();
}

void KeysPage::typed(const QKeySequence& keys)
{
    if (keys.isEmpty())
        return;
    const QKeySequence first{keys[0]}; // one stroke, no chains of them
    {
        const QSignalBlocker quiet{m_edit};
        m_edit->setKeySequence(first);
    }
    const auto user = userOf(first, chosenId());
    if (user.empty()) {
        give(first);
        return;
    }
    m_wanted = first;
    m_conflict->setText(tr("%1 is the shortcut of '%2'.").arg(first.toString(), labelOf(user)));
    m_take->show();
}

void KeysPage::give(const QKeySequence& keys)
{
    const auto id = chosenId();
    m_actions.changeKeymap(
        [&](Keymap& keymap) { keymap.set(id, keys.isEmpty() ? KeyList{} : KeyList{keys}); });
}

void KeysPage::takeFromUser()
{
    const auto user = userOf(m_wanted, chosenId());
    auto left = keysOf(user);
    left.removeAll(m_wanted);
    m_actions.changeKeymap([&](Keymap& keymap) {
        keymap.set(user, left);
        keymap.set(chosenId(), {m_wanted});
    });
}

void KeysPage::reset()
{
    const auto id = chosenId();
    m_actions.changeKeymap([&](Keymap& keymap) { keymap.reset(id); });
}

void KeysPage::resetAll()
{
    m_actions.changeKeymap([](Keymap& keymap) { keymap.resetAll(); });
}

std::string KeysPage::chosenId() const
{
    const auto* item = m_tree->currentItem();
    return item != nullptr ? item->data(CommandColumn, IdRole).toString().toStdString()
                           : std::string{};
}

KeyList KeysPage::keysOf(const std::string& id) const
{
    if (const auto* info = viewKey(id))
        return m_actions.keymap().keysOf(id, usualKeys(*info));
    const auto* action = m_actions.find(id);
    return action != nullptr ? action->shortcuts() : KeyList{};
}

std::string KeysPage::userOf(const QKeySequence& keys, const std::string& except) const
{
    if (const auto* wanted = viewKey(except)) {
        for (const auto& info : ViewKeyInfos)
            if (info.id != except && groupOf(info.key) == groupOf(wanted->key) &&
                keysOf(info.id).contains(keys))
                return info.id;
        return {};
    }
    const auto* entry = m_actions.userOf(keys, except);
    return entry != nullptr ? entry->info.id : std::string{};
}

QString KeysPage::labelOf(const std::string& id) const
{
    if (const auto* info = viewKey(id))
        return tr(info->label);
    for (const auto& entry : m_actions.entries())
        if (entry.info.id == id)
            // Not the action's text: that of Undo and Redo tells of the step they are about.
            return QString::fromStdString(entry.info.label)
                .remove(QLatin1Char{'&'})
                .remove(QStringLiteral("..."));
    return {};
}
} // namespace editor
