#pragma once

#include "editor/panels/assets/picture_texture.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/base/ids.h"

#include <QImage>

#include <map>
#include <memory>

namespace editor
{
/// What the faces of one material show.
struct PictureMaterial
{
    engine::Vec3f tint{0.5F}; ///< linear; all there is without a texture
    std::shared_ptr<const PictureTexture> texture;
};

/// A small picture of triangles from above their corner, on a transparent square; faces of unknown
/// materials are grey. Empty triangles give an empty square. Drawn by the processor: runs on any
/// thread.
[[nodiscard]] QImage pictureOfMesh(const engine::Mesh& mesh,
                                   const std::map<engine::Name, PictureMaterial>& materials,
                                   int side);

/// The same of a model with its own materials.
[[nodiscard]] QImage pictureOfModel(const engine::Model& model, int side);
} // namespace editor
