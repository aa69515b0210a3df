#include "editor/panels/level/issues_panel.h"

#include "editor/api/empty_hint.h"
#include "editor/operations/entity/issue_fixes.h"
#include "editor/operations/entity/object_names.h"
#include "editor/panels/level/issue_menu.h"
#include "editor/panels/level/issue_places.h"
#include "editor/panels/level/wrapped_rows.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/node.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace editor
{
using engine::Issue;
using engine::Severity;

namespace
{
/// Checks look at the whole scene: not while someone works. Milliseconds.
constexpr int TypingPause = 500;
constexpr int IndexRole = Qt::UserRole;
constexpr int RemedyColumn = 2;
/// Pixels; in a narrower dock the remedies would take the room of what they are for.
constexpr int RoomForRemedies = 600;
/// Nobody reads more before having dealt with the first ones.
constexpr std::size_t MaxRows = 500;

QIcon iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return themeIcon(QStringLiteral("error"), ColorRole::Error);
    case Severity::Warning:
        return themeIcon(QStringLiteral("warning"), ColorRole::Warning);
    case Severity::Info:
        break;
    }
    return themeIcon(QStringLiteral("info"), ColorRole::MutedText);
}

QString nameOf(Severity severity)
{
    switch (severity) {
    case Severity::Error:
        return IssuesPanel::tr("Error");
    case Severity::Warning:
        return IssuesPanel::tr("Warning");
    case Severity::Info:
        break;
    }
    return IssuesPanel::tr("Note");
}

QString hiddenRulesKey()
{
    return QStringLiteral("issues/hiddenRules");
}

QSet<QString> hiddenRules()
{
    QStringList usual;
    for (const auto& check : engine::levelChecks())
        if (!check.isShown)
            usual += QString::fromStdString(check.rule);
    const auto kept = QSettings{}.value(hiddenRulesKey(), usual).toStringList();
    return {kept.begin(), kept.end()};
}

/// "Leaks and unreachable objects", or the rule itself.
QString titleOfRule(const std::string& rule)
{
    for (const auto& check : engine::levelChecks())
        if (check.rule == rule)
            return QString::fromStdString(check.title);
    auto title = QString::fromStdString(rule).replace(QLatin1Char{'-'}, QLatin1Char{' '});
    title.replace(QStringLiteral("color"), QStringLiteral("colour")); // as everywhere in the window
    title[0] = title[0].toUpper();
    return title;
}

bool saysTheSame(const Issue& a, const Issue& b)
{
    return a.severity == b.severity && a.entity == b.entity && a.rule == b.rule &&
           a.place == b.place && a.message == b.message && a.others == b.others &&
           a.path == b.path && a.hole == b.hole;
}

QString grouped(std::size_t number)
{
    return QString::fromStdString(engine::numberText(number));
}

/// What a row says of where it is.
QString placeOf(const engine::World& world, const Issue& issue)
{
    auto where = QString::fromStdString(shownNameOf(world, issue.entity));
    if (!issue.place.empty())
        where += (where.isEmpty() ? QString{} : QStringLiteral(", ")) +
                 QString::fromStdString(issue.place);
    return where;
}
} // namespace

IssuesPanel::IssuesPanel(EditorContext& editor, QWidget* parent)
    : QWidget{parent}
    , m_editor{editor}
    , m_hiddenRules{hiddenRules()}
    , m_checks{1, [this] {
                   QMetaObject::invokeMethod(this, [this] { m_checks.deliver(); });
               }}
{
    setObjectName(QStringLiteral("issues"));
    setAccessibleName(tr("Issues"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    makeHeader(layout);
    m_list = new QTreeWidget{this};
    m_list->setObjectName(QStringLiteral("issueList"));
    m_list->setAccessibleName(tr("Issues of the scene"));
    m_list->setHeaderLabels({tr("Issue"), tr("Where"), tr("What to do")});
    m_list->setRootIsDecorated(false);
    wrapRows(*m_list);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setIconSize({16, 16});
    // Sentences share what the place leaves, and take a second line where that is too narrow.
    auto* header = m_list->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    header->setSectionResizeMode(RemedyColumn, QHeaderView::Stretch);
    header->resizeSection(1, 150);
    setEmptyHint(m_list, tr("No issues. Leaks, duplicates, flickering faces, missing files and the "
                            "like would be listed here."));
    layout->addWidget(m_list);
    const auto issueOf = [](const QTreeWidgetItem* item) {
        return static_cast<std::size_t>(item->data(0, IndexRole).toULongLong());
    };
    connect(m_list, &QTreeWidget::itemClicked, this,
            [this, issueOf](const auto* item) { select(issueOf(item)); });
    connect(m_list, &QTreeWidget::itemActivated, this,
            [this, issueOf](const auto* item) { jump(issueOf(item)); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this, issueOf](const auto* item) {
        if (item != nullptr && m_list->hasFocus())
            select(issueOf(item)); // the keyboard's way through the list
    });
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &IssuesPanel::updateButtons);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QTreeWidget::customContextMenuRequested, this, &IssuesPanel::showMenu);
    m_later.setSingleShot(true);
    m_later.setInterval(TypingPause);
    connect(&m_later, &QTimer::timeout, this, &IssuesPanel::startChecks);
    m_overlay = editor.addOverlay([this](engine::DebugDraw& draw, ViewKind) { drawWay(draw); });

    auto& document = editor.document();
    m_connections += document.changed.connect([this](const engine::ChangeSet& changes) {
        if (changes.kind == engine::ChangeKind::Final)
            m_later.start();
    });
    m_connections += editor.issuesChanged.connect([this] {
        if (!m_running) // else they are asked when it ends
            takeResult();
    });
    m_connections += document.reset.connect([this] {
        if (m_running)
            m_running->cancel(); // it looks at what is not open any more
        m_checked.clear();
        m_later.start();
    });
    m_later.start();
}

IssuesPanel::~IssuesPanel() = default;

void IssuesPanel::makeHeader(QVBoxLayout* layout)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(8);
    m_rules = new QToolButton{this};
    m_rules->setObjectName(QStringLiteral("issueRules"));
    m_rules->setText(tr("Kinds"));
    m_rules->setAccessibleName(tr("Kinds of issues to show"));
    m_rules->setToolTip(tr("<b>Kinds</b><br>Chooses which kinds of issues the list shows."));
    m_rules->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu{m_rules};
    m_rules->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillRules(menu); });
    m_fix = new QPushButton{tr("Fix"), this};
    m_fix->setObjectName(QStringLiteral("issueFix"));
    m_fix->setAccessibleName(tr("Fix the chosen issues"));
    m_fix->setToolTip(tr("<b>Fix</b><br>Mends the chosen issues as one step that can be undone."));
    m_fix->setEnabled(false);
    connect(m_fix, &QPushButton::clicked, this, &IssuesPanel::fixChosen);
    m_state = new QLabel{this};
    row->addWidget(m_rules);
    row->addWidget(m_fix);
    row->addWidget(m_state, 1);
    layout->addLayout(row);
}

void IssuesPanel::refreshNow()
{
    m_later.stop();
    startChecks();
    m_checks.finishAll();
}

void IssuesPanel::takeResult()
{
    auto found = m_checked;
    auto told = m_editor.toldIssues();
    std::move(told.begin(), told.end(), std::back_inserter(found));
    std::stable_sort(found.begin(), found.end(),
                     [](const Issue& a, const Issue& b) { return a.severity > b.severity; });
    if (std::equal(found.begin(), found.end(), m_found.begin(), m_found.end(), saysTheSame)) {
        showState(); // as after most edits: the list keeps its place and what is chosen in it
        return;
    }
    m_found = std::move(found);
    fill();
}

void IssuesPanel::showState()
{
    const auto hidden = m_found.size() - m_shown.size();
    m_state->setText(hidden == 0 ? QString{} : tr("%1 hidden by Kinds").arg(grouped(hidden)));
}

void IssuesPanel::fill()
{
    m_shown.clear();
    std::copy_if(m_found.begin(), m_found.end(), std::back_inserter(m_shown),
                 [this](const Issue& issue) {
                     return !m_hiddenRules.contains(QString::fromStdString(issue.rule));
                 });
    const QSignalBlocker quiet{m_list};
    m_list->clear();
    const auto& world = m_editor.document().world();
    const std::array icons{iconOf(Severity::Info), iconOf(Severity::Warning),
                           iconOf(Severity::Error)};
    QList<QTreeWidgetItem*> rows; // the list's, once they are in it
    for (std::size_t i = 0; i < std::min(m_shown.size(), MaxRows); ++i) {
        const auto& issue = m_shown[i];
        auto* item =
            new QTreeWidgetItem{{QString::fromStdString(issue.message), placeOf(world, issue),
                                 QString::fromStdString(issue.fix)}};
        rows += item;
        item->setIcon(0, icons[static_cast<std::size_t>(issue.severity)]);
        item->setData(0, IndexRole, static_cast<qulonglong>(i));
        item->setData(0, Qt::AccessibleTextRole,
                      QStringLiteral("%1: %2").arg(nameOf(issue.severity), item->text(0)));
        for (int column = 0; column < 3; ++column)
            item->setToolTip(column, item->text(column));
        if (!issue.fix.empty()) // its column may be hidden
            item->setToolTip(0, item->text(0) + QLatin1Char{'\n'} + item->text(RemedyColumn));
    }
    if (m_shown.size() > MaxRows) {
        rows += new QTreeWidgetItem{{tr("... and %1 more").arg(grouped(m_shown.size() - MaxRows))}};
        rows.back()->setData(0, IndexRole, static_cast<qulonglong>(m_shown.size()));
    }
    m_list->addTopLevelItems(rows);
    showState();
    setDockTitle(this,
                 m_shown.empty() ? tr("Issues") : tr("Issues (%1)").arg(grouped(m_shown.size())));
    updateButtons();
    m_editor.updateViews();
}

void IssuesPanel::fillRules(QMenu* menu)
{
    std::map<QString, std::size_t> counts;
    for (const auto& check : engine::levelChecks())
        counts[QString::fromStdString(check.rule)] = 0;
    for (const auto& check : engine::sceneChecks())
        counts[QString::fromStdString(check.rule)] = 0;
    for (const auto& issue : m_found)
        ++counts[QString::fromStdString(issue.rule)];
    menu->clear();
    for (const auto& [rule, count] : counts) {
        auto* action =
            menu->addAction(tr("%1 (%2)").arg(titleOfRule(rule.toStdString()), grouped(count)));
        action->setCheckable(true);
        action->setChecked(!m_hiddenRules.contains(rule));
        connect(action, &QAction::toggled, this,
                [this, rule = rule](bool isShown) { setRuleShown(rule, isShown); });
    }
}

void IssuesPanel::setRuleShown(const QString& rule, bool isShown)
{
    if (isShown)
        m_hiddenRules.remove(rule);
    else
        m_hiddenRules.insert(rule);
    QSettings{}.setValue(hiddenRulesKey(), QStringList{m_hiddenRules.begin(), m_hiddenRules.end()});
    fill();
}

void IssuesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_later.isActive()) {
        m_later.stop();
        startChecks();
    }
}

void IssuesPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_list->setColumnHidden(RemedyColumn, width() < RoomForRemedies);
}

std::vector<std::size_t> IssuesPanel::chosen() const
{
    std::vector<std::size_t> rows;
    for (const auto* item : m_list->selectedItems())
        if (const auto at = static_cast<std::size_t>(item->data(0, IndexRole).toULongLong());
            at < m_shown.size())
            rows.push_back(at);
    std::sort(rows.begin(), rows.end());
    return rows;
}

void IssuesPanel::updateButtons()
{
    const IssueFix* fix = nullptr;
    bool isOneKind = true;
    int count = 0;
    for (const auto row : chosen())
        if (const auto* one = fixFor(m_shown[row])) {
            isOneKind = isOneKind && (fix == nullptr || fix->label == one->label);
            fix = one;
            ++count;
        }
    m_fix->setEnabled(count > 0);
    const auto label = fix != nullptr && isOneKind ? QString::fromStdString(fix->label) : tr("Fix");
    m_fix->setText(count > 1 ? tr("%1 (%2)").arg(label).arg(count) : label);
    m_editor.updateViews();
}

void IssuesPanel::fixChosen()
{
    std::vector<Issue> mended;
    for (const auto row : chosen())
        if (fixFor(m_shown[row]) != nullptr)
            mended.push_back(m_shown[row]);
    if (mended.empty())
        return;
    const auto label = mended.size() == 1 ? "Fix: " + fixFor(mended[0])->label
                                          : tr("Fix %1 issues").arg(mended.size()).toStdString();
    const auto done =
        m_editor.document().run(label, [&](Transaction& edit) -> engine::Result<void> {
            for (const auto& issue : mended)
                if (edit.world().exists(issue.entity))
                    if (auto result = fixFor(issue)->run(edit, issue, m_editor.assets()); !result)
                        return result;
            return {};
        });
    if (!done)
        m_editor.showMessage(MessageKind::Warning, done.error().message());
    else
        startChecks();
}

void IssuesPanel::showMenu(const QPoint& at)
{
    const auto* item = m_list->itemAt(at);
    const auto index = item != nullptr ? item->data(0, IndexRole).toULongLong() : m_shown.size();
    if (index >= m_shown.size())
        return;
    const auto issue = m_shown[index]; // the list may be filled anew while the menu is open
    QMenu menu{this};
    menu.addAction(tr("Show"), this, [this, &issue] { showPlaceOf(issue); });
    if (m_fix->isEnabled())
        menu.addAction(m_fix->text(), this, &IssuesPanel::fixChosen);
    addRemedies(menu, m_editor, issue, this);
    menu.exec(m_list->viewport()->mapToGlobal(at));
}

void IssuesPanel::select(std::size_t issue)
{
    if (issue >= m_shown.size())
        return;
    const auto objects = objectsOf(m_editor.document().world(), m_shown[issue]);
    if (objects.empty())
        return;
    auto& selection = m_editor.document().selection();
    selection.setMode(SelectionMode::Objects);
    selection.set(objects);
}

void IssuesPanel::jump(std::size_t issue)
{
    if (issue >= m_shown.size())
        return;
    select(issue);
    showPlaceOf(m_shown[issue]);
}

void IssuesPanel::showPlaceOf(const Issue& issue)
{
    if (const auto& hole = issue.hole) {
        const engine::Vec3d around{1.5}; // metres
        return m_editor.focusFrom(placeBefore(*hole, issue.path), {*hole - around, *hole + around});
    }
    const auto& world = m_editor.document().world();
    const auto box = placeToShow(world, issue);
    if (!box.isEmpty() || !objectsOf(world, issue).empty())
        m_editor.focus(box);
}

void IssuesPanel::drawWay(engine::DebugDraw& draw) const
{
    const auto color = viewColor(ColorRole::Error);
    const engine::DrawColor line{static_cast<float>(color.redF()),
                                 static_cast<float>(color.greenF()),
                                 static_cast<float>(color.blueF()), 1};
    for (const auto row : chosen()) {
        const auto& path = m_shown[row].path;
        for (std::size_t i = 1; i < path.size(); ++i)
            draw.line(path[i - 1], path[i], line, 3, engine::DebugDraw::Depth::Dimmed);
        for (const auto& point : path)
            draw.point(point, line);
    }
}
} // namespace editor
