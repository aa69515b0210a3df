#pragma once

#include <QLabel>

namespace editor
{
class PlayController;

/// "1/4 speed", "8x speed"; empty at 1.
[[nodiscard]] QString speedText(double speed);

/// How the game goes, for the status bar: "PLAYING  tick 1234  1/4 speed". Hidden while there is
/// none.
class PlayLabel : public QLabel
{
    Q_OBJECT

public:
    /// `play` outlives it.
    PlayLabel(PlayController& play, QWidget* parent);

private:
    void showState();

    PlayController& m_play;
};
} // namespace editor
