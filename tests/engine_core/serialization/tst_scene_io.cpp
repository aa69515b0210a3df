#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/levels/random_world.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <sstream>

namespace tst_scene_io
{
using namespace engine;
using namespace mapwright::test;

namespace
{
TypeRegistry allTypes()
{
    TypeRegistry types;
    registerComponents(types);
    return types;
}

/// What a plugin might add.
struct Portal
{
    static constexpr std::string_view TypeName = "portal";
    Vec3d exit{0};
    int strength = 3;
    friend bool operator==(const Portal&, const Portal&) = default;
};

void describe(TypeBuilder<Portal>& portal)
{
    portal.type("portal", "Portal");
    portal.property("exit", &Portal::exit);
    portal.property("strength", &Portal::strength);
}

bool keysAreSorted(const nlohmann::ordered_json& json)
{
    std::string last;
    bool first = true;
    for (const auto& [key, value] : json.items()) {
        if (json.is_object() && !first && !(last < key))
            return false;
        first = false;
        last = key;
        if (value.is_structured() && !keysAreSorted(value))
            return false;
    }
    return true;
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}
} // namespace

class TestSceneIo : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void loadingAndSavingGivesTheSameBytes_data();
    void loadingAndSavingGivesTheSameBytes();
    void everyComponentIsReadBackEqual();
    void keysAreSortedEverywhere();
    void oneBrushEditChangesOneLine();
    void defaultsAreNotWritten();
    void theEmptyWorldHasAShortFile();
    void contentHashFollowsTheContentOnly();
    void unknownThingsAreWrittenBackAsTheyWere();
    void aPluginsComponentIsReadOnceItIsRegistered();
    void aKnownValueReplacesWhatWasKept();
    void componentsOfTheSceneItselfAreKept();
    void spawnedEntitiesAreNotWritten();
    void savingIsAtomicAndLoadingNamesTheFile();

private:
    TypeRegistry m_types = allTypes();

    std::unique_ptr<World> read(const std::string& text)
    {
        auto scene = readScene(text, m_types, "test");
        if (!scene) {
            QTest::qFail(scene.error().message().c_str(), __FILE__, __LINE__);
            return std::make_unique<World>();
        }
        for (const auto& problem : scene->problems)
            qWarning("%s: %s", problem.place.c_str(), problem.message.c_str());
        if (!scene->problems.empty())
            QTest::qFail("there are problems", __FILE__, __LINE__);
        return std::move(scene->world);
    }
};

void TestSceneIo::loadingAndSavingGivesTheSameBytes_data()
{
    QTest::addColumn<std::uint32_t>("seed");
    for (std::uint32_t seed = 1; seed <= 40; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestSceneIo::loadingAndSavingGivesTheSameBytes()
{
    QFETCH(std::uint32_t, seed);
    const auto world = randomWorld(seed);
    const auto text = writeScene(*world, m_types);
    const auto again = read(text);
    QCOMPARE(writeScene(*again, m_types), text);
    QCOMPARE(contentHash(*again, m_types), contentHash(*world, m_types));
}

void TestSceneIo::everyComponentIsReadBackEqual()
{
    const auto world = randomWorld(99, 120);
    const auto again = read(writeScene(*world, m_types));
    QCOMPARE(again->entities(), world->entities());
    for (const auto& type : m_types.all())
        for (const auto entity : world->entities()) {
            const auto& a = world->value(entity, type.id);
            const auto& b = again->value(entity, type.id);
            QCOMPARE(static_cast<bool>(b), static_cast<bool>(a));
            QVERIFY2(!a || type.equal(a.get(), b.get()), type.name.c_str());
        }
}

void TestSceneIo::keysAreSortedEverywhere()
{
    const auto text = writeScene(*randomWorld(5), m_types);
    QVERIFY(keysAreSorted(nlohmann::ordered_json::parse(text)));
}

void TestSceneIo::oneBrushEditChangesOneLine()
{
    World world;
    buildLevel(world, 100);
    const auto before = linesOf(writeScene(world, m_types));
    EntityId floor;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) { floor = entity; });
    auto box = makeBox({{0, 0, 0}, {1, 2, 3}}, Name{"Materials/new"});
    VERIFY_OK(box);
    Edit edit;
    edit.swaps.push_back(
        swapTo(floor, BrushComponent{std::make_shared<const Brush>(*std::move(box))}));
    world.apply(edit);
    const auto after = linesOf(writeScene(world, m_types));
    QCOMPARE(after.size(), before.size());
    int changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        changed += before[i] != after[i] ? 1 : 0;
    QCOMPARE(changed, 1);
}

void TestSceneIo::defaultsAreNotWritten()
{
    World world;
    world.setNextId(50);
    addPlayerStart(world, {0, 0, 0});
    auto box = makeBox({{0, 0, 0}, {1, 1, 1}});
    VERIFY_OK(box);
    Edit edit;
    edit.swaps.push_back(swapTo(EntityId{60}, Node{}));
    edit.swaps.push_back(
        swapTo(EntityId{60}, BrushComponent{std::make_shared<const Brush>(*std::move(box))}));
    world.apply(edit);
    const auto text = writeScene(world, m_types);
    QVERIFY2(text.find("\"player_start\":{}") != std::string::npos, text.c_str());
    QVERIFY(text.find("\"transform\":{}") != std::string::npos);
    for (const char* word :
         {"\"u\"", "\"v\"", "\"scale\"", "\"offset\"", "\"hidden\"", "\"parent\""})
        QVERIFY2(text.find(word) == std::string::npos, word);
}

void TestSceneIo::theEmptyWorldHasAShortFile()
{
    const World world;
    QCOMPARE(writeScene(world, m_types),
             std::string{"{\n\"entities\":[],\n\"format\":2,\n\"settings\":{}\n}\n"});
}

void TestSceneIo::contentHashFollowsTheContentOnly()
{
    World world;
    buildRoom(world);
    const auto hash = contentHash(world, m_types);
    const World copy = world;
    QCOMPARE(contentHash(copy, m_types), hash);
    Edit edit;
    edit.swaps.push_back(swapTo(world.newId(), Node{.name = "new", .parent = {}}));
    world.apply(edit);
    QVERIFY(contentHash(world, m_types) != hash);
    world.apply(edit);
    QCOMPARE(contentHash(world, m_types), hash);
}

void TestSceneIo::unknownThingsAreWrittenBackAsTheyWere()
{
    const std::string text = R"({
"components":{
"weather":{"rain":0.50}
},
"entities":[
{"components":{
"light":{"falloff":[1, 2],"range":5},
"portal":{"exit":[1,2,3], "z":1e3}
},"id":7,"layer":{"a/b~c":[true,null]},"name":"lamp","zone":3}
],
"format":2,
"future":"x",
"settings":{"fog":1}
})";
    const auto world = read(text);
    const auto once = writeScene(*world, m_types);
    const auto twice = writeScene(*read(once), m_types);
    QCOMPARE(twice, once);
    QVERIFY(nlohmann::json::parse(once) == nlohmann::json::parse(text));
    QVERIFY(once.find("0.50") != std::string::npos);
    QCOMPARE(world->get<Light>(EntityId{7})->range, 5.0f);
}

void TestSceneIo::aPluginsComponentIsReadOnceItIsRegistered()
{
    const std::string text =
        R"({"format":2,"entities":[{"id":7,"components":{"portal":{"exit":[1,2,3]}}}]})";
    const auto without = read(text);
    QVERIFY(without->get<UnreadData>(EntityId{7}) != nullptr);
    const auto kept = writeScene(*without, m_types);

    auto types = allTypes();
    types.add<Portal>();
    const auto scene = readScene(kept, types, "test");
    VERIFY_OK(scene);
    const auto* portal = scene->world->get<Portal>(EntityId{7});
    QVERIFY(portal != nullptr);
    QCOMPARE(portal->exit, (Vec3d{1, 2, 3}));
    QCOMPARE(portal->strength, 3);
    QVERIFY(scene->world->get<UnreadData>(EntityId{7}) == nullptr);
    QCOMPARE(writeScene(*scene->world, types), kept);
}

void TestSceneIo::aKnownValueReplacesWhatWasKept()
{
    const auto world =
        read(R"({"format":2,"entities":[{"id":7,"components":{"portal":{"strength":9}}}]})");
    auto types = allTypes();
    types.add<Portal>();
    Edit edit;
    edit.swaps.push_back(swapTo(EntityId{7}, Portal{{0, 0, 0}, 5}));
    world->apply(edit);
    const auto text = writeScene(*world, types);
    QVERIFY2(text.find("\"portal\":{\"strength\":5}") != std::string::npos, text.c_str());
    QVERIFY(text.find('9') == std::string::npos);
}

void TestSceneIo::componentsOfTheSceneItselfAreKept()
{
    World world;
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, AudioSource{{"wind.wav"}, 1, 0, true, true}));
    world.apply(edit);
    const auto again = read(writeScene(world, m_types));
    const auto* sound = again->get<AudioSource>(SceneEntity);
    QVERIFY(sound != nullptr);
    QCOMPARE(sound->sound.path, std::string{"wind.wav"});
}

void TestSceneIo::spawnedEntitiesAreNotWritten()
{
    World world;
    buildRoom(world);
    const auto before = writeScene(world, m_types);
    Edit edit;
    edit.swaps.push_back(swapTo(world.newSpawnedId(), Node{.name = "spark", .parent = {}}));
    world.apply(edit);
    QCOMPARE(writeScene(world, m_types), before);
}

void TestSceneIo::savingIsAtomicAndLoadingNamesTheFile()
{
    const QTemporaryDir folder;
    const fs::path file = fs::path{folder.path().toStdString()} / "room.scene.json";
    const auto world = randomWorld(3);
    VERIFY_OK(saveScene(*world, m_types, file));
    const auto scene = loadScene(file, m_types);
    VERIFY_OK(scene);
    QCOMPARE(contentHash(*scene->world, m_types), contentHash(*world, m_types));

    const auto missing = loadScene(file.parent_path() / "none.scene.json", m_types);
    QVERIFY(!missing);
    QVERIFY(missing.error().message().find("none.scene.json") != std::string::npos);
    QVERIFY(!loadScene(file.parent_path(), m_types));
    QVERIFY(!saveScene(*world, m_types, file.parent_path() / "no folder" / "x.scene.json"));
}

PLAIN_TEST(TestSceneIo)
} // namespace tst_scene_io

#include "tst_scene_io.moc"
