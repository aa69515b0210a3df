#include "editor/panels/level/issue_menu.h"

#include "editor/operations/entity/issue_fixes.h"
#include "editor/panels/assets/asset_uses.h"
#include "editor/panels/level/locate_picture.h"

namespace editor
{
void addRemedies(QMenu& menu, EditorContext& editor, const engine::Issue& issue, QWidget* parent)
{
    const auto material = materialOf(editor.document().world(), issue);
    if (!material)
        return;
    if (issue.rule != "missing-material") {
        menu.addAction(QMenu::tr("Edit material"), parent, [&editor, material] {
            editor.setCurrentMaterial(*material);
            editor.showPanel("materials");
        });
        return;
    }
    menu.addAction(QMenu::tr("Locate picture..."), parent,
                   [&editor, material, parent] { locatePicture(editor, *material, parent); });
    menu.addAction(QMenu::tr("Replace in scene..."), parent, [&editor, material, parent] {
        replaceWithDialog(editor, {engine::AssetKind::Material, material->text(), {}}, parent);
    });
    menu.addSeparator();
    menu.addAction(QMenu::tr("Textures from file..."), parent,
                   [&editor] { editor.texturesWanted(false); });
    menu.addAction(QMenu::tr("Textures from folder..."), parent,
                   [&editor] { editor.texturesWanted(true); });
}
} // namespace editor
