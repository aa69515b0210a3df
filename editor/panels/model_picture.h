#pragma once

#include "engine_core/assets/mesh_loader.h"
#include "engine_core/base/ids.h"

#include <QImage>

#include <map>

namespace editor
{
/// A small picture of triangles from above their corner, on a transparent square, each face in one
/// colour; faces of unknown materials are grey. Empty triangles give an empty square. Drawn by the
/// processor: runs on any thread.
[[nodiscard]] QImage pictureOfMesh(const engine::Mesh& mesh,
                                   const std::map<engine::Name, engine::Vec3f>& linearColors,
                                   int side);

/// The same of a model with its own materials.
[[nodiscard]] QImage pictureOfModel(const engine::Model& model, int side);
} // namespace editor
