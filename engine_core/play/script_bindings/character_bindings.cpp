#include "engine_core/play/script_bindings/play_bindings.h"

namespace engine
{
namespace
{
/// Null, with an exception in the script, for entities without a Character.
const CharacterState* characterOf(const EntityId& entity)
{
    const auto* play = activePlay();
    const auto* state = play != nullptr ? play->characters.find(entity) : nullptr;
    if (play != nullptr && state == nullptr)
        raiseInScript("The entity needs a Character component for this");
    return state;
}

void move(const EntityId& entity,
          const Vec3d& velocity,
          double jumpSpeed,
          bool crouch,
          double acceleration,
          double airAcceleration)
{
    auto* play = activePlay();
    if (play == nullptr || characterOf(entity) == nullptr)
        return;
    const bool isSane = isFinite(velocity) && std::isfinite(jumpSpeed) &&
                        std::isfinite(acceleration) && std::isfinite(airAcceleration);
    if (!isSane) {
        raiseInScript("A speed must be finite");
        return;
    }
    CharacterInput input;
    input.wish = velocity;
    if (acceleration >= 0)
        input.acceleration = acceleration;
    if (airAcceleration >= 0)
        input.airAcceleration = airAcceleration;
    input.jumpSpeed = jumpSpeed;
    input.crouch = crouch;
    play->characters.step(entity, input, PlaySession::TickSeconds);
}

template <auto Member>
auto characterValue(const EntityId& entity)
{
    const auto* state = characterOf(entity);
    return state != nullptr ? state->*Member : CharacterState{}.*Member;
}

bool isGhost(const EntityId& entity)
{
    return characterOf(entity) != nullptr && activePlay()->characters.isGhost(entity);
}

void setGhost(const EntityId& entity, bool isGhost)
{
    if (characterOf(entity) != nullptr)
        activePlay()->characters.setGhost(entity, isGhost);
}

double height(const EntityId& entity)
{
    return characterOf(entity) != nullptr ? activePlay()->characters.heightOf(entity) : 0.0;
}
} // namespace

Result<void> bindCharacter(ScriptBinder& binder)
{
    const char* entity = "Entity";
    binder.method(entity,
                  "void move(const Vec3 &in velocity, double jumpSpeed = 0, bool crouch = false, "
                  "double acceleration = -1, double airAcceleration = -1)",
                  move,
                  "Walks for one tick; metres a second. In water, on ladders and with noclip its y "
                  "counts. The accelerations of the Character "
                  "component hold where none is given; one that is given is the braking, too");
    binder.method(entity, "bool get_isGrounded() const property",
                  characterValue<&CharacterState::grounded>, "Whether it stands on something");
    binder.method(entity, "bool get_isCrouched() const property",
                  characterValue<&CharacterState::crouched>, "Whether it is crouched");
    binder.method(entity, "bool get_hasJumped() const property",
                  characterValue<&CharacterState::jumped>, "Whether a jump began in this tick");
    binder.method(entity, "bool get_hasStepped() const property",
                  characterValue<&CharacterState::stepped>,
                  "Whether a foot came down in this tick, each Walk stride of its way");
    binder.method(entity, "bool get_hasLanded() const property",
                  characterValue<&CharacterState::landed>, "Whether it came down in this tick");
    binder.method(entity, "double get_landingSpeed() const property",
                  characterValue<&CharacterState::landingSpeed>,
                  "How fast it came down, in metres a second");
    binder.method(entity, "Entity get_ground() const property",
                  characterValue<&CharacterState::groundEntity>,
                  "What it stands on; null in the air");
    binder.method(entity, "bool get_isSwimming() const property",
                  characterValue<&CharacterState::swimming>, "Whether it swims");
    binder.method(entity, "bool get_isClimbing() const property",
                  characterValue<&CharacterState::climbing>, "Whether it is on a ladder");
    binder.method(entity, "double get_submerged() const property",
                  characterValue<&CharacterState::submerged>, "How much of it is in water, 0 to 1");
    binder.method(entity, "bool get_noclip() const property", isGhost,
                  "Whether it goes through everything, also up and down; may be set");
    binder.method(entity, "void set_noclip(bool through) property", setGhost);
    binder.method(entity, "double get_height() const property", height,
                  "Metres from its feet to its eyes");
    return binder.finish("character");
}
} // namespace engine
