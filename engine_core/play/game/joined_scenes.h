#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/result.h"
#include "engine_core/math/types.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace engine
{
class World;
struct PlayState;

/// Other scenes of the project whose objects scripts have added to a running one.
class JoinedScenes
{
public:
    static constexpr std::size_t MostInATick = 4; ///< they are read within the tick
    static constexpr std::size_t MostJoined = 64; ///< at once

    explicit JoinedScenes(PlayState& play);
    ~JoinedScenes();

    /// A new object at the place, in metres; the objects of the scene are below it when the tick is
    /// over, or as soon as their scripts are compiled. The scene is read at once: an Error, in
    /// words for the writer of the script, if it cannot be, or if there are too many.
    Result<EntityId> add(const std::string& path, const Vec3d& offset);

    /// Destroys the object of an added scene with everything of it. An Error if it is none.
    Result<void> leave(EntityId root);

    /// When the tick is over.
    void tick();

private:
    struct Waiting
    {
        EntityId root;
        EntityId asker;
        std::string name;
        std::unique_ptr<World> level;
    };

    /// Whether it is done with: filled, given up or gone.
    [[nodiscard]] bool finish(const Waiting& waiting);

    PlayState& m_play;
    std::vector<Waiting> m_waiting;
    std::set<EntityId> m_roots;
    std::uint64_t m_tick = 0; ///< of the last add()
    std::size_t m_inTick = 0; ///< in that tick
};
} // namespace engine
