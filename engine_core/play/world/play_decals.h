#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <cstdint>
#include <deque>
#include <string>

namespace engine
{
struct PlayState;

/// A decal that a script lays.
struct LaidDecal
{
    std::string material;  ///< below assets/
    Vec3d at{0};           ///< of the world, on the surface
    Vec3d normal{0, 1, 0}; ///< of the surface, any length but 0
    Vec3d size{1, 1, 0.5}; ///< metres: width, height, depth
    double seconds = 0;    ///< until it is gone; 0: until others take its place
    double turn = 0;       ///< radians, counter-clockwise as one looks at it
    EntityId on{};         ///< what it goes along with; null: it stands
    bool onModels = false;
};

/// The marks that scripts leave on a level: entities with a Decal, of which there are no more than
/// the limit at a time: the oldest make room. They fade in the last second of their time.
class PlayDecals
{
public:
    static constexpr int MostAtOnce = 4096;

    explicit PlayDecals(PlayState& play) : m_play{play} {}

    /// The new entity. An Error, in words for the writer of the script, for what cannot be laid.
    Result<EntityId> lay(const LaidDecal& decal);

    /// 0 to MostAtOnce; what is too many goes at once.
    void setLimit(int limit);

    [[nodiscard]] int limit() const { return m_limit; }

    /// Fades, and ends what has been there long enough.
    void tick();

private:
    struct Laid
    {
        EntityId entity;
        std::uint64_t last = 0; ///< tick; 0: no end
        int step = 0;           ///< of fading
        float opacity = 1;
    };

    void makeRoom(std::size_t most);
    void fade(Laid& laid);

    PlayState& m_play;
    std::deque<Laid> m_laid; ///< the oldest first
    int m_limit = 256;
};
} // namespace engine
