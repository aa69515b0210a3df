#pragma once

#include "engine_core/base/files/files.h"

#include <QImage>

namespace editor
{
/// Small pictures of projects for the start page and the project manager, in the user's cache: what
/// the 3D view showed when the project was left.
inline constexpr QSize ProjectPictureSize{320, 200};

/// Null if there is none yet.
[[nodiscard]] QImage projectPicture(const engine::fs::path& project);

/// Cuts the picture to shape. A picture that cannot be written is no loss.
void storeProjectPicture(const engine::fs::path& project, const QImage& shown);
} // namespace editor
