#include "editor/panels/assets/asset_uses.h"

#include "editor/operations/brush/texture_operations.h"
#include "editor/panels/fields/asset_field.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/base/count_text.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <fmt/format.h>

#include <set>

namespace editor
{
using engine::AssetEntry;
using engine::AssetKind;
using engine::Name;

namespace
{
/// The files that the materials show.
std::set<engine::fs::path> picturesOf(engine::AssetDatabase& assets,
                                      const std::vector<engine::AssetUse>& uses)
{
    std::set<engine::fs::path> files;
    for (const auto& use : uses) {
        if (use.kind != AssetKind::Material)
            continue;
        const auto material = assets.material(Name{use.path});
        const auto& finish = material->finish;
        for (const auto* file : {&material->color, &material->normal, &material->roughness.file,
                                 &finish.metallic.file, &finish.occlusion.file, &finish.glow})
            if (!file->empty())
                files.insert(*file);
    }
    return files;
}
} // namespace

QStringList assetsOfScene(EditorApi& editor)
{
    const auto uses = engine::assetUses(editor.document().world());
    std::set<std::string> used;
    for (const auto& use : uses)
        used.insert(use.path);
    const auto pictures = picturesOf(editor.assets(), uses);
    QStringList paths;
    for (const auto& entry : editor.assets().entries())
        if (used.contains(entry.path) ||
            (entry.kind == AssetKind::Texture && pictures.contains(entry.file)))
            paths.append(QString::fromStdString(entry.path));
    return paths;
}

void selectUsers(EditorApi& editor, const AssetEntry& asset)
{
    auto& document = editor.document();
    if (document.isEditing())
        return;
    if (asset.kind == AssetKind::Material) {
        if (auto faces = facesWith(document.world(), Name{asset.path}); !faces.empty()) {
            editor.showMessage(
                MessageKind::Info,
                fmt::format("Selected {}", engine::countText(faces.size(), "face", "faces")));
            return document.selection().setFaces(std::move(faces));
        }
    }
    for (auto& use : engine::assetUses(document.world()))
        if (use.kind == asset.kind && use.path == asset.path) {
            editor.showMessage(MessageKind::Info,
                               fmt::format("Selected {}", engine::countText(use.users.size(),
                                                                            "object", "objects")));
            return document.selection().set(std::move(use.users));
        }
    editor.showMessage(MessageKind::Info, "Nothing in the scene uses " + asset.path);
}

void replaceEverywhere(EditorApi& editor, Name from, Name to)
{
    auto& document = editor.document();
    if (document.isEditing() || from == to)
        return;
    const auto count = facesWith(document.world(), from).size();
    if (count == 0)
        return editor.showMessage(MessageKind::Info,
                                  fmt::format("No face in the scene shows {}", from.text()));
    const auto done = document.run(
        "Replace material", [&](Transaction& edit) { return replaceMaterial(edit, from, to); });
    if (!done)
        return editor.showMessage(MessageKind::Error, done.error().message());
    editor.showMessage(MessageKind::Info,
                       fmt::format("{} {} instead of {}",
                                   engine::countText(count, "face shows", "faces show"),
                                   to.isEmpty() ? "no material" : to.text(), from.text()));
}

void replaceWithDialog(EditorApi& editor, const AssetEntry& material, QWidget* parent)
{
    const Name from{material.path};
    const auto count = facesWith(editor.document().world(), from).size();
    QDialog dialog{parent};
    dialog.setWindowTitle(QWidget::tr("Replace material"));
    auto* layout = new QVBoxLayout{&dialog};
    layout->setSpacing(10);
    auto* question =
        new QLabel{QWidget::tr("%1 of this scene will show another material instead of <b>%2</b>:")
                       .arg(QString::fromStdString(engine::countText(count, "face", "faces")),
                            QString::fromStdString(material.path).toHtmlEscaped())};
    question->setWordWrap(true);
    layout->addWidget(question);
    auto to = editor.currentMaterial();
    auto* field = new AssetField{editor, AssetKind::Material, &dialog};
    field->setPath(to.text());
    field->picked = [&to, field](const std::string& path) {
        to = Name{path};
        field->setPath(path);
    };
    layout->addWidget(field);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog};
    buttons->button(QDialogButtonBox::Ok)->setText(QWidget::tr("Replace"));
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    layout->addWidget(buttons);
    dialog.setMinimumWidth(380);
    if (dialog.exec() == QDialog::Accepted)
        replaceEverywhere(editor, from, to);
}
} // namespace editor
