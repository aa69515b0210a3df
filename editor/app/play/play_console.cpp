#include "editor/app/play/play_console.h"

#include "editor/panels/console_model.h"

#include <QEvent>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QListView>
#include <QVBoxLayout>

#include <algorithm>

namespace editor
{
namespace
{
constexpr double ShareOfView = 0.4; ///< of its height
} // namespace

PlayConsole::PlayConsole(const GameLineTarget& target, QWidget& view)
    : QFrame{&view}, m_view{view}, m_model{new ConsoleModel{this}}, m_list{new QListView{this}}
{
    setObjectName(QStringLiteral("playConsole"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    auto whole = target;
    whole.refuse = [](const std::string& why) {
        engine::logWarning("console", "{}", why);
    };
    whole.clear = [this] {
        m_model->clear();
    };
    m_line = new GameLine{std::move(whole), this};
    auto* layout = new QVBoxLayout{this};
    layout->addWidget(m_list);
    layout->addWidget(m_line);
    m_list->setModel(m_model);
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_list->setFocusPolicy(Qt::ClickFocus); // Tab stays in the line
    m_list->setAccessibleName(tr("What the game has said"));
    connect(m_model, &QAbstractItemModel::rowsInserted, m_list, &QListView::scrollToBottom,
            Qt::QueuedConnection);
    view.installEventFilter(this);
    m_line->installEventFilter(this);
    hide();
}

void PlayConsole::toggle()
{
    if (isVisible()) {
        hide();
        Q_EMIT closed();
        return;
    }
    place();
    show();
    raise();
    m_list->scrollToBottom();
    m_line->setFocus();
    Q_EMIT opened();
}

void PlayConsole::place()
{
    setGeometry(0, 0, m_view.width(),
                static_cast<int>(static_cast<double>(m_view.height()) * ShareOfView));
}

bool PlayConsole::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_view && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const auto keys = toggleKeys();
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
            toggle();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

std::array<Qt::Key, 3> PlayConsole::toggleKeys()
{
    return {Qt::Key_QuoteLeft, Qt::Key_AsciiCircum, Qt::Key_Dead_Circumflex};
}

void PlayConsole::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return toggle();
    event->accept(); // nothing that is typed here steers the game
}
} // namespace editor
