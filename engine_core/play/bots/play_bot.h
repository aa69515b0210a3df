#pragma once

#include "engine_core/base/random_number.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/survey/nav_explore.h"
#include "engine_core/play/play_session.h"

#include <deque>
#include <functional>

namespace engine
{
/// What a bot is after.
enum class BotStyle
{
    Seeker,    ///< each goal, each hole, and then places where nobody was
    Wanderer,  ///< anywhere, without a plan
    Runner,    ///< from goal to goal as fast as it can
    WallHugger ///< along the edges of the ground, pushing outwards and jumping
};

/// "seeker", "wanderer", "runner", "wall_hugger".
[[nodiscard]] const char* botStyleName(BotStyle style);

/// Which of several bots of a style.
struct BotNumber
{
    unsigned number = 0;    ///< 0 to `of` - 1
    unsigned of = 1;        ///< so many play in this style
    std::uint64_t seed = 1; ///< its own, of the game's random numbers, too
    BotStyle style = BotStyle::Seeker;
};

/// Presses a player's keys: looks where it goes, walks along paths, leaps from island to island,
/// and pushes into what looks too narrow. Where it does not get on it tries other directions with
/// jumps; if that does not help for some seconds it is stuck.
class PlayBot
{
public:
    /// Mesh and `where` outlive it. It goes to the goals in turn; which one is first, its number
    /// says. `ticksAt` says how often bots were at a place: it prefers new ones.
    PlayBot(const NavMesh& mesh,
            const NavExploration& where,
            const std::vector<Vec3d>& goals,
            const BotNumber& number,
            std::function<std::uint32_t(const Vec3d&)> ticksAt);

    /// What it does in the next tick.
    [[nodiscard]] PlayerInput think(const PlaySession& session);

    [[nodiscard]] bool isStuck() const { return m_isStuck; }

    /// It is somewhere else now, such as back at the start.
    void forget();

    /// Another game, from the start of the level: what was tried in earlier ones is not tried anew.
    void beginGame();

private:
    /// What it is about, in ticks.
    struct Step
    {
        enum class Kind
        {
            Walk, ///< to `place`, given up after a while
            Leap, ///< from where it is to `place`, jumping
            Push  ///< towards `place` for some ticks, jumping or not
        };

        Kind kind = Kind::Walk;
        Vec3d place{0};
        int ticks = 0; ///< left
        bool jumps = false;
        bool creeps = false; ///< slowly: who runs gets over holes
    };

    void plan(const Vec3d& foot);
    bool planHole(const Vec3d& foot);
    bool planGoal(const Vec3d& foot);
    void planWall(const Vec3d& foot);
    bool planTo(const Vec3d& foot, const Vec3d& goal);
    bool walkTo(const Vec3d& foot, const Vec3d& goal);
    void push(const Vec3d& from, const Vec3d& towards, int ticks, bool jumps);
    void pushAnywhere(const Vec3d& foot);
    [[nodiscard]] std::vector<NavLeap> leapsTo(std::size_t from, std::size_t to) const;
    [[nodiscard]] Vec3d randomPlace();
    [[nodiscard]] bool isOver(const Step& step, const PlaySession::Player& player) const;
    void watch(const PlaySession::Player& player);
    [[nodiscard]] PlayerInput press(const Step& step, const PlaySession& session);

    [[nodiscard]] double random() { return nextRandom(m_random); }

    const NavExploration& m_where;
    BotStyle m_style;
    NavQuery m_query;
    std::uint64_t m_random;
    std::function<std::uint32_t(const Vec3d&)> m_ticksAt;
    std::vector<Vec3d> m_goals;       ///< to go to, the last one first
    std::vector<NavHole> m_holes;     ///< to fall into, likewise
    std::vector<NavPolygon> m_ground; ///< that can be reached
    std::vector<double> m_areas;      ///< of it, summed up
    std::vector<NavBorder> m_borders; ///< of that ground; only for those who hug walls
    std::deque<Step> m_steps;
    Vec3d m_anchor{0}; ///< where it was when it last got on
    Vec3d m_lostAt{0}; ///< where it left the mesh
    int m_still = 0;   ///< ticks since it got on
    int m_lost = 0;    ///< ticks off the mesh
    int m_tick = 0;
    bool m_isStuck = false;
};
} // namespace engine
