#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/math/types.h"

#include <string>

namespace engine
{
/// A material that shows one picture.
struct PictureMaterialName
{
    std::string path;     ///< as components store it
    Vec2d pixels{0};      ///< of the picture, width and height
    bool isAdded = false; ///< its file was written now
};

/// Whether pictures of this ending are read: .png, .jpg, .tga and .bmp, in any case.
[[nodiscard]] bool isPictureFile(const fs::path& file);

/// The material of the project that shows the picture as its colour; written beside the picture if
/// there is none. A picture from outside of the project's assets is copied into
/// assets/Materials/Pictures first, under the next name that is free. Runs on any thread. Refused,
/// with nothing left behind: pictures that cannot be read.
[[nodiscard]] Result<PictureMaterialName> materialOfPicture(const fs::path& picture,
                                                            const Project& project);

/// Gives the project the material of that name, which it lacks: its file is written where the name
/// says, and the picture copied beside it unless it lies in the project already. Runs on any
/// thread. Refused, with nothing left behind: a name that is there or leads out of the project, and
/// pictures that cannot be read.
[[nodiscard]] Result<PictureMaterialName>
materialFromPicture(const std::string& material, const fs::path& picture, const Project& project);

/// The same for a material that is there: refused if it shows no picture, or one that cannot be
/// read.
[[nodiscard]] Result<PictureMaterialName> pictureOfMaterial(const std::string& path,
                                                            const Project& project);
} // namespace engine
