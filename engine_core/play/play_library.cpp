#include "engine_core/play/play_library.h"

#include "engine_core/play/play_state.h"

namespace engine
{
std::unique_ptr<ScriptLibrary> makeScriptLibrary(const AssetDatabase& assets)
{
    const auto find = [&assets](const std::string& file) -> Result<fs::path> {
        auto found = assets.fileOf(AssetKind::Script, file);
        std::error_code ignored;
        if (found && fs::exists(*found, ignored))
            return found;
        const auto standard = resolveInside(resourceFolder() / "scripts", file);
        if (standard && fs::exists(*standard, ignored))
            return standard;
        return found ? Error{"the project has no script '{}'", file} : found.error();
    };
    return std::make_unique<ScriptLibrary>(find, bindPlay);
}
} // namespace engine
