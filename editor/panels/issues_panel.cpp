#include "editor/panels/issues_panel.h"

#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/scene/components/node.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
using engine::Issue;
using engine::Severity;

namespace
{
/// Checks look at the whole scene: not while someone works. Milliseconds.
constexpr int QuietTime = 500;
constexpr int IndexRole = Qt::UserRole;
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
} // namespace

IssuesPanel::IssuesPanel(EditorContext& editor, QWidget* parent) : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("issues"));
    setAccessibleName(tr("Issues"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    m_list = new QTreeWidget{this};
    m_list->setObjectName(QStringLiteral("issueList"));
    m_list->setAccessibleName(tr("Issues of the scene"));
    m_list->setHeaderLabels({tr("Issue"), tr("Where"), tr("What to do")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setIconSize({16, 16});
    m_list->header()->setStretchLastSection(true);
    m_list->header()->resizeSection(0, 420);
    m_list->header()->resizeSection(1, 160);
    setEmptyHint(m_list, tr("No issues. Missing materials, broken scripts and the like would be "
                            "listed here."));
    layout->addWidget(m_list);
    connect(m_list, &QTreeWidget::itemClicked, this, [this](auto* item) { jump(item); });
    connect(m_list, &QTreeWidget::itemActivated, this, [this](auto* item) { jump(item); });
    m_later.setSingleShot(true);
    m_later.setInterval(QuietTime);
    connect(&m_later, &QTimer::timeout, this, &IssuesPanel::refreshNow);

    auto& document = editor.document();
    m_connections += document.changed.connect([this](const engine::ChangeSet& changes) {
        if (changes.kind == engine::ChangeKind::Final)
            m_later.start();
    });
    m_connections += document.reset.connect([this] { m_later.start(); });
    m_later.start();
}

void IssuesPanel::refreshNow()
{
    m_later.stop();
    auto& document = m_editor.document();
    m_issues = m_editor.workspace().issues();
    // What reading the file has found stays until it is opened again; the checks say how it is now.
    for (auto& found : engine::checkScene({document.world(), m_editor.assets(), document.path()})) {
        const bool known = std::any_of(m_issues.begin(), m_issues.end(), [&](const Issue& issue) {
            return issue.entity == found.entity && issue.message == found.message;
        });
        if (!known)
            m_issues.push_back(std::move(found));
    }
    fill();
}

void IssuesPanel::fill()
{
    m_list->clear();
    const auto& world = m_editor.document().world();
    for (std::size_t i = 0; i < std::min(m_issues.size(), MaxRows); ++i) {
        const auto& issue = m_issues[i];
        const auto* node = world.get<engine::Node>(issue.entity);
        auto where = node != nullptr ? QString::fromStdString(node->name) : QString{};
        if (!issue.place.empty())
            where += (where.isEmpty() ? QString{} : QStringLiteral(", ")) +
                     QString::fromStdString(issue.place);
        auto* item = new QTreeWidgetItem{
            m_list,
            {QString::fromStdString(issue.message), where, QString::fromStdString(issue.fix)}};
        item->setIcon(0, iconOf(issue.severity));
        item->setData(0, IndexRole, static_cast<qulonglong>(i));
        item->setData(0, Qt::AccessibleTextRole,
                      QStringLiteral("%1: %2").arg(nameOf(issue.severity), item->text(0)));
        for (int column = 0; column < 3; ++column)
            item->setToolTip(column, item->text(column));
    }
    if (m_issues.size() > MaxRows) {
        auto* more =
            new QTreeWidgetItem{m_list, {tr("... and %1 more").arg(m_issues.size() - MaxRows)}};
        more->setData(0, IndexRole, static_cast<qulonglong>(m_issues.size()));
    }
    setDockTitle(this, m_issues.empty() ? tr("Issues") : tr("Issues (%1)").arg(m_issues.size()));
}

void IssuesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_later.isActive())
        refreshNow();
}

void IssuesPanel::jump(const QTreeWidgetItem* item)
{
    const auto at = static_cast<std::size_t>(item->data(0, IndexRole).toULongLong());
    if (at >= m_issues.size())
        return;
    const auto entity = m_issues[at].entity;
    auto& document = m_editor.document();
    if (!document.world().exists(entity))
        return;
    document.selection().setMode(SelectionMode::Objects);
    document.selection().set({entity});
    m_editor.focus(boundsOfTree(document.world(), entity));
}
} // namespace editor
