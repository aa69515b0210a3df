// Joints between the bodies of a RigidWorld.
#pragma once

#include "engine_core/physics/rigid_joint.h"

#include <btBulletDynamicsCommon.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace engine
{
class JointConstraint;
struct RigidBody;

/// Keeps joints by their entity, and makes Bullet's of them in this order, whenever both bodies are
/// there.
class RigidJoints
{
public:
    /// Null for what is no body.
    using FindBody = std::function<RigidBody*(EntityId)>;

    RigidJoints(btDiscreteDynamicsWorld& bullet, FindBody find);
    ~RigidJoints();

    RigidJoints(const RigidJoints&) = delete;
    RigidJoints& operator=(const RigidJoints&) = delete;

    /// What has the same kind and ends goes on as it is, with other settings. Ends that are nowhere
    /// tie nothing.
    void set(EntityId joint, const JointSetup& wanted);

    void remove(EntityId joint);

    /// Of an end without a body. A far jump has no speed.
    void moveEnd(EntityId joint, std::size_t end, const Transform& frame);

    /// The body goes, or there is another one.
    void bodyChanged(EntityId body);

    /// Wakes what is tied to the body.
    void wakeTied(EntityId body);

    /// Before a step: what can be made is there.
    void make();

    /// After a step: sets right what its joints left apart.
    void settle();

    /// After that: takes apart what was pulled too hard.
    void tear();

    [[nodiscard]] std::optional<JointState> state(EntityId joint) const;

    /// By the last step, ascending.
    [[nodiscard]] const std::vector<EntityId>& torn() const { return m_torn; }

    void beginStep() { m_torn.clear(); }

    [[nodiscard]] std::size_t size() const { return m_joints.size(); }

private:
    /// Stands for what an end without a body holds on to.
    struct Hook
    {
        btEmptyShape shape;
        std::unique_ptr<btRigidBody> body;
    };

    struct Tied
    {
        JointSetup setup;
        std::array<Hook, 2> hooks;
        std::unique_ptr<JointConstraint> constraint;
    };

    void takeApart(Tied& tied);
    void makeOne(Tied& tied);
    btRigidBody* holdAt(Tied& tied, std::size_t end);
    [[nodiscard]] Transform frameIn(const Tied& tied, std::size_t end) const;
    [[nodiscard]] std::optional<Transform> frameInWorld(const Tied& tied, std::size_t end) const;
    void wake(const Tied& tied) const;

    btDiscreteDynamicsWorld& m_bullet;
    FindBody m_find;
    std::map<EntityId, Tied> m_joints;
    std::set<std::pair<EntityId, EntityId>> m_tiedTo; ///< body and joint
    bool m_isStale = false;                           ///< some may have to be made, or in order
    std::vector<EntityId> m_torn;
};
} // namespace engine
