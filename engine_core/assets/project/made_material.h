#pragma once

#include "engine_core/assets/material_loader.h"

#include <memory>

namespace engine
{
/// What counts of a colour image once its pixels are forgotten.
struct ImageFacts
{
    Vec3f mean{1}; ///< linear
    ContentHash holes = 0;
};

/// Plain mid grey: what the empty name stands for.
[[nodiscard]] std::shared_ptr<const Material> defaultMaterial();

/// What stands in for a material that is missing or broken.
[[nodiscard]] std::shared_ptr<const Material> missingMaterial(Name name);

/// What its file says, with what is known of its colour image.
[[nodiscard]] std::shared_ptr<const Material>
materialOf(Name name, const MaterialText& text, const ImageFacts& color);
/// Of all that light in a bake depends on, as MeshSource::reflectionOf().
[[nodiscard]] ContentHash reflectionHash(const Material& material);
} // namespace engine
