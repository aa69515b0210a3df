#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/scene/checks/issue.h"

#include <QMenu>

namespace editor
{
/// What can be done about the issue besides its fix: about a missing material, to replace it or to
/// get the textures of a game. `parent` is that of dialogs.
void addRemedies(QMenu& menu, EditorApi& editor, const engine::Issue& issue, QWidget* parent);
} // namespace editor
