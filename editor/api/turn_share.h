#pragma once

namespace editor
{
/// From so many objects on, what follows a selection or a step is done in turns of its own.
inline constexpr unsigned ManyObjects = 1000;

/// A worker's share of the turns of the event loop. Work that is done bit by bit asks before each
/// bit: where the turn has done enough already, the bit waits for the next, so that the bits of
/// several workers and the pictures of views do not add up to a stall.
class TurnShare
{
public:
    /// Whether a bit may be done now. It is refused for three frames at most, so that a window that
    /// is always busy gets on with everything.
    [[nodiscard]] bool take();

private:
    int m_refused = 0; ///< frames
};
} // namespace editor
