#include "engine_core/base/files/files.h"
#include "engine_core/base/jobs.h"
#include "engine_core/interchange/maps/map_entities.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/brush_fuzz.h"
#include "tests/support/levels/brush_promises.h"
#include "tests/support/levels/map_generator.h"

#include <QtTest>

#include <fmt/format.h>

namespace tst_map_import
{
using namespace engine;

namespace
{
std::string fixture(const char* name)
{
    auto text = readFile(fs::path{MAPWRIGHT_SOURCE_DIR} / "tests/fixtures/maps" / name);
    return text ? *std::move(text) : std::string{};
}

/// The first entity of that class.
EntityId findClass(const World& world, std::string_view name)
{
    EntityId found;
    world.forEach<MapEntity>([&](EntityId entity, const MapEntity& map) {
        if (!found && map.className == name)
            found = entity;
    });
    return found;
}

std::vector<std::shared_ptr<const Brush>> brushesOf(const std::string& text)
{
    auto brushes = brushesFromMapText(text, {});
    return brushes ? std::move(brushes->brushes) : std::vector<std::shared_ptr<const Brush>>{};
}

const BrushFace& faceTowards(const Brush& brush, const Vec3d& direction)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < brush.faceCount(); ++i)
        if (glm::dot(brush.faces()[i].plane.normal, direction) >
            glm::dot(brush.faces()[best].plane.normal, direction))
            best = i;
    return brush.faces()[best];
}

bool isNear(const Vec2d& a, const Vec2d& b)
{
    return glm::distance(a, b) < 1e-9;
}

bool isNear(const Vec3d& a, const Vec3d& b)
{
    return glm::distance(a, b) < 1e-9;
}

/// A unit box of 64 with the given text behind every face's points.
std::string boxMap(const std::string& behindPoints)
{
    std::string text{"{\n{\n"};
    for (const auto* points :
         {"( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) ", "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) ",
          "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ", "( 64 64 64 ) ( 64 65 64 ) ( 65 64 64 ) ",
          "( 64 64 64 ) ( 65 64 64 ) ( 64 64 65 ) ", "( 64 64 64 ) ( 64 64 65 ) ( 64 65 64 ) "})
        text += points + behindPoints + '\n';
    return text + "}\n}\n";
}
} // namespace

class TestMapImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void standardRoomHasItsObjects();
    void missingTexturesAreNamed();
    void unitsBecomeMetresWithYUp();
    void standardTexturesLieAsInTheGame();
    void valveTexturesLieAsWritten();
    void knownTexturesCountWithTheirSize();
    void brushPrimitivesLieAsWritten();
    void groupsKeepTheirNesting();
    void unknownKindsOfBrushesAreReportedWithTheirLine();
    void brokenPartsAreReportedAndTheRestIsRead();
    void lineEndsAndCommentsDoNotMatter();
    void numbersOfEveryFormAreRead_data();
    void numbersOfEveryFormAreRead();
    void surfaceNumbersAreNoted();
    void otherTextIsRefused_data();
    void otherTextIsRefused();
    void pieceOfAMapIsRecognised();
    void everyGeneratedBrushIsValid();
    void orderDoesNotDependOnThreads();
    void cancelEndsTheImport();
    void damagedMapsNeverCrash();
    void entitiesBeyondTheWorldStandAtItsEdge();
    void membersFindTheirGroupAmongMany();
};

void TestMapImport::standardRoomHasItsObjects()
{
    const auto map = importMap(fixture("standard.map"), {});
    VERIFY_OK(map);
    const auto& world = *map->world;
    QCOMPARE(map->brushes, std::size_t{2});
    QCOMPARE(map->entities, std::size_t{5});
    QCOMPARE(map->lights, std::size_t{1});
    QVERIFY(map->skips.list().empty());

    const auto start = findClass(world, "info_player_start");
    QVERIFY(world.get<PlayerStart>(start) != nullptr);
    QVERIFY(isNear(world.get<TransformComponent>(start)->position, {-2, 0, -1}));
    const auto ahead = world.get<TransformComponent>(start)->rotation * Vec3d{0, 0, -1};
    QVERIFY(isNear(ahead, {0, 0, -1})); // Quake's 90 degrees are +Y

    const auto light = findClass(world, "light");
    QCOMPARE(world.get<Light>(light)->range, 8.0F);
    QCOMPARE(world.get<Light>(light)->intensity, 60.0F);
    QVERIFY(world.get<Light>(light)->color.r == 1.0F && world.get<Light>(light)->color.b == 0.0F);

    const auto ogre = findClass(world, "monster_ogre");
    QCOMPARE(world.get<Node>(ogre)->name, std::string{"guard"});
    const auto keys = mapKeysFromText(world.get<MapEntity>(ogre)->keys);
    QCOMPARE(keys.size(), std::size_t{3});
    QCOMPARE(keys[2].first, std::string{"spawnflags"});

    const auto door = findClass(world, "func_door");
    QVERIFY(world.get<Mover>(door) != nullptr);
    QCOMPARE(world.children(door).size(), std::size_t{1});
    const auto* spawn = world.get<MapEntity>(SceneEntity);
    QVERIFY(spawn != nullptr);
    const auto spawnKeys = mapKeysFromText(spawn->keys);
    QCOMPARE(*findMapKey(spawnKeys, "message"), std::string{R"(Two \"slabs\")"});
    QCOMPARE(*findMapKey(spawnKeys, "wad"), std::string{R"(C:\textures\)"});
    QVERIFY(world.get<SceneSettings>(SceneEntity)->ambient.r > 0);
    QVERIFY(map->notes.back().find("monster_ogre (1)") != std::string::npos);
}

void TestMapImport::missingTexturesAreNamed()
{
    MapImportOptions options;
    options.findTexture = [](std::string_view name) -> std::optional<MapTexture> {
        if (name == "wall1")
            return MapTexture{Name{"wall1"}};
        return std::nullopt;
    };
    const auto side = [](const char* face, int texture) {
        return fmt::format("{} wall{} 0 0 0 1 1\n", face, texture);
    };
    const auto mapWith = [&](int first) {
        static constexpr std::array Faces{
            "( -64 0 0 ) ( -64 1 0 ) ( -64 0 1 )", "( 64 0 0 ) ( 64 0 1 ) ( 64 1 0 )",
            "( 0 -64 0 ) ( 0 -64 1 ) ( 1 -64 0 )", "( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 )",
            "( 0 0 -64 ) ( 1 0 -64 ) ( 0 1 -64 )", "( 0 0 64 ) ( 0 1 64 ) ( 1 0 64 )"};
        std::string brush;
        for (std::size_t i = 0; i < Faces.size(); ++i)
            brush += side(Faces[i], first + static_cast<int>(i));
        return "{\n" + brush + "}\n";
    };
    const auto few = importMap("{\n\"classname\" \"worldspawn\"\n" + mapWith(1) + "}\n", options);
    VERIFY_OK(few);
    QVERIFY(!few->notes.empty());
    const auto& note = few->notes.front();
    QVERIFY2(note.starts_with("5 of 6 textures are not in the project") &&
                 note.ends_with(": wall2, wall3, wall4, wall5, wall6"),
             note.c_str());
    const auto many = importMap("{\n\"classname\" \"worldspawn\"\n" + mapWith(1) + mapWith(7) +
                                    mapWith(13) + "}\n",
                                options);
    VERIFY_OK(many);
    QVERIFY2(many->notes.front().ends_with("wall13 and 5 more"), many->notes.front().c_str());
}

void TestMapImport::unitsBecomeMetresWithYUp()
{
    const auto brushes = brushesOf(fixture("standard.map"));
    QCOMPARE(brushes.size(), std::size_t{2});
    QCOMPARE(brushes[0]->bounds(), (Aabb{{-4, -0.5, -4}, {4, 0, 4}}));
    QCOMPARE(brushes[1]->bounds(), (Aabb{{1, 0, -2}, {2, 2, -1}}));
    auto half = brushesFromMapText(fixture("standard.map"), {.scale = 1.0 / 64, .findTexture = {}});
    VERIFY_OK(half);
    QCOMPARE(half->brushes[1]->bounds(), (Aabb{{0.5, 0, -1}, {1, 1, -0.5}}));
}

void TestMapImport::standardTexturesLieAsInTheGame()
{
    const auto brushes = brushesOf(fixture("standard.map"));
    // "stone 16 -8 90 0.5 2" below: u runs along -Y turned by 90 degrees, by hand from id's rules:
    // u = (0*1 - 1*0, 1*1 + 0*0) = +Y, v = (0*0 - 1*-1, ...) = +X.
    const auto& bottom = faceTowards(*brushes[0], {0, -1, 0});
    const auto texels = [](const BrushFace& face, const Vec3d& units) {
        return face.uv.at(MapSpace{DefaultMapScale}.toOurs(units)) * AssumedTextureSize;
    };
    QVERIFY(isNear(texels(bottom, {0, 0, -16}), {16, -8}));
    QVERIFY(isNear(texels(bottom, {10, 0, -16}), {16, -8 + 10 / 2.0}));
    QVERIFY(isNear(texels(bottom, {0, 10, -16}), {16 + 10 / 0.5, -8}));
    // Turned by 30 degrees on top.
    const auto& top = faceTowards(*brushes[0], {0, 1, 0});
    const double c = std::cos(radians(30));
    const double s = std::sin(radians(30));
    QVERIFY(isNear(texels(top, {10, 0, 0}), {16 + 10 * c, -8 + 10 * s}));
    QVERIFY(isNear(texels(top, {0, 10, 0}), {16 + 10 * s, -8 - 10 * c}));
    // An upright wall: u along x, v downwards.
    const auto& wall = faceTowards(*brushes[0], {0, 0, 1});
    QVERIFY(isNear(texels(wall, {5, -128, -6}), {5, 6}));
}

void TestMapImport::valveTexturesLieAsWritten()
{
    const auto map = importMap(fixture("valve.map"), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{2});
    const auto brushes = brushesOf(fixture("valve.map"));
    QVERIFY(brokenPromise(*brushes[0]).empty());
    const auto& slope = faceTowards(*brushes[0], {-1, 2, 0});
    QCOMPARE(slope.material, Name{"slope"});
    const auto at = slope.uv.at(MapSpace{DefaultMapScale}.toOurs({128, 32, 64}));
    const double u = (128 * 0.894427190999916 + 64 * 0.447213595499958) / 0.5 + 12.5;
    const double v = -32 / 0.25 - 3;
    QVERIFY(isNear(at * AssumedTextureSize, {u, v}));
    QCOMPARE(faceTowards(*brushes[0], {0, -1, 0}).material, Name{"two words"});
}

void TestMapImport::knownTexturesCountWithTheirSize()
{
    const auto find = [](std::string_view name) -> std::optional<MapTexture> {
        if (name != "wall")
            return std::nullopt;
        return MapTexture{Name{"Materials/wall"}, {256, 128}};
    };
    const auto map = brushesFromMapText(boxMap("wall [ 1 0 0 8 ] [ 0 -1 0 4 ] 0 0.5 2"),
                                        {.scale = DefaultMapScale, .findTexture = find});
    VERIFY_OK(map);
    const auto& top = faceTowards(*map->brushes[0], {0, 1, 0});
    QCOMPARE(top.material, Name{"Materials/wall"});
    const auto at = top.uv.at(MapSpace{DefaultMapScale}.toOurs({32, 16, 64}));
    QVERIFY(isNear(at, {(32 / 0.5 + 8) / 256, (-16 / 2.0 + 4) / 128}));
}

void TestMapImport::brushPrimitivesLieAsWritten()
{
    const auto brushes = brushesOf(fixture("quake3.map"));
    QCOMPARE(brushes.size(), std::size_t{1});
    QCOMPARE(brushes[0]->bounds(), (Aabb{{0, 0, -2}, {2, 2, 0}}));
    // The west side: x runs along -Y there and y down.
    const auto& west = faceTowards(*brushes[0], {-1, 0, 0});
    const auto at = west.uv.at(MapSpace{DefaultMapScale}.toOurs({0, 16, 32}));
    QVERIFY(isNear(at, {-16 * 0.015625 + 0.25, -32 * 0.03125}));
}

void TestMapImport::groupsKeepTheirNesting()
{
    const auto map = importMap(fixture("valve.map"), {});
    VERIFY_OK(map);
    const auto& world = *map->world;
    EntityId outer;
    EntityId inner;
    world.forEach<Node>([&](EntityId entity, const Node& node) {
        outer = node.name == "outer" ? entity : outer;
        inner = node.name == "inner" ? entity : inner;
    });
    QVERIFY(outer && inner);
    QCOMPARE(world.get<Node>(inner)->parent, outer);
    QCOMPARE(world.children(inner).size(), std::size_t{1});
}

void TestMapImport::unknownKindsOfBrushesAreReportedWithTheirLine()
{
    const auto map = importMap(fixture("quake3.map"), {});
    VERIFY_OK(map);
    QCOMPARE(map->patches, std::size_t{1});
    const auto& skips = map->skips.list();
    QCOMPARE(skips.size(), std::size_t{1});
    QCOMPARE(skips[0].line, 26);
    QVERIFY(skips[0].reason.find("unknown kind") != std::string::npos);
}

void TestMapImport::brokenPartsAreReportedAndTheRestIsRead()
{
    const auto map = importMap(fixture("broken.map"), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{1});
    QCOMPARE(map->lights, std::size_t{1});
    std::vector<int> lines;
    for (const auto& skip : map->skips.list())
        lines.push_back(skip.line);
    QCOMPARE(lines, (std::vector<int>{3, 4, 7, 9, 15, 29}));
    QCOMPARE(map->skips.list().back().reason,
             std::string{"The file ends inside the entity of line 26: its closing brace was taken "
                         "to be there"});
    QVERIFY(map->skips.list()[3].reason.find("line 10") != std::string::npos);
}

void TestMapImport::lineEndsAndCommentsDoNotMatter()
{
    const auto text = fixture("valve.map");
    std::string windows{"\xef\xbb\xbf// made elsewhere\r\n"};
    for (const char sign : text)
        windows += sign == '\n' ? std::string{" // more\r\n"} : std::string{sign};
    const auto plain = brushesOf(text);
    const auto other = brushesOf(windows);
    QCOMPARE(other.size(), plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i)
        QVERIFY(*plain[i] == *other[i]);
}

void TestMapImport::numbersOfEveryFormAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("whole") << QByteArray{"64"} << 64.0;
    QTest::newRow("signed") << QByteArray{"-64"} << -64.0;
    QTest::newRow("plus") << QByteArray{"+64"} << 64.0;
    QTest::newRow("decimals") << QByteArray{"64.125"} << 64.125;
    QTest::newRow("no whole part") << QByteArray{"-.5"} << -0.5;
    QTest::newRow("no decimals") << QByteArray{"7."} << 7.0;
    QTest::newRow("exponent") << QByteArray{"1.25e+2"} << 125.0;
    QTest::newRow("many digits") << QByteArray{"0.30000000000000004441"} << 0.1 + 0.2;
    QTest::newRow("fifteen digits") << QByteArray{"123456.789012345"} << 123456.789012345;
}

void TestMapImport::numbersOfEveryFormAreRead()
{
    QFETCH(QByteArray, text);
    QFETCH(double, value);
    const auto map = parseMapText(boxMap("wall " + text.toStdString() + " 0 0 1 1"));
    VERIFY_OK(map);
    QCOMPARE(map->faces.size(), std::size_t{6});
    QVERIFY(map->faces[0].numbers[0] == value); // to the last bit
}

void TestMapImport::surfaceNumbersAreNoted()
{
    const auto map = importMap(boxMap("e1u1/wall 0 0 0 1 1 1 128 300"), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes, std::size_t{1});
    const auto& notes = map->notes;
    QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
        return note.starts_with("6 faces have numbers for contents");
    }));
}

void TestMapImport::otherTextIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("nothing") << QByteArray{} << QByteArray{"empty"};
    QTest::newRow("comment") << QByteArray{"// hello\n"} << QByteArray{"empty"};
    QTest::newRow("vmf") << QByteArray{"world\n{\n}\n"} << QByteArray{"Line 1"};
    QTest::newRow("zeros") << QByteArray(64, '\0') << QByteArray{"empty"};
}

void TestMapImport::otherTextIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, reason);
    const auto map = importMap({text.data(), static_cast<std::size_t>(text.size())}, {});
    QVERIFY(!map);
    QVERIFY2(map.error().message().find(reason.toStdString()) != std::string::npos,
             map.error().message().c_str());
}

void TestMapImport::pieceOfAMapIsRecognised()
{
    QVERIFY(looksLikeMapText(fixture("standard.map")));
    QVERIFY(looksLikeMapText(fixture("valve.map")));
    QVERIFY(looksLikeMapText("// entity 0\n{ \"classname\" \"light\" }"));
    QVERIFY(looksLikeMapText("{ ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1 }"));
    QVERIFY(!looksLikeMapText("{\"entities\": [], \"format\": 2}"));
    QVERIFY(!looksLikeMapText("hello"));
    QVERIFY(!looksLikeMapText(""));
    // A brush without an entity about it.
    auto alone = boxMap("wall 0 0 0 1 1");
    alone = alone.substr(2, alone.size() - 4);
    QCOMPARE(brushesOf(alone).size(), std::size_t{1});
}

void TestMapImport::everyGeneratedBrushIsValid()
{
    const auto map = brushesFromMapText(mapwright::test::generateMap(2'000, 7), {});
    VERIFY_OK(map);
    QCOMPARE(map->brushes.size(), std::size_t{2'000});
    for (const auto& brush : map->brushes)
        QCOMPARE(brokenPromise(*brush), std::string{});
}

void TestMapImport::orderDoesNotDependOnThreads()
{
    const auto text = mapwright::test::generateMap(1'000, 3);
    const auto first = brushesOf(text);
    for (int i = 0; i < 5; ++i) {
        const auto again = brushesOf(text);
        QCOMPARE(again.size(), first.size());
        for (std::size_t j = 0; j < first.size(); ++j)
            QVERIFY(*again[j] == *first[j]);
    }
}

void TestMapImport::cancelEndsTheImport()
{
    JobControl job;
    job.cancel();
    const auto map = importMap(fixture("standard.map"),
                               {.scale = DefaultMapScale, .findTexture = {}, .job = &job});
    QVERIFY(!map);
    QCOMPARE(map.error().message(), std::string{"Cancelled"});
}

/// Seeded damage to good maps: bytes changed, pieces cut out, doubled and swapped.
void TestMapImport::damagedMapsNeverCrash()
{
    constexpr int Rounds = 4'000;
    constexpr std::string_view Signs = "{}()[]\"\\/ \n\r\t-.0123456789eE+abx\0\xff";
    const std::vector<std::string> sources{fixture("standard.map"), fixture("valve.map"),
                                           fixture("quake3.map"), fixture("broken.map")};
    mapwright::test::Dice dice{11};
    for (int round = 0; round < Rounds; ++round) {
        auto text = sources[dice.below(sources.size())];
        for (auto change = dice.below(6) + 1; change > 0 && !text.empty(); --change) {
            const auto at = dice.below(text.size());
            const auto length = std::min(text.size() - at, dice.below(40) + 1);
            switch (dice.below(4)) {
            case 0:
                text[at] = Signs[dice.below(Signs.size())];
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(at, length));
                break;
            default:
                text.resize(at);
                break;
            }
        }
        const auto map = importMap(text, {});
        if (!map)
            continue;
        map->world->forEach<BrushComponent>([](EntityId, const BrushComponent& component) {
            QCOMPARE(brokenPromise(*component.brush), std::string{});
        });
        (void)looksLikeMapText(text);
    }
}

void TestMapImport::entitiesBeyondTheWorldStandAtItsEdge()
{
    const auto map = importMap("{\n\"classname\" \"worldspawn\"\n}\n"
                               "{\n\"classname\" \"light\"\n\"origin\" \"1e9 -32 64\"\n}\n"
                               "{\n\"classname\" \"light\"\n\"origin\" \"64 0 0\"\n}\n",
                               {});
    VERIFY_OK(map);
    std::vector<Vec3d> places;
    map->world->forEach<Light>([&](EntityId entity, const Light&) {
        places.push_back(map->world->get<TransformComponent>(entity)->position);
    });
    QCOMPARE(places, (std::vector<Vec3d>{{WorldLimit, 2, 1}, {2, 0, 0}}));
    QCOMPARE(map->skips.list().size(), std::size_t{1});
    QCOMPARE(map->skips.list()[0].line, 4);
    QVERIFY(map->skips.list()[0].reason.find("beyond the edge of the world") != std::string::npos);
}

void TestMapImport::membersFindTheirGroupAmongMany()
{
    constexpr int Groups = 2'000;
    std::string text{"{\n\"classname\" \"worldspawn\"\n}\n"};
    for (int i = 0; i < Groups; ++i)
        text += fmt::format("{{\n\"classname\" \"func_group\"\n\"_tb_type\" \"_tb_group\"\n"
                            "\"_tb_name\" \"group {0}\"\n\"_tb_id\" \"{0}\"\n}}\n",
                            i);
    for (int i = 0; i < Groups; ++i)
        text += fmt::format("{{\n\"classname\" \"light\"\n\"targetname\" \"{0}\"\n"
                            "\"_tb_group\" \"{0}\"\n}}\n",
                            i);
    const auto map = importMap(text, {});
    VERIFY_OK(map);
    int members = 0;
    map->world->forEach<Light>([&](EntityId entity, const Light&) {
        const auto* node = map->world->get<Node>(entity);
        const auto* group = map->world->get<Node>(node->parent);
        QVERIFY(group != nullptr);
        QCOMPARE(group->name, "group " + node->name);
        ++members;
    });
    QCOMPARE(members, Groups);
}

PLAIN_TEST(TestMapImport)
} // namespace tst_map_import

#include "tst_map_import.moc"
