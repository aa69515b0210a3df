#pragma once

#include "engine_core/play/play_session.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace engine
{
/// A cube of half a metre in which bots were.
struct BotCell
{
    static constexpr double Size = 0.5; ///< metres

    Vec3d place{0};          ///< its middle, at the lowest height of the soles in it
    std::uint32_t ticks = 0; ///< of all bots together
};

/// Where bots were, and for how long.
class BotCells
{
public:
    void visit(const PlaySession::Player& player);
    void add(const BotCells& other);

    [[nodiscard]] std::uint32_t ticksAt(const Vec3d& place) const;

    [[nodiscard]] std::vector<BotCell> cells() const; ///< by place

    /// Where somebody stood on the ground, one place for each cell.
    [[nodiscard]] std::vector<Vec3d> stood() const;

private:
    using Key = std::array<int, 3>;

    struct Visited
    {
        BotCell cell;
        std::optional<Vec3d> stood;
    };

    [[nodiscard]] static Key keyOf(const Vec3d& foot);

    std::map<Key, Visited> m_cells;
};
} // namespace engine
