#include "editor/panels/game_line.h"

#include "engine_core/play/play_session.h"

#include <QCompleter>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

namespace editor
{
namespace
{
constexpr qsizetype MostRemembered = 100;
} // namespace

GameLine::GameLine(GameLineTarget target, QWidget* parent)
    : QLineEdit{parent}, m_target{std::move(target)}, m_commands{new QStandardItemModel{this}}
{
    setObjectName(QStringLiteral("gameLine"));
    setPlaceholderText(tr("Command for the running game; help lists them"));
    setAccessibleName(tr("Command for the running game"));
    setToolTip(
        tr("<b>Game's console</b><br>Commands that every game has, and commands and variables "
           "that scripts of the running game declare. Up and Down bring back what was typed "
           "before."));
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setMaxLength(static_cast<int>(engine::PlaySession::MostTypedBytes));
    auto* offered = new QCompleter{m_commands, this};
    offered->setCompletionRole(Qt::UserRole); // the rows show what they do besides
    offered->setCaseSensitivity(Qt::CaseInsensitive);
    setCompleter(offered);
    connect(this, &QLineEdit::returnPressed, this, &GameLine::send);
    setVisible(m_target.game() != nullptr);
}

void GameLine::gameChanged()
{
    clear();
    setVisible(m_target.game() != nullptr);
}

void GameLine::send()
{
    const auto line = text().trimmed();
    if (line.isEmpty())
        return;
    if (const auto told = m_target.tell(line.toStdString()); !told) {
        m_target.refuse(told.error().message());
        return;
    }
    if (m_target.clear && line == QLatin1String{engine::SceneConsole::Clear})
        m_target.clear();
    m_typed.removeAll(line);
    m_typed.append(line);
    if (m_typed.size() > MostRemembered)
        m_typed.removeFirst();
    m_at = static_cast<int>(m_typed.size());
    clear();
}

void GameLine::offerCommands()
{
    m_commands->clear();
    const auto* game = m_target.game();
    if (game == nullptr)
        return;
    for (const auto& entry : game->consoleEntries()) {
        const auto name = QString::fromStdString(entry.name);
        const auto what = QString::fromStdString(entry.text);
        auto* row = new QStandardItem{what.isEmpty() ? name : name + QStringLiteral(":  ") + what};
        row->setData(name, Qt::UserRole);
        m_commands->appendRow(row);
    }
}

void GameLine::focusInEvent(QFocusEvent* event)
{
    offerCommands();
    QLineEdit::focusInEvent(event);
}

void GameLine::showTyped(int at)
{
    m_at = std::clamp(at, 0, static_cast<int>(m_typed.size()));
    setText(m_at < m_typed.size() ? m_typed[m_at] : QString{});
}

void GameLine::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Up)
        showTyped(m_at - 1);
    else if (event->key() == Qt::Key_Down)
        showTyped(m_at + 1);
    else
        QLineEdit::keyPressEvent(event);
}
} // namespace editor
