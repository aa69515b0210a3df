#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/texture/hotspot_sets.h"
#include "editor/panels/inspector/picture_sizes.h"
#include "editor/tools/texture/flat_shapes.h"
#include "editor/tools/texture/uv_commands.h"
#include "editor/views/view_layout.h"

#include <memory>

namespace editor
{
namespace
{
/// What the copy command has taken; kept while the program runs.
using Copied = std::shared_ptr<std::optional<CopiedUv>>;

UvCommandContext contextOf(MainWindow& window, const Copied& copied)
{
    UvCommandContext context;
    context.pictures = pictureSizesOf(window.context());
    context.fitHotspots = [&window](Transaction& step, std::span<const FaceRef> faces) {
        return fitHotspotsOf(window.context().assets(), step, faces);
    };
    if (const auto* view = window.viewLayout().activeView()) {
        const auto camera = view->camera().camera();
        context.view = ViewAxes{camera.right(), camera.up()};
    }
    context.copied = *copied;
    return context;
}

void runOnTextures(MainWindow& window, const UvCommand& command, const Copied& copied)
{
    window.context().toolBox().cancelGesture();
    auto& document = window.context().document();
    const auto faces = chosenTextures(document);
    const auto context = contextOf(window, copied);
    const auto done = document.run(
        command.step, [&](Transaction& step) { return command.edit(step, faces, context); });
    if (!done)
        window.showError(QString::fromStdString(done.error().message()));
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
    const auto copied = std::make_shared<std::optional<CopiedUv>>();
    for (const auto& command : uvCommands()) {
        const std::string_view id{command.id};
        if (id == "texture.alignWorld" || id == "texture.wrap" || id == "texture.pasteProjected")
            window.actions().addSeparator(QStringLiteral("Brush/Texture"));
        if (id == "texture.pasteProjected")
            addCopyAction(window, copied);
        window.actions().add(
            {.id = command.id,
             .menu = "Brush/Texture",
             .label = command.label,
             .tooltip = command.tooltip,
             .icon = "",
             .shortcut = "",
             .run = [&window, &command, copied] { runOnTextures(window, command, copied); },
             .isEnabled = isSomething},
            "Select a face, a brush or a curved patch first");
    }
}
} // namespace editor
