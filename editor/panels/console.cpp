#include "editor/panels/console.h"

#include "editor/api/empty_hint.h"
#include "editor/panels/console_model.h"
#include "editor/panels/game_line.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace editor
{
using engine::LogLevel;

/// Messages of at least one level that contain a text.
class ConsoleFilter final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void set(int level, const QString& text)
    {
        m_level = level;
        m_text = text;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const auto index = sourceModel()->index(row, 0, parent);
        return index.data(ConsoleModel::LevelRole).toInt() >= m_level &&
               (m_text.isEmpty() ||
                index.data(Qt::DisplayRole).toString().contains(m_text, Qt::CaseInsensitive));
    }

private:
    int m_level = static_cast<int>(LogLevel::Info);
    QString m_text;
};

Console::Console(EditorApi& editor, QWidget* parent) : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("console"));
    setAccessibleName(tr("Console"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_model = new ConsoleModel{this};
    m_filtered = new ConsoleFilter{this};
    m_filtered->setSourceModel(m_model);
    makeBar();
    makeList();
    auto* line = new GameLine{
        {[this] { return m_editor.game(); },
         [this](const std::string& typed) { return m_editor.tellGame(typed); },
         [this](const std::string& why) { m_editor.showMessage(MessageKind::Warning, why); },
         [this] {
             m_model->clear();
         }},
        this};
    layout->addWidget(line);
    m_following = m_editor.gameChanged.connect([line] { line->gameChanged(); });
    connect(m_model, &ConsoleModel::errorCountChanged, this, &Console::updateTitle);
}

void Console::makeBar()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(8);
    m_text = new QLineEdit{this};
    m_text->setObjectName(QStringLiteral("consoleFilter"));
    m_text->setPlaceholderText(tr("Filter messages"));
    m_text->setAccessibleName(tr("Filter of the console"));
    m_text->setToolTip(tr("<b>Filter</b><br>Shows only messages that contain this."));
    m_text->setClearButtonEnabled(true);
    m_text->addAction(themeIcon(QStringLiteral("search"), ColorRole::MutedText),
                      QLineEdit::LeadingPosition);
    m_level = new QComboBox{this};
    m_level->setObjectName(QStringLiteral("consoleLevel"));
    m_level->setAccessibleName(tr("Least important messages to show"));
    m_level->setToolTip(tr("<b>Level</b><br>Shows this kind and everything more important."));
    m_level->addItem(tr("Everything"), static_cast<int>(LogLevel::Debug));
    m_level->addItem(tr("Messages"), static_cast<int>(LogLevel::Info));
    m_level->addItem(tr("Warnings and errors"), static_cast<int>(LogLevel::Warning));
    m_level->addItem(tr("Errors"), static_cast<int>(LogLevel::Error));
    m_level->setCurrentIndex(1);
    auto* clear = new QToolButton{this};
    clear->setObjectName(QStringLiteral("consoleClear"));
    clear->setIcon(themeIcon(QStringLiteral("delete")));
    clear->setToolTip(tr("<b>Clear</b><br>Empties the console."));
    clear->setAccessibleName(tr("Clear the console"));
    row->addWidget(m_text, 1);
    row->addWidget(m_level);
    row->addWidget(clear);
    qobject_cast<QVBoxLayout*>(layout())->addLayout(row);
    const auto filter = [this] {
        m_filtered->set(m_level->currentData().toInt(), m_text->text().trimmed());
        m_list->scrollToBottom();
    };
    connect(m_text, &QLineEdit::textChanged, this, filter);
    connect(m_level, &QComboBox::currentIndexChanged, this, filter);
    connect(clear, &QToolButton::clicked, m_model, &ConsoleModel::clear);
}

void Console::makeList()
{
    m_list = new QListView{this};
    m_list->setObjectName(QStringLiteral("consoleList"));
    m_list->setAccessibleName(tr("Messages"));
    m_list->setModel(m_filtered);
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_list->setIconSize({14, 14});
    setEmptyHint(m_list, tr("Messages of the editor and of scripts appear here."));
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_list, 1);
    connect(m_list, &QListView::doubleClicked, this, &Console::openPlace);
    // The range changes with lines, and with the height of a dock that is shown or resized.
    const auto* bar = m_list->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, this, &Console::followEnd);
    connect(bar, &QScrollBar::valueChanged, this,
            [this, bar](int value) { m_followsEnd = value == bar->maximum(); });

    auto* copy = new QAction{tr("Copy"), m_list};
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &Console::copySelected);
    auto* place = new QAction{tr("Copy place"), m_list};
    connect(place, &QAction::triggered, this, [this] {
        const auto index = m_list->currentIndex();
        QGuiApplication::clipboard()->setText(
            QStringLiteral("%1:%2").arg(index.data(ConsoleModel::FileRole).toString(),
                                        index.data(ConsoleModel::LineRole).toString()));
    });
    m_list->addActions({copy, place});
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void Console::followEnd()
{
    // Whoever reads further up is not carried away.
    if (auto* bar = m_list->verticalScrollBar(); m_followsEnd)
        bar->setValue(bar->maximum());
}

void Console::updateTitle()
{
    if (isVisible() && m_model->errorCount() > 0) {
        m_model->acknowledgeErrors(); // seen as they come; ends here again with 0
        return;
    }
    const int errors = m_model->errorCount();
    setDockTitle(this, errors == 0 ? tr("Console") : tr("Console (%1)").arg(errors));
}

void Console::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_model->acknowledgeErrors();
}

void Console::openPlace(const QModelIndex& index)
{
    const auto file = index.data(ConsoleModel::FileRole).toString();
    if (file.isEmpty())
        return;
    const auto place =
        QStringLiteral("%1:%2").arg(file, index.data(ConsoleModel::LineRole).toString());
    QGuiApplication::clipboard()->setText(place);
    const bool opened =
        QFileInfo::exists(file) && QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    m_editor.showMessage(MessageKind::Info,
                         (opened ? tr("Opened %1; the place is in the clipboard").arg(place)
                                 : tr("Copied %1 to the clipboard").arg(place))
                             .toStdString());
}

void Console::copySelected()
{
    auto rows = m_list->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const auto& row : rows)
        lines << row.data().toString();
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char{'\n'}));
}
} // namespace editor
