#include "editor/app/dialogs/recovery_dialog.h"

#include "editor/api/empty_hint.h"

#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace editor
{
namespace
{
/// A file name is text of others: never taken for markup. Long ones break behind a slash.
QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel{parent};
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setText(QString{text}.replace(QLatin1Char{'/'}, QStringLiteral("/\u200b")));
    return label;
}
} // namespace

RecoveryDialog::RecoveryDialog(const Journal::Leftover& leftover, QWidget* parent) : QDialog{parent}
{
    setObjectName(QStringLiteral("recoveryOffer"));
    setWindowTitle(tr("Unsaved work found"));
    resize(560, leftover.steps.empty() ? 200 : 400);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    addPlace(leftover);
    addSteps(leftover);
    addWarnings(leftover);
    addButtons();
}

void RecoveryDialog::addPlace(const Journal::Leftover& leftover)
{
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(4);
    const auto scene = leftover.scene.empty() ? tr("A new scene that was never saved")
                                              : QString::fromStdString(leftover.scene.string());
    auto* path = plainLabel(scene, this);
    path->setObjectName(QStringLiteral("recoveryScene"));
    form->addRow(tr("Scene"), path);
    auto* when = plainLabel(QString::fromStdString(leftover.when), this);
    when->setObjectName(QStringLiteral("recoveryTime"));
    form->addRow(tr("Last edit"), when);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
}

void RecoveryDialog::addSteps(const Journal::Leftover& leftover)
{
    const auto count = static_cast<int>(leftover.steps.size());
    auto text =
        count == 1 ? tr("1 step was not saved:") : tr("%1 steps were not saved:").arg(count);
    if (count == 0) // all were undone, and the file no longer held what was open
        text = tr("What was open was not saved.");
    if (leftover.isAutosaved)
        text = count == 0 ? tr("An autosave holds what was not saved.")
                          : tr("An autosave holds what was not saved, and these steps (%1) came "
                               "after it:")
                                .arg(count);
    addNote(text, "recoveryCount", false);
    if (count == 0)
        return static_cast<QVBoxLayout*>(layout())->addStretch(1);
    auto* list = new QListWidget{this};
    list->setObjectName(QStringLiteral("recoverySteps"));
    list->setAccessibleName(tr("Steps that were not saved"));
    list->setProperty("framed", true);
    list->setSelectionMode(QAbstractItemView::NoSelection);
    list->setFocusPolicy(Qt::ClickFocus);
    list->setUniformItemSizes(true);
    for (int i = 0; i < count; ++i)
        list->addItem(QStringLiteral("%1  %2").arg(i + 1).arg(
            QString::fromStdString(leftover.steps[static_cast<std::size_t>(i)])));
    list->scrollToBottom();
    static_cast<QVBoxLayout*>(layout())->addWidget(list, 1);
}

void RecoveryDialog::addWarnings(const Journal::Leftover& leftover)
{
    if (leftover.isSceneOutside)
        addNote(tr("That file lies outside of this project, so it is left alone: the work opens "
                   "as a new scene without a name."),
                "recoveryOutside", true);
    else if (leftover.isSceneChanged)
        addNote(tr("Something else has written that file since. Recovering leaves it alone; a save "
                   "asks before it replaces it."),
                "recoveryChanged", true);
    addNote(tr("Recover opens the scene with these edits and writes no file: saving is up to you."),
            "recoveryHelp", false);
}

void RecoveryDialog::addNote(const QString& text, const char* name, bool isWarning)
{
    auto* note = plainLabel(text, this);
    note->setObjectName(QLatin1String{name});
    if (isWarning)
        note->setProperty("tone", QStringLiteral("warning"));
    else
        note->setProperty("muted", true);
    layout()->addWidget(note);
}

void RecoveryDialog::addButtons()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    const auto add = [&](const QString& text, const QString& tip, const char* name, Answer answer) {
        auto* button = new QPushButton{text, this};
        button->setObjectName(QLatin1String{name});
        button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(text, tip));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, answer] {
            m_answer = answer;
            accept();
        });
        row->addWidget(button);
        return button;
    };
    add(tr("Discard"), tr("Deletes these edits for good."), "recoveryDiscard", Answer::Discard);
    row->addStretch(1);
    add(tr("Recover"), tr("Opens the scene with these edits, unsaved."), "recoveryRecover",
        Answer::Recover);
    auto* later = add(tr("Look later"), tr("Keeps these edits and asks again at the next start."),
                      "recoveryLater", Answer::Later);
    later->setProperty("primary", true);
    later->setDefault(true);
    later->setFocus();
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}
} // namespace editor
