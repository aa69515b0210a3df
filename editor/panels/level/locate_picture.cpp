#include "editor/panels/level/locate_picture.h"

#include "editor/app/dialogs/file_dialog.h"
#include "editor/panels/level/found_textures.h"
#include "engine_core/interchange/picture_import.h"

#include <QPointer>

#include <memory>
#include <optional>

namespace editor
{
namespace
{
using Made = engine::Result<engine::PictureMaterialName>;
} // namespace

void locatePicture(EditorContext& editor, engine::Name material, QWidget* parent)
{
    const auto name = QString::fromStdString(material.text());
    const auto picture =
        askForFile(parent, {.title = QWidget::tr("Picture of %1").arg(name),
                            .filters = QWidget::tr("Pictures (*.png *.jpg *.jpeg *.tga *.bmp)"),
                            .memory = QStringLiteral("textures/folder"),
                            .folder = editor.assets().project().root,
                            .within = {}});
    if (!picture.empty())
        usePicture(editor, material, picture, parent);
}

void usePicture(EditorContext& editor,
                engine::Name material,
                const engine::fs::path& picture,
                QWidget* parent)
{
    const auto made = std::make_shared<std::optional<Made>>();
    auto& workspace = editor.workspace();
    const QPointer<QWidget> alive{parent};
    workspace.jobs().start(
        "Picture of " + material.text(),
        [made, material, picture, project = editor.assets().project()](engine::JobControl&) {
            made->emplace(engine::materialFromPicture(material.text(), picture, project));
        },
        [&editor, alive, made, material, scene = workspace.sceneCount()] {
            if (!alive || !*made)
                return;
            if (!**made)
                return editor.showMessage(MessageKind::Warning, (**made).error().message());
            editor.assets().pollChanges();
            if (editor.workspace().sceneCount() != scene)
                return; // the material is there all the same
            editor.workspace().onceIdle([&editor, alive, made, material] {
                if (alive) // the pixels are known now by which the texture repeats
                    useFoundTextures(
                        editor, "Use picture", {{material, {material, (***made).pixels}}},
                        [&editor, alive, material] {
                            if (alive)
                                editor.showMessage(MessageKind::Info,
                                                   "Made the material " + material.text());
                        });
            });
        });
}
} // namespace editor
