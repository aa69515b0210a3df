#include "editor/app/actions/interchange_report.h"

#include "editor/app/window/main_window.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

namespace editor
{
void showReport(MainWindow& window,
                const QString& title,
                const QString& heading,
                const QStringList& lines)
{
    if (lines.isEmpty())
        return;
    auto* dialog = new QDialog{&window};
    dialog->setObjectName(QStringLiteral("interchangeReport"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* layout = new QVBoxLayout{dialog};
    layout->addWidget(new QLabel{heading, dialog});
    auto* list = new QListWidget{dialog};
    list->setAccessibleName(heading);
    list->setWordWrap(true);
    list->addItems(lines);
    layout->addWidget(list);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Close, dialog};
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    layout->addWidget(buttons);
    dialog->resize(640, 360);
    dialog->show();
}
} // namespace editor
