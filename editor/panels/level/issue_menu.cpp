#include "editor/panels/level/issue_menu.h"

#include "editor/operations/entity/issue_fixes.h"
#include "editor/panels/assets/asset_uses.h"

namespace editor
{
void addRemedies(QMenu& menu, EditorApi& editor, const engine::Issue& issue, QWidget* parent)
{
    const auto missing = materialOf(editor.document().world(), issue);
    if (!missing)
        return;
    menu.addAction(QMenu::tr("Replace in scene..."), parent, [&editor, missing, parent] {
        replaceWithDialog(editor, {engine::AssetKind::Material, missing->text(), {}}, parent);
    });
    menu.addSeparator();
    menu.addAction(QMenu::tr("Textures from file..."), parent,
                   [&editor] { editor.texturesWanted(false); });
    menu.addAction(QMenu::tr("Textures from folder..."), parent,
                   [&editor] { editor.texturesWanted(true); });
}
} // namespace editor
