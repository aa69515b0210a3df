#include "tests/support/play_fixture.h"

#include "engine_core/assets/project_trust.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/level_builder.h"

#include <QTemporaryDir>

namespace mapwright::test
{
using namespace engine;

namespace
{
fs::path makeFolder()
{
    QTemporaryDir folder;
    folder.setAutoRemove(false);
    const fs::path path{folder.path().toStdString()};
    for (const auto* name : {"scenes", "scripts", "assets"})
        fs::create_directories(path / name);
    ENGINE_EXPECT(writeFileAtomically(path / "project.json", "{\"name\":\"test\"}"));
    ENGINE_EXPECT(trustProject(path)); // what opens it by its folder runs its scripts
    return path;
}
} // namespace

fs::path firstRoomFolder()
{
    return installationFolder() / "projects" / "first_room";
}

PlayFixture::PlayFixture() : PlayFixture{makeFolder()}
{
    ownsFolder = true;
}

PlayFixture::PlayFixture(const fs::path& project)
    : folder{project}, assets{Project{project, "test", {}}}, scripts{makeScriptLibrary(assets, ScriptTrust::On)}
{
    registerComponents(types);
    world.setNextId(1024);
    world.addSystem(collision);
}

PlayFixture::~PlayFixture()
{
    session.reset();
    world.removeSystem(collision);
    std::error_code ignored;
    if (ownsFolder)
        fs::remove_all(folder, ignored);
}

void PlayFixture::writeScript(const std::string& file, const std::string& text) const
{
    ENGINE_EXPECT(writeFileAtomically(folder / "scripts" / file, text));
}

EntityId PlayFixture::addScripted(const std::string& name,
                                  const std::string& file,
                                  const std::string& className,
                                  const Vec3d& at)
{
    const auto id = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(id, Node{.name = name, .parent = {}}));
    edit.swaps.push_back(swapTo(id, TransformComponent{.position = at}));
    edit.swaps.push_back(swapTo(id, Script{{file}, className, {}}));
    world.apply(edit);
    return id;
}

EntityId PlayFixture::addDoor(const Vec3d& min,
                              const Vec3d& max,
                              const std::string& file,
                              const ValueBag& properties)
{
    const auto group = world.newId();
    const auto leaf = world.newId();
    auto box = makeBox({min, max});
    ENGINE_EXPECT(box);
    Edit edit;
    edit.swaps.push_back(swapTo(group, Node{.name = "door", .parent = {}}));
    edit.swaps.push_back(swapTo(group, TransformComponent{}));
    edit.swaps.push_back(swapTo(group, Mover{}));
    edit.swaps.push_back(swapTo(group, Script{{file}, "", properties}));
    edit.swaps.push_back(swapTo(leaf, Node{.name = "leaf", .parent = group}));
    edit.swaps.push_back(
        swapTo(leaf, BrushComponent{std::make_shared<const Brush>(*std::move(box))}));
    world.apply(edit);
    return group;
}

void PlayFixture::addFloor()
{
    addBox(world, {-20, -1, -20}, {20, 0, 20}, "floor");
    addPlayerStart(world, Vec3d{0});
}

PlaySetup PlayFixture::setup()
{
    PlaySetup result{assets, types};
    result.collision = &collision;
    result.audio = AudioOutput::Loopback;
    result.scripts = scripts.get();
    return result;
}

Result<void> PlayFixture::start()
{
    auto started = PlaySession::start(world, setup());
    if (!started)
        return started.error();
    session = *std::move(started);
    return {};
}

void PlayFixture::tick(int count, std::uint32_t heldKeys, const Vec2d& look)
{
    for (int i = 0; i < count; ++i)
        session->tick({heldKeys, look});
}

double PlayFixture::number(EntityId entity, const char* property) const
{
    const auto value = session->scriptProperty(entity, property);
    ENGINE_EXPECT(value.has_value());
    if (const auto* whole = value->as<std::int64_t>())
        return static_cast<double>(*whole);
    const auto* real = value->as<double>();
    ENGINE_EXPECT(real != nullptr);
    return *real;
}

std::vector<std::string> PlayFixture::editLive(Edit edit)
{
    return session->applyLiveEdit(world.apply(edit));
}
} // namespace mapwright::test
