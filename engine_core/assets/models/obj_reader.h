#pragma once

#include "engine_core/assets/models/mesh_loader.h"

#include <string_view>

namespace engine
{
/// More corners than this are refused in any model.
inline constexpr std::size_t MaxCorners = std::size_t{8} << 20U;

/// Wavefront OBJ: v, vt, vn, f, usemtl and mtllib, of materials newmtl, Kd and map_Kd; the rest is
/// passed over. Polygons become fans; those without normals are flat. `folder` is where the text
/// comes from: material files and images are read below it only, and missing ones are left out.
[[nodiscard]] Result<Model> readObj(std::string_view text, const fs::path& folder);
} // namespace engine
