#pragma once

#include "engine_core/interchange/maps/map_part_table.h"
#include "engine_core/interchange/maps/map_text.h"
#include "engine_core/math/aabb.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scene/world/world.h"

#include <map>
#include <string>
#include <vector>

namespace engine
{
/// An entity of a map on its way to become a part.
struct MapPartEntity
{
    EntityId id;
    std::string className;
    MapKeys keys;
    MapPartRule rule;
    const MapPart* part = nullptr; ///< null: it does nothing by itself
    bool isRuled = false;          ///< the table speaks of it
    bool isTaken = false;          ///< the table speaks of it, and it has what it needs
    std::vector<EntityId> brushes;
    Aabb bounds;            ///< of its brushes
    Aabb group;             ///< of all that act as one with it; only of a leader
    std::size_t leader = 0; ///< in the list: itself, or the one that it acts with
    Vec3d place{0};
    int line = 0;
};

/// By their "targetname", in the order of the file.
using MapNames = std::map<std::string, std::vector<std::size_t>>;

/// Finds those of one class that touch and act as one, such as the halves of a door. The first of
/// them that has a name leads, else the first.
void linkTouching(std::vector<MapPartEntity>& entities);

/// An object that only has a script, at the player's start: there it takes no room of its own in
/// the level.
void addAtStart(const World& map, EntityId id, const std::string& name, Script script, Edit& edit);

/// Makes wires of who targets whom.
class MapWiring
{
public:
    static constexpr std::size_t MostWires = 100'000; ///< of a map

    /// All outlive it.
    MapWiring(World& world,
              const std::vector<MapPartEntity>& entities,
              const MapNames& names,
              MapSkips& skips)
        : m_world{world}, m_entities{entities}, m_names{names}, m_skips{skips}
    {
    }

    /// What shows the messages of entities, which is made if one has some; without it nobody does.
    void setSign(Script sign) { m_sign = std::move(sign); }

    /// Adds to the edit.
    void wire(Edit& edit);

    /// How many targets take no message.
    [[nodiscard]] std::size_t unheard() const { return m_unheard; }

private:
    /// Who is to be told or destroyed, and after how many seconds, as the map's keys say it.
    struct Target
    {
        std::string name;
        std::string delay;
        bool kills = false;
    };

    void wireOne(const MapPartEntity& entity, std::vector<Wire>& wires);
    void wireLinks(std::size_t leader, std::vector<Wire>& wires);
    void wireTargets(const MapPartEntity& entity, std::vector<Wire>& wires);
    void wireNamed(const MapPartEntity& entity, const Target& aim, std::vector<Wire>& wires);
    void wireClasses(const MapPartEntity& entity, std::vector<Wire>& wires);
    void wireMessage(const MapPartEntity& entity, std::vector<Wire>& wires);
    [[nodiscard]] bool hasRoom(const MapPartEntity& entity, const std::vector<Wire>& wires);
    void addSign(Edit& edit) const;

    World& m_world;
    const std::vector<MapPartEntity>& m_entities;
    const MapNames& m_names;
    MapSkips& m_skips;
    Script m_sign;
    EntityId m_signId; ///< null until somebody says something
    std::map<std::size_t, std::vector<std::size_t>> m_followers;
    std::map<std::string, std::vector<std::size_t>> m_byClass;
    std::size_t m_count = 0;
    std::size_t m_unheard = 0;
    int m_toldLine = -1; ///< of the entity that was last told to have too many
    bool m_isFull = false;
};
} // namespace engine
