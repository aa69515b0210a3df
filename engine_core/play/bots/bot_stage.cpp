#include "engine_core/play/bots/bot_stage.h"

#include "engine_core/play/play_library.h"
#include "engine_core/scene/components/register_components.h"

namespace engine
{
BotStage::BotStage(const World& level, const Project& project)
    : m_assets{project}
    , m_scripts{makeScriptLibrary(m_assets, scriptTrustOf(project))}
    , m_world{level}
{
    registerComponents(m_types);
    m_assets.supply(m_world);
    m_world.addSystem(m_collision);
}

BotStage::~BotStage()
{
    m_world.removeSystem(m_collision);
}

PlaySetup BotStage::setup()
{
    PlaySetup setup{m_assets, m_types};
    setup.collision = &m_collision;
    setup.audio = AudioOutput::Loopback;
    setup.scripts = m_scripts.get();
    return setup;
}
} // namespace engine
