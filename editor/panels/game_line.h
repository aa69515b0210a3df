#pragma once

#include "engine_core/base/result.h"

#include <QLineEdit>
#include <QStringList>

#include <functional>
#include <string>

class QStandardItemModel;

namespace engine
{
class PlaySession;
}

namespace editor
{
/// The game whose console a line is typed for.
struct GameLineTarget
{
    std::function<const engine::PlaySession*()> game; ///< null while none runs
    std::function<engine::Result<void>(const std::string& line)> tell;
    std::function<void(const std::string& why)> refuse; ///< shows why it was not told
    std::function<void()> clear{};                      ///< empties the list above; may be empty
};

/// Where a line for the running game's console is typed, with its commands and variables
/// to choose from; Up and Down bring back what was typed before. Seen only while a game
/// runs.
class GameLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit GameLine(GameLineTarget target, QWidget* parent = nullptr);

    /// A game has begun or ended.
    void gameChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void send();
    void offerCommands();
    void showTyped(int at);

    GameLineTarget m_target;
    QStandardItemModel* m_commands = nullptr;
    QStringList m_typed; ///< the last ones, the newest at the end
    int m_at = 0;        ///< of m_typed; its size while none is shown
};
} // namespace editor
