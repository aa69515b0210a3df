#pragma once

#include "editor/panels/game_line.h"

#include <QFrame>

#include <array>

class QListView;

namespace editor
{
class ConsoleModel;

/// The console of a game that has a window of its own: over the upper part of the view, what the
/// game has said, and a line for its commands.
class PlayConsole : public QFrame
{
    Q_OBJECT

public:
    /// Hidden at first. Keeps to the size of the view, which it lies on.
    PlayConsole(const GameLineTarget& target, QWidget& view);

    /// The key left of the 1, whatever stands on it.
    [[nodiscard]] static std::array<Qt::Key, 3> toggleKeys();

    /// Opens it to be typed in, or closes it.
    void toggle();

    /// The game has begun.
    void gameStarted() { m_line->gameChanged(); }

Q_SIGNALS:
    void opened();
    void closed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void place();

    QWidget& m_view;
    ConsoleModel* m_model = nullptr;
    QListView* m_list = nullptr;
    GameLine* m_line = nullptr;
};
} // namespace editor
