#include "editor/app/play/rewind/recordings_dialog.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace editor
{
namespace
{
constexpr int PathRole = Qt::UserRole;
constexpr int StampLetters = 15; ///< "20261127-235050"

/// Its beginning is in its name; its end is when it was written last.
QTreeWidgetItem* rowOf(const engine::RecordingStore::Entry& entry)
{
    const auto name = QString::fromStdString(entry.file.stem().string());
    const QFileInfo info{QString::fromStdString(entry.file.string())};
    const auto began =
        QDateTime::fromString(name.left(StampLetters), QStringLiteral("yyyyMMdd-HHmmss"));
    const auto seconds = began.isValid() ? began.secsTo(info.lastModified()) : 0;
    auto* row = new QTreeWidgetItem{
        {began.isValid() ? QLocale{}.toString(began, QLocale::ShortFormat) : name,
         name.mid(StampLetters + 1),
         QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0')),
         QLocale{}.formattedDataSize(static_cast<qint64>(entry.bytes))}};
    row->setData(0, PathRole, info.filePath());
    for (const int column : {2, 3})
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    return row;
}
} // namespace

RecordingsDialog::RecordingsDialog(const engine::RecordingStore& store, QWidget* parent)
    : QDialog{parent}
{
    setWindowTitle(tr("Recordings"));
    setObjectName(QStringLiteral("recordingsDialog"));
    resize(560, 380);
    auto* column = new QVBoxLayout{this};
    auto* text = new QLabel{
        tr("Every game is recorded, and the last %1 stay. Open one to look at each of its moments, "
           "to play on from there, or to run it in the level as it is now.")
            .arg(engine::RecordingStore::MostRecordings),
        this};
    text->setWordWrap(true);
    column->addWidget(text);
    m_list = new QTreeWidget{this};
    m_list->setAccessibleName(tr("Recordings"));
    m_list->setHeaderLabels({tr("Began"), tr("Scene"), tr("Length"), tr("Size")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAlternatingRowColors(true);
    for (const auto& entry : store.list())
        m_list->addTopLevelItem(rowOf(entry));
    m_list->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_list->header()->setStretchLastSection(false);
    m_list->resizeColumnToContents(0);
    column->addWidget(m_list, 1);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Cancel, this};
    auto* open = buttons->addButton(tr("Open"), QDialogButtonBox::AcceptRole);
    open->setProperty("primary", true);
    open->setEnabled(m_list->topLevelItemCount() > 0);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QTreeWidget::itemActivated, this, &QDialog::accept);
    if (m_list->topLevelItemCount() > 0)
        m_list->setCurrentItem(m_list->topLevelItem(0));
    else
        text->setText(tr("Nothing is recorded yet: play (F5), and the game is listed here."));
}

engine::fs::path RecordingsDialog::chosen() const
{
    const auto* row = m_list->currentItem();
    return row != nullptr ? engine::fs::path{row->data(0, PathRole).toString().toStdString()}
                          : engine::fs::path{};
}
} // namespace editor
