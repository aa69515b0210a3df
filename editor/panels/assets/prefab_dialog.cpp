#include "editor/panels/assets/prefab_dialog.h"

#include "editor/tools/place/prefab_commands.h"
#include "engine_core/scene/components/node.h"

#include <QInputDialog>

namespace editor
{
std::optional<std::string> askForPrefabPath(EditorApi& editor, QWidget* parent)
{
    const auto& document = editor.document();
    const auto* node = document.world().get<engine::Node>(document.selection().primary());
    auto name = node != nullptr ? QString::fromStdString(node->name) : QString{};
    auto question = QWidget::tr("Name of the prefab; it is written to assets/prefabs:");
    while (true) {
        bool isGiven = false;
        name = QInputDialog::getText(parent, QWidget::tr("Make prefab"), question,
                                     QLineEdit::Normal, name, &isGiven)
                   .trimmed();
        if (!isGiven)
            return {};
        const auto path = prefabPathFor(name.toStdString());
        if (!path) {
            question = QWidget::tr("A file cannot have that name. Another name of the prefab:");
            continue;
        }
        std::error_code failed;
        const auto file = prefabLibrary(editor).fileOf(*path);
        if (file && !engine::fs::exists(*file, failed))
            return path;
        question = QWidget::tr("There is a prefab '%1' already. Another name:").arg(name);
    }
}

void makePrefabWithDialog(EditorApi& editor, QWidget* parent)
{
    if (editor.document().selection().entities().empty())
        return editor.showMessage(MessageKind::Info, "Select the objects to make a prefab of");
    if (const auto path = askForPrefabPath(editor, parent))
        makePrefabOfSelection(editor, *path);
}
} // namespace editor
