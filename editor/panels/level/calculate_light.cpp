#include "editor/panels/level/calculate_light.h"

#include "engine_core/base/count_text.h"
#include "engine_core/scene/light/scene_light.h"

#include <fmt/core.h>

#include <utility>

namespace editor
{
std::string whatWasBaked(const engine::BakeStats& stats)
{
    using engine::countText;
    const auto faces = countText(stats.charts, "face", "faces");
    return fmt::format("{}, {} in {:.1f} s",
                       // More than were out of date: what they throw back changes others.
                       stats.kept > 0
                           ? fmt::format("{} of {} changed", engine::numberText(stats.stale), faces)
                           : faces,
                       countText(stats.litLuxels, "texel", "texels"),
                       stats.chartSeconds + stats.traceSeconds + stats.probeSeconds);
}

std::shared_ptr<engine::JobControl>
calculateLight(EditorContext& context,
               const engine::BakeOptions& options,
               std::function<void(const engine::Result<engine::BakeStats>&)> done,
               Workspace::BakeScope scope)
{
    const auto told = [&context, done = std::move(done), scene = context.workspace().sceneCount()](
                          const engine::Result<engine::BakeStats>& outcome) {
        if (outcome)
            context.showMessage(MessageKind::Info, "Light baked: " + whatWasBaked(*outcome));
        else
            context.showMessage(MessageKind::Warning, outcome.error().message());
        context.updateViews();
        if (done && scene == context.workspace().sceneCount())
            done(outcome);
    };
    return context.workspace().bake(options, told, scope);
}

std::shared_ptr<engine::JobControl> bakeStaleLight(EditorContext& context)
{
    const bool wasBaked = engine::isBaked(context.document().world());
    return calculateLight(
        context, {.quality = wasBaked ? engine::BakeQuality::Final : engine::BakeQuality::Preview},
        {}, Workspace::BakeScope::StaleAsBefore);
}
} // namespace editor
