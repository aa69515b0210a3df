#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/unread_data.h"

#include <algorithm>

namespace engine
{
void describe(TypeBuilder<Node>& node)
{
    node.type("node", "Object");
    node.notAddable();
    node.property("name", &Node::name).tooltip("What the scene browser calls it");
    node.property("parent", &Node::parent).hidden();
    node.property("hidden", &Node::hidden).tooltip("Not drawn in the editor's views");
    node.property("locked", &Node::locked).tooltip("Cannot be picked in the editor's views");
}

void describe(TypeBuilder<TransformComponent>& transform)
{
    transform.type("transform", "Transform", "Where it is, seen from its parent");
    transform.property("position", &TransformComponent::position)
        .range(-WorldLimit, WorldLimit)
        .unit("m")
        .affects(Derived::Lightmap | Derived::Navmesh);
    transform.property("rotation", &TransformComponent::rotation)
        .unit("deg")
        .affects(Derived::Lightmap | Derived::Navmesh);
    transform.property("scale", &TransformComponent::scale)
        .range(-1000, 1000)
        .affects(Derived::Lightmap | Derived::Navmesh);
}

void describe(TypeBuilder<BrushComponent>& brush)
{
    brush.type("brush", "Brush", "A convex solid of the level");
    brush.notAddable();
}

void describe(TypeBuilder<SceneSettings>& settings)
{
    settings.type("scene_settings", "Scene");
    settings.notAddable();
    settings.property("ambient", &SceneSettings::ambient)
        .tooltip("Light that comes from everywhere; black as a rule, so that rooms are lit by "
                 "their lights");
    settings.property("exposure", &SceneSettings::exposure)
        .range(-10, 10)
        .unit("stops")
        .tooltip("Each stop shows twice as much light, in Lit and in the game");
    settings.property("toneCurve", &SceneSettings::toneCurve, {"natural", "filmic", "soft", "none"})
        .tooltip("How light becomes a picture. Natural: materials look as painted; filmic: more "
                 "contrast and deeper colours; soft: nothing turns quite white; none: what is "
                 "brighter than the screen is cut off");
    settings.property("eyeAdaptation", &SceneSettings::eyeAdaptation)
        .tooltip("The exposure follows what is seen, as eyes do. Where the processor "
                 "draws only if View > Effects asks for it");
    settings.property("adaptationDown", &SceneSettings::adaptationDown)
        .range(0, 10)
        .unit("stops")
        .tooltip("How much eyes may darken what is bright");
    settings.property("adaptationUp", &SceneSettings::adaptationUp)
        .range(0, 10)
        .unit("stops")
        .tooltip("How much eyes may brighten what is dark");
    settings.property("adaptationSpeed", &SceneSettings::adaptationSpeed)
        .range(0.01, 100)
        .unit("1/s")
        .tooltip("How quickly eyes adapt: at 1 two thirds of the way in a second");
    settings.property("bloom", &SceneSettings::bloom)
        .range(0, 1)
        .tooltip(
            "The share of the light that is scattered around what is bright, as in a lens; "
            "0.05 is a clean one. Where the processor draws only if View > Effects asks for it");
    settings.property("skyTop", &SceneSettings::skyTop)
        .tooltip("What is seen straight up where nothing stands, in Lit and in the game; black at "
                 "top and horizon: the void");
    settings.property("skyHorizon", &SceneSettings::skyHorizon)
        .tooltip("What is seen at eye level where nothing stands, in Lit and in the game");
    settings.property("skyLight", &SceneSettings::skyLight)
        .range(0, 100)
        .affects(Derived::Lightmap)
        .tooltip("How much light the sky gives in a bake: 1 as bright as it looks, 0 none");
    settings.property("fogColor", &SceneSettings::fogColor)
        .tooltip("What far things fade into, in Lit and in the game");
    settings.property("fogDensity", &SceneSettings::fogDensity)
        .range(0, 10)
        .unit("1/m")
        .tooltip("How quickly things fade into the fog: at 0.01 two thirds of what is 100 m away "
                 "are fog; 0: no fog");
    settings.property("fogThinning", &SceneSettings::fogThinning)
        .range(0, 10)
        .unit("1/m")
        .tooltip("How quickly the fog thins out upwards: at 0.1 it is a third as dense 11 m higher "
                 "up; 0: as dense everywhere");
    settings.property("fogBase", &SceneSettings::fogBase)
        .range(-WorldLimit, WorldLimit)
        .unit("m")
        .tooltip("The height that the density is said for");
    settings.property("luxelsPerMetre", &SceneSettings::luxelsPerMetre)
        .label("Lightmap density")
        .range(0.25, 64)
        .unit("texels/m")
        .affects(Derived::Lightmap);
    settings.property("adaptiveDensity", &SceneSettings::adaptiveDensity)
        .affects(Derived::Lightmap)
        .tooltip("Fewer texels where the light is even, as on large open ground; as many as the "
                 "density says where shadows end");
    settings.property("luxelLimit", &SceneSettings::luxelLimit)
        .label("Texel limit")
        .range(0, 64)
        .unit("million")
        .affects(Derived::Lightmap)
        .tooltip("A bake at final quality takes no more texels: all faces become coarser until "
                 "they fit; 0: no limit");
    settings.property("lightBounces", &SceneSettings::lightBounces)
        .range(0, 16)
        .affects(Derived::Lightmap)
        .tooltip("How often light is thrown back by the faces it meets");
    settings.property("lightSamples", &SceneSettings::lightSamples)
        .range(1, 4096)
        .affects(Derived::Lightmap)
        .tooltip("Rays for each texel of the lightmap and bounce at final quality");
    settings.property("lightNoise", &SceneSettings::lightNoise)
        .label("Noise target")
        .range(0, 50)
        .unit("%")
        .affects(Derived::Lightmap)
        .tooltip("Rays are added where needed until the noise at final quality is at most so much "
                 "of the light, and saved elsewhere; 0: as many as Light samples says everywhere");
    settings.property("gravity", &SceneSettings::gravity).range(-100, 100).unit("m/s\u00b2");
    settings.property("killHeight", &SceneSettings::killHeight)
        .range(-WorldLimit, WorldLimit)
        .unit("m")
        .tooltip("Who falls below it starts again");
}

void describe(TypeBuilder<LightmapRef>& lightmap)
{
    lightmap.type("lightmap", "Lightmap");
    lightmap.notAddable();
    lightmap.property("file", &LightmapRef::file).hidden();
    lightmap.property("hash", &LightmapRef::hash).hidden();
}

void describe(TypeBuilder<PlayerStart>& start)
{
    start.type("player_start", "Player start", "Where the player starts, looking along -Z");
}

void describe(TypeBuilder<Mover>& mover)
{
    mover.type("mover", "Mover", "Moves by script: left out of lightmaps and of static collision");
    mover.property("collides", &Mover::collides).affects(Derived::Lightmap);
}

void describe(TypeBuilder<Character>& character)
{
    character.type("character", "Character", "A capsule that walks");
    character.property("radius", &Character::radius)
        .range(0.05, 10)
        .unit("m")
        .apply(Apply::Respawn);
    character.property("standHeight", &Character::standHeight).range(0.2, 10).unit("m");
    character.property("crouchHeight", &Character::crouchHeight).range(0.2, 10).unit("m");
    character.property("stepHeight", &Character::stepHeight).range(0, 2).unit("m");
    character.property("mass", &Character::mass).range(0.1, 10000).unit("kg");
    const char* const rate = "m/s\u00b2";
    character.property("acceleration", &Character::acceleration)
        .range(0, 1000)
        .unit(rate)
        .tooltip("How quickly it gets to the wanted speed on the ground");
    character.property("braking", &Character::braking)
        .range(0, 1000)
        .unit(rate)
        .tooltip("How quickly it stops, slows down or turns back on the ground");
    character.property("airAcceleration", &Character::airAcceleration)
        .range(0, 1000)
        .unit(rate)
        .tooltip("How well it steers in the air; 0: it flies on as it jumped");
    character.property("coyoteTime", &Character::coyoteTime)
        .range(0, 1)
        .unit("s")
        .tooltip("So long after walking off an edge it can still jump");
    character.property("jumpBuffer", &Character::jumpBuffer)
        .range(0, 1)
        .unit("s")
        .tooltip("A jump that is asked for so long before it lands begins at the landing");
    character.property("swimSpeed", &Character::swimSpeed)
        .range(0, 100)
        .unit("m/s")
        .tooltip("Swims no faster, whatever it wants");
    character.property("swimAcceleration", &Character::swimAcceleration)
        .range(0, 1000)
        .unit(rate)
        .tooltip("How quickly it gets to the wanted speed in water");
    character.property("climbSpeed", &Character::climbSpeed)
        .range(0, 100)
        .unit("m/s")
        .tooltip("Climbs no faster, whatever it wants");
    character.property("walkStride", &Character::walkStride)
        .range(0.1, 10)
        .unit("m")
        .tooltip("From one step of a walk to the next, for footsteps and the view's bob");
    character.property("runStride", &Character::runStride)
        .range(0.1, 10)
        .unit("m")
        .tooltip("The same of a run");
    character.property("runSpeed", &Character::runSpeed)
        .range(0, 100)
        .unit("m/s")
        .tooltip("From here on its steps are those of a run");
}

void describe(TypeBuilder<Script>& script)
{
    script.type("script", "Script", "A script class that drives the object while playing");
    script.property("file", &Script::file).asset(AssetKind::Script).apply(Apply::Respawn);
    script.property("className", &Script::className).label("Class").apply(Apply::Respawn);
    script.property("properties", &Script::properties);
}

void describe(TypeBuilder<AudioSource>& source)
{
    source.type("audio_source", "Sound", "A sound at a place, or everywhere with a range of 0");
    source.property("sound", &AudioSource::sound).asset(AssetKind::Sound);
    source.property("volume", &AudioSource::volume).range(0, 4);
    source.property("range", &AudioSource::range).range(0, 1000).unit("m");
    source.property("loop", &AudioSource::loop);
    source.property("autoplay", &AudioSource::autoplay).apply(Apply::NextPlay);
    source.property("pitch", &AudioSource::pitch)
        .tooltip("How many times as fast and high as it was recorded")
        .range(0.25, 4);
    source.property("group", &AudioSource::group)
        .tooltip("Sounds whose volume scripts set together, such as \"music\"");
}

void describe(TypeBuilder<MeshInstance>& mesh)
{
    mesh.type("mesh", "Mesh", "A model drawn at the object's place");
    mesh.property("mesh", &MeshInstance::mesh).asset(AssetKind::Mesh).affects(Derived::Lightmap);
    mesh.property("collides", &MeshInstance::collides)
        .affects(Derived::Navmesh)
        .tooltip("Stops characters, by its triangles");
    mesh.property("castShadows", &MeshInstance::castShadows)
        .affects(Derived::Lightmap)
        .tooltip("Throws shadows in baked light");
}

void describe(TypeBuilder<UnreadData>& unread)
{
    unread.type("unread", "Unknown data", "Kept for the program or plugin that knows it");
    unread.notAddable();
}
} // namespace engine
