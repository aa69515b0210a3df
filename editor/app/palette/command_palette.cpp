#include "editor/app/palette/command_palette.h"

#include "editor/api/empty_hint.h"
#include "editor/app/palette/palette_model.h"
#include "editor/views/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int Width = 620;
constexpr int Rows = 14;
constexpr int RowsOfHint = 2; ///< what is said where nothing was found keeps its distance
const QChar CommandMark{'>'};
} // namespace

CommandPalette::CommandPalette(Source commands, Source places, QWidget* window)
    : QFrame{window}, m_commands{std::move(commands)}, m_places{std::move(places)}
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Search"));
    setProperty("searchPalette", true);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    m_edit = new QLineEdit{this};
    m_edit->setObjectName(QStringLiteral("paletteEdit"));
    m_edit->addAction(themeIcon(QStringLiteral("search"), ColorRole::MutedText),
                      QLineEdit::LeadingPosition);
    m_edit->installEventFilter(this);
    m_list = new QListView{this};
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("What was found"));
    m_list->setFocusPolicy(Qt::NoFocus); // typing goes on while the list is walked through
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_model = new PaletteModel{this};
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate{m_list});
    setEmptyHint(m_list, tr("Nothing has a name like that"));
    layout->addWidget(m_edit);
    layout->addWidget(m_list, 1);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
    hide();
}

void CommandPalette::open(Mode mode)
{
    m_mode = mode;
    {
        const QSignalBlocker quiet{m_edit};
        m_edit->setText(mode == Mode::Commands ? QString{CommandMark} : QString{});
    }
    load(mode);
    filter();
    show();
    raise();
    m_edit->setFocus(Qt::OtherFocusReason); // other reasons would select the mark, to be typed over
}

void CommandPalette::load(Mode mode)
{
    m_mode = mode;
    m_edit->setPlaceholderText(tr("Go to an object, asset or scene; type > for commands"));
    m_edit->setAccessibleName(mode == Mode::Commands ? tr("Search for commands")
                                                     : tr("Search for objects and assets"));
    m_model->setItems(mode == Mode::Commands ? m_commands() : m_places());
}

void CommandPalette::filter()
{
    auto text = m_edit->text();
    const auto mode = text.startsWith(CommandMark) ? Mode::Commands : Mode::GoTo;
    if (mode != m_mode)
        load(mode);
    if (mode == Mode::Commands)
        text.remove(0, 1);
    m_model->setPattern(text.trimmed());
    m_list->setCurrentIndex(m_model->index(0));
    place();
}

void CommandPalette::place()
{
    const auto* window = parentWidget();
    const int row = std::max(24, fontMetrics().height() + 8);
    const int width = std::min(Width * row / 24, window->width() - 40);
    const int found = m_model->rowCount();
    const int rows = found == 0 ? RowsOfHint : std::min(found, Rows);
    const int height =
        std::min(m_edit->sizeHint().height() + 28 + rows * row, window->height() - 80);
    setGeometry((window->width() - width) / 2, 34, width, height);
}

void CommandPalette::choose()
{
    const auto index = m_list->currentIndex();
    if (!index.isValid() || !m_model->item(index.row()).whyDisabled.isEmpty())
        return;
    const auto run = m_model->item(index.row()).run; // it may open the palette again
    hide();
    m_model->setItems({});
    parentWidget()->setFocus(Qt::OtherFocusReason); // keys that nobody wants go to the active view
    run();
}

const PaletteItem& CommandPalette::item(int row) const
{
    return m_model->item(row);
}

int CommandPalette::count() const
{
    return m_model->rowCount();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut && isVisible()) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
            hide();
    }
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Escape:
            hide();
            parentWidget()->setFocus(Qt::OtherFocusReason);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose();
            return true;
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QApplication::sendEvent(m_list, event);
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}
} // namespace editor
