#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <set>

namespace tst_play_scripts
{
using namespace engine;
using namespace mapwright::test;

class TestPlayScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void compileErrorsKeepPlayFromStarting();
    void anExceptionStopsOneInstanceAlone();
    void anEndlessLoopStopsItsInstanceAlone();
    void scriptsSpawnAndDestroyWithIdsOfTheirOwn();
    void anEntityMayDestroyItself();
    void scriptsReadAndWriteProperties();
    void badBindingCallsRaiseExceptions();
    void scriptsCountAndRemovePlants();
    void constructorsCannotReachTheWorld();
    void touchIsReportedOnce();
    void changedScriptsAreReloadedWithTheirState();
    void globalsKeepTheirValuesInAReload();
    void containersAndEnumerationsAreKeptInAReload();
    void whatAReloadCannotKeepIsTold();
    void aClassThatIsRenamedLeavesTheOldOneRunning();
    void aGlobalThatFailsLeavesTheOldVersionRunning();
};

void TestPlayScripts::compileErrorsKeepPlayFromStarting()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("bad.as", "class Bad : Node\n{\n  void onTick(float dt) { x = 1; }\n}\n");
    fixture.addScripted("bad", "bad.as", "Bad");
    const auto before = contentHash(fixture.world, fixture.types);
    const auto started = fixture.start();
    QVERIFY(!started);
    QVERIFY2(started.error().message().find("scripts/bad.as:3") != std::string::npos,
             started.error().message().c_str());
    QCOMPARE(contentHash(fixture.world, fixture.types), before);
}

void TestPlayScripts::anExceptionStopsOneInstanceAlone()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("e.as", R"(class E : Node
{
    int divisor = 1;
    int ticks = 0;
    void onTick(float dt)
    {
        ticks += 1 / divisor;
    }
})");
    const auto broken = fixture.addScripted("broken", "e.as", "E");
    const auto whole = fixture.addScripted("whole", "e.as", "E");
    Edit edit;
    edit.swaps.push_back(swapTo(broken, Script{{"e.as"}, "E", {{"divisor", {std::int64_t{0}}}}}));
    fixture.world.apply(edit);
    VERIFY_OK(fixture.start());
    fixture.tick(5);
    QCOMPARE(fixture.session->scriptErrors().size(), 1U);
    const auto& issue = fixture.session->scriptErrors().front();
    QCOMPARE(issue.entity, broken);
    QCOMPARE(issue.place, "scripts/e.as:7");
    QCOMPARE(fixture.number(whole, "ticks"), 5.0);
}

void TestPlayScripts::anEndlessLoopStopsItsInstanceAlone()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("loop.as", "class Loop : Node { void onTick(float dt) {\n"
                                   "while (true) {} } }");
    const auto loop = fixture.addScripted("loop", "loop.as", "Loop");
    VERIFY_OK(fixture.start());
    fixture.tick(3);
    QCOMPARE(fixture.session->scriptErrors().size(), 1U);
    QCOMPARE(fixture.session->scriptErrors().front().entity, loop);
    QCOMPARE(fixture.session->scriptErrors().front().place, "scripts/loop.as:2");
    QVERIFY(fixture.session->player().grounded);
}

void TestPlayScripts::scriptsSpawnAndDestroyWithIdsOfTheirOwn()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("s.as", R"(class S : Node
{
    Entity last;
    void onTick(float dt)
    {
        if (last.exists)
            last.destroy();
        last = spawn("spark", Vec3(1, 2, 3));
        last.setNumber("light.intensity", 12);
        Entity copy = copyOf(last);
        copy.position = Vec3(4, 5, 6);
    }
})");
    const auto spawner = fixture.addScripted("spawner", "s.as", "S");
    VERIFY_OK(fixture.start());
    const auto before = fixture.session->world().entityCount();
    fixture.tick(3);
    QVERIFY(fixture.session->scriptErrors().empty());
    const auto last = *fixture.session->scriptProperty(spawner, "last")->as<EntityId>();
    QVERIFY(last.isSpawned());
    QCOMPARE(fixture.session->world().entityCount(), before + 4); // one spark and three copies
    std::set<EntityId> ids;
    for (const auto entity : fixture.session->world().entities())
        ids.insert(entity);
    QCOMPARE(ids.size(), fixture.session->world().entityCount());
    QCOMPARE(fixture.session->world().get<Light>(last)->intensity, 12.0f);
    const auto fresh = fixture.world.newId();
    QVERIFY(!fresh.isSpawned());
    QVERIFY(!fixture.session->world().exists(fresh));
}

void TestPlayScripts::anEntityMayDestroyItself()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("d.as", "class D : Node { int after = 0; void onTick(float dt) { "
                                "entity.destroy(); after++; } }");
    const auto doomed = fixture.addScripted("doomed", "d.as", "D");
    VERIFY_OK(fixture.start());
    fixture.tick(3);
    QVERIFY(!fixture.session->world().exists(doomed));
    QVERIFY(fixture.session->scriptErrors().empty());
    QVERIFY(fixture.world.exists(doomed));
}

void TestPlayScripts::scriptsReadAndWriteProperties()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("p.as", R"(class P : Node
{
    double seen = 0;
    string label;
    void onStart()
    {
        Entity lamp = find("light");
        seen = lamp.getNumber("light.range");
        lamp.setColor("light.color", Color(1, 0.5f, 0));
        lamp.setBool("light.baked", false);
        lamp.setVec3("transform.position", lamp.position + Vec3(0, 1, 0));
        label = lamp.name;
    }
})");
    const auto reader = fixture.addScripted("reader", "p.as", "P");
    const auto lamp = addLight(fixture.world, {0, 3, 0}, 7.0f);
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    QVERIFY(fixture.session->scriptErrors().empty());
    QCOMPARE(fixture.number(reader, "seen"), 7.0);
    QCOMPARE(*fixture.session->scriptProperty(reader, "label")->as<std::string>(), "light");
    QCOMPARE(fixture.session->world().get<Light>(lamp)->color, (Color{1, 0.5f, 0}));
    QVERIFY(fixture.session->world().get<TransformComponent>(lamp)->position == Vec3d(0, 4, 0));
    QCOMPARE(fixture.world.get<Light>(lamp)->color, Color{});
}

void TestPlayScripts::badBindingCallsRaiseExceptions()
{
    PlayFixture fixture;
    fixture.addFloor();
    const std::vector<std::string> calls{
        "entity.setNumber(\"light.range\", -5);",
        "entity.getNumber(\"light.nothing\");",
        "entity.getNumber(\"light.range\");",
        "Entity none; none.position = Vec3();",
        "Entity none; string n = none.name;",
        "entity.position = Vec3(0, 1, 0) / zero;",
        "entity.position = Vec3(1e30, 0, 0);",
        "entity.move(Vec3());",
        "entity.child(3);",
        "player().destroy();",
        "Camera::setFov(1000);",
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto name = fmt::format("bad{}", i);
        fixture.writeScript(name + ".as", "class Bad : Node { double zero = 0; void onStart() {\n" +
                                              calls[i] + "\n} }");
        fixture.addScripted(name, name + ".as", "Bad");
    }
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    QCOMPARE(fixture.session->scriptErrors().size(), calls.size());
    for (const auto& issue : fixture.session->scriptErrors())
        QVERIFY2(issue.place.ends_with(":2"), issue.place.c_str());
}

void TestPlayScripts::scriptsCountAndRemovePlants()
{
    PlayFixture fixture;
    fixture.addFloor();
    const auto layer = fixture.world.newId();
    Edit edit;
    edit.swaps.push_back(swapTo(layer, Node{.name = "Meadow", .parent = {}}));
    edit.swaps.push_back(swapTo(layer, FoliageLayer{}));
    FoliageEdit plants{nullptr};
    for (int slot = 0; slot < 2; ++slot) {
        const auto kind = fixture.world.newId();
        edit.swaps.push_back(
            swapTo(kind, Node{.name = slot == 0 ? "Grass" : "Fern", .parent = layer}));
        FoliageType type;
        type.slot = slot;
        edit.swaps.push_back(swapTo(kind, type));
        for (int i = 0; i < 10; ++i) {
            FoliageInstance plant;
            plant.position = {static_cast<float>(i), 0, static_cast<float>(slot)};
            plant.type = static_cast<std::uint8_t>(slot);
            plants.add(plant);
        }
    }
    edit.swaps.push_back(swapTo(layer, FoliagePlacement{.instances = plants.finish()}));
    fixture.world.apply(edit);
    fixture.writeScript("mow.as", R"(class Mow : Node
{
    int before = 0;
    int grass = 0;
    int removed = 0;
    int after = 0;
    void onStart()
    {
        before = countPlants(Vec3(0, 0, 0), 100);
        grass = countPlants(Vec3(0, 0, 0), 2.5, "Grass");
        removed = removePlants(Vec3(0, 0, 0), 2.5, "Grass");
        after = countPlants(Vec3(0, 0, 0), 100);
    }
})");
    const auto mower = fixture.addScripted("mower", "mow.as", "Mow");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    QCOMPARE(fixture.number(mower, "before"), 20.0);
    QCOMPARE(fixture.number(mower, "grass"), 3.0);
    QCOMPARE(fixture.number(mower, "removed"), 3.0);
    QCOMPARE(fixture.number(mower, "after"), 17.0);
    QCOMPARE(foliageOf(fixture.world, layer)->count(),
             std::size_t{20}); // the edited level keeps all
}

void TestPlayScripts::constructorsCannotReachTheWorld()
{
    PlayFixture fixture;
    fixture.writeScript("c.as", "class C : Node\n{\n    Entity other = find(\"x\");\n}\n");
    const auto info = fixture.scripts->classInfo("c.as", "C");
    QVERIFY(!info);
    QVERIFY2(info.error().message().find("onStart") != std::string::npos,
             info.error().message().c_str());
}

void TestPlayScripts::touchIsReportedOnce()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("t.as", "class T : Node { int touches = 0; Entity who; "
                                "void onTouch(Entity other) { touches++; who = other; } }");
    const auto pad = fixture.addScripted("pad", "t.as", "T", {0, 0, -3});
    VERIFY_OK(fixture.start());
    fixture.tick(20);
    QCOMPARE(fixture.number(pad, "touches"), 0.0);
    fixture.tick(120, keys(PlayerKey::Forward));
    QCOMPARE(fixture.number(pad, "touches"), 1.0);
    QCOMPARE(*fixture.session->scriptProperty(pad, "who")->as<EntityId>(),
             fixture.session->player().entity);
}

void TestPlayScripts::changedScriptsAreReloadedWithTheirState()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("r.as", "class R : Node { int ticks = 0; int step = 1; "
                                "void onTick(float dt) { ticks += step; } }");
    const auto entity = fixture.addScripted("r", "r.as", "R");
    VERIFY_OK(fixture.start());
    fixture.tick(5);
    fixture.writeScript("r.as", "class R : Node { int ticks = 0; int step = 100; string added = "
                                "\"new\"; void onTick(float dt) { ticks += step; } }");
    VERIFY_OK(fixture.session->reloadScripts());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "ticks"), 105.0);
    fixture.writeScript("r.as", "class R : Node { broken }");
    QVERIFY(!fixture.session->reloadScripts());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "ticks"), 205.0);
}

void TestPlayScripts::globalsKeepTheirValuesInAReload()
{
    PlayFixture fixture;
    fixture.addFloor();
    const auto script = [](const char* step, const char* speed) {
        return fmt::format(
            "int score = 1; float speed = {}; Vec3 home; namespace a {{ string s; }}\n"
            "const int Step = {};\n"
            "class G : Node {{ int seen; float pace; double height; string text;\n"
            "  void onTick(float dt) {{ score += Step; seen = score; pace = speed;\n"
            "    home.y += 1; height = home.y; a::s += 'x'; text = a::s; }} }}",
            speed, step);
    };
    fixture.writeScript("g.as", script("1", "2"));
    const auto entity = fixture.addScripted("g", "g.as", "G");
    VERIFY_OK(fixture.start());
    fixture.tick(3);
    QCOMPARE(fixture.number(entity, "seen"), 4.0);
    fixture.writeScript("g.as", script("10", "5"));
    const auto reloaded = fixture.session->reloadScripts();
    VERIFY_OK(reloaded);
    QVERIFY2(reloaded->empty(), reloaded->empty() ? "" : reloaded->front().c_str());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "seen"), 14.0);
    QCOMPARE(fixture.number(entity, "height"), 4.0);
    QCOMPARE(*fixture.session->scriptProperty(entity, "text")->as<std::string>(),
             std::string{"xxxx"});
    QCOMPARE(fixture.number(entity, "pace"), 5.0); // nothing had changed it
}

void TestPlayScripts::containersAndEnumerationsAreKeptInAReload()
{
    PlayFixture fixture;
    fixture.addFloor();
    const std::string body =
        "class Item { int worth; string name; }\n"
        "array<int> list = {7}; array<string> untouched = {'old'}; dictionary found; Item best;\n"
        "class G : Node { array<Item> bag; Door door = Door::Shut; int sum; int worth; int state;\n"
        "  string first; array<Door> doors;\n"
        "  void onStart() { list.insertLast(5); found['key'] = 3; best.worth = 9;\n"
        "    Item item; item.worth = 20; bag.insertLast(item); door = Door::Open;\n"
        "    doors.insertLast(Door::Open); }\n"
        "  void onTick(float dt) { sum = 0; for (uint i = 0; i < list.length(); i++) sum += "
        "list[i];\n"
        "    int key = 0; found.get('key', key); sum += key; worth = best.worth + bag[0].worth;\n"
        "    state = door == Door::Open && doors[0] == Door::Open ? 1 : 0; first = untouched[0]; } "
        "}";
    fixture.writeScript("g.as", "enum Door { Shut, Open }\n" + body);
    const auto entity = fixture.addScripted("g", "g.as", "G");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    auto changed = "enum Door { Shut, Ajar, Open }\n" + body;
    changed.replace(changed.find("'old'"), 5, "'new'");
    fixture.writeScript("g.as", changed);
    const auto reloaded = fixture.session->reloadScripts();
    VERIFY_OK(reloaded);
    QVERIFY2(reloaded->empty(), reloaded->empty() ? "" : reloaded->front().c_str());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "sum"), 15.0);
    QCOMPARE(fixture.number(entity, "worth"), 29.0);
    QCOMPARE(fixture.number(entity, "state"), 1.0);
    QCOMPARE(*fixture.session->scriptProperty(entity, "first")->as<std::string>(),
             std::string{"new"});
}

void TestPlayScripts::whatAReloadCannotKeepIsTold()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("g.as",
                        "class Item { int worth; }\n"
                        "int gone = 1; int other = 1; Item@ held; int same = 1;\n"
                        "class G : Node { int lost; void onTick(float dt) { gone++; other++;\n"
                        "  lost++; same++; if (held is null) @held = Item(); } }");
    fixture.addScripted("g", "g.as", "G");
    fixture.addScripted("h", "g.as", "G");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    fixture.writeScript("g.as", "class Item { int worth; }\n"
                                "string other; Item@ held; int same = 1;\n"
                                "class G : Node { void onTick(float dt) { same++; } }");
    const auto reloaded = fixture.session->reloadScripts();
    VERIFY_OK(reloaded);
    const std::vector<std::string> expected{
        "scripts/g.as was loaded again, but the global 'gone' is no longer there",
        "scripts/g.as was loaded again, but the global 'other' was int and is string now",
        "scripts/g.as was loaded again, but the global 'held' refers to an object of a class of "
        "the "
        "script",
        "scripts/g.as was loaded again, but G 'lost' is no longer there"};
    QCOMPARE(reloaded->size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(QString::fromStdString((*reloaded)[i]), QString::fromStdString(expected[i]));
}

void TestPlayScripts::aClassThatIsRenamedLeavesTheOldOneRunning()
{
    PlayFixture fixture;
    fixture.addFloor();
    const std::string code = "class Item { int worth = 1; } Item@ item = Item();\n"
                             "class R : Node { int ticks; void onTick(float dt) { ticks += "
                             "item.worth; } }";
    fixture.writeScript("r.as", code);
    const auto entity = fixture.addScripted("r", "r.as", "R");
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    auto renamed = code;
    renamed.replace(renamed.find("class R"), 7, "class Q");
    fixture.writeScript("r.as", renamed);
    const auto refused = fixture.session->reloadScripts();
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("no class 'R'") != std::string::npos,
             refused.error().message().c_str());
    fixture.tick(2);
    QCOMPARE(fixture.number(entity, "ticks"), 4.0);
    fixture.writeScript("r.as", code);
    VERIFY_OK(fixture.session->reloadScripts());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "ticks"), 5.0);
    fixture.writeScript("r.as", code + "\n// and one more version");
    VERIFY_OK(fixture.session->reloadScripts());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "ticks"), 6.0);
    QVERIFY(fixture.session->scriptErrors().empty());
}

void TestPlayScripts::aGlobalThatFailsLeavesTheOldVersionRunning()
{
    PlayFixture fixture;
    fixture.addFloor();
    const std::string code =
        "int count = 1; class R : Node { int ticks; void onTick(float dt) { ticks = count++; } }";
    fixture.writeScript("r.as", code);
    const auto entity = fixture.addScripted("r", "r.as", "R");
    VERIFY_OK(fixture.start());
    fixture.tick(2);
    fixture.writeScript("r.as", code + " array<int> none; int first = none[0];");
    QVERIFY(!fixture.session->reloadScripts());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "ticks"), 3.0);
    fixture.writeScript("r.as", code + " // mended");
    VERIFY_OK(fixture.session->reloadScripts());
    fixture.tick(1);
    QCOMPARE(fixture.number(entity, "ticks"), 4.0);
}

PLAIN_TEST(TestPlayScripts)
} // namespace tst_play_scripts

#include "tst_play_scripts.moc"
