#include "engine_core/play/game/play_game.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/log.h"
#include "engine_core/play/game/play_app.h"
#include "engine_core/play/game/play_level.h"
#include "engine_core/play/game/play_start.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/play_state.h"

#include <algorithm>
#include <utility>

namespace engine
{
PlayGame::PlayGame(const PlaySetup& given) : setup{given}, saves{given.saves}, random{given.seed}
{
    if (setup.scripts == nullptr) {
        m_ownLibrary = makeScriptLibrary(setup.assets, scriptTrustOf(setup.assets.project()));
        setup.scripts = m_ownLibrary.get();
    }
    if (setup.saves.empty())
        saves.beginWith(setup.savedValues);
}

PlayGame::~PlayGame()
{
    m_isChanging = true; // nobody asks for another scene now
    if (m_app)
        m_app->stop(running());
    m_app.reset(); // its destructors reach the scene that runs
    while (!m_scenes.empty()) {
        running().scripts->stopAll(); // while it is still the one that runs
        m_scenes.pop_back();
    }
}

Result<void> PlayGame::begin(const World& edited)
{
    m_edited = &edited;
    auto scene = makeScene(edited, setup.scene, true);
    if (!scene)
        return scene.error();
    m_scenes.push_back(*std::move(scene));
    setup.startFrom.reset(); // where one begins, not where every scene does
    return beginApp();
}

Result<void> PlayGame::beginApp()
{
    const auto named = appOf(setup.assets.project());
    if (!named)
        logWarning("play", "The game runs without its App class: {}", named.error().message());
    if (!named || !*named || !setup.scripts->mayRun((*named)->file))
        return {};
    auto app = PlayApp::create(*setup.scripts, **named, [this](const ScriptFailure& failure) {
        running().scripts->note({}, "the App class was stopped: " + failure.text());
    });
    if (!app) {
        logError("play", "Play does not start: {}", app.error().message());
        return app.error();
    }
    m_app = *std::move(app);
    return {};
}

bool PlayGame::isEditedScene(const std::string& name) const
{
    return !name.empty() && name == setup.scene;
}

Result<PlayGame::Scene>
PlayGame::makeScene(const World& level, const std::string& name, bool isEdited)
{
    auto own = setup;
    if (!isEdited) { // what is lent is of the edited world
        own.collision = nullptr;
        own.navigation = nullptr;
    }
    auto state = beginLevel(level, own, *this);
    if (!state)
        return state.error();
    return Scene{name, isEdited, *std::move(state)};
}

Result<void> PlayGame::checkChange() const
{
    if (m_isChanging)
        return Error{"The scene is ending: another one was asked for"};
    // One of a tick before waits for the compiler: another wish takes its place.
    if (m_change.kind != Change::Kind::None && m_change.tick == m_tickCount)
        return Error{"One tick can ask for one change of the scene"};
    if (m_changeTicks.size() >= MostChanges && m_tickCount - m_changeTicks.front() < ChangeTicks)
        return Error{"The game has changed its scene {} times within a second: do scenes call each "
                     "other without an end?",
                     MostChanges};
    return {};
}

Result<void> PlayGame::ask(Change::Kind kind, const std::string& path)
{
    if (auto may = checkChange(); !may)
        return may;
    // What is edited needs no file yet.
    auto edited = fs::path{path}.lexically_normal().generic_string();
    const bool isEdited = isEditedScene(edited);
    auto name =
        isEdited ? Result<std::string>{std::move(edited)} : sceneName(setup.assets.project(), path);
    if (!name)
        return name.error();
    Change change{kind, m_tickCount, *std::move(name), {}, entityOfActiveScript()};
    if (!isEdited) {
        auto level = readLevel(setup.assets, setup.types, change.name);
        if (!level)
            return level.error();
        change.level = *std::move(level);
    }
    m_change = std::move(change);
    return {};
}

Result<void> PlayGame::load(const std::string& path)
{
    return ask(Change::Kind::Load, path);
}

Result<void> PlayGame::push(const std::string& path)
{
    if (m_scenes.size() >= Deepest)
        return Error{"A game can have {} scenes on top of each other at most", Deepest};
    return ask(Change::Kind::Push, path);
}

Result<void> PlayGame::pop()
{
    if (auto may = checkChange(); !may)
        return may;
    if (m_scenes.size() < 2)
        return Error{"No scene is below this one"};
    m_change = {.kind = Change::Kind::Pop, .tick = m_tickCount, .asker = entityOfActiveScript()};
    return {};
}

/// Destructors of the last scene's objects ask, too, when that is no longer on the stack.
void PlayGame::setHeld(bool held)
{
    if (!m_scenes.empty())
        running().isHeld = held;
}

bool PlayGame::isHeld() const
{
    return !m_scenes.empty() && running().isHeld;
}

const std::string& PlayGame::scene() const
{
    static const std::string none;
    return m_scenes.empty() ? none : m_scenes.back().name;
}

void PlayGame::tick(const PlayerInput& input)
{
    if (m_hasEnded)
        return;
    ++m_tickCount;
    hud.clear();
    auto left = menus.begin(input);
    left.console = input.console;            // also typed while a menu has the keys
    const bool isHeldNow = running().isHeld; // what is asked for holds from the next tick on
    if (m_app)
        m_app->tick(running());
    menus.close(hud);
    tickScene(left, isHeldNow);
    menus.end(hud);
    if (m_change.kind != Change::Kind::None && !m_hasEnded)
        changeScene();
}

void PlayGame::tickScene(const PlayerInput& input, bool isHeld)
{
    auto& state = running();
    const auto first = static_cast<std::ptrdiff_t>(hud.items().size());
    if (isHeld) {
        hud.showAgain(*state.heldHud);
        state.runHeldTick(input);
    } else {
        state.runTick(input);
    }
    menus.close(hud);
    if (!state.isHeld)
        state.heldHud.reset();
    else if (!state.heldHud)
        state.heldHud.emplace(hud.items().begin() + first, hud.items().end());
}

Result<void> PlayGame::checkScripts(const World& level)
{
    Result<void> good;
    level.forEach<Script>([&](EntityId, const Script& script) {
        if (!good || script.file.path.empty() || !setup.scripts->mayRun(script.file.path))
            return;
        if (const auto program = setup.scripts->program(script.file.path); !program)
            good = program.error();
    });
    return good;
}

/// The game goes on without it.
void PlayGame::refuse(EntityId asker, const std::string& name, const Error& why)
{
    running().scripts->note(asker, fmt::format("'{}' does not begin: {}", name, why.message()));
}

void PlayGame::changeScene()
{
    const auto& level = m_change.level ? *m_change.level : *m_edited;
    if (m_change.kind != Change::Kind::Pop)
        if (auto good = checkScripts(level); !good) {
            if (setup.scripts->isCompiling())
                return; // where windows wait for no compiler, the next tick asks again
            refuse(m_change.asker, m_change.name, good.error());
            m_change = {};
            return;
        }
    if (m_changeTicks.size() >= MostChanges)
        m_changeTicks.erase(m_changeTicks.begin());
    m_changeTicks.push_back(m_tickCount);
    const auto change = std::exchange(m_isChanging, true);
    auto asked = std::exchange(m_change, {});
    if (asked.kind == Change::Kind::Pop)
        leave();
    else
        enter(std::move(asked));
    m_isChanging = change;
}

void PlayGame::enter(Change change)
{
    const bool isEdited = change.level == nullptr;
    const auto& level = isEdited ? *m_edited : *change.level;
    setup.assets.finishModels(modelsOf(level)); // one shall stand on them
    auto scene = makeScene(level, change.name, isEdited);
    if (!scene && setup.scripts->isCompiling()) { // such as the player's, whom the start places
        m_changeTicks.pop_back();
        m_change = std::move(change);
        return;
    }
    if (!scene) {
        refuse(change.asker, change.name, scene.error());
        return;
    }
    auto& before = running();
    scene->state->input = before.input; // a key that is held was not pressed anew
    Scene ended;
    if (change.kind == Change::Kind::Load) {
        before.scripts->stopAll();
        ended = std::exchange(m_scenes.back(), *std::move(scene));
    } else {
        before.audio->setPaused(true);
        m_scenes.push_back(*std::move(scene));
    }
    hud.clear();
    menus.changeScene();
    worldChanged();
}

void PlayGame::leave()
{
    running().scripts->stopAll();
    const auto ended = std::move(m_scenes.back());
    m_scenes.pop_back();
    auto& back = running();
    back.input = ended.state->input;
    back.audio->setPaused(false);
    hud.clear();
    menus.changeScene();
    worldChanged();
}

void PlayGame::forEachScene(const std::function<void(PlayState& state, bool isEdited)>& visit)
{
    for (auto& scene : m_scenes)
        visit(*scene.state, scene.isEdited);
}

Result<std::vector<std::string>> PlayGame::reloadScripts()
{
    std::vector<std::string> lost;
    if (m_app) {
        auto reloaded = m_app->reload();
        if (!reloaded)
            return reloaded.error();
        lost = *std::move(reloaded);
    }
    for (auto& scene : m_scenes) {
        auto reloaded = scene.state->scripts->reload();
        if (!reloaded)
            return reloaded.error();
        lost.insert(lost.end(), reloaded->begin(), reloaded->end());
    }
    return lost;
}

void PlayGame::addTo(Hasher& hasher) const
{
    for (const auto& scene : m_scenes) {
        hasher.add(std::string_view{scene.name});
        scene.state->addTo(hasher);
    }
    if (m_app)
        m_app->addTo(hasher);
    values.addTo(hasher);
    consoleVariables.addTo(hasher);
    menus.addTo(hasher);
    saves.addTo(hasher);
    hasher.add(m_hasEnded).add(m_tickCount).add(random);
}
} // namespace engine
