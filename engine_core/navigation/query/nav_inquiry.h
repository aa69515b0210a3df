#pragma once

#include "engine_core/navigation/query/nav_stretch.h"
#include "engine_core/navigation/query/nav_why.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine
{
/// One question of nav_why.h, asked again and again under other conditions.
class NavInquiry
{
public:
    /// All of them outlive it.
    NavInquiry(const World& world,
               const NavScene& scene,
               const NavMesh& mesh,
               const NavQuestion& question,
               unsigned threads,
               JobControl& control);

    /// None once the control is cancelled.
    [[nodiscard]] NavWhy answer();

private:
    using Maybe = std::optional<NavWhy>;

    [[nodiscard]] Maybe isNodeLimit();
    [[nodiscard]] Maybe isArea();
    [[nodiscard]] Maybe isLinkOff();
    [[nodiscard]] Maybe isStale();
    [[nodiscard]] Maybe isSize();
    [[nodiscard]] Maybe isLinkUnfit();
    [[nodiscard]] Maybe isOffMesh();
    [[nodiscard]] Maybe obstacle();
    [[nodiscard]] Maybe step();
    [[nodiscard]] Maybe headroom();
    [[nodiscard]] Maybe slope();
    [[nodiscard]] Maybe radius();
    [[nodiscard]] Maybe outOfBounds(const Vec3d& place, const char* end);
    [[nodiscard]] Maybe tooBigFor(const Vec3d& place, const char* end);
    [[nodiscard]] NavWhy otherIsland();
    [[nodiscard]] NavWhy wayRound();

    /// All the way, and not too long.
    [[nodiscard]] bool isGood(const NavPath& path) const;

    /// A good path under other conditions; nothing if there is none either.
    [[nodiscard]] std::optional<NavPath> tried(const NavMesh& mesh) const;

    /// The tiles around start and goal, or along the line between them if these are too many.
    [[nodiscard]] std::vector<TileCoord> region() const;

    /// Empty after a cancel.
    [[nodiscard]] NavMesh built(const NavConfig& config, const NavScene& scene);
    [[nodiscard]] NavStretch stretchOf(const NavPath& path) const;
    [[nodiscard]] NavProbe probeOf(const NavStretch& stretch) const;

    /// "1.00, 0.00, 2.00", with the door that stands there.
    [[nodiscard]] std::string where(const Vec3d& place) const;

    /// A link over the step that was found on the stretch, from before it to behind it.
    [[nodiscard]] NavMend linkOver(const NavStretch& stretch, const NavMeasure& step);

    /// A link from the place to the other, on the ground nearest to them; none if it is too far or
    /// something is in the way.
    [[nodiscard]] NavMend linkAcross(const Vec3d& from, const Vec3d& to);

    /// None where there is no ground, something higher than `over` is in the way, or there is no
    /// good path with it either.
    [[nodiscard]] NavMend linkBetween(const std::optional<NavPoint>& start,
                                      const std::optional<NavPoint>& end,
                                      double over);

    /// What keeps the agent from going over the link, in its direction or back; nothing if it is
    /// as it should be.
    [[nodiscard]] Maybe unfitness(const NavPiece& link, bool isBroken, bool isBack);
    [[nodiscard]] NavWhy switchedOff(EntityId link, const Vec3d& place) const;
    [[nodiscard]] NavWhy forOthers(const NavPiece& link) const;
    [[nodiscard]] NavWhy withoutGround(const NavPiece& link) const;

    /// The mesh with these links instead of those that their entities have; empty after a cancel.
    [[nodiscard]] NavMesh withLinks(std::span<const NavPiecePtr> links);

    const World& m_world;
    const NavScene& m_scene;
    const NavMesh& m_mesh;
    const NavQuestion& m_question;
    unsigned m_threads;
    JobControl& m_control;
    const NavConfig& m_config;
    const NavAgent& m_agent;
    std::string m_name; ///< of the agent, in quotes
    NavPath m_path;
    std::vector<TileCoord> m_region;
};

/// "1.00, 0.00, 2.00"
[[nodiscard]] std::string navPlaceText(const Vec3d& place);

/// The brushes at and below the Mover; empty if there are none.
[[nodiscard]] Aabb moverBounds(const World& world, EntityId mover);
} // namespace engine
