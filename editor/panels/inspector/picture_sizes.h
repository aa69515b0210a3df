#pragma once

#include "editor/operations/texture/uv_density.h"

namespace editor
{
class EditorApi;

/// The sizes of the colour images of the open project's materials. Reads the head of a file only,
/// and again only when the file has changed. The editor must outlive it.
[[nodiscard]] PictureSizes pictureSizesOf(EditorApi& editor);
} // namespace editor
