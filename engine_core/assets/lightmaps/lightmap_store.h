#pragma once

#include "engine_core/base/derived_cache.h"
#include "engine_core/base/files/files.h"
#include "engine_core/scene/light/lightmap.h"

#include <memory>
#include <string_view>

namespace engine
{
/// The lightmaps that are in memory, by content hash (LightmapRef::hash). Undoing a bake finds the
/// old one here.
using LightmapStore = DerivedCache<Lightmap>;

/// Half-float OpenEXR, one part an atlas; charts, content hash and build stamp in the header. Read
/// back bit by bit the same, but for light that is infinite, negative or no number: it becomes 0.
/// Truncated or foreign files are an Error.
[[nodiscard]] Result<std::shared_ptr<const Lightmap>> loadLightmap(const fs::path& file);

/// Tests of what lies behind the hash leave it out: no mutant of a file would come past it.
enum class HashCheck
{
    Done,
    LeftOut
};

/// The same of a file in memory; `file` is for the Error.
[[nodiscard]] Result<std::shared_ptr<const Lightmap>>
parseLightmap(std::string_view bytes, const fs::path& file, HashCheck check = HashCheck::Done);

[[nodiscard]] Result<void> saveLightmap(const Lightmap& lightmap, const fs::path& file);

/// Of all but the hash and the bodies; what Lightmap::hash must hold.
[[nodiscard]] ContentHash hashOf(const Lightmap& lightmap);
} // namespace engine
