#pragma once

#include "engine_core/reflect/type_builder.h"

namespace engine
{
/// Where the player starts, looking along the entity's -Z.
struct PlayerStart
{
    static constexpr std::string_view TypeName = "player_start";

    friend bool operator==(const PlayerStart&, const PlayerStart&) = default;
};

/// Moves with its script instead of standing still: an entity with this, and every brush below it,
/// is left out of static collision and lightmaps, and pushes the player when it moves.
struct Mover
{
    static constexpr std::string_view TypeName = "mover";

    bool collides = true;
    friend bool operator==(const Mover&, const Mover&) = default;
};

/// A capsule that walks: collision and movement as character_controller.h says.
struct Character
{
    static constexpr std::string_view TypeName = "character";

    double radius = 0.35;      ///< metres
    double standHeight = 1.7;  ///< metres; the eyes are at this height, too
    double crouchHeight = 1.2; ///< metres
    double stepHeight = 0.35;  ///< metres; higher steps block
    double mass = 10.0;        ///< kilograms

    double acceleration = 50.0;    ///< m/s² towards the wanted speed, on the ground
    double braking = 50.0;         ///< m/s² towards a lower one, or back
    double airAcceleration = 10.0; ///< m/s² towards the wanted speed, in the air
    double coyoteTime = 0.0;       ///< seconds off an edge in which it can still jump
    double jumpBuffer = 0.0;       ///< seconds for which a jump waits for the ground
    double swimSpeed = 2.5;        ///< m/s at most, in water
    double swimAcceleration = 12.0; ///< m/s² towards the wanted speed, in water
    double climbSpeed = 2.5;        ///< m/s at most, on ladders
    double walkStride = 1.75;      ///< metres from one step of a walk to the next
    double runStride = 2.15;       ///< the same of a run
    double runSpeed = 5.0;         ///< m/s from which on it runs
    friend bool operator==(const Character&, const Character&) = default;
};

/// An AngelScript class that drives the entity while playing.
struct Script
{
    static constexpr std::string_view TypeName = "script";

    AssetPath file;        ///< below scripts/, such as "door.as"
    std::string className; ///< derives from Node in the script
    ValueBag properties;   ///< public properties that differ from the script's own initial values
    friend bool operator==(const Script&, const Script&) = default;
};

/// A sound at a place, or everywhere with a range of 0.
struct AudioSource
{
    static constexpr std::string_view TypeName = "audio_source";

    AssetPath sound;
    float volume = 1.0f;
    float range = 0.0f; ///< metres; 0 is heard everywhere alike
    bool loop = true;
    bool autoplay = true;
    float pitch = 1.0f;  ///< times as fast and high as it was recorded
    std::string group{}; ///< of sounds whose volume scripts set together; empty: none
    friend bool operator==(const AudioSource&, const AudioSource&) = default;
};

/// A model file drawn at the entity's place.
struct MeshInstance
{
    static constexpr std::string_view TypeName = "mesh";

    AssetPath mesh;
    bool collides = true;    ///< with characters, by its triangles
    bool castShadows = true; ///< in lightmaps, and of live lights
    friend bool operator==(const MeshInstance&, const MeshInstance&) = default;
};

void describe(TypeBuilder<PlayerStart>& start);
void describe(TypeBuilder<Mover>& mover);
void describe(TypeBuilder<Character>& character);
void describe(TypeBuilder<Script>& script);
void describe(TypeBuilder<AudioSource>& source);
void describe(TypeBuilder<MeshInstance>& mesh);
} // namespace engine
