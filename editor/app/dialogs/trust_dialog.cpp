#include "editor/app/dialogs/trust_dialog.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace editor
{
using engine::ScriptTrust;

namespace
{
constexpr std::uintmax_t MaxShownBytes = 1U << 20U;
constexpr QSize FirstSize{820, 520};
} // namespace

TrustDialog::TrustDialog(const engine::Project& project, QWidget* parent)
    : QDialog{parent}, m_project{project}, m_scripts{engine::scriptsOf(project)}
{
    setObjectName(QStringLiteral("trustDialog"));
    setWindowTitle(tr("Scripts of this project"));
    resize(FirstSize);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    auto* text = new QLabel{introduction(), this};
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    layout->addWidget(text);
    addFiles();

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    const auto add = [&](const QString& label, const char* name, const QString& tooltip) {
        auto* button = new QPushButton{label, this};
        button->setObjectName(QLatin1String{name});
        button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tooltip));
        button->setAutoDefault(false);
        buttons->addWidget(button);
        return button;
    };
    if (engine::isSampleProject(project.root)) {
        // There is nothing to decide.
    } else if (scriptTrustOf(project) == ScriptTrust::On) {
        auto* stop = add(tr("Stop trusting"), "trustStop",
                         tr("Scripts of this project no longer run."));
        connect(stop, &QPushButton::clicked, this, [this] { decide(ScriptTrust::Off); });
    } else {
        auto* trust = add(tr("Trust project"), "trustProject",
                          tr("Its scripts run from now on, also the next time it is opened from "
                             "here. A copy of it asks again."));
        connect(trust, &QPushButton::clicked, this, [this] { decide(ScriptTrust::On); });
    }
    auto* close = add(tr("Close"), "trustClose", tr("Leaves everything as it is."));
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &TrustDialog::reject);
    layout->insertLayout(-1, buttons);
    if (m_files->count() > 0)
        m_files->setCurrentRow(0);
    close->setFocus();
}

QString TrustDialog::introduction() const
{
    return tr("Scripts are programs. Those below Editor run as soon as the project is open and may "
              "change whatever is open in the editor; those below scripts run while the level is "
              "played. They cannot reach files, the network or other programs. Trust a project if "
              "you know where it comes from.\n%1")
        .arg(QString::fromStdString(m_project.root.string()));
}

void TrustDialog::addFiles()
{
    auto* parts = new QSplitter{this};
    m_files = new QListWidget{parts};
    m_files->setObjectName(QStringLiteral("trustFiles"));
    m_files->setAccessibleName(tr("Scripts"));
    m_files->setProperty("framed", true);
    for (const auto& script : m_scripts)
        m_files->addItem(QStringLiteral("%1   %2").arg(
            QString::fromStdString(script.file.generic_string()),
            QLocale::c().formattedDataSize(static_cast<qint64>(script.bytes))));
    m_text = new QPlainTextEdit{parts};
    m_text->setObjectName(QStringLiteral("trustText"));
    m_text->setAccessibleName(tr("Text of the script"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setPlaceholderText(tr("This project has no scripts."));
    parts->setStretchFactor(1, 2);
    connect(m_files, &QListWidget::currentRowChanged, this, &TrustDialog::showFile);
    qobject_cast<QVBoxLayout*>(layout())->addWidget(parts, 1);
}

void TrustDialog::showFile(int row)
{
    const auto index = static_cast<std::size_t>(row);
    if (row < 0 || index >= m_scripts.size())
        return;
    const auto text = engine::readFile(m_project.root / m_scripts[index].file, MaxShownBytes);
    m_text->setPlainText(QString::fromStdString(text ? *text : text.error().message()));
}

void TrustDialog::decide(ScriptTrust permission)
{
    m_decision = permission;
    accept();
}
} // namespace editor
