#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/levels/map_compare.h"

#include <QtTest>

#include <fmt/format.h>

namespace tst_map_groups
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr const char* Cube = "{\n( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1\n"
                             "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) a 0 0 0 1 1\n"
                             "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1\n"
                             "( 64 64 64 ) ( 64 65 64 ) ( 65 64 64 ) a 0 0 0 1 1\n"
                             "( 64 64 64 ) ( 65 64 64 ) ( 64 64 65 ) a 0 0 0 1 1\n"
                             "( 64 64 64 ) ( 64 64 65 ) ( 64 65 64 ) a 0 0 0 1 1\n}\n";

std::string entity(const std::string& keys, const std::string& brushes = {})
{
    return "{\n" + keys + brushes + "}\n";
}

std::string worldspawn()
{
    return entity("\"classname\" \"worldspawn\"\n");
}

std::string group(const char* type, const char* name, const char* id, const std::string& more = {})
{
    return entity(fmt::format("\"classname\" \"func_group\"\n\"_tb_type\" \"{}\"\n"
                              "\"_tb_name\" \"{}\"\n\"_tb_id\" \"{}\"\n{}",
                              type, name, id, more),
                  Cube);
}

EntityId find(const World& world, std::string_view name)
{
    EntityId found;
    world.forEach<Node>(
        [&](EntityId id, const Node& node) { found = node.name == name ? id : found; });
    return found;
}

MapKeys keysOf(const World& world, EntityId entity)
{
    return mapKeysFromText(world.get<MapEntity>(entity)->keys);
}

std::string keyOf(const World& world, EntityId entity, std::string_view key)
{
    const auto keys = keysOf(world, entity);
    const auto* value = findMapKey(keys, key);
    return value != nullptr ? *value : std::string{};
}

/// Exports and imports again.
std::unique_ptr<World> thereAndBack(const World& world)
{
    const auto exported = exportMap(world, {});
    ENGINE_EXPECT(exported);
    auto again = importMap(exported->text, {});
    ENGINE_EXPECT(again);
    return std::move(again->world);
}

void move(World& world, EntityId entity, EntityId parent)
{
    auto node = *world.get<Node>(entity);
    node.parent = parent;
    Edit edit;
    edit.swaps.push_back(swapTo(entity, node));
    world.apply(edit);
}

const char* const LampInRoof = "\"classname\" \"light\"\n\"targetname\" \"lamp\"\n"
                               "\"_tb_layer\" \"7\"\n";
} // namespace

/// Groups and layers of TrenchBroom, and ours on the way there.
class TestMapGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layersBecomeLayers();
    void layersComeBack();
    void ownLayersComeBack();
    void whatIsMovedSaysWhereItIs();
    void copiedGroupsGetIdsOfTheirOwn();
    void groupsComeBeforeTheirMembers();
    void linksOfGroupsAreDroppedAndTold();
    void aPieceHoldsTheChosenObjectsOnly();
    void groupsInsideDoorsAreResolved();
    void quotesInNamesComeBack();
    void groupsInTooManyOthersComeToTheTop();
};

void TestMapGroups::layersBecomeLayers()
{
    const auto map = importMap(worldspawn() +
                                   group("_tb_layer", "roof", "7",
                                         "\"_tb_layer_sort_index\" \"3\"\n"
                                         "\"_tb_layer_color\" \"1 0 0\"\n"
                                         "\"_tb_layer_locked\" \"1\"\n"
                                         "\"_tb_layer_hidden\" \"1\"\n"
                                         "\"_tb_layer_omit_from_export\" \"1\"\n") +
                                   group("_tb_layer", "cellar", "8") + entity(LampInRoof),
                               {});
    VERIFY_OK(map);
    const auto& world = *map->world;
    const auto roof = find(world, "roof");
    const auto* layer = world.get<Layer>(roof);
    QVERIFY(layer != nullptr);
    QCOMPARE(*layer, (Layer{{1, 0, 0}, 3, true}));
    QVERIFY(world.get<Node>(roof)->hidden && world.get<Node>(roof)->locked);
    QCOMPARE(layerOf(world, find(world, "lamp")), roof);
    QCOMPARE(world.children(roof).size(), std::size_t{2}); // the lamp and the brush
    const auto cellar = find(world, "cellar");
    QCOMPARE(*world.get<Layer>(cellar), Layer{});
    QVERIFY(!world.get<Node>(cellar)->hidden && !world.get<Node>(cellar)->locked);
}

void TestMapGroups::layersComeBack()
{
    const auto map = importMap(
        worldspawn() + group("_tb_layer", "roof", "7", "\"_tb_layer_color\" \"0.25 0.75 1\"\n") +
            entity(LampInRoof),
        {});
    VERIFY_OK(map);
    auto& world = *map->world;
    const auto roof = find(world, "roof");
    const auto same = thereAndBack(world);
    auto keys = keysOf(world, roof);
    setMapKey(keys, "_tb_layer_sort_index", "0"); // which TrenchBroom writes, too
    QCOMPARE(keysOf(*same, find(*same, "roof")), keys);
    // What was changed here counts.
    Edit edit;
    edit.swaps.push_back(swapTo(roof, Node{"attic", {}, true, false}));
    edit.swaps.push_back(swapTo(roof, Layer{{0, 1, 0}, 5, true}));
    world.apply(edit);
    const auto again = thereAndBack(world);
    const auto attic = find(*again, "attic");
    QCOMPARE(*again->get<Layer>(attic), (Layer{{0, 1, 0}, 5, true}));
    QVERIFY(again->get<Node>(attic)->hidden && !again->get<Node>(attic)->locked);
    QCOMPARE(keyOf(*again, attic, "_tb_id"), std::string{"7"});
    QCOMPARE(again->get<Node>(find(*again, "lamp"))->parent, attic);
    QCOMPARE(mapDifference(world, *again), std::string{});
}

void TestMapGroups::ownLayersComeBack()
{
    World world;
    const auto box = addBox(world, {0, 0, 0}, {1, 1, 1}, "box");
    const auto lamp = addLight(world, {1, 2, 3});
    const auto layer = world.newId();
    const auto empty = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(layer, Node{"trim", {}}));
    edit.swaps.push_back(swapTo(layer, Layer{{0, 0, 1}, 2, true}));
    edit.swaps.push_back(swapTo(empty, Node{"empty", {}}));
    edit.swaps.push_back(swapTo(empty, Layer{}));
    world.apply(edit);
    move(world, box, layer);
    move(world, lamp, layer);
    const auto again = thereAndBack(world);
    const auto trim = find(*again, "trim");
    QCOMPARE(*again->get<Layer>(trim), (Layer{{0, 0, 1}, 2, true}));
    QCOMPARE(again->children(trim).size(), std::size_t{2});
    QVERIFY(again->get<Layer>(find(*again, "empty")) != nullptr);
    QCOMPARE(layers(*again).size(), std::size_t{2});
}

void TestMapGroups::whatIsMovedSaysWhereItIs()
{
    const auto map = importMap(worldspawn() + group("_tb_layer", "roof", "7") +
                                   group("_tb_group", "hall", "8") + entity(LampInRoof),
                               {});
    VERIFY_OK(map);
    auto& world = *map->world;
    const auto lamp = find(world, "lamp");
    move(world, lamp, find(world, "hall"));
    auto again = thereAndBack(world);
    QCOMPARE(again->get<Node>(find(*again, "lamp"))->parent, find(*again, "hall"));
    QCOMPARE(keyOf(*again, find(*again, "lamp"), "_tb_layer"), std::string{});
    move(world, lamp, {});
    again = thereAndBack(world);
    QVERIFY(again->get<Node>(find(*again, "lamp"))->parent.isNull());
}

void TestMapGroups::copiedGroupsGetIdsOfTheirOwn()
{
    const auto map = importMap(worldspawn() + group("_tb_group", "hall", "1"), {});
    VERIFY_OK(map);
    auto& world = *map->world;
    const auto copy = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(copy, Node{"copy", {}}));
    edit.swaps.push_back(swapTo(copy, *world.get<MapEntity>(find(world, "hall"))));
    world.apply(edit);
    const auto lamp = addLight(world, {1, 2, 3});
    move(world, lamp, copy);
    const auto again = thereAndBack(world);
    QCOMPARE(keyOf(*again, find(*again, "hall"), "_tb_id"), std::string{"1"});
    QCOMPARE(keyOf(*again, find(*again, "copy"), "_tb_id"), std::string{"2"});
    QCOMPARE(again->children(find(*again, "copy")).size(), std::size_t{1});
}

void TestMapGroups::groupsComeBeforeTheirMembers()
{
    World world;
    const auto lamp = addLight(world, {1, 2, 3});
    const auto hall = world.newId(); // made later than what is put into it
    Edit edit;
    edit.swaps.push_back(swapTo(hall, Node{"hall", {}}));
    world.apply(edit);
    move(world, lamp, hall);
    const auto again = thereAndBack(world);
    QCOMPARE(again->children(find(*again, "hall")).size(), std::size_t{1});
}

void TestMapGroups::linksOfGroupsAreDroppedAndTold()
{
    const std::string link = "\"_tb_linked_group_id\" \"a-b-c\"\n"
                             "\"_tb_transformation\" \"1 0 0 64 0 1 0 0 0 0 1 0 0 0 0 1\"\n";
    const auto map = importMap(worldspawn() + group("_tb_group", "one", "1", link) +
                                   group("_tb_group", "two", "2", link),
                               {});
    VERIFY_OK(map);
    QCOMPARE(map->notes.size(), std::size_t{2}); // the texture is not known, either
    QVERIFY2(map->notes.back().starts_with("2 linked groups"), map->notes.back().c_str());
    auto& world = *map->world;
    QCOMPARE(keyOf(world, find(world, "one"), "_tb_linked_group_id"), std::string{});
    // Scenes that were imported before may still have the keys.
    Edit edit;
    edit.swaps.push_back(
        swapTo(find(world, "two"), MapEntity{"func_group", R"("_tb_linked_group_id" "a-b-c")"}));
    world.apply(edit);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    QVERIFY(exported->text.find("_tb_linked_group_id") == std::string::npos);
    QVERIFY(exported->text.find("_tb_transformation") == std::string::npos);
}

void TestMapGroups::aPieceHoldsTheChosenObjectsOnly()
{
    const auto map =
        importMap(entity("\"classname\" \"worldspawn\"\n\"message\" \"hall\"\n", Cube) +
                      group("_tb_layer", "roof", "7") +
                      group("_tb_group", "hall", "8", "\"_tb_layer\" \"7\"\n") + entity(LampInRoof),
                  {});
    VERIFY_OK(map);
    const auto& world = *map->world;
    MapExportOptions options;
    options.only = {find(world, "hall")};
    for (const auto each : world.children(find(world, "roof")))
        if (world.get<Node>(each)->name == "Brush")
            options.only.push_back(each);
    const auto piece = exportMap(world, options);
    VERIFY_OK(piece);
    QCOMPARE(piece->brushes, std::size_t{2});
    QCOMPARE(piece->entities, std::size_t{2}); // worldspawn and the hall
    const auto again = importMap(piece->text, {});
    VERIFY_OK(again);
    QCOMPARE(again->world->children({}).size(), std::size_t{2});
    QCOMPARE(again->world->children(find(*again->world, "hall")).size(), std::size_t{1});
    QVERIFY(piece->text.find("message") == std::string::npos);
    QVERIFY(piece->text.find("_tb_layer") == std::string::npos); // the roof was left behind
}

void TestMapGroups::groupsInsideDoorsAreResolved()
{
    World world;
    const auto door = world.newId();
    const auto leaf = world.newId();
    const auto inner = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(door, Node{"Door", {}}));
    edit.swaps.push_back(swapTo(door, Mover{}));
    edit.swaps.push_back(swapTo(leaf, Node{"leaf", door}));
    edit.swaps.push_back(swapTo(inner, Node{"inner", leaf}));
    world.apply(edit);
    const auto panel = addBox(world, {0, 0, 0}, {1, 2, 0.125}, "panel");
    const auto knob = addBox(world, {0.75, 1, 0.125}, {1, 1.25, 0.25}, "knob");
    const auto plate = addBox(world, {2, 0, 0}, {3, 1, 1}, "plate");
    move(world, panel, leaf);
    move(world, knob, inner);
    move(world, plate, door);
    const auto exported = exportMap(world, {});
    VERIFY_OK(exported);
    QCOMPARE(exported->skipped.size(), std::size_t{2});
    QVERIFY(exported->skipped[0].find("The group 'leaf' inside 'Door' was resolved") == 0);
    const auto again = importMap(exported->text, {});
    VERIFY_OK(again);
    EntityId mover;
    again->world->forEach<Mover>([&](EntityId id, const Mover&) { mover = id; });
    QVERIFY(mover);
    QCOMPARE(again->world->children(mover).size(), std::size_t{3});
    QCOMPARE(again->world->children({}).size(), std::size_t{1});
}

void TestMapGroups::quotesInNamesComeBack()
{
    World world;
    const auto hall = world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(hall, Node{R"(say "hi" C:\new)", {}}));
    world.apply(edit);
    move(world, addBox(world, {0, 0, 0}, {1, 1, 1}), hall);
    QVERIFY(find(*thereAndBack(world), R"(say "hi" C:\new)"));
}

void TestMapGroups::groupsInTooManyOthersComeToTheTop()
{
    auto text = worldspawn() + group("_tb_group", "g0", "0");
    for (int i = 1; i < 3000; ++i)
        text += group("_tb_group", fmt::format("g{}", i).c_str(), fmt::format("{}", i).c_str(),
                      fmt::format("\"_tb_group\" \"{}\"\n", i - 1));
    const auto map = importMap(text, {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{3000});
    QCOMPARE(map->skips.list().size(), std::size_t{29});
    QCOMPARE(map->world->children({}).size(), std::size_t{30});
}

PLAIN_TEST(TestMapGroups)
} // namespace tst_map_groups

#include "tst_map_groups.moc"
