// Shows a distance joint, which nobody sees by itself: stretches what is below this object, one metre
// along Z, from the hook to what hangs there.

class Rope : Node
{
    [tooltip("What has the joint")]
    Entity hanging;

    [tooltip("What it hangs from")]
    Entity hook;

    // After everything has moved in this tick.
    void onLateTick(float dt)
    {
        Vec3 top = hook.worldPosition;
        Vec3 low = hanging.worldPosition + hanging.rotation * hanging.getVec3("joint.anchor");
        entity.position = (top + low) * 0.5;
        entity.rotation = lookAlong(low - top, Vec3(1, 0, 0));
        entity.setVec3("transform.scale", Vec3(1, 1, top.distanceTo(low)));
    }
}
