#pragma once

#include "editor/operations/texture/uv_density.h"

namespace engine
{
class AssetDatabase;
}

namespace editor
{
/// The sizes of the materials' colour images. Reads the head of a file only, and again only when
/// the file has changed. The database must outlive it.
[[nodiscard]] PictureSizes pictureSizesOf(engine::AssetDatabase& assets);
} // namespace editor
