#include "engine_core/play/script_bindings/kept_values.h"

namespace engine
{
namespace
{
PlaySaves& savesOf(PlayState& play)
{
    return play.saves;
}

void clearKept()
{
    if (auto* play = activePlay())
        play->saves.clear();
}
} // namespace

Result<void> bindSaves(ScriptBinder& binder)
{
    binder.space("Save");
    kept::bindAll<savesOf>(binder, "Keeps it under that name from one game to the next");
    binder.function("void clear()", clearKept, "Forgets everything that the project has kept");
    binder.space("");
    return binder.finish("save");
}
} // namespace engine
