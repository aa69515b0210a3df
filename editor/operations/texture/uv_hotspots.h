#pragma once

#include "editor/operations/texture/uv_faces.h"
#include "engine_core/assets/hotspots.h"

namespace editor
{
/// A rectangle, and whether the picture lies on its side.
struct ChosenHotspot
{
    const engine::Hotspot* spot = nullptr; ///< of the set
    bool isTurned = false;
};

/// The rectangle whose proportions and size are nearest to a face of so many metres; proportions
/// count more, since what is stretched is seen at once. Of equals the first. Nothing of an empty
/// set.
[[nodiscard]] std::optional<ChosenHotspot> bestHotspot(const engine::HotspotSet& set,
                                                       const engine::Vec2d& metres);

/// Null for materials without a set.
using FindHotspots = std::function<const engine::HotspotSet*(engine::Name material)>;

/// Fits the best rectangle of each face's material onto the face: upright, or along the longest
/// edge of a face that upright axes do not suit. Faces whose material has no set are passed over;
/// refused if that are all. Returns how many were fitted.
engine::Result<std::size_t>
fitHotspots(Transaction& transaction, std::span<const FaceRef> faces, const FindHotspots& find);

/// Fits one rectangle of the set onto all of the faces and patches, on its side where that suits
/// the face better and it may.
void fitHotspot(Transaction& transaction,
                std::span<const FaceRef> faces,
                const engine::HotspotSet& set,
                const engine::Hotspot& spot);
} // namespace editor
