#pragma once

#include <string>

namespace editor
{
class MainWindow;

/// Each registers one menu's worth of commands. A new command is a few lines in one of them.
void addFileActions(MainWindow& window);
void addInterchangeActions(MainWindow& window);
void addTextureActions(MainWindow& window);
void addMaterialActions(MainWindow& window);
void addCopyMapAction(MainWindow& window);
void addEditActions(MainWindow& window);
void addViewActions(MainWindow& window);
void addEffectActions(MainWindow& window); ///< of light in the views
void addBrushActions(MainWindow& window);
void addCsgActions(MainWindow& window);
void addPatchActions(MainWindow& window);
void addLeftOutFaces(MainWindow& window);
void addTransformActions(MainWindow& window);
void addUvActions(MainWindow& window);
void addOrganiseActions(MainWindow& window);
void addPrefabActions(MainWindow& window);
void addToolsActions(MainWindow& window);
void addPlayActions(MainWindow& window);
void addNoteActions(MainWindow& window);
void addRewindActions(MainWindow& window);
void addSearchActions(MainWindow& window);
void addHelpActions(MainWindow& window);

/// Takes the selected objects away, as one step of that name.
void removeSelection(MainWindow& window, const std::string& label);
} // namespace editor
