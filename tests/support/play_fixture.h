#pragma once

#include "engine_core/play/play_library.h"
#include "engine_core/play/play_session.h"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::test
{
/// A project folder of its own (or a sample's), an edited world with collision on it, and a
/// session.
struct PlayFixture
{
    /// With an empty project in a folder that goes with the fixture.
    PlayFixture();

    /// On a project that exists; nothing is written to it.
    explicit PlayFixture(const engine::fs::path& project);
    ~PlayFixture();

    PlayFixture(const PlayFixture&) = delete;
    PlayFixture& operator=(const PlayFixture&) = delete;

    engine::fs::path folder;
    bool ownsFolder = false;
    engine::TypeRegistry types;
    engine::World world; ///< the edited one
    engine::AssetDatabase assets;
    std::unique_ptr<engine::ScriptLibrary> scripts;
    engine::StaticCollision collision; ///< of the edited world; lent to the session
    std::unique_ptr<engine::PlaySession> session;

    void writeScript(const std::string& file, const std::string& text) const;

    /// An entity with a transform and a script.
    engine::EntityId addScripted(const std::string& name,
                                 const std::string& file,
                                 const std::string& className,
                                 const engine::Vec3d& at = {});

    /// A group with a Mover, the script and a box below it; the group's id.
    engine::EntityId addDoor(const engine::Vec3d& min,
                             const engine::Vec3d& max,
                             const std::string& file,
                             const engine::ValueBag& properties = {});

    /// A floor of 40 x 40 metres with its top at y = 0, and a player start at the origin.
    void addFloor();

    [[nodiscard]] engine::PlaySetup setup();
    [[nodiscard]] engine::Result<void> start();

    void tick(int count, std::uint32_t keys = 0, const engine::Vec2d& look = engine::Vec2d{0});

    /// A number that the running script of an entity has now.
    [[nodiscard]] double number(engine::EntityId entity, const char* property) const;

    /// Changes the edited world and hands the change to the session, as the editor does.
    std::vector<std::string> editLive(engine::Edit edit);
};

/// projects/first_room of the source tree.
[[nodiscard]] engine::fs::path firstRoomFolder();

/// The keys of a PlayerInput.
template <typename... Key>
[[nodiscard]] constexpr std::uint32_t keys(Key... key)
{
    return (static_cast<std::uint32_t>(key) | ...);
}
} // namespace mapwright::test
