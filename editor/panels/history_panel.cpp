#include "editor/panels/history_panel.h"

#include "editor/views/theme.h"

#include <QFont>
#include <QListView>
#include <QPixmap>
#include <QVBoxLayout>

namespace editor
{
HistoryModel::HistoryModel(Document& document, QObject* parent)
    : QAbstractListModel{parent}, m_document{document}
{
    QPixmap nothing{1, 1};
    nothing.fill(Qt::transparent);
    m_noArrow = QIcon{nothing.scaled(14, 14)};
    m_arrow = themeIcon(QStringLiteral("chevron_right"), ColorRole::Accent);
    m_rows = static_cast<int>(document.history().entries().size()) + 1;
    m_connections += document.stateChanged.connect([this] {
        // A step may replace those that could be redone, and the oldest go: which rows are still
        // the same is not worth finding out, since a list view asks for the visible ones only.
        beginResetModel();
        m_rows = static_cast<int>(m_document.history().entries().size()) + 1;
        endResetModel();
        Q_EMIT currentChanged();
    });
}

int HistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    const auto& history = m_document.history();
    const auto row = static_cast<std::size_t>(index.row());
    if (!index.isValid() || row > history.entries().size())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        if (row > 0)
            return QString::fromStdString(history.entries()[row - 1].label);
        return m_document.path().empty()
                   ? tr("New scene")
                   : tr("Opened %1")
                         .arg(QString::fromStdString(m_document.path().filename().string()));
    case Qt::FontRole: {
        QFont font;
        font.setBold(row == history.position());
        return font;
    }
    case Qt::ForegroundRole:
        return row > history.position() ? QVariant{themeColor(ColorRole::MutedText)} : QVariant{};
    case Qt::AccessibleTextRole: {
        const auto text = data(index, Qt::DisplayRole).toString();
        return row == history.position()  ? tr("%1, current").arg(text)
               : row > history.position() ? tr("%1, can be redone").arg(text)
                                          : text;
    }
    case Qt::DecorationRole:
        // Colour and weight are not the only signs of where the document is. The other rows have
        // an empty picture, so that all texts begin below each other.
        return row == history.position() ? m_arrow : m_noArrow;
    default:
        return {};
    }
}

HistoryPanel::HistoryPanel(EditorApi& editor, QWidget* parent) : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("history"));
    setAccessibleName(tr("Undo history"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 4, 0, 0);
    m_model = new HistoryModel{editor.document(), this};
    m_list = new QListView{this};
    m_list->setObjectName(QStringLiteral("historyList"));
    m_list->setAccessibleName(tr("Steps"));
    m_list->setToolTip(tr("<b>Undo history</b><br>A click goes to the state after that step."));
    m_list->setModel(m_model);
    m_list->setUniformItemSizes(true);
    m_list->setIconSize({14, 14});
    layout->addWidget(m_list);
    connect(m_list, &QListView::clicked, this, &HistoryPanel::goTo);
    connect(m_list, &QListView::activated, this, &HistoryPanel::goTo);
    connect(m_model, &HistoryModel::currentChanged, this, &HistoryPanel::showCurrent);
    showCurrent();
}

void HistoryPanel::goTo(const QModelIndex& index)
{
    m_editor.document().goTo(static_cast<std::size_t>(index.row()));
}

void HistoryPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    // While it was hidden the list had no height to scroll in; now it gets one.
    QMetaObject::invokeMethod(this, &HistoryPanel::showCurrent, Qt::QueuedConnection);
}

void HistoryPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // A dock gets its size after it was shown; the list itself follows even later.
    QMetaObject::invokeMethod(this, &HistoryPanel::scrollToCurrent, Qt::QueuedConnection);
}

void HistoryPanel::showCurrent()
{
    m_list->setCurrentIndex(
        m_model->index(static_cast<int>(m_editor.document().history().position())));
    scrollToCurrent();
}

void HistoryPanel::scrollToCurrent()
{
    m_list->scrollTo(m_list->currentIndex());
}
} // namespace editor
