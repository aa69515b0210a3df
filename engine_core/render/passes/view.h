#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/ray.h"
#include "engine_core/scene/debug_draw.h"
#include "engine_core/scene/light/lightmap.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace engine
{
enum class ViewMode
{
    Textured, ///< textures with a soft head light, for building
    Lit,      ///< lightmaps and live lights: what the game shows
    Unlit,    ///< textures alone
    Lightmap, ///< light alone
    Density,  ///< luxels as checks, coloured by luxels per metre
    Texels,   ///< coloured by texels per metre: red too coarse, green right, blue too fine
    Checker,  ///< the same checks for each repeat of a texture, whatever it shows
    Material, ///< a colour for each material
    Normals,  ///< in the world, with normal maps: x red, y green, z blue
    Roughness,
    Metallic,
    Mips,      ///< coloured by the level of the texture that is read
    Wireframe, ///< edges alone
    Overlap,   ///< coloured by how many lights shine on a place: green one, red five or more
    Direct,    ///< what all lights give directly, drawn live: no bounces, shadows as Lit has them
    Indirect,  ///< baked light less what the baked lights give directly, shadows always
    Age,       ///< grey, and ViewRequest::tints over it
    Probes,    ///< balls where the baked light in the open is known, in that light
    Noise      ///< coloured by how much luxels differ from the light around them
};

/// Where a view is seen from. Looks along -Z of its rotation, +Y is up on screen. Orthographic
/// views see as far behind their position as before it: farPlane metres.
struct ViewCamera
{
    Vec3d position{0};
    Quatd rotation{1, 0, 0, 0};
    bool orthographic = false;
    double fovY = 1.2217;     ///< radians, perspective
    double viewHeight = 20.0; ///< metres from top to bottom, orthographic
    double nearPlane = 0.05;  ///< metres
    double farPlane = 2000.0; ///< metres
    friend bool operator==(const ViewCamera&, const ViewCamera&) = default;

    [[nodiscard]] Vec3d forward() const { return rotation * Vec3d{0, 0, -1}; }

    [[nodiscard]] Vec3d up() const { return rotation * Vec3d{0, 1, 0}; }

    [[nodiscard]] Vec3d right() const { return rotation * Vec3d{1, 0, 0}; }

    [[nodiscard]] Mat4d viewMatrix() const;

    /// With depth from -1 (near) to 1, as OpenGL has it by default. `aspect` is width / height.
    [[nodiscard]] Mat4d projectionMatrix(double aspect) const;

    /// Through a pixel; x and y from the upper left corner. Starts where the view starts: at the
    /// position, or farPlane metres behind it when orthographic.
    [[nodiscard]] Ray rayThrough(double x, double y, double width, double height) const;

    /// Pixels from the upper left corner; nullopt behind the camera.
    [[nodiscard]] std::optional<Vec2d> project(const Vec3d& p, double width, double height) const;

    /// Metres that one pixel covers at the point.
    [[nodiscard]] double metresPerPixel(const Vec3d& at, double height) const;
};

struct FaceRef
{
    EntityId entity;
    std::size_t face = 0;
    friend auto operator<=>(const FaceRef&, const FaceRef&) = default;
};

/// How much work goes into a picture. Lines are always smooth.
enum class ViewQuality
{
    Automatic, ///< Full, but Fast where the processor draws
    Fast,      ///< without normal maps and shine, edges as `isStill` says: for a processor
    Full
};

/// Whether a picture has an effect that takes time.
enum class EffectUse : std::uint8_t
{
    Automatic, ///< as the scene says; not in a picture for a processor
    Off,
    On ///< as the scene says, in any picture
};

/// What costs time and can be left out. Lit and Lightmap alone have any of it, but for shadows,
/// which Direct, Overlap and Indirect have, too (Overlap also where Automatic has none, Indirect
/// always), and smooth edges, which all surfaces have.
struct ViewEffects
{
    EffectUse shadows = EffectUse::Automatic; ///< of lights that shine live
    /// Scattered light around what is bright (SceneSettings::bloom). On makes a picture Full.
    EffectUse bloom = EffectUse::Automatic;
    /// Exposure by what is seen (SceneSettings::eyeAdaptation). On makes a picture Full.
    EffectUse adaptation = EffectUse::Automatic;
    /// Less ambient light in corners, where no bake knows of them. On makes a picture Full.
    EffectUse occlusion = EffectUse::Automatic;
    /// Smooth edges of surfaces. Automatic leaves them out of a Fast picture that is not still.
    EffectUse smoothing = EffectUse::Automatic;
    friend bool operator==(const ViewEffects&, const ViewEffects&) = default;
};

/// Faces that are shown in one colour.
struct FaceTint
{
    std::uint32_t rgb = 0; ///< encoded, as in 0xRRGGBB
    std::vector<FaceRef> faces;
};

/// One picture of a world. Orthographic views draw edges in the modes Textured and Wireframe, and
/// surfaces in the others.
struct ViewRequest
{
    ViewCamera camera;
    ViewMode mode = ViewMode::Textured;
    ViewQuality quality = ViewQuality::Automatic;
    ViewEffects effects;
    /// Waits for the GPU before and after each effect, so that RenderStats knows what they cost.
    bool measuresEffects = false;
    bool gameView = false;    ///< as the player sees it: hidden things are drawn, the void is black
    bool isStill = true;      ///< Fast alone: nothing moves, so there is time to smooth edges
    bool everyFace = false;   ///< also those of RenderSystem::setLeftOut(), as in a game view
    int width = 1;            ///< pixels
    int height = 1;           ///< pixels
    double pixelScale = 1;    ///< pixels a point: lines and icons grow on dense screens
    unsigned framebuffer = 0; ///< GL name; receives colours that are sRGB-encoded already
    /// Lit alone: light that every face has at least, after exposure, so that nothing is black to
    /// somebody who works on it. 0: only what the level's lights give.
    float lamp = 0;
    float texelsPerMetre = 128; ///< that Texels shows as right, above 0
    bool showGrid = false;
    double gridStep = 0.25;         ///< metres
    bool showEditorObjects = false; ///< lights, player starts and other things without a body
    std::vector<EntityId> selected; ///< ascending, each once
    /// The outlines of what is selected are drawn where this brings them from where they are.
    std::optional<Mat4d> selectedMoved;
    std::set<FaceRef> selectedFaces;
    EntityId hovered;
    std::optional<FaceRef> hoveredFace;
    EntityId inside; ///< null, or a group: all that is not below it is dimmed
    const std::set<Lightmap::Key>* staleFaces = nullptr; ///< hatched in Lit and Lightmap
    const FaceParts* staleParts = nullptr;               ///< of some of them: only there
    const std::vector<FaceTint>* tints = nullptr;        ///< in Age alone
    const DebugDraw* overlay = nullptr;
};

struct RenderStats
{
    int drawCalls = 0;
    std::size_t triangles = 0;
    std::size_t commands = 0;      ///< that the draw calls take: runs of instances of one mesh
    int shadowViews = 0;           ///< looks of lights that shadows are read from
    int shadowViewsDrawn = 0;      ///< those of them that were drawn anew for this picture
    std::size_t bytesFilled = 0;   ///< of the buffers that each picture's surfaces are told with
    double submitMilliseconds = 0; ///< of the processor, until the driver has taken everything

    // Parts of that, one after the other. The rest is presenting and what lies over the surfaces.
    double ownMilliseconds = 0;    ///< culling and draw lists; nothing of the driver
    double fillMilliseconds = 0;   ///< those buffers, with the copy that the driver makes
    double recordMilliseconds = 0; ///< programs, materials and uniforms, without the draw calls
    double drawMilliseconds = 0;   ///< draw calls of surfaces: a driver in software draws in them
    double shadowMilliseconds = 0; ///< finding and drawing shadow maps; part of submitMilliseconds

    // Of the GPU, and only with measuresEffects; without the reading of shadow maps, which is part
    // of drawing surfaces.
    double shadowsTook = 0;
    double bloomTook = 0;
    double adaptationTook = 0;
    double occlusionTook = 0;
    double smoothingTook = 0;
};
} // namespace engine
