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

/// Whether there is one that is as new as the file of the scene that the project opens with.
[[nodiscard]] bool hasProjectPicture(const engine::fs::path& project,
                                     const engine::fs::path& scene);

/// Cuts the picture to shape. A picture that cannot be written is no loss.
void storeProjectPicture(const engine::fs::path& project, const QImage& shown);
} // namespace editor
