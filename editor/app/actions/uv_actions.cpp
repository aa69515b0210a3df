#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/texture/uv_density.h"
#include "editor/operations/texture/uv_operations.h"
#include "editor/operations/texture/uv_wrap.h"
#include "editor/panels/inspector/hotspot_sets.h"
#include "editor/panels/inspector/picture_sizes.h"
#include "editor/views/view_layout.h"

#include <memory>
#include <random>

namespace editor
{
namespace
{
using engine::Result;
using Faces = std::span<const FaceRef>;
using FaceEdit = std::function<Result<void>(Transaction&, Faces)>;

/// The selected faces, or all of the selected brushes.
std::vector<FaceRef> chosenFaces(const Document& document)
{
    const auto& selection = document.selection();
    return selection.faces().empty() ? facesOf(document.world(), selection.entities())
                                     : selection.faces();
}

void runOnFaces(MainWindow& window, const std::string& label, const FaceEdit& edit)
{
    window.context().toolBox().cancelGesture();
    auto& document = window.context().document();
    const auto faces = chosenFaces(document);
    const auto done = document.run(label, [&](Transaction& step) { return edit(step, faces); });
    if (!done)
        window.showError(QString::fromStdString(done.error().message()));
}

struct Command
{
    const char* id;
    const char* label;
    const char* tooltip;
    const char* step; ///< as undo names it
    FaceEdit edit;
};

template <typename Operation>
FaceEdit always(Operation operation)
{
    return [operation](Transaction& step, Faces faces) -> Result<void> {
        operation(step, faces);
        return {};
    };
}

FaceEdit justify(UvSide side)
{
    return always([side](Transaction& step, Faces faces) {
        justifyUv(step, faces, side, UvSheet::EachFace);
    });
}

FaceEdit flip(UvFlip way)
{
    return always(
        [way](Transaction& step, Faces faces) { flipUv(step, faces, way, UvSheet::EachFace); });
}

FaceEdit fit(UvSheet sheet)
{
    return [sheet](Transaction& step, Faces faces) {
        return fitUv(step, faces, {1, 1}, sheet);
    };
}

std::vector<Command> placeCommands()
{
    return {
        {"texture.fit", "Fit", "The texture fills each face exactly once.", "Fit texture",
         fit(UvSheet::EachFace)},
        {"texture.fitAsOne", "Fit as one",
         "The texture fills all faces that hang together once, unfolded around their edges.",
         "Fit texture", fit(UvSheet::AsOne)},
        {"texture.left", "Justify left", "The texture's left border lies on the face's.",
         "Justify texture", justify(UvSide::Left)},
        {"texture.right", "Justify right", "The texture's right border lies on the face's.",
         "Justify texture", justify(UvSide::Right)},
        {"texture.top", "Justify top", "The texture's upper border lies on the face's.",
         "Justify texture", justify(UvSide::Top)},
        {"texture.bottom", "Justify bottom", "The texture's lower border lies on the face's.",
         "Justify texture", justify(UvSide::Bottom)},
        {"texture.center", "Centre", "The texture's middle lies in the middle of the face.",
         "Centre texture",
         always([](Transaction& step, Faces faces) { centerUv(step, faces, UvSheet::EachFace); })},
        {"texture.flipU", "Flip left to right", "Mirrors the texture about the face's middle.",
         "Flip texture", flip(UvFlip::LeftRight)},
        {"texture.flipV", "Flip upside down", "Mirrors the texture about the face's middle.",
         "Flip texture", flip(UvFlip::UpDown)},
    };
}

std::vector<Command> alignCommands(MainWindow& window)
{
    return {
        {"texture.alignWorld", "Align to world",
         "Axes along the world's and no offset, so that neighbouring faces match.",
         "Align texture to world", always(alignUvToWorld)},
        {"texture.alignFace", "Align to face",
         "Upright in the plane of each face, so that slopes do not stretch the texture.",
         "Align texture to face", always(alignUvToFace)},
        {"texture.alignEdge", "Align to edge",
         "The texture stands on the longest edge of each face; again, on the next one.",
         "Align texture to edge", always(alignUvToEdge)},
        {"texture.alignView", "Align to view",
         "As a projector at the eye of the active view would throw the texture.",
         "Align texture to view",
         [&window](Transaction& step, Faces faces) -> Result<void> {
             const auto* view = window.viewLayout().activeView();
             if (view == nullptr)
                 return engine::Error{"Click a view first"};
             const auto camera = view->camera().camera();
             return alignUvToView(step, faces, camera.right(), camera.up());
         }},
        {"texture.wrap", "Wrap over selection",
         "The texture of the face selected first runs on over the others, around their edges.",
         "Wrap texture",
         [](Transaction& step, Faces faces) -> Result<void> {
             auto done = wrapUvOver(step, faces);
             return done ? Result<void>{} : Result<void>{done.error()};
         }},
        {"texture.scatter", "Scatter",
         "A random offset for each face, so that repeats are not seen.", "Scatter texture",
         always([](Transaction& step, Faces faces) {
             scatterUv(step, faces, std::random_device{}());
         })},
        {"texture.hotspot", "Fit hot spots",
         "Lays the rectangle of a trim sheet onto each face whose size and proportions fit best.",
         "Fit hot spots",
         [&window](Transaction& step, Faces faces) {
             return fitHotspotsOf(window.context().assets(), step, faces);
         }},
        {"texture.matchDensity", "Match texel density",
         "Gives all selected faces as many texels a metre as the one selected last has.",
         "Match texel density",
         [&window](Transaction& step, Faces faces) -> Result<void> {
             if (faces.size() < 2)
                 return engine::Error{"Select the faces to change, and last the one to match"};
             return matchTexelDensity(step, faces.first(faces.size() - 1), faces.back(),
                                      pictureSizesOf(window.context()));
         }},
    };
}

/// What the copy command has taken; kept while the program runs.
using Copied = std::shared_ptr<std::optional<CopiedUv>>;

Command pasteCommand(
    const char* id, const char* label, const char* tooltip, const Copied& copied, UvPaste how)
{
    return {id, label, tooltip, "Paste alignment",
            [copied, how](Transaction& step, Faces faces) -> Result<void> {
                if (!*copied)
                    return engine::Error{"Copy the alignment of a face first"};
                return pasteUv(step, faces, **copied, how);
            }};
}

std::vector<Command> pasteCommands(const Copied& copied)
{
    return {pasteCommand("texture.pasteProjected", "Paste alignment",
                         "Throws the copied texture onto the faces as a projector would.", copied,
                         UvPaste::Projected),
            pasteCommand("texture.pasteWrapped", "Paste alignment wrapped",
                         "The copied texture runs on around the line where the planes meet.",
                         copied, UvPaste::Wrapped),
            pasteCommand("texture.pasteNumbers", "Paste alignment numbers",
                         "Gives the faces the scale, offset and rotation that were copied.", copied,
                         UvPaste::Numbers)};
}

void addCopyAction(MainWindow& window, const Copied& copied)
{
    const auto isFace = [&window] {
        return !window.context().document().selection().faces().empty();
    };
    window.actions().add({.id = "texture.copy",
                          .menu = "Brush/Texture",
                          .label = "Copy alignment",
                          .tooltip = "Takes how the texture lies on the face selected last.",
                          .icon = "copy",
                          .shortcut = "",
                          .run =
                              [&window, copied] {
                                  const auto& document = window.context().document();
                                  *copied =
                                      copyUv(document.world(), document.selection().faces().back());
                              },
                          .isEnabled = isFace},
                         "Select a face first");
}
} // namespace

void addUvActions(MainWindow& window)
{
    const auto isSomething = [&window] {
        return !window.context().document().selection().isEmpty();
    };
    const auto add = [&](const std::vector<Command>& commands) {
        for (const auto& [id, label, tooltip, step, edit] : commands)
            window.actions().add({.id = id,
                                  .menu = "Brush/Texture",
                                  .label = label,
                                  .tooltip = tooltip,
                                  .icon = "",
                                  .shortcut = "",
                                  .run = [&window, name = std::string{step},
                                          edit = edit] { runOnFaces(window, name, edit); },
                                  .isEnabled = isSomething},
                                 "Select a face or a brush first");
        window.actions().addSeparator(QStringLiteral("Brush/Texture"));
    };
    const auto copied = std::make_shared<std::optional<CopiedUv>>();
    add(placeCommands());
    add(alignCommands(window));
    addCopyAction(window, copied);
    add(pasteCommands(copied));
}
} // namespace editor
