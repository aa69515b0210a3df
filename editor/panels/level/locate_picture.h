#pragma once

#include "editor/app/window/editor_context.h"

#include <QWidget>

namespace editor
{
/// Asks for the picture of a material that the project lacks, then calls usePicture().
void locatePicture(EditorContext& editor, engine::Name material, QWidget* parent);

/// A worker makes the material of the picture; then faces of the open scene that waited for it lie
/// by its size, as one step. What is wrong with the picture is told.
void usePicture(EditorContext& editor,
                engine::Name material,
                const engine::fs::path& picture,
                QWidget* parent);
} // namespace editor
