#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/transform.h"
#include "engine_core/scene/components/joint.h"

#include <array>

namespace engine
{
/// What one end of a joint holds on to.
struct JointEnd
{
    EntityId body{}; ///< null: what RigidWorld::moveJointEnd() says, which nothing pulls away
    Transform frame; ///< of the joint, from the body's place or in the world; its scale is 1
    friend bool operator==(const JointEnd&, const JointEnd&) = default;
};

/// A joint as it is made. Of hinges and sliders +x of the frames is the axis; of distances only the
/// places of the frames count, and the longest is not 0.
struct JointSetup
{
    Joint joint;                  ///< but for its ends
    std::array<JointEnd, 2> ends; ///< its own one and the other
};

/// How a joint is as of the last step.
struct JointState
{
    double angle = 0;  ///< of a hinge: its own end against the other about the axis, radians
    double way = 0;    ///< of a slider: its own end against the other along the axis, metres
    double length = 0; ///< between the ends, metres
    double force = 0;  ///< that held them together in the last step they were awake, newtons
};
} // namespace engine
