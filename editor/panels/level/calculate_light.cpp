#include "editor/panels/level/calculate_light.h"

#include "engine_core/base/count_text.h"

#include <fmt/core.h>

#include <utility>

namespace editor
{
std::shared_ptr<engine::JobControl>
calculateLight(EditorContext& context,
               const engine::BakeOptions& options,
               std::function<void(const engine::Result<engine::BakeStats>&)> done)
{
    return context.workspace().bake(options, [&context, done = std::move(done),
                                              scene = context.workspace().sceneCount()](
                                                 const engine::Result<engine::BakeStats>& outcome) {
        if (outcome)
            context.showMessage(
                MessageKind::Info,
                fmt::format("Light baked: {}, {} in {:.1f} s",
                            engine::countText(outcome->charts, "surface", "surfaces"),
                            engine::countText(outcome->luxels, "texel", "texels"),
                            outcome->chartSeconds + outcome->traceSeconds + outcome->probeSeconds));
        else
            context.showMessage(MessageKind::Warning, outcome.error().message());
        context.updateViews();
        if (done && scene == context.workspace().sceneCount())
            done(outcome);
    });
}
} // namespace editor
