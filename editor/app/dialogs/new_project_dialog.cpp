#include "editor/app/dialogs/new_project_dialog.h"

#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/workspace/sample_projects.h"
#include "editor/views/theme.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/assets/project/project_import.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace editor
{
QString templateLabel(const std::string& templateName)
{
    auto text = QString::fromStdString(templateName).replace(QLatin1Char{'_'}, QLatin1Char{' '});
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

NewProjectDialog::NewProjectDialog(const fs::path& archive, QWidget* parent)
    : QDialog{parent}
    , m_archive{archive}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(this, [this] { m_jobs.deliver(); });
             }}
{
    setObjectName(QStringLiteral("newProjectDialog"));
    const bool import = !archive.empty();
    setWindowTitle(import ? tr("Import project") : tr("New project"));
    setMinimumWidth(460);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    if (!import) {
        m_template = new QComboBox{this};
        m_template->setObjectName(QStringLiteral("newProjectTemplate"));
        m_template->setToolTip(tr("<b>Template</b><br>What the project starts with."));
        for (const auto& name : engine::projectTemplates())
            m_template->addItem(templateLabel(name), QString::fromStdString(name));
        form->addRow(tr("Template"), m_template);
    }
    m_name = new QLineEdit{this};
    m_name->setObjectName(QStringLiteral("newProjectName"));
    m_name->setText(import ? QString::fromStdString(archive.stem().string()) : tr("My level"));
    m_name->setToolTip(tr("<b>Name</b><br>Of the project and of its folder."));
    m_name->selectAll();
    form->addRow(tr("Name"), m_name);
    m_parent = new QLineEdit{QString::fromStdString(projectsFolder().string()), this};
    m_parent->setObjectName(QStringLiteral("newProjectFolder"));
    m_parent->setToolTip(tr("<b>Folder</b><br>The project's folder is made inside it."));
    auto* browse =
        m_parent->addAction(themeIcon(QStringLiteral("folder")), QLineEdit::TrailingPosition);
    browse->setToolTip(tr("Choose a folder"));
    connect(browse, &QAction::triggered, this, [this] {
        const auto chosen = askForFolder(this, {.title = tr("Choose a folder"),
                                                .filters = {},
                                                .memory = {},
                                                .folder = m_parent->text().toStdString(),
                                                .within = {}});
        if (!chosen.empty())
            m_parent->setText(QString::fromStdString(chosen.string()));
    });
    form->addRow(tr("Folder"), m_parent);
    layout->addLayout(form);
    m_place = new QLabel{this};
    m_place->setProperty("muted", true);
    m_place->setWordWrap(true);
    layout->addWidget(m_place);
    m_error = new QLabel{this};
    m_error->setObjectName(QStringLiteral("newProjectError"));
    m_error->setProperty("error", true);
    m_error->setWordWrap(true);
    m_error->hide();
    layout->addWidget(m_error);
    m_progress = new QProgressBar{this};
    m_progress->setObjectName(QStringLiteral("newProjectProgress"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->hide();
    layout->addWidget(m_progress);
    layout->addStretch(1);

    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    auto* cancel = new QPushButton{tr("Cancel"), this};
    cancel->setObjectName(QStringLiteral("newProjectCancel"));
    m_create = new QPushButton{import ? tr("Import") : tr("Create"), this};
    m_create->setObjectName(QStringLiteral("newProjectCreate"));
    m_create->setProperty("primary", true);
    m_create->setDefault(true);
    buttons->addWidget(cancel);
    buttons->addWidget(m_create);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_create, &QPushButton::clicked, this, &NewProjectDialog::make);
    connect(m_name, &QLineEdit::textChanged, this, &NewProjectDialog::update);
    connect(m_parent, &QLineEdit::textChanged, this, &NewProjectDialog::update);
    m_timer.setInterval(50);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_job)
            m_progress->setValue(static_cast<int>(m_job->progress() * 1000));
    });
    update();
}

void NewProjectDialog::chooseTemplate(const std::string& name)
{
    if (const int at = m_template->findData(QString::fromStdString(name)); at >= 0)
        m_template->setCurrentIndex(at);
}

fs::path NewProjectDialog::target() const
{
    return fs::path{m_parent->text().trimmed().toStdString()} /
           m_name->text().trimmed().toStdString();
}

void NewProjectDialog::update()
{
    const auto name = m_name->text().trimmed();
    // One folder, not a path: "..", "a/b" and the like would land elsewhere than the line says.
    const bool isName = !name.isEmpty() && !name.contains(QLatin1Char{'/'}) &&
                        name != QStringLiteral(".") && name != QStringLiteral("..");
    const bool isFolder = QDir::isAbsolutePath(m_parent->text().trimmed());
    m_create->setEnabled(isName && isFolder);
    m_place->setText(!isName ? tr("Give the project a name without slashes.")
                     : !isFolder
                         ? tr("Choose the folder to make it in.")
                         : tr("Will be made in %1").arg(QString::fromStdString(target().string())));
    m_error->hide();
}

void NewProjectDialog::make()
{
    if (m_job)
        return;
    const auto made = std::make_shared<engine::Result<engine::Project>>(
        engine::Error{"The project was not made"});
    const auto templateName =
        m_template != nullptr ? m_template->currentData().toString().toStdString() : std::string{};
    m_job = m_jobs.start(
        "Project",
        [made, templateName, folder = target(), archive = m_archive](engine::JobControl& control) {
            *made = templateName.empty() ? engine::importProject(archive, folder, &control)
                                         : engine::createProject(folder, templateName, &control);
        },
        [this, made] { finish(*made); });
    showRunning(true);
}

void NewProjectDialog::showRunning(bool running)
{
    for (QWidget* widget : {static_cast<QWidget*>(m_template), static_cast<QWidget*>(m_name),
                            static_cast<QWidget*>(m_parent)})
        if (widget != nullptr)
            widget->setEnabled(!running);
    m_progress->setValue(0);
    m_progress->setVisible(running);
    if (running) {
        m_create->setEnabled(false);
        m_error->hide();
        m_timer.start();
    } else {
        m_timer.stop();
        update();
    }
}

void NewProjectDialog::finish(const engine::Result<engine::Project>& made)
{
    const bool stopped = std::exchange(m_job, {})->isCancelled();
    showRunning(false);
    if (made) {
        m_made = made->root;
        accept();
    } else if (stopped) {
        QDialog::reject();
    } else {
        m_place->clear(); // it will not be made there
        m_error->setText(QString::fromStdString(made.error().message()));
        m_error->show();
    }
}

void NewProjectDialog::reject()
{
    if (m_job)
        m_job->cancel(); // finish() closes the dialog
    else
        QDialog::reject();
}
} // namespace editor
