#include "editor/panels/level/found_textures.h"

#include <utility>

namespace editor
{
void useFoundTextures(EditorContext& editor,
                      const std::string& label,
                      const FoundTextures& found,
                      std::function<void()> done)
{
    const auto brushes = brushesWith(editor.document().world(), found);
    if (brushes.empty())
        return done();
    editor.toolBox().cancelGesture();
    editor.runOn(
        label, brushes,
        [found](Transaction& edit, std::span<const EntityId> some) {
            return adoptTextures(edit, some, found);
        },
        std::move(done));
}
} // namespace editor
