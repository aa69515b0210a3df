#pragma once

#include "engine_core/assets/mesh_loader.h"

#include <QImage>

namespace editor
{
/// A small picture of a model from above its corner, on a transparent square. Drawn by the
/// processor: runs on any thread.
[[nodiscard]] QImage pictureOfModel(const engine::Model& model, int side);
} // namespace editor
