#pragma once

#include "engine_core/lighting/lightmap_bake.h"

#include <optional>
#include <set>
#include <vector>

namespace engine
{
/// The light that a level had, and what has changed since then. Keys are those of the level as it
/// is now. What is not known here is found by comparing the level with the lightmap: new and
/// resized faces, other albedos, bodies that stand where none stood.
struct OldLight
{
    std::shared_ptr<const Lightmap> lightmap; ///< baked in the quality that is asked for
    std::set<Lightmap::Key> stale;            ///< whose light may have changed
    std::set<Lightmap::Key>
        anew; ///< of those: what light they had says nothing about what they get
    /// The lights that it was baked with. With them faces whose lights alone have changed get the
    /// difference; without, all that is stale is traced anew.
    std::optional<std::vector<BakeLight>> lights{};
    /// Around what came, went, or moved (where it was and where it is): metres, in the world.
    std::vector<Aabb> changed{};
};

/// How much is done.
enum class RebakeDepth
{
    /// The light of faces alone, for a first picture: probes and hashes of inputs stay, and faces
    /// whose light may have changed have a quarter of the density at least.
    Sketch,
    Whole
};

/// Bakes anew what the changes can have altered, and takes over the rest. The result is that of
/// bakeLightmap() with the same options, luxel by luxel within their noise (ADR 51), as long as
/// the old light was baked with as many bounces. As there, the same input, old light, options and
/// seed give the same bytes for any number of threads. An Error if cancelled.
///
/// Light adds up: where only lights or colours have changed, the difference of what they gave and
/// give is traced, with the very rays that a whole bake would use, and added; for as long as it
/// matters. Faces that see something that moved are traced anew, among old light that is told
/// apart by its bounces (ChartBounces), so that those do not grow with every edit.
///
/// Where luxels are spent by a plan, faces keep as many as they had; those whose light may have
/// changed are planned again, and are traced anew with other luxels where they need more, or far
/// less. Where all would go beyond the limit of luxels, the whole level is baked.
[[nodiscard]] Result<BakeResult> rebakeLightmap(const BakeInput& input,
                                                const OldLight& old,
                                                const BakeOptions& options,
                                                JobControl& control,
                                                RebakeDepth depth = RebakeDepth::Whole);

/// The quality that the lightmap was baked in: what it was asked for, or where its file does not
/// say that, of which charts as the density says are as large as more than half of its own.
/// Nothing if it is of another density, so that all must be baked.
[[nodiscard]] std::optional<BakeQuality>
qualityOf(const Lightmap& lightmap, const BakeInput& input, Density density = Density::AsSettings);

/// Faces whose inputs are not those that the lightmap was baked with: what is stale, for who does
/// not know how the level was.
[[nodiscard]] std::set<Lightmap::Key> facesWithOtherInputs(const Lightmap& lightmap,
                                                           const BakeInput& input);
} // namespace engine
