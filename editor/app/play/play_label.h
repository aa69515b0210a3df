#pragma once

#include <QLabel>

#include <cstdint>
#include <optional>

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

    /// The tick of the past that the views show; nothing for the present.
    void setPast(std::optional<std::uint64_t> tick);

private:
    void showState();

    PlayController& m_play;
    std::optional<std::uint64_t> m_past;
};
} // namespace editor
