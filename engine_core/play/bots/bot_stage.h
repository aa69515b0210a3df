#pragma once

#include "engine_core/play/play_session.h"
#include "engine_core/scripting/compile/script_library.h"

#include <memory>

namespace engine
{
struct Project;

/// What sessions of bots run on, shared with nobody: assets, scripts and collision of their own.
/// Made on the thread that owns `level`; afterwards one thread at a time uses it.
class BotStage
{
public:
    BotStage(const World& level, const Project& project);
    ~BotStage();

    BotStage(const BotStage&) = delete;
    BotStage& operator=(const BotStage&) = delete;

    [[nodiscard]] const World& world() const { return m_world; }

    /// For sessions that end before the stage does.
    [[nodiscard]] PlaySetup setup();

private:
    AssetDatabase m_assets;
    TypeRegistry m_types;
    std::unique_ptr<ScriptLibrary> m_scripts;
    World m_world;
    StaticCollision m_collision;
};
} // namespace engine
