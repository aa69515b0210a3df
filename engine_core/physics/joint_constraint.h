// A joint for Bullet's solver.
#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/physics/row_block.h"
#include "engine_core/scene/components/joint.h"

#include <btBulletDynamicsCommon.h>

#include <array>

namespace engine
{
/// A joint of any kind. Bullet's own take one direction after the other, so that they give way
/// where a small body hangs on a long lever; this one takes them all together, and begins where the
/// last step ended.
class JointConstraint final : public btTypedConstraint
{
public:
    /// The frames are seen from the centres of mass, those of its own body first.
    JointConstraint(btRigidBody& own,
                    btRigidBody& other,
                    const std::array<Transform, 2>& frames,
                    const Joint& joint);

    /// Of the same kind.
    void setJoint(const Joint& joint) { m_joint = joint; }

    /// That held the ends together in the last step, newtons.
    [[nodiscard]] double force() const;

    /// Moves both bodies to where they belong, after a step. Speeds that did would be held on to
    /// in the next step, and swing chains up. False if they are there.
    bool settle();

    void buildJacobian() override { m_isReady = false; }

    void getInfo1(btConstraintInfo1* info) override { *info = {0, 0}; }

    void getInfo2(btConstraintInfo2*) override {}

    void solveConstraintObsolete(btSolverBody& own, btSolverBody& other, btScalar seconds) override;

    void setParam(int, btScalar, int) override {}

    [[nodiscard]] btScalar getParam(int, int) const override { return 0; }

private:
    using Values = RowBlock::Values;

    /// Of its own body and the other one.
    struct Motion
    {
        std::array<Vec3d, 2> moves{Vec3d{0}, Vec3d{0}};
        std::array<Vec3d, 2> turns{Vec3d{0}, Vec3d{0}};
    };

    /// A way in which the ends can move against each other.
    struct Row
    {
        Motion pull;    ///< what an impulse of 1 along it is to both
        Motion moved;   ///< what they do upon that
        double off = 0; ///< how far it is from where it shall be, metres or radians

        [[nodiscard]] double speed(const Motion& motion) const;
    };

    /// What drives the one way that is left free, or bounds it.
    struct Drive
    {
        double at = 0; ///< now: angle, way or length
        bool isLimited = false;
        double lowest = 0;
        double highest = 0;
        double speed = 0;     ///< of the motor
        double strength = 0;  ///< of the motor; 0: none
        double stretched = 0; ///< how far the spring is from its rest
        double lowHeld = 0, highHeld = 0, motorHeld = 0, springHeld = 0; ///< impulses in this step

        [[nodiscard]] double held() const { return lowHeld + highHeld + motorHeld + springHeld; }
    };

    void prepareRows(double seconds);
    void prepareLocked();
    void prepareDrive();
    void prepareDistance();
    void prepareBlock();
    [[nodiscard]] Row line(const Vec3d& along, double off) const;
    [[nodiscard]] Row turn(const Vec3d& about, double off) const;

    void lock(const Row& row) { m_locked.at(m_lockedCount++) = row; }

    static void add(Motion& motion, const Motion& step, double times);
    void resume(Motion& motion);
    [[nodiscard]] bool isSoft() const;
    void holdLocked(Motion& motion);
    void push(Motion& motion, double& held, double impulse);
    void pushTo(Motion& motion, double& held, double speed, double least, double most);
    void drive(Motion& motion);

    Joint m_joint;
    std::array<Transform, 2> m_frames;
    double m_seconds = 1;
    bool m_isReady = false;          ///< for this step
    std::array<Transform, 2> m_ends; ///< in the world
    std::array<Vec3d, 2> m_arms;     ///< to where it pulls, from the centres of mass
    std::array<Row, RowBlock::Most> m_locked;
    std::size_t m_lockedCount = 0;
    Values m_held{}; ///< impulses along the locked rows in this step
    RowBlock m_block;
    Row m_free;
    bool m_hasFree = false;
    Values m_meanwhile{}; ///< what the locked rows do upon an impulse of 1 along the free one
    Motion m_freeMoved;   ///< by the free row together with these
    double m_give = 0;    ///< how fast it moves upon an impulse of 1
    Drive m_drive;
    Vec3d m_direction{0, 1, 0}; ///< of a distance
};
} // namespace engine
