#include "editor/scripting/script_pointer.h"

#include "editor/tools/select/pick_target.h"

namespace editor
{
ScriptPointer scriptPointer(const PointerEvent& event)
{
    ScriptPointer pointer;
    pointer.place = placeUnder(event);
    pointer.from = event.ray.origin;
    pointer.direction = event.ray.direction;
    pointer.pixel = event.position;
    pointer.metresPerPixel = event.camera.metresPerPixel(pointer.place, event.viewSize.y);
    pointer.view = static_cast<std::int32_t>(event.view);
    pointer.clicks = event.clicks;
    pointer.inView = true;
    pointer.shift = event.has(Modifier::Shift);
    pointer.ctrl = event.has(Modifier::Ctrl);
    pointer.alt = event.has(Modifier::Alt);
    if (!event.hits.empty()) {
        const auto& hit = event.hits.front();
        pointer.hitsLevel = true;
        pointer.normal = hit.normal;
        pointer.entity = hit.entity;
        pointer.face = hit.face == engine::NoFace ? -1 : static_cast<std::int32_t>(hit.face);
    }
    if (!event.icon.isNull())
        pointer.entity = event.icon;
    return pointer;
}
} // namespace editor
