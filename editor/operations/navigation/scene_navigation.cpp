#include "editor/operations/navigation/scene_navigation.h"

#include "engine_core/base/log.h"
#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/scene/components/nav_walker.h"

namespace editor
{
SceneNavigation::SceneNavigation(Document& document, std::function<void()> wake)
    : m_document{document}, m_wake{wake ? wake : [] {}}, m_system{std::move(wake)}
{
    document.worldForSystems().addSystem(m_system);
    m_connections += document.changed.connect([this](const engine::ChangeSet& changes) {
        if (changes.kind == engine::ChangeKind::Final)
            m_wake(); // later, when everybody has heard of the change
    });
    m_connections += document.reset.connect([this] { openScene(); });
    openScene();
}

SceneNavigation::~SceneNavigation()
{
    m_document.worldForSystems().removeSystem(m_system);
}

/// What of a mesh from a file is old gets built anew.
void SceneNavigation::openScene()
{
    m_system.clear();
    m_built.clear();
    const auto& world = m_document.world();
    const auto& path = m_document.path();
    std::error_code ignored;
    for (const auto& profile : engine::navProfiles(world)) {
        const auto file = path.empty() ? fs::path{} : engine::navMeshFileOf(path, profile.name);
        if (file.empty() || !fs::is_regular_file(file, ignored))
            continue;
        const auto config = engine::makeNavConfig(profile, engine::navSettingsOf(world));
        if (!config)
            continue;
        auto stored = engine::loadNavMesh(file, *config);
        if (stored)
            m_system.adopt(std::move((*stored).mesh));
        else
            engine::logWarning("navigation", "{}", stored.error().message());
    }
    opened();
    m_wake();
}

void SceneNavigation::buildForWalkers()
{
    std::set<std::string> agents;
    m_document.world().forEach<engine::NavWalker>(
        [&](engine::EntityId, const engine::NavWalker& walker) { agents.insert(walker.agent); });
    for (const auto& agent : agents)
        if (m_built.insert(agent).second)
            static_cast<void>(want(agent)); // the game says what is wrong
}

engine::Result<void> SceneNavigation::want(const std::string& agent)
{
    const auto profile = engine::findNavProfile(m_document.world(), agent);
    if (!profile)
        return profile.error();
    if (m_system.mesh(profile->name) != nullptr)
        return {};
    auto built = m_system.build(profile->name);
    if (built)
        m_wake();
    return built;
}

const engine::NavMesh* SceneNavigation::shownMesh(const std::string& agent) const
{
    const auto* played = m_played ? m_played() : nullptr;
    const auto* mesh = played != nullptr ? played->mesh(agent) : nullptr;
    return mesh != nullptr ? mesh : m_system.mesh(agent);
}

void SceneNavigation::update()
{
    buildForWalkers();
    m_system.update(0);
    if (m_document.world().count<engine::NavWalker>() > 0)
        m_system.makeSpares(); // for the next game
    updated();
}
} // namespace editor
