#include "engine_core/physics/joint_constraint.h"

#include "engine_core/physics/rigid_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
constexpr double Close = 5e-4;     ///< metres and radians that need no setting right
constexpr double MostTurn = 0.5;   ///< radians that a body is turned to be set right
constexpr double SoftSpring = 0.2; ///< of its way and speed, that a step changes
constexpr double FullTurn = 180;   ///< degrees to a side that are no limit
constexpr double Endless = std::numeric_limits<double>::max();

/// At the begin of the step. What is moved by others is where it will be at the end already.
Transform placeOfBody(const btRigidBody& body, double seconds)
{
    const auto& at = body.getCenterOfMassTransform();
    Transform place{fromBullet(at.getOrigin()), fromBullet(at.getRotation()), Vec3d{1}};
    if (!body.isKinematicObject())
        return place;
    place.position -= fromBullet(body.getLinearVelocity()) * seconds;
    const auto turned = fromBullet(body.getAngularVelocity()) * seconds;
    if (const double angle = glm::length(turned); angle > 1e-9)
        place.rotation = glm::angleAxis(-angle, turned / angle) * place.rotation;
    return place;
}

void shiftBody(btRigidBody& body, const Vec3d& way, const Vec3d& turn)
{
    if (body.isStaticOrKinematicObject() || !isFinite(way) || !isFinite(turn))
        return;
    auto at = body.getCenterOfMassTransform();
    at.setOrigin(at.getOrigin() + toBullet(way));
    if (const double angle = std::min(glm::length(turn), MostTurn); angle > 1e-9)
        at.setRotation(
            toBullet(glm::angleAxis(angle, glm::normalize(turn)) * fromBullet(at.getRotation())));
    body.setWorldTransform(at);
    body.updateInertiaTensor();
}

Vec3d turnedBy(const btRigidBody& body, const Vec3d& pull)
{
    const auto& inertia = body.getInvInertiaTensorWorld();
    return {glm::dot(fromBullet(inertia[0]), pull), glm::dot(fromBullet(inertia[1]), pull),
            glm::dot(fromBullet(inertia[2]), pull)};
}

double inverseMass(const btRigidBody& body)
{
    return static_cast<double>(body.getInvMass());
}
} // namespace

JointConstraint::JointConstraint(btRigidBody& own,
                                 btRigidBody& other,
                                 const std::array<Transform, 2>& frames,
                                 const Joint& joint)
    : btTypedConstraint(MAX_CONSTRAINT_TYPE, own, other), m_joint{joint}, m_frames{frames}
{
}

double JointConstraint::Row::speed(const Motion& motion) const
{
    double sum = 0;
    for (std::size_t i = 0; i < 2; ++i)
        sum += glm::dot(pull.moves[i], motion.moves[i]) + glm::dot(pull.turns[i], motion.turns[i]);
    return sum;
}

JointConstraint::Row JointConstraint::line(const Vec3d& along, double off) const
{
    Row row;
    row.off = off;
    row.pull = {{along, -along}, {glm::cross(m_arms[0], along), -glm::cross(m_arms[1], along)}};
    row.moved = {{along * inverseMass(m_rbA), -along * inverseMass(m_rbB)},
                 {turnedBy(m_rbA, row.pull.turns[0]), turnedBy(m_rbB, row.pull.turns[1])}};
    return row;
}

JointConstraint::Row JointConstraint::turn(const Vec3d& about, double off) const
{
    Row row;
    row.off = off;
    row.pull.turns = {about, -about};
    row.moved.turns = {turnedBy(m_rbA, about), turnedBy(m_rbB, -about)};
    return row;
}

void JointConstraint::prepareRows(double seconds)
{
    const std::array<Transform, 2> bodies{placeOfBody(m_rbA, seconds), placeOfBody(m_rbB, seconds)};
    for (std::size_t i = 0; i < 2; ++i) {
        m_ends[i] = bodies[i] * m_frames[i];
        m_arms[i] = m_ends[i].position - bodies[i].position;
    }
    if (m_joint.kind == JointKind::Slider) // it pulls where its own end is
        m_arms[1] = m_ends[0].position - bodies[1].position;
    m_lockedCount = 0;
    m_hasFree = false;
    if (m_joint.kind == JointKind::Distance) {
        prepareDistance();
    } else {
        prepareLocked();
        prepareDrive();
    }
}

void JointConstraint::prepareLocked()
{
    const auto& axes = m_ends[1].rotation;
    const auto between = m_ends[0].position - m_ends[1].position;
    const std::array<Vec3d, 3> directions{axes * Vec3d{1, 0, 0}, axes * Vec3d{0, 1, 0},
                                          axes * Vec3d{0, 0, 1}};
    const bool slides = m_joint.kind == JointKind::Slider;
    for (std::size_t i = slides ? 1 : 0; i < 3; ++i)
        lock(line(directions[i], glm::dot(directions[i], between)));
    auto turned = m_ends[0].rotation * glm::conjugate(axes);
    if (turned.w < 0)
        turned = -turned;
    auto off = 2.0 * Vec3d{turned.x, turned.y, turned.z};
    const bool turns = m_joint.kind == JointKind::Hinge;
    if (turns) // without its turn about the axis
        off = glm::cross(directions[0], m_ends[0].rotation * Vec3d{1, 0, 0});
    for (std::size_t i = turns ? 1 : 0; i < 3; ++i)
        lock(turn(directions[i], glm::dot(directions[i], off)));
}

void JointConstraint::prepareDrive()
{
    auto& drive = m_drive;
    const auto axis = m_ends[1].rotation * Vec3d{1, 0, 0};
    if (m_joint.kind == JointKind::Hinge) {
        const auto turned = glm::conjugate(m_ends[1].rotation) * m_ends[0].rotation;
        const auto [low, high] = std::minmax(m_joint.lowestAngle, m_joint.highestAngle);
        const double angle = 2 * std::atan2(turned.x, turned.w);
        const double middle = m_joint.limited ? radians(low + high) / 2 : 0;
        m_free = turn(axis, 0);
        drive.at = middle + std::remainder(angle - middle, 2 * Pi);
        drive.stretched = std::remainder(angle, 2 * Pi);
        drive.isLimited = m_joint.limited && (low > -FullTurn || high < FullTurn);
        drive.lowest = radians(low);
        drive.highest = radians(high);
        drive.speed = radians(m_joint.turnSpeed);
        drive.strength = m_joint.torque;
    } else if (m_joint.kind == JointKind::Slider) {
        const auto [low, high] = std::minmax(m_joint.lowestWay, m_joint.highestWay);
        m_free = line(axis, 0);
        drive.at = glm::dot(axis, m_ends[0].position - m_ends[1].position);
        drive.stretched = drive.at;
        drive.isLimited = m_joint.limited;
        drive.lowest = low;
        drive.highest = high;
        drive.speed = m_joint.slideSpeed;
        drive.strength = m_joint.force;
    }
    m_hasFree = m_joint.kind != JointKind::Fixed;
}

void JointConstraint::prepareDistance()
{
    const auto between = m_ends[0].position - m_ends[1].position;
    const double length = glm::length(between);
    if (length > 1e-5)
        m_direction = between / length;
    const double longest = std::max(m_joint.longest, 0.001);
    const double shortest = std::min(m_joint.shortest, longest);
    if (!(m_joint.stiffness > 0) && shortest >= longest)
        return lock(line(m_direction, length - longest));
    m_hasFree = true;
    m_free = line(m_direction, 0);
    m_drive.at = length;
    m_drive.isLimited = !(m_joint.stiffness > 0);
    m_drive.lowest = shortest > 0 ? shortest : -Endless;
    m_drive.highest = longest;
    m_drive.stretched = length - std::clamp(length, std::max(shortest, 0.0), longest);
    m_drive.strength = 0;
}

void JointConstraint::prepareBlock()
{
    RowBlock::Matrix matrix{};
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            matrix[i][j] = m_locked[i].speed(m_locked[j].moved);
    m_block = RowBlock{matrix, m_lockedCount};
    m_freeMoved = m_free.moved;
    m_give = 0;
    if (!m_hasFree)
        return;
    Values upon{};
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        upon[i] = -m_locked[i].speed(m_free.moved);
    m_meanwhile = m_block.solve(upon);
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        add(m_freeMoved, m_locked[i].moved, m_meanwhile[i]);
    const double give = m_free.speed(m_freeMoved);
    m_give = give > 1e-10 * m_free.speed(m_free.moved) ? give : 0;
}

void JointConstraint::add(Motion& motion, const Motion& step, double times)
{
    for (std::size_t end = 0; end < 2; ++end) {
        motion.moves[end] += step.moves[end] * times;
        motion.turns[end] += step.turns[end] * times;
    }
}

/// With the impulses of the last step, which are nearly those of this one.
void JointConstraint::resume(Motion& motion)
{
    auto& drive = m_drive;
    for (std::size_t i = 0; i < m_held.size(); ++i)
        if (i >= m_lockedCount || !std::isfinite(m_held[i]))
            m_held[i] = 0;
    const bool isDriven = m_give > 0 && std::isfinite(drive.held());
    if (!isDriven || !drive.isLimited)
        drive.lowHeld = drive.highHeld = 0;
    if (!isDriven || !(drive.strength > 0))
        drive.motorHeld = 0;
    drive.springHeld = 0;
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        add(motion, m_locked[i].moved, m_held[i]);
    if (isDriven)
        add(motion, m_free.moved, drive.held());
    if (!isDriven || !isSoft())
        return;
    const Motion start{
        {fromBullet(m_rbA.getLinearVelocity()), fromBullet(m_rbB.getLinearVelocity())},
        {fromBullet(m_rbA.getAngularVelocity()), fromBullet(m_rbB.getAngularVelocity())}};
    push(motion, drive.springHeld,
         -(m_joint.stiffness * drive.stretched + m_joint.damping * m_free.speed(start)) *
             m_seconds);
}

/// A soft spring pulls as it is, and swings on for long. A stiff one pulls as it will be at the end
/// of the step, so that no stiffness makes it swing up by itself.
bool JointConstraint::isSoft() const
{
    const double change = (m_joint.stiffness * m_seconds + m_joint.damping) * m_seconds * m_give;
    return m_joint.stiffness > 0 && change < SoftSpring;
}

void JointConstraint::holdLocked(Motion& motion)
{
    Values wanted{};
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        wanted[i] = -m_locked[i].speed(motion);
    const auto impulses = m_block.solve(wanted);
    for (std::size_t i = 0; i < m_lockedCount; ++i) {
        m_held[i] += impulses[i];
        add(motion, m_locked[i].moved, impulses[i]);
    }
}

/// Along the free row, while the others are held.
void JointConstraint::push(Motion& motion, double& held, double impulse)
{
    held += impulse;
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        m_held[i] += m_meanwhile[i] * impulse;
    add(motion, m_freeMoved, impulse);
}

/// Until it has that speed, with an impulse within bounds in the whole step.
void JointConstraint::pushTo(Motion& motion, double& held, double speed, double least, double most)
{
    const double wanted = held + (speed - m_free.speed(motion)) / m_give;
    push(motion, held, std::clamp(wanted, least, most) - held);
}

void JointConstraint::drive(Motion& motion)
{
    auto& drive = m_drive;
    if (!(m_give > 0))
        return;
    if (m_joint.stiffness > 0 && !isSoft()) {
        const double softness = 1 / (m_seconds * (m_joint.damping + m_seconds * m_joint.stiffness));
        const double back = drive.stretched * m_seconds * m_joint.stiffness * softness;
        push(motion, drive.springHeld,
             -(m_free.speed(motion) + back + softness * drive.springHeld) / (m_give + softness));
    }
    if (const double most = drive.strength * m_seconds; most > 0)
        pushTo(motion, drive.motorHeld, drive.speed, -most, most);
    if (!drive.isLimited)
        return;
    // What is within its limits may come to them in this step, and no farther.
    const double below = drive.lowest - drive.at;
    const double above = drive.highest - drive.at;
    pushTo(motion, drive.lowHeld, std::min(below, 0.0) / m_seconds, 0, Endless);
    pushTo(motion, drive.highHeld, std::max(above, 0.0) / m_seconds, -Endless, 0);
}

void JointConstraint::solveConstraintObsolete(btSolverBody& own,
                                              btSolverBody& other,
                                              btScalar seconds)
{
    const std::array<btSolverBody*, 2> bodies{&own, &other};
    Motion before;
    for (std::size_t i = 0; i < 2; ++i)
        if (const auto& body = *bodies[i]; body.m_originalBody != nullptr) {
            before.moves[i] = fromBullet(body.m_linearVelocity + body.m_externalForceImpulse +
                                         body.m_deltaLinearVelocity);
            before.turns[i] = fromBullet(body.m_angularVelocity + body.m_externalTorqueImpulse +
                                         body.m_deltaAngularVelocity);
        }
    auto motion = before;
    if (!m_isReady) { // the first round: all joints resume before any of them is solved
        m_seconds = static_cast<double>(seconds);
        prepareRows(m_seconds);
        prepareBlock();
        m_isReady = true;
        resume(motion);
    } else {
        holdLocked(motion);
        drive(motion);
    }
    for (std::size_t i = 0; i < 2; ++i)
        if (auto& body = *bodies[i]; body.m_originalBody != nullptr) {
            body.m_deltaLinearVelocity += toBullet(motion.moves[i] - before.moves[i]);
            body.m_deltaAngularVelocity += toBullet(motion.turns[i] - before.turns[i]);
        }
}

bool JointConstraint::settle()
{
    if (!m_rbA.isActive() && !m_rbB.isActive())
        return false;
    prepareRows(0);
    Values wanted{};
    double worst = 0;
    for (std::size_t i = 0; i < m_lockedCount; ++i) {
        wanted[i] = -m_locked[i].off;
        worst = std::max(worst, std::abs(wanted[i]));
    }
    const bool isLimited = m_hasFree && m_drive.isLimited;
    const double back =
        isLimited ? std::clamp(m_drive.at, m_drive.lowest, m_drive.highest) - m_drive.at : 0;
    if (worst <= Close && std::abs(back) <= Close)
        return false;
    prepareBlock();
    Motion shift;
    const auto impulses = m_block.solve(wanted);
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        add(shift, m_locked[i].moved, impulses[i]);
    if (m_give > 0)
        add(shift, m_freeMoved, back / m_give);
    const std::array<btRigidBody*, 2> bodies{&m_rbA, &m_rbB};
    for (std::size_t i = 0; i < 2; ++i)
        shiftBody(*bodies[i], shift.moves[i], shift.turns[i]);
    return true;
}

double JointConstraint::force() const
{
    Vec3d sum = m_hasFree ? m_free.pull.moves[0] * m_drive.held() : Vec3d{0};
    for (std::size_t i = 0; i < m_lockedCount; ++i)
        sum += m_locked[i].pull.moves[0] * m_held[i];
    const double newton = glm::length(sum) / m_seconds;
    return std::isfinite(newton) ? newton : Endless;
}
} // namespace engine
