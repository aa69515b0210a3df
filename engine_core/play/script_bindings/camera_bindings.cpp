#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
void setCamera(const Vec3d& eye, const Quatd& rotation)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    const double length = glm::length(rotation);
    if (!isFinite(eye) || !std::isfinite(length) || !(length > 0)) {
        raiseInScript("The camera's place must be finite");
        return;
    }
    play->camera.eye = eye;
    play->camera.rotation = rotation / length;
    play->camera.scripted = true;
}

Vec3d cameraEye()
{
    const auto* play = activePlay();
    return play != nullptr ? play->camera.eye : Vec3d{0};
}

Quatd cameraRotation()
{
    const auto* play = activePlay();
    return play != nullptr ? play->camera.rotation : Quatd{1, 0, 0, 0};
}

void setFov(double degrees)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (!(degrees >= 5 && degrees <= 150))
        raiseInScript("The field of view must be 5 to 150 degrees");
    else
        play->camera.fovY = radians(degrees);
}
} // namespace

Result<void> bindCamera(ScriptBinder& binder)
{
    binder.space("Camera");
    binder.function("void place(const Vec3 &in eye, const Quat &in rotation)", setCamera,
                    "Where the player sees from, in this tick");
    binder.function("Vec3 eye()", cameraEye, "Where the player sees from");
    binder.function("Quat rotation()", cameraRotation,
                    "How the player looks; times Vec3(0, 0, -1) it is the direction");
    binder.function("void setFov(double degrees)", setFov,
                    "How much the player sees from top to bottom, 5 to 150 degrees");
    binder.space("");
    return binder.finish("camera");
}
} // namespace engine
