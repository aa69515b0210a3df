#include "engine_core/play/game/play_app.h"

#include "engine_core/play/play_session.h"

#include <utility>

namespace engine
{
PlayApp::PlayApp(ScriptLibrary& library, ProjectApp app, Failed failed)
    : m_library{library}, m_app{std::move(app)}, m_failed{std::move(failed)}
{
}

Result<std::unique_ptr<PlayApp>>
PlayApp::create(ScriptLibrary& library, const ProjectApp& app, Failed failed)
{
    std::unique_ptr<PlayApp> made{new PlayApp{library, app, std::move(failed)}};
    auto runtime = ScriptRuntime::create(library.bindings(), &made->m_host);
    if (!runtime)
        return runtime.error();
    made->m_runtime = *std::move(runtime);
    if (auto first = made->make(); !first)
        return first.error().withContext("The App class of the project");
    return made;
}

/// The object of the file as it is now, with what the one before held.
Result<std::vector<std::string>> PlayApp::make()
{
    const auto program = m_library.program(m_app.file);
    if (!program)
        return program.error();
    if (m_program && m_program->hash == (*program)->hash)
        return std::vector<std::string>{};
    auto lost = m_runtime->load(*program);
    if (!lost)
        return lost.error();
    const bool isOnly = m_app.className.empty() && (*program)->classes.size() == 1;
    auto object = m_runtime->createObject(
        m_app.file, isOnly ? (*program)->classes.front().className : m_app.className, {});
    if (!object) {
        m_runtime->goBack();
        return object.error();
    }
    if (m_object) {
        const auto ofMembers = object->takeValuesOf(*m_object);
        lost->insert(lost->end(), ofMembers.begin(), ofMembers.end());
        m_runtime->endTasks({});
    }
    m_object.reset();
    m_object.emplace(*std::move(object));
    m_program = *program;
    m_runtime->settle();
    for (auto& clause : *lost)
        clause = fmt::format("scripts/{} was loaded again, but {}", m_app.file, clause);
    return lost;
}

void PlayApp::call(ScriptEvent event)
{
    if (m_isStopped)
        return;
    const auto failure = event == ScriptEvent::Tick
                             ? m_runtime->call(*m_object, event, PlaySession::TickSeconds)
                             : m_runtime->call(*m_object, event);
    if (failure)
        fail(*failure);
}

void PlayApp::fail(const ScriptFailure& failure)
{
    m_isStopped = true;
    m_runtime->endTasks({});
    m_failed(failure);
}

void PlayApp::tick(PlayState& running)
{
    m_host.play = &running;
    m_runtime->beginTick();
    if (!std::exchange(m_isStarted, true))
        call(ScriptEvent::Start);
    call(ScriptEvent::Tick);
    m_runtime->runTasks([this](EntityId, const ScriptFailure& failure) { fail(failure); });
    m_runtime->endTick();
    m_host.play = nullptr; // the scene may end before the next tick
}

void PlayApp::stop(PlayState& running)
{
    m_host.play = &running;
    if (m_isStarted)
        call(ScriptEvent::Stop);
    m_isStopped = true;
    m_host.play = nullptr;
}

Result<std::vector<std::string>> PlayApp::reload()
{
    return make();
}

void PlayApp::addTo(Hasher& hasher) const
{
    hasher.add(m_isStarted).add(m_isStopped);
    m_object->addTo(hasher);
    m_runtime->addTasksTo(hasher);
}

bool appNeedsTrust(const ScriptLibrary& library, const Project& project)
{
    const auto app = appOf(project);
    return app && *app && !library.mayRun((*app)->file);
}
} // namespace engine
