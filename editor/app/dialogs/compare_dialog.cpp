#include "editor/app/dialogs/compare_dialog.h"

#include "editor/app/dialogs/compare_texts.h"
#include "engine_core/base/count_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
namespace
{
constexpr QSize FirstSize{760, 480};
constexpr std::size_t MostRows = 2000; ///< objects of a group; who reads more?
constexpr std::size_t MostOpen = 60;   ///< with more objects than that their fields are folded
constexpr int EntityRole = Qt::UserRole;

/// "Here" and "On disk" of an object that is on one side alone.
std::pair<QString, QString> presence(const ObjectDifference& object)
{
    const auto there = CompareDialog::tr("is there");
    const auto missing = CompareDialog::tr("is not there");
    const auto before = CompareDialog::tr("as before");
    const auto added = CompareDialog::tr("added");
    const auto removed = CompareDialog::tr("removed");
    const auto changed = CompareDialog::tr("changed");
    std::pair<QString, QString> texts; // where it is, and where it is not
    switch (object.by) {
    case ChangedBy::Unknown:
        texts = {there, missing};
        break;
    case ChangedBy::Both:
        texts = {changed, removed};
        break;
    case ChangedBy::Here:
        texts = object.isHere ? std::pair{added, missing} : std::pair{before, removed};
        break;
    case ChangedBy::Disk:
        texts = object.isHere ? std::pair{before, removed} : std::pair{added, missing};
        break;
    }
    if (!object.isHere)
        std::swap(texts.first, texts.second);
    return texts;
}

/// Who has changed it stands out.
void emphasise(QTreeWidgetItem& item, ChangedBy by)
{
    auto font = item.font(1);
    font.setBold(true);
    if (by == ChangedBy::Here || by == ChangedBy::Both)
        item.setFont(1, font);
    if (by == ChangedBy::Disk || by == ChangedBy::Both)
        item.setFont(2, font);
}
} // namespace

CompareDialog::CompareDialog(const QString& file, QWidget* parent) : QDialog{parent}
{
    setObjectName(QStringLiteral("compareDialog"));
    setWindowTitle(tr("Compare with %1 on disk").arg(file));
    resize(FirstSize);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    m_summary = new QLabel{this};
    m_summary->setObjectName(QStringLiteral("compareSummary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    layout->addWidget(m_summary);
    m_tree = new QTreeWidget{this};
    m_tree->setObjectName(QStringLiteral("compareTree"));
    m_tree->setAccessibleName(tr("Differences"));
    m_tree->setProperty("framed", true);
    m_tree->setHeaderLabels({tr("Object"), tr("Open here"), tr("On disk")});
    m_tree->setSelectionMode(QAbstractItemView::SingleSelection);
    m_tree->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_tree->header()->setStretchLastSection(true);
    m_tree->setColumnWidth(0, FirstSize.width() * 38 / 100);
    m_tree->setColumnWidth(1, FirstSize.width() * 29 / 100);
    layout->addWidget(m_tree, 1);
    addButtons();
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this, &CompareDialog::showChosen);
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this,
            [this] { m_show->setEnabled(chosen() != EntityId{}); });
}

void CompareDialog::addButtons()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    const auto add = [&](const QString& text, const QString& tip, const char* name) {
        auto* button = new QPushButton{text, this};
        button->setObjectName(QLatin1String{name});
        button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(text, tip));
        button->setAutoDefault(false);
        row->addWidget(button);
        return button;
    };
    auto* show =
        add(tr("Show"), tr("Selects the object and moves the views to it."), "compareShow");
    show->setEnabled(false);
    m_show = show;
    connect(show, &QPushButton::clicked, this, &CompareDialog::showChosen);
    row->addStretch(1);
    auto* reload = add(tr("Reload"),
                       tr("What is on disk takes the place of what is open here, in one step that "
                          "Undo takes back."),
                       "compareReload");
    connect(reload, &QPushButton::clicked, this, &CompareDialog::reloadWanted);
    auto* keep = add(tr("Keep mine"),
                     tr("What is open here stays as it is; the next save replaces the file."),
                     "compareKeep");
    connect(keep, &QPushButton::clicked, this, &CompareDialog::keepWanted);
    auto* close = add(tr("Decide later"), tr("Leaves everything as it is."), "compareClose");
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &CompareDialog::reject);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    close->setFocus();
}

void CompareDialog::setDifferences(const std::vector<ObjectDifference>& differences,
                                   const engine::World& here,
                                   const engine::World& disk)
{
    m_tree->clear();
    const auto summary = summaryOf(differences);
    const bool isKnown = differences.empty() || differences.front().by != ChangedBy::Unknown;
    m_summary->setText(differences.empty() ? tr("Both hold the same objects.")
                       : summary.isEmpty() ? tr("Nothing was changed on disk.")
                       : isKnown           ? tr("Changed on disk: %1.").arg(summary)
                                           : tr("Against what is open here: %1.").arg(summary));
    addGroup(ChangedBy::Both, tr("Changed on both sides"), differences, here, disk);
    addGroup(ChangedBy::Disk, tr("Changed on disk"), differences, here, disk);
    addGroup(ChangedBy::Here, tr("Changed here and not saved"), differences, here, disk);
    addGroup(ChangedBy::Unknown, tr("Different"), differences, here, disk);
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        m_tree->topLevelItem(i)->setExpanded(true);
    if (differences.size() <= MostOpen)
        m_tree->expandAll();
    m_show->setEnabled(false);
}

void CompareDialog::addGroup(ChangedBy by,
                             const QString& title,
                             const std::vector<ObjectDifference>& differences,
                             const engine::World& here,
                             const engine::World& disk)
{
    const auto count = static_cast<std::size_t>(std::count_if(
        differences.begin(), differences.end(), [&](const auto& each) { return each.by == by; }));
    if (count == 0)
        return;
    auto* group =
        new QTreeWidgetItem{m_tree, QStringList{QStringLiteral("%1 (%2)").arg(
                                        title, QString::fromStdString(engine::numberText(count)))}};
    auto font = group->font(0);
    font.setBold(true);
    group->setFont(0, font);
    group->setFirstColumnSpanned(true);
    std::size_t shown = 0;
    for (const auto& each : differences) {
        if (each.by != by || shown == MostRows)
            continue;
        ++shown;
        auto* object = new QTreeWidgetItem{
            group, QStringList{nameOfObject(each.isHere ? here : disk, each.entity)}};
        object->setData(0, EntityRole,
                        each.isHere ? QVariant::fromValue(each.entity.value) : QVariant{});
        object->setToolTip(0, tr("id %1").arg(each.entity.value));
        if (!each.isHere || !each.isOnDisk) {
            const auto [mine, theirs] = presence(each);
            object->setText(1, mine);
            object->setText(2, theirs);
        }
        for (const auto& field : each.fields) {
            const auto texts = textsOf(field, here, disk);
            auto* row =
                new QTreeWidgetItem{object, QStringList{texts.label, texts.here, texts.disk}};
            row->setToolTip(1, texts.here.toHtmlEscaped());
            row->setToolTip(2, texts.disk.toHtmlEscaped());
            emphasise(*row, field.by);
        }
    }
    if (shown < count)
        new QTreeWidgetItem{
            group,
            QStringList{
                tr("and %1 more").arg(QString::fromStdString(engine::numberText(count - shown)))}};
}

EntityId CompareDialog::chosen() const
{
    const auto items = m_tree->selectedItems();
    for (const auto* item = items.isEmpty() ? nullptr : items.front(); item != nullptr;
         item = item->parent())
        if (const auto id = item->data(0, EntityRole); id.isValid())
            return EntityId{id.value<decltype(EntityId::value)>()};
    return {};
}

void CompareDialog::showChosen()
{
    if (const auto entity = chosen(); entity != EntityId{})
        Q_EMIT showWanted(entity);
}
} // namespace editor
