#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/reflect/value.h"
#include "engine_core/scene/components/map_entity.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine
{
enum class MapValueKind
{
    Number,
    Whole,
    Bool,
    Text,
    Vector,
    Choice,
    Entity,
    Entities
};

/// What a part's property takes.
struct MapPartProperty
{
    MapValueKind kind = MapValueKind::Number;
    double low = -1e6; ///< of numbers; what lies outside becomes the nearest
    double high = 1e6;
    std::vector<std::string> choices;
};

/// A script that entities of a map may get.
struct MapPart
{
    std::string file; ///< below the folder of scripts
    std::string className;
    std::map<std::string, MapPartProperty, std::less<>> properties;
    std::vector<std::string> outputs;
    std::vector<std::string> messages;
};

/// Where a property's value comes from.
struct MapPartValue
{
    enum class From
    {
        Here,   ///< `otherwise`
        Key,    ///< the entity's key of that name; `otherwise` without it
        Measure ///< worked out from the entity, see manual/quake_maps.md
    };

    From from = From::Here;
    std::string name;                   ///< of the key or the measure
    Value otherwise{};                  ///< nothing: the script's own value
    std::optional<Value> below0;        ///< for numbers less than 0
    bool isLength = false;              ///< of the map's units
    std::string before, after;          ///< around the text of a key
    std::map<std::string, double> args; ///< of a measure: its usual numbers, in the map's units
};

/// A wire to all entities of the class, or to those with the flag.
struct MapPartWire
{
    std::string output;
    std::string className;
    int flag = 0; ///< 0: all
    std::string message;
};

/// What an entity's brushes are.
enum class MapPartBody
{
    None,    ///< nothing changes
    Solid,   ///< they move and are solid
    Trigger, ///< a box around them; nobody sees them in the game
    Button,  ///< as Trigger, but solid and without a box: what is shot in the game, and used here
    Item,    ///< there are none: a small box, and a trigger about it
    Gone     ///< not in this game: neither seen nor solid
};

/// What becomes of an entity. What is not said is as usual, or as the entry before it says.
struct MapPartRule
{
    std::optional<std::string> part; ///< none: it does nothing by itself
    std::optional<MapPartBody> body;
    std::optional<std::string> input;  ///< what those tell it that target it
    std::optional<std::string> output; ///< where it tells its targets
    std::optional<std::string> says;   ///< on the screen, where it has no key "message"
    std::optional<std::string> saysAt; ///< the output; else `output`
    std::optional<bool> atLowCorner;   ///< its place is the low corner of its brushes
    std::optional<bool> live;          ///< its light is not baked
    /// Every key that is the name of an entity targets it, after as many seconds as its value says.
    std::optional<bool> keysAreTargets;
    std::optional<std::string> needs;  ///< a part that the level needs once
    /// Those that touch act as one: which output of the first tells the others what.
    std::optional<std::vector<std::pair<std::string, std::string>>> links;
    std::vector<std::pair<std::string, MapPartValue>> set;
    std::vector<std::pair<std::string, MapPartValue>> follower; ///< `set` of all but the first
    std::vector<MapPartWire> wires;
};

struct MapCondition
{
    enum class Test
    {
        Has,   ///< the key, and it is not empty
        Lacks, ///< the key
        Flag,  ///< one of these bits in "spawnflags"
        NoFlag,
        Above, ///< 0: the number of the key
        Below
    };

    Test test = Test::Has;
    std::string key;
    unsigned flags = 0;
};

/// Which part each class of a game's entities becomes, read from JSON (manual/quake_maps.md).
class MapPartTable
{
public:
    static constexpr std::size_t MostClasses = 10'000; ///< of one file
    static constexpr std::uintmax_t MostBytes = 4U << 20U;

    /// Takes in a file's text: its parts and classes replace those of the same names. Refuses, with
    /// file and place, whatever it does not know: fields, parts, properties, measures, outputs and
    /// messages.
    [[nodiscard]] Result<void> add(std::string_view json, const std::string& file);

    /// Null if there is none of that name.
    [[nodiscard]] const MapPart* findPart(std::string_view name) const;

    /// All conditions worked in; nothing if the table does not speak of the class. `game` is the
    /// name of one, as of GameMeasures; its own entries come first.
    [[nodiscard]] std::optional<MapPartRule>
    ruleFor(std::string_view className, const MapKeys& keys, std::string_view game) const;

    [[nodiscard]] const std::map<std::string, MapPart, std::less<>>& parts() const
    {
        return m_parts;
    }

private:
    friend class MapPartReader;

    struct Class
    {
        MapPartRule base;
        std::vector<std::pair<std::vector<MapCondition>, MapPartRule>> when;
        bool isTaken = true; ///< else a project has taken it out
    };

    using Classes = std::map<std::string, Class, std::less<>>;

    [[nodiscard]] static const Class* find(const Classes& classes, std::string_view className);

    std::map<std::string, MapPart, std::less<>> m_parts;
    Classes m_classes;
    std::map<std::string, Classes, std::less<>> m_games;
};

/// The name of a project's own table, below its root.
inline constexpr std::string_view MapPartFile = "map_parts.json";

/// The program's table (resources/map_parts.json), with that of the project, if it has one.
[[nodiscard]] Result<MapPartTable> loadMapParts(const Project* project);

/// A measure that tables may name; what it gives must fit the property.
[[nodiscard]] std::optional<MapValueKind> kindOfMapMeasure(std::string_view name);

/// Of key "spawnflags"; 0 if it is no number.
[[nodiscard]] unsigned mapFlags(const MapKeys& keys);

/// The finite number that a value begins with, as the games read it.
[[nodiscard]] std::optional<double> mapNumber(const std::string& text);
} // namespace engine
