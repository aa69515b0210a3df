#pragma once

#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/maps/map_measures.h"
#include "engine_core/scene/components/map_entity.h"
#include "tests/engine_core/interchange/maps/map_boxes.h"
#include "tests/support/fixtures/play_fixture.h"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::test
{
/// An entity of a .map, with the text of its brushes.
inline std::string entity(const std::string& className,
                          const std::vector<std::pair<std::string, std::string>>& keys,
                          const std::string& brushes = {})
{
    auto text = "{\n\"classname\" \"" + className + "\"\n";
    for (const auto& [key, value] : keys)
        text += "\"" + key + "\" \"" + value + "\"\n";
    return text + brushes + "}\n";
}

/// A long hall along x, with the player at x = 0 who looks along it.
inline std::string hall(const std::string& entities)
{
    return entity("worldspawn", {}, boxText({-256, -256, -16}, {2048, 256, 0})) +
           entity("info_player_start", {{"origin", "0 0 24"}, {"angle", "0"}}) + entities;
}

/// A map that is imported with our table of parts, and played.
struct MapGame : PlayFixture
{
    engine::MapPartTable table;
    engine::ImportedMap map;

    engine::Result<void> begin(const std::string& text)
    {
        auto loaded = engine::loadMapParts(nullptr);
        if (!loaded)
            return loaded.error();
        table = *std::move(loaded);
        auto imported =
            engine::importMap(text, {engine::DefaultMapScale, {}, nullptr, {&table, "quake"}});
        if (!imported)
            return imported.error();
        map = *std::move(imported);
        engine::addNeededParts(*map.world, map.needs, nullptr);
        (void)engine::giveMeasures(*map.world, *engine::findMeasures("quake"),
                                   engine::DefaultMapScale, nullptr);
        engine::PlaySetup play{assets, types};
        play.scripts = scripts.get();
        auto started = engine::PlaySession::start(*map.world, play);
        if (!started)
            return started.error();
        session = *std::move(started);
        return {};
    }

    void run(int ticks, std::uint32_t held = 0)
    {
        for (int i = 0; i < ticks; ++i)
            session->tick({held, engine::Vec2d{0}});
    }

    [[nodiscard]] engine::EntityId of(const std::string& className, int which = 0) const
    {
        engine::EntityId found;
        map.world->forEach<engine::MapEntity>(
            [&](engine::EntityId id, const engine::MapEntity& entity) {
                if (entity.className == className && which-- == 0)
                    found = id;
            });
        return found;
    }

    /// How far it is from where the map has it, in units.
    [[nodiscard]] engine::Vec3d moved(engine::EntityId id) const
    {
        return (engine::worldTransform(session->world(), id).position -
                engine::worldTransform(*map.world, id).position) /
               engine::DefaultMapScale;
    }
};
} // namespace mapwright::test
