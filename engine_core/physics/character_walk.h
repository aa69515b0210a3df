#pragma once

#include "engine_core/physics/character_controller.h"

#include <array>

namespace engine
{
/// Surfaces that turn a motion aside within one tick.
inline constexpr int MaxSlides = 5;

/// Scripts may ask for anything; nothing moves faster. Metres per second.
inline constexpr double MaxCharacterSpeed = 500.0;

/// No faster than MaxCharacterSpeed; zero if it is not finite.
[[nodiscard]] Vec3d saneVelocity(const Vec3d& velocity);

/// The part over ground.
[[nodiscard]] Vec3d horizontal(const Vec3d& v);

/// Zero for a direction without one.
[[nodiscard]] Vec3d withLength(const Vec3d& direction, double length);

/// From one velocity towards another, by `most` at most.
[[nodiscard]] Vec3d approached(const Vec3d& from, const Vec3d& to, double most);

/// Whether a surface with that normal carries a character.
[[nodiscard]] bool isWalkable(const Vec3d& normal);

/// The surfaces met in one tick.
class Obstacles
{
public:
    void add(const Vec3d& normal)
    {
        if (m_count < m_normals.size())
            m_normals[m_count++] = normal;
    }

    [[nodiscard]] std::size_t count() const { return m_count; }

    /// v -= dot(v, n) * n for the surface moved into; along the crease if that goes into a second;
    /// no way out of a third.
    [[nodiscard]] Vec3d slide(const Vec3d& velocity) const;

private:
    [[nodiscard]] bool isFree(const Vec3d& velocity) const;

    std::array<Vec3d, 8> m_normals;
    std::size_t m_count = 0;
};

/// One tick of one character.
class Walker
{
public:
    Walker(const CollisionSpace& space, const CharacterSettings& settings, CharacterState& state)
        : m_space{space}, m_settings{settings}, m_state{state}
    {
    }

    void crouch(bool wanted);
    void separate();
    void carry(const Vec3d& motion);
    void moveOnGround(const CharacterInput& input, double seconds);
    void moveInAir(const CharacterInput& input, double seconds);

    void takeHold(const CharacterInput& input, double seconds);
    void jumpOff(const CharacterInput& input, double speed);
    void swim(const CharacterInput& input, double seconds);
    void climbLadder(const CharacterInput& input, double seconds);

private:
    [[nodiscard]] Capsule capsule() const
    {
        return {m_settings.radius,
                m_state.crouched ? m_settings.crouchHeight : m_settings.standHeight};
    }

    /// What stopped a motion, and the part of it that was free.
    struct Advance
    {
        std::optional<SweepHit> hit;
        double used = 1;
    };

    Advance advance(Vec3d& foot, const Vec3d& motion) const;
    [[nodiscard]] bool hasFloorBelow() const;
    [[nodiscard]] bool carries(const SweepHit& hit) const;
    [[nodiscard]] std::optional<SweepHit> wedge() const;
    Vec3d walk(Vec3d heading, double seconds);
    std::optional<Advance> climb(const Vec3d& motion, const SweepHit& blocker);
    bool settle();
    void standOn(const SweepHit& hit);
    void land(const SweepHit& hit, double seconds);
    [[nodiscard]] bool facesWall(const CharacterInput& input) const;
    std::optional<SweepHit> glide(double seconds);

    const CollisionSpace& m_space;
    const CharacterSettings& m_settings;
    CharacterState& m_state;
};
} // namespace engine
