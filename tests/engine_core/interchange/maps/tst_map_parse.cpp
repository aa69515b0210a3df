#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <fmt/format.h>

#include <algorithm>

namespace tst_map_parse
{
using namespace engine;

namespace
{
/// A box of 64 with the given text behind every face's points.
std::string brush(const std::string& behindPoints)
{
    std::string text{"{\n"};
    for (const auto* points :
         {"( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) ", "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) ",
          "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ", "( 64 64 64 ) ( 64 65 64 ) ( 65 64 64 ) ",
          "( 64 64 64 ) ( 65 64 64 ) ( 64 64 65 ) ", "( 64 64 64 ) ( 64 64 65 ) ( 64 65 64 ) "})
        text += points + behindPoints + '\n';
    return text + "}\n";
}

std::string entity(const std::string& keys, const std::string& brushes = {})
{
    return "{\n" + keys + brushes + "}\n";
}

std::string worldspawn(const std::string& brushes = {})
{
    return entity("\"classname\" \"worldspawn\"\n", brushes);
}

/// The object of that name; null if there is none.
EntityId find(const World& world, const std::string& name)
{
    EntityId found;
    world.forEach<Node>([&](EntityId each, const Node& node) {
        if (!found && node.name == name)
            found = each;
    });
    return found;
}
} // namespace

/// The forms of .map files that readers are known to have stumbled over, each by name.
class TestMapParse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void facesOfEveryKindAreRead_data();
    void facesOfEveryKindAreRead();
    void aBackslashBecomesASlash();
    void anEmptyEntityIsKeptAsANote();
    void theLastOfTwoClassNamesCounts();
    void everythingOnOneLineIsRead();
    void layersWithGapsAndDoublesKeepTheirMembers();
    void groupsThatContainThemselvesStayAtTheTop();
    void groupsThatAreNotThereLeaveTheirMembersAtTheTop();
    void idsOfEditorsSurviveTheRoundTrip();
    void aProblematicBrushDoesNotTakeItsNeighboursAlong_data();
    void aProblematicBrushDoesNotTakeItsNeighboursAlong();
    void pointsFarOutsideTheBrushGiveTheSamePlanes();
};

void TestMapParse::facesOfEveryKindAreRead_data()
{
    QTest::addColumn<QByteArray>("behind");
    QTest::addColumn<QByteArray>("material");
    const auto row = [](const char* name, const char* behind, const char* material) {
        QTest::newRow(name) << QByteArray{behind} << QByteArray{material};
    };
    row("Standard", "wall 0 0 0 1 1", "wall");
    row("Valve 220", "wall [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1", "wall");
    row("Quake 2, with contents, flags and value", "e1u1/wall 0 0 0 1 1 1 128 300", "e1u1/wall");
    row("Quake 2 in Valve 220", "wall [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1 8 0 0", "wall");
    row("Daikatana, with a colour", "wall 0 0 0 1 1 0 0 0 255 128 64", "wall");
    row("Hexen 2, with one more number", "wall 0 0 0 1 1 0", "wall");
    row("QuArK's comment behind", "wall 0 0 0 1 1 //TX1", "wall");
    row("a numeric name", "1234 0 0 0 1 1", "1234");
    row("a negative numeric name", "-12 0 0 0 1 1", "-12");
    row("a curly brace in the name", "{fence 0 0 0 1 1", "{fence");
    row("a closing brace in the name", "fence} 0 0 0 1 1", "fence}");
    row("an asterisk", "*lava1 0 0 0 1 1", "*lava1");
    row("a bracket", "[wall 0 0 0 1 1", "[wall");
    row("a quoted name with spaces", "\"my wall\" 0 0 0 1 1", "my wall");
    row("scientific notation", "wall 1e1 -2.5e-3 0 1E0 1", "wall");
    row("a scale of nothing", "wall 0 0 0 0 0", "wall");
    row("tabs between", "wall\t0\t0\t0\t1\t1", "wall");
}

void TestMapParse::facesOfEveryKindAreRead()
{
    QFETCH(QByteArray, behind);
    QFETCH(QByteArray, material);
    const auto map = importMap(worldspawn(brush(behind.toStdString())), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{1});
    QVERIFY(map->skips.list().empty());
    map->world->forEach<BrushComponent>([&](EntityId id, const BrushComponent& component) {
        QCOMPARE(boundsOf(*map->world, id), (Aabb{{0, 0, -2}, {2, 2, 0}})); // liquids have a place
        for (const auto& face : component.brush->faces())
            QCOMPARE(face.material, Name{material.toStdString()});
    });
}

void TestMapParse::aBackslashBecomesASlash()
{
    const auto map = importMap(worldspawn(brush("base\\wall 0 0 0 1 1")), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{1});
    QVERIFY(map->skips.list().empty());
    const auto isNamed = [](const std::string& note) {
        return note.find("became base/wall") != std::string::npos;
    };
    QCOMPARE(std::count_if(map->notes.begin(), map->notes.end(), isNamed), 1);
    map->world->forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        for (const auto& face : component.brush->faces())
            QCOMPARE(face.material, Name{"base/wall"});
    });
}

void TestMapParse::anEmptyEntityIsKeptAsANote()
{
    const auto map = importMap(worldspawn(brush("wall 0 0 0 1 1")) + "{\n}\n", {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{1});
    QCOMPARE(map->entities, std::size_t{2});
    QCOMPARE(map->skips.list().size(), std::size_t{1});
    QVERIFY(map->skips.list()[0].reason.find("without a class") != std::string::npos);
}

void TestMapParse::theLastOfTwoClassNamesCounts()
{
    const auto map = importMap(
        worldspawn() + entity("\"classname\" \"light\"\n\"classname\" \"info_null\"\n"), {});
    VERIFY_OK(map);
    QCOMPARE(map->lights, std::size_t{0});
    const auto found = find(*map->world, "info_null");
    QVERIFY(found);
    QCOMPARE(map->world->get<MapEntity>(found)->className, std::string{"info_null"});
}

void TestMapParse::everythingOnOneLineIsRead()
{
    auto text = worldspawn(brush("wall 0 0 0 1 1")) +
                entity("\"classname\" \"light\"\n\"origin\" \"32 0 0\"\n");
    const auto plain = importMap(text, {});
    VERIFY_OK(plain);
    std::replace(text.begin(), text.end(), '\n', ' ');
    const auto joined = importMap(text, {});
    VERIFY_OK(joined);
    QCOMPARE(joined->brushes, plain->brushes);
    QCOMPARE(joined->lights, plain->lights);
    QVERIFY(joined->skips.list().empty());
}

void TestMapParse::layersWithGapsAndDoublesKeepTheirMembers()
{
    const auto layer = [](const char* name, const char* id, const char* order) {
        return entity(fmt::format("\"classname\" \"func_group\"\n\"_tb_type\" \"_tb_layer\"\n"
                                  "\"_tb_name\" \"{}\"\n\"_tb_id\" \"{}\"\n"
                                  "\"_tb_layer_sort_index\" \"{}\"\n",
                                  name, id, order));
    };
    const auto map = importMap(worldspawn() + layer("roof", "7", "10") + layer("cellar", "3", "2") +
                                   layer("roof again", "7", "2") +
                                   entity("\"classname\" \"light\"\n\"targetname\" \"lamp\"\n"
                                          "\"_tb_layer\" \"7\"\n") +
                                   entity("\"classname\" \"light\"\n\"targetname\" \"candle\"\n"
                                          "\"_tb_layer\" \"3\"\n"),
                               {});
    VERIFY_OK(map);
    const auto& world = *map->world;
    QCOMPARE(world.get<Node>(find(world, "lamp"))->parent, find(world, "roof"));
    QCOMPARE(world.get<Node>(find(world, "candle"))->parent, find(world, "cellar"));
    QVERIFY(world.children(find(world, "roof again")).empty());
}

void TestMapParse::groupsThatContainThemselvesStayAtTheTop()
{
    const auto group = [](const char* id, const char* in) {
        return entity(fmt::format("\"classname\" \"func_group\"\n\"_tb_type\" \"_tb_group\"\n"
                                  "\"_tb_name\" \"group {0}\"\n\"_tb_id\" \"{0}\"\n"
                                  "\"_tb_group\" \"{1}\"\n",
                                  id, in),
                      brush("wall 0 0 0 1 1"));
    };
    const auto map =
        importMap(worldspawn() + group("1", "1") + group("2", "3") + group("3", "2"), {});
    VERIFY_OK(map);
    const auto& world = *map->world;
    QCOMPARE(map->brushes, std::size_t{3});
    QVERIFY(world.get<Node>(find(world, "group 1"))->parent.isNull());
    QVERIFY(world.get<Node>(find(world, "group 2"))->parent.isNull());
    QCOMPARE(world.get<Node>(find(world, "group 3"))->parent, find(world, "group 2"));
}

void TestMapParse::groupsThatAreNotThereLeaveTheirMembersAtTheTop()
{
    const auto map = importMap(
        worldspawn() + entity("\"classname\" \"light\"\n\"targetname\" \"lamp\"\n"
                              "\"_tb_group\" \"99\"\n\"_tb_linked_group_id\" \"{gone}\"\n"),
        {});
    VERIFY_OK(map);
    QVERIFY(map->world->get<Node>(find(*map->world, "lamp"))->parent.isNull());
    QCOMPARE(map->lights, std::size_t{1});
}

void TestMapParse::idsOfEditorsSurviveTheRoundTrip()
{
    const auto text =
        worldspawn() +
        entity("\"classname\" \"func_group\"\n\"_tb_type\" \"_tb_group\"\n\"_tb_name\" \"hall\"\n"
               "\"_tb_id\" \"42\"\n\"_tb_linked_group_id\" \"a-b-c\"\n"
               "\"_tb_transformation\" \"1 0 0 64 0 1 0 0 0 0 1 0 0 0 0 1\"\n",
               brush("wall 0 0 0 1 1"));
    const auto first = importMap(text, {});
    VERIFY_OK(first);
    const auto exported = exportMap(*first->world, {});
    VERIFY_OK(exported);
    const auto second = importMap(exported->text, {});
    VERIFY_OK(second);
    const auto keysOf = [](const World& world) {
        return world.get<MapEntity>(find(world, "hall"))->keys;
    };
    QCOMPARE(keysOf(*second->world), keysOf(*first->world));
    QVERIFY(keysOf(*second->world).find("\"_tb_id\" \"42\"") != std::string::npos);
}

void TestMapParse::aProblematicBrushDoesNotTakeItsNeighboursAlong_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto good = brush("wall 0 0 0 1 1");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("two faces only", "{\n( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1\n"
                          "( 64 0 0 ) ( 64 0 1 ) ( 64 1 0 ) a 0 0 0 1 1\n}\n");
    auto collinear = good;
    collinear.replace(collinear.find("( 0 1 0 ) ( 0 0 1 )"), 19, "( 0 1 0 ) ( 0 2 0 )");
    row("points on a line", collinear);
    auto same = good;
    same.replace(same.find("( 0 1 0 ) ( 0 0 1 )"), 19, "( 0 0 0 ) ( 0 0 0 )");
    row("points in one place", same);
    auto open = good;
    open.erase(open.find("( 0 0 0 ) ( 0 1 0 )"), open.find('\n', 2) - 1);
    row("open on a side", open);
    auto inverted = good;
    for (std::size_t at = inverted.find("( 64 64 64 )"); at != std::string::npos;
         at = inverted.find("( 64 64 64 )", at + 1))
        inverted.replace(at, 12, "( -9 -9 -9 )");
    row("planes that enclose nothing", inverted);
    auto huge = good;
    huge.replace(huge.find("( 64 64 64 )"), 12, "( 1e300 64 64 )");
    row("numbers without end", huge);
    row("a word where a number should be", "{\n( 0 0 0 ) ( 0 1 zero ) ( 0 0 1 ) a 0 0 0 1 1\n}\n");
    row("no texture", "{\n( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 )\n}\n");
}

void TestMapParse::aProblematicBrushDoesNotTakeItsNeighboursAlong()
{
    QFETCH(QByteArray, text);
    const auto good = brush("wall 0 0 0 1 1");
    const auto map = importMap(worldspawn(good + text.toStdString() + good), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{2});
    QCOMPARE(map->skips.list().size(), std::size_t{1});
    QVERIFY(map->skips.list()[0].line > 9); // behind the first brush
}

void TestMapParse::pointsFarOutsideTheBrushGiveTheSamePlanes()
{
    auto far = brush("wall 0 0 0 1 1");
    far.replace(far.find("( 0 1 0 ) ( 0 0 1 )"), 19, "( 0 90000 7 ) ( 0 -5 80000 )");
    const auto map = importMap(worldspawn(far), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{1});
    map->world->forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
        QCOMPARE(component.brush->bounds(), (Aabb{{0, 0, -2}, {2, 2, 0}}));
    });
}

PLAIN_TEST(TestMapParse)
} // namespace tst_map_parse

#include "tst_map_parse.moc"
