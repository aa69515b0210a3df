#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace engine
{
/// A square of cells within a larger one.
struct AtlasTile
{
    int x = 0; ///< cells, of the corner
    int y = 0;
    int side = 0; ///< cells
    friend bool operator==(const AtlasTile&, const AtlasTile&) = default;
};

/// Hands out squares of a square. Cells are numbered along Morton's curve (1966), on which each
/// square whose side is a power of two is a run that begins at a multiple of its length: so nothing
/// is lost between squares of different sizes.
class TileAllocator
{
public:
    static constexpr int Side = 32; ///< cells

    TileAllocator() : m_taken(std::size_t{Side} * Side) {}

    /// `side`: in cells, a power of two up to Side. None if there is no room.
    [[nodiscard]] std::optional<AtlasTile> take(int side);

    void give(const AtlasTile& tile);

private:
    std::vector<bool> m_taken; ///< by the number of the cell
};
} // namespace engine
