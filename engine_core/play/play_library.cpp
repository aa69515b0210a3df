#include "engine_core/play/play_library.h"

#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/gameplay.h"

namespace engine
{
namespace
{
constexpr const char* PlayerScript = "player.as"; ///< of the player that play places itself

/// Whether the project has a script of that name.
bool isOfProject(const AssetDatabase& assets, const std::string& file)
{
    const auto found = assets.fileOf(AssetKind::Script, file);
    std::error_code ignored;
    return found && fs::exists(*found, ignored);
}
} // namespace

std::unique_ptr<ScriptLibrary> makeScriptLibrary(const AssetDatabase& assets,
                                                 ScriptTrust permission)
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
    auto library = std::make_unique<ScriptLibrary>(find, bindPlay);
    if (permission == ScriptTrust::Off)
        library->setGuard(
            [&assets](const std::string& file) { return !isOfProject(assets, file); });
    return library;
}

bool needsTrust(const ScriptLibrary& library, const World& world)
{
    bool needed = !library.mayRun(PlayerScript);
    world.forEach<Script>([&](EntityId, const Script& script) {
        needed = needed || (!script.file.path.empty() && !library.mayRun(script.file.path));
    });
    return needed;
}
} // namespace engine
