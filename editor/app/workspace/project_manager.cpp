#include "editor/app/workspace/project_manager.h"

#include "editor/api/empty_hint.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/dialogs/new_project_dialog.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/views/theme.h"
#include "engine_core/assets/project/project.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace editor
{
using engine::Error;

namespace
{
constexpr int FolderRole = Qt::UserRole;

fs::path folderOf(const QListWidgetItem* item)
{
    return item != nullptr ? fs::path{item->data(FolderRole).toString().toStdString()} : fs::path{};
}
} // namespace

ProjectManager::ProjectManager(EditorContext& context, QWidget* parent)
    : QDialog{parent}, m_context{context}
{
    setObjectName(QStringLiteral("projectManager"));
    setWindowTitle(tr("Projects"));
    resize(640, 400);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(12);
    m_list = new QListWidget{this};
    m_list->setObjectName(QStringLiteral("projectList"));
    m_list->setAccessibleName(tr("Known projects"));
    m_list->setIconSize({24, 24});
    m_list->setProperty("framed", true);
    setEmptyHint(m_list, tr("Projects that you have opened appear here.\nMake a new one, or open "
                            "the folder of one."));
    middle->addWidget(m_list, 1);

    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(8);
    const auto add = [&](const QString& text, const char* name, const QString& icon,
                         const QString& tooltip, void (ProjectManager::*run)()) {
        auto* button = new QPushButton{themeIcon(icon), text, this};
        button->setObjectName(QLatin1String{name});
        button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(text, tooltip));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, run);
        buttons->addWidget(button);
        return button;
    };
    auto* open = add(tr("Open"), "projectOpen", QStringLiteral("open"),
                     tr("Opens the chosen project."), &ProjectManager::openSelected);
    open->setProperty("primary", true);
    open->setIcon(iconOnPrimary(open->icon()));
    open->setDefault(true);
    buttons->addSpacing(8);
    add(tr("New..."), "projectNew", QStringLiteral("new"), tr("Makes a project from a template."),
        &ProjectManager::makeNew);
    add(tr("Import..."), "projectImport", QStringLiteral("import"), tr("Unpacks a zipped project."),
        &ProjectManager::importZip);
    add(tr("Open folder..."), "projectOpenFolder", QStringLiteral("folder"),
        tr("Opens a project by its folder."), &ProjectManager::openFolder);
    buttons->addStretch(1);
    add(tr("Close"), "projectClose", QStringLiteral("close"), tr("Leaves everything as it is."),
        &ProjectManager::reject);
    middle->addLayout(buttons);
    layout->addLayout(middle, 1);
    m_error = new QLabel{this};
    m_error->setObjectName(QStringLiteral("projectError"));
    m_error->setProperty("error", true);
    m_error->setWordWrap(true);
    m_error->hide();
    layout->addWidget(m_error);

    connect(m_list, &QListWidget::itemActivated, this, &ProjectManager::openSelected);
    connect(m_list, &QListWidget::currentItemChanged, this,
            [open](const auto* item) { open->setEnabled(item != nullptr); });
    open->setEnabled(false);
    refresh();
}

void ProjectManager::refresh()
{
    m_list->clear();
    const auto current = m_context.assets().project().root;
    for (const auto& folder : recentProjects()) {
        const auto project = engine::openProject(folder);
        auto name = QString::fromStdString(project ? project->name : folder.filename().string());
        if (folder == current)
            name += tr(" (open)");
        auto* item = new QListWidgetItem{
            name + QLatin1Char{'\n'} +
            QString::fromStdString(project ? folder.string() : project.error().message())};
        item->setIcon(project ? themeIcon(QStringLiteral("project"), ColorRole::MutedText)
                              : themeIcon(QStringLiteral("warning"), ColorRole::Warning));
        item->setToolTip(QString::fromStdString(folder.string()));
        item->setData(FolderRole, QString::fromStdString(folder.string()));
        item->setData(Qt::AccessibleTextRole, name);
        m_list->addItem(item);
    }
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
}

void ProjectManager::openSelected()
{
    if (const auto folder = folderOf(m_list->currentItem()); !folder.empty())
        finish(folder);
}

void ProjectManager::makeNew()
{
    NewProjectDialog dialog{{}, this};
    if (dialog.exec() == QDialog::Accepted)
        finish(dialog.folder());
}

void ProjectManager::importZip()
{
    const auto archive = askForFile(this, {.title = tr("Import project"),
                                           .filters = tr("Zipped projects (*.zip)"),
                                           .memory = QStringLiteral("zip/folder"),
                                           .folder = {},
                                           .within = {}});
    if (archive.empty())
        return;
    NewProjectDialog dialog{archive, this};
    if (dialog.exec() == QDialog::Accepted)
        finish(dialog.folder());
}

void ProjectManager::openFolder()
{
    if (const auto folder = askForProject(this); !folder.empty())
        finish(folder);
}

void ProjectManager::finish(const fs::path& folder)
{
    // Looked at before the dialog goes, so that what is wrong shows where the choice was made.
    const auto project = engine::openProject(folder);
    if (!project) {
        showError(project.error());
        return;
    }
    accept();
    if (openProject)
        openProject(project->root);
}

void ProjectManager::showError(const Error& error)
{
    m_error->setText(QString::fromStdString(error.message()));
    m_error->show();
}
} // namespace editor
