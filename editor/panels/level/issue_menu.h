#pragma once

#include "editor/app/window/editor_context.h"
#include "engine_core/scene/checks/issue.h"

#include <QMenu>

namespace editor
{
/// What can be done about the issue besides its fix: about a missing material, to replace it, to
/// make it of a picture, or to get the textures of a game. `parent` is that of dialogs.
void addRemedies(QMenu& menu, EditorContext& editor, const engine::Issue& issue, QWidget* parent);
} // namespace editor
