#include "editor/panels/assets/asset_uses.h"

#include "editor/operations/brush/texture_operations.h"
#include "editor/panels/fields/asset_field.h"
#include "editor/tools/select/pick_target.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/base/count_text.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <fmt/format.h>

#include <optional>
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
        for (const auto* file :
             {&material->color, &material->normal, &material->roughness.file, &finish.metallic.file,
              &finish.occlusion.file, &finish.glow, &finish.layers.detail})
            if (!file->empty())
                files.insert(*file);
        files.insert(finish.layers.frames.begin(), finish.layers.frames.end());
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

namespace
{
/// Those that a click could select, and how many could not.
template <typename T, typename EntityOf>
std::size_t keepPickable(const Document& document, std::vector<T>& all, const EntityOf& entityOf)
{
    return std::erase_if(all, [&](const T& each) { return !isPickable(document, entityOf(each)); });
}

std::string selectedText(const std::string& what, std::size_t kept)
{
    return kept == 0 ? "Selected " + what
                     : fmt::format("Selected {}; {} more hidden or locked", what, kept);
}
} // namespace

void selectUsers(EditorApi& editor, const AssetEntry& asset)
{
    auto& document = editor.document();
    if (document.isEditing())
        return;
    const Name name{asset.path};
    std::vector<FaceRef> faces;
    if (asset.kind == AssetKind::Material)
        faces = facesWith(document.world(), name);
    const auto keptFaces =
        keepPickable(document, faces, [](const FaceRef& face) { return face.entity; });
    if (!faces.empty()) {
        editor.showMessage(
            MessageKind::Info,
            selectedText(engine::countText(faces.size(), "face", "faces"), keptFaces));
        return document.selection().setFaces(std::move(faces));
    }
    std::vector<EntityId> users;
    for (auto& use : engine::assetUses(document.world()))
        if (use.kind == asset.kind && use.path == asset.path)
            users = std::move(use.users);
    const auto kept = keepPickable(document, users, [](EntityId entity) { return entity; });
    if (users.empty())
        return editor.showMessage(MessageKind::Info,
                                  kept + keptFaces > 0
                                      ? "All that uses " + asset.path + " is hidden or locked"
                                      : "Nothing in the scene uses " + asset.path);
    editor.showMessage(MessageKind::Info,
                       selectedText(engine::countText(users.size(), "object", "objects"), kept));
    document.selection().set(std::move(users));
}

void replaceEverywhere(EditorApi& editor, Name from, Name to)
{
    auto& document = editor.document();
    if (document.isEditing())
        return editor.showMessage(MessageKind::Info, "Another edit is under way");
    const auto count = countOf(document.world(), from);
    if (from == to || count == 0)
        return editor.showMessage(MessageKind::Info,
                                  from == to
                                      ? from.text() + " is that material already"
                                      : fmt::format("Nothing in the scene shows {}", from.text()));
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
    const auto count = countOf(editor.document().world(), from);
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
    std::optional<Name> to; // only what the field has taken
    auto* field = new AssetField{editor, AssetKind::Material, &dialog};
    layout->addWidget(field);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog};
    auto* replace = buttons->button(QDialogButtonBox::Ok);
    replace->setText(QWidget::tr("Replace"));
    replace->setEnabled(false);
    const auto choose = [&, field, replace](const std::string& path) {
        to = Name{path};
        field->setPath(path);
        replace->setEnabled(to != from);
    };
    field->picked = choose;
    if (const auto current = editor.currentMaterial(); !current.isEmpty() && current != from)
        choose(current.text());
    QObject::connect(field, &QLineEdit::textEdited, replace, [replace] {
        replace->setEnabled(false); // until it is taken
    });
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    layout->addWidget(buttons);
    dialog.setMinimumWidth(380);
    if (dialog.exec() == QDialog::Accepted && to)
        replaceEverywhere(editor, from, *to);
}
} // namespace editor
