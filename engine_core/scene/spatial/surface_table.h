#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/base/name.h"

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace engine
{
class Brush;
class World;

/// What faces of a material are besides their look. A plain wall is all of it.
struct SurfaceTraits
{
    bool seen = true;        ///< in the game; the editor draws all of them
    bool collides = true;    ///< stops what moves
    bool walkable = true;    ///< agents walk on it
    bool castsShadow = true; ///< in baked light, and of live lights

    friend bool operator==(const SurfaceTraits&, const SurfaceTraits&) = default;
};

/// Whether a texture of a game shows the sky: "sky" alone or with a number, Source's
/// "toolsskybox", or what lies in a folder "skies". Letter case does not count.
[[nodiscard]] bool isSkyTexture(std::string_view texture);

/// What the tool textures of Quake, Half-Life, Quake III and Source mean, by the last part of their
/// names: clip, caulk, hint, skip, trigger and their like; skies; and liquids, which games name by
/// a first `*` or `!` or keep in a folder of that name. Letter case does not count. None of other
/// names.
[[nodiscard]] std::optional<SurfaceTraits> toolTraits(std::string_view texture);

/// What the materials of a project say of their faces. Immutable once a world has it, so that any
/// thread may read.
class SurfaceTable
{
public:
    /// Plain ones are kept only where toolTraits() would say otherwise.
    void set(Name material, const SurfaceTraits& traits);

    /// From now on the material is one that the project does not have.
    void forget(Name material);

    /// As the project says, else as toolTraits() does, else a plain wall's.
    [[nodiscard]] SurfaceTraits of(Name material) const;

    friend bool operator==(const SurfaceTable&, const SurfaceTable&) = default;

private:
    std::unordered_map<Name, SurfaceTraits> m_traits;
};

/// What a brush is by its faces.
struct BrushTraits
{
    bool seen = true;    ///< some face is, in the game
    bool allSeen = true; ///< every face is
    bool solid = true;   ///< stops what moves
    bool seals = true;   ///< a wall: some face is seen and solid
    bool isBaked = true; ///< some face casts shadows, so that the brush has baked light

    friend bool operator==(const BrushTraits&, const BrushTraits&) = default;
};

/// A brush is solid if a face that is seen is, so that walls stay walls whatever is painted on
/// their backs; else unless a face is not: a box of clip is, a box of hint and skip is not.
[[nodiscard]] BrushTraits traitsOf(const Brush& brush, const SurfaceTable& surfaces);

/// The entity's brush if things collide with it; null if it has none.
[[nodiscard]] std::shared_ptr<const Brush> solidBrushOf(const World& world, EntityId entity);
} // namespace engine
