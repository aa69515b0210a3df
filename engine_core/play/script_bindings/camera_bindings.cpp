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

/// The session, if so much can be seen; else null, with an exception in the script.
PlayState* playThatSees(double degrees)
{
    if (degrees >= 5 && degrees <= 150)
        return activePlay();
    raiseInScript("The field of view must be 5 to 150 degrees");
    return nullptr;
}

void setFov(double degrees)
{
    auto* play = playThatSees(degrees);
    if (play == nullptr)
        return;
    play->cameras.setFov(radians(degrees));
    if (!play->cameras.active())
        play->camera.fovY = radians(degrees);
}

void setFovOf(const EntityId& camera, double degrees)
{
    auto* play = playThatSees(degrees);
    if (play == nullptr)
        return;
    if (!play->world.exists(camera))
        raiseInScript("This camera does not exist");
    else if (!play->cameras.setFov(camera, radians(degrees)))
        raiseInScript(fmt::format("A scene can have {} cameras with a field of view of their own",
                                  PlayCameras::MostAngles));
}

void useCamera(const EntityId& camera, double seconds)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (camera && !play->world.exists(camera))
        raiseInScript("This camera does not exist");
    else if (!(seconds >= 0 && seconds <= 600))
        raiseInScript("The way to a camera must take 0 to 600 seconds");
    else
        play->cameras.use(camera, seconds);
}

EntityId cameraInUse()
{
    const auto* play = activePlay();
    return play != nullptr ? play->cameras.active() : EntityId{};
}

void shakeCamera(double strength, double seconds)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (strength > 0 && strength <= CameraShake::MostStrength && seconds > 0 &&
        seconds <= CameraShake::MostSeconds)
        play->shake.add(strength, seconds);
    else
        raiseInScript(fmt::format("A camera shakes with a strength above 0 and up to {}, for up to "
                                  "{} seconds",
                                  CameraShake::MostStrength, CameraShake::MostSeconds));
}

ScreenPlace toScreen(const Vec3d& place)
{
    const auto* play = activePlay();
    return play != nullptr ? screenPlaceOf(play->camera, place) : ScreenPlace{};
}
} // namespace

Result<void> bindCamera(ScriptBinder& binder)
{
    const char* place = "ScreenPlace";
    binder.value<ScreenPlace>(place);
    binder.member(place, "Vec2 offset", offsetof(ScreenPlace, offset));
    binder.member(place, "double distance", offsetof(ScreenPlace, distance));
    binder.member(place, "bool isInFront", offsetof(ScreenPlace, isInFront));
    binder.space("Camera");
    binder.function("void place(const Vec3 &in eye, const Quat &in rotation)", setCamera,
                    "Where the player sees from, in this tick");
    binder.function("Vec3 eye()", cameraEye, "Where the player sees from");
    binder.function("Quat rotation()", cameraRotation,
                    "How the player looks; times Vec3(0, 0, -1) it is the direction");
    binder.function("void setFov(double degrees)", setFov,
                    "How much the player sees from top to bottom, 5 to 150 degrees");
    binder.function("void setFov(const Entity &in camera, double degrees)", setFovOf,
                    "The same of an object that is used as a camera");
    binder.function("void use(const Entity &in camera, double seconds = 0)", useCamera,
                    "From now on the game is seen from this object, along its -Z; Entity() is the "
                    "player. It takes so many seconds to get there");
    binder.function("Entity active()", cameraInUse,
                    "The object that the game is seen from; null for the player");
    binder.function("void shake(double strength, double seconds)", shakeCamera,
                    "The picture trembles, less and less: a strength of 1 moves it by up to 3 cm "
                    "and turns it by up to 1.5 degrees. Nothing of the game changes by it");
    binder.function("ScreenPlace toScreen(const Vec3 &in place)", toScreen,
                    "Where a place is in the picture: points from the middle, right and down, as "
                    "the HUD has them with Anchor::Center");
    binder.space("");
    return binder.finish("camera");
}
} // namespace engine
