#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_play_copies
{
using namespace engine;
using namespace mapwright::test;

/// A lamp with a flame above it, and a script on the whole.
constexpr const char* const TorchPrefab = R"({"format": 2, "entities": [
  {"id": 5, "name": "Lamp", "components": {
    "transform": {"position": [0, 2, 0]},
    "light": {"range": 5}}},
  {"id": 6, "name": "Flame", "parent": 5, "components": {
    "transform": {"position": [0, 0.5, 0]}}}
], "components": {"script": {"file": "torch.as", "className": "Torch"}}})";

struct CopyGame : PlayFixture
{
    EntityId maker;

    CopyGame() { addFloor(); }

    void make(const std::string& lines)
    {
        writeScript("m.as", "class M : Node { string text; Entity made; bool done;\n"
                            "void onTick(float dt) { if (done) return; done = true;\n" +
                                lines + "\n} }");
        maker = addScripted("maker", "m.as", "M", {0, 15, 0});
        ENGINE_EXPECT(start());
        tick(2);
    }

    [[nodiscard]] std::string text() const
    {
        for (const auto& issue : session->scriptErrors())
            return issue.message;
        return *session->scriptProperty(maker, "text")->as<std::string>();
    }

    [[nodiscard]] EntityId made() const
    {
        return *session->scriptProperty(maker, "made")->as<EntityId>();
    }

    void writePrefab(const std::string& text) const
    {
        fs::create_directories(folder / "assets" / "prefabs");
        ENGINE_EXPECT(
            writeFileAtomically(folder / "assets" / "prefabs" / "torch.prefab.json", text));
    }
};

class TestPlayCopies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void componentsComeAndGo();
    void aCharacterThatIsAddedFalls();
    void wrongComponentsStopTheScript();
    void aCopyHasWhatIsBelowIt();
    void whatPointsInsideACopyStaysInside();
    void prefabsAreSpawnedWithTheirParts();
    void whatWasSpawnedBeginsWithWhatWasSetOfIt();
    void whatWasNotSetOfItCannotBeReadYet();
    void aMissingPrefabStopsTheScript();
    void nothingOfItReachesTheDocument();
};

void TestPlayCopies::componentsComeAndGo()
{
    CopyGame game;
    addBox(game.world, {5, 0, 0}, {6, 1, 1}, "crate");
    game.make(R"(Entity crate = find("crate");
        text = crate.has("light") ? "1" : "0";
        crate.add("light");
        crate.setNumber("light.range", 3);
        crate.add("light");
        text += crate.has("light") && crate.getNumber("light.range") == 3 ? "1" : "0";
        crate.remove("light");
        crate.remove("light");
        text += crate.has("light") ? "1" : "0";
        text += crate.has("brush") ? "1" : "0";)");
    QCOMPARE(game.text(), std::string{"0101"});
}

void TestPlayCopies::aCharacterThatIsAddedFalls()
{
    CopyGame game;
    game.make(R"(made = spawn("ghost", Vec3(3, 5, 3));
        made.add("character");)");
    game.tick(120);
    QCOMPARE(game.text(), std::string{});
    QVERIFY(worldTransform(game.session->world(), game.made()).position.y < 0.1);
}

void TestPlayCopies::wrongComponentsStopTheScript()
{
    for (const auto* line :
         {"entity.add(\"node\");", "entity.remove(\"node\");", "entity.has(\"nothing\");",
          "Entity none; none.has(\"light\");", "Entity none; copyOf(none);"}) {
        CopyGame game;
        game.make(line);
        QCOMPARE(game.session->scriptErrors().size(), 1U);
    }
}

void TestPlayCopies::aCopyHasWhatIsBelowIt()
{
    CopyGame game;
    game.addDoor({5, 0, 0}, {6, 2, 1}, "");
    game.make(R"(made = copyOf(find("door"));
        made.position = Vec3(0, 0, 5);
        text = made.name + " " + made.childCount + " " + made.child(0).name;
        RayHit hit = castRay(Vec3(5.5, 1, 8), Vec3(0, 0, -1), 5);
        text += hit.entity == made && hit.part == made.child(0) ? " solid" : " not there";)");
    QCOMPARE(game.text(), std::string{"door 1 leaf solid"});
    const auto& played = game.session->world();
    const auto leaf = played.children(game.made()).front();
    QVERIFY(leaf.isSpawned());
    QVERIFY(boundsOf(played, leaf) == (Aabb{{5, 0, 5}, {6, 2, 6}}));
}

void TestPlayCopies::whatPointsInsideACopyStaysInside()
{
    CopyGame game;
    const auto door = game.addDoor({5, 0, 0}, {6, 2, 1}, "");
    const auto leaf = game.world.children(door).front();
    const auto other = addBox(game.world, {9, 0, 0}, {10, 1, 1}, "other");
    game.writeScript("p.as", "class P : Node { Entity inside; Entity outside; }");
    Edit edit;
    edit.swaps.push_back(
        swapTo(door, Script{{"p.as"}, "P", {{"inside", {leaf}}, {"outside", {other}}}}));
    game.world.apply(edit);
    game.make("made = copyOf(find(\"door\"));");
    QCOMPARE(game.text(), std::string{});
    const auto inside = *game.session->scriptProperty(game.made(), "inside")->as<EntityId>();
    QCOMPARE(inside, game.session->world().children(game.made()).front());
    QCOMPARE(*game.session->scriptProperty(game.made(), "outside")->as<EntityId>(), other);
}

void TestPlayCopies::prefabsAreSpawnedWithTheirParts()
{
    CopyGame game;
    game.writePrefab(TorchPrefab);
    game.writeScript("torch.as",
                     "class Torch : Node { int ticks; void onTick(float dt) { ++ticks; } }");
    game.make(R"(made = spawnPrefab("prefabs/torch.prefab.json", Vec3(4, 0, 2));
        Entity lamp = made.child(0);
        lamp.setNumber("light.range", 2);
        text = made.name + " " + lamp.name + " " + lamp.child(0).name;
        spawnPrefab("prefabs/torch.prefab.json", Vec3(9, 0, 9));)");
    QCOMPARE(game.text(), std::string{"torch Lamp Flame"});
    const auto& played = game.session->world();
    const auto lamp = played.children(game.made()).front();
    const auto flame = played.children(lamp).front();
    QCOMPARE(played.get<Light>(lamp)->range, 2.0f);
    QVERIFY(worldTransform(played, flame).position == Vec3d(4, 2.5, 2));
    QCOMPARE(played.count<Light>(), 2U);
    QVERIFY(game.number(game.made(), "ticks") >= 1.0);
    QCOMPARE(game.world.count<Light>(), 0U);
}

void TestPlayCopies::whatWasSpawnedBeginsWithWhatWasSetOfIt()
{
    CopyGame game;
    game.writePrefab(TorchPrefab);
    game.writeScript("torch.as", R"(class Torch : Node {
        [hidden] int fuel = 3; int more = 1; double glow; string word; int atStart;
        void onStart() { atStart = fuel + more; } })");
    game.make(R"(made = spawnPrefab("prefabs/torch.prefab.json", Vec3());
        made.setInt("script.fuel", 40);
        made.setNumber("script.more", 2);
        made.setNumber("script.glow", 0.5);
        made.setText("script.word", "hot");
        text = "" + made.getNumber("script.fuel") + made.getText("script.word");
        Entity copy = copyOf(made);
        copy.setInt("script.fuel", 7);)");
    QCOMPARE(game.text(), std::string{"40hot"});
    QCOMPARE(game.number(game.made(), "atStart"), 42.0);
    QCOMPARE(game.number(game.made(), "glow"), 0.5);
    QCOMPARE(*game.session->scriptProperty(game.made(), "word")->as<std::string>(),
             std::string{"hot"});
    double others = 0;
    game.session->world().forEach<Script>([&](EntityId entity, const Script& script) {
        if (script.file.path == "torch.as" && entity != game.made())
            others += game.number(entity, "atStart");
    });
    QCOMPARE(others, 9.0);
}

void TestPlayCopies::whatWasNotSetOfItCannotBeReadYet()
{
    CopyGame game;
    game.writePrefab(TorchPrefab);
    game.writeScript("torch.as", "class Torch : Node { int fuel = 3; }");
    game.make(R"(made = spawnPrefab("prefabs/torch.prefab.json", Vec3());
        made.getNumber("script.fuel");)");
    QVERIFY2(game.text().find("'fuel'") != std::string::npos, game.text().c_str());
    CopyGame many;
    many.writePrefab(TorchPrefab);
    many.writeScript("torch.as", "class Torch : Node {}");
    many.make(R"(made = spawnPrefab("prefabs/torch.prefab.json", Vec3());
        for (int i = 0; i < 1000; i++) made.setInt("script.a" + i, i);)");
    QVERIFY2(many.text().find("256") != std::string::npos, many.text().c_str());
}

void TestPlayCopies::aMissingPrefabStopsTheScript()
{
    CopyGame game;
    game.make("spawnPrefab(\"prefabs/none.prefab.json\", Vec3());");
    QCOMPARE(game.session->scriptErrors().size(), 1U);
    const auto& message = game.session->scriptErrors().front().message;
    QVERIFY2(message.find("none.prefab.json") != std::string::npos, message.c_str());
}

void TestPlayCopies::nothingOfItReachesTheDocument()
{
    CopyGame game;
    game.writePrefab(TorchPrefab);
    game.writeScript("torch.as", "class Torch : Node {}");
    game.addDoor({5, 0, 0}, {6, 2, 1}, "");
    game.make(R"(copyOf(find("door"));
        find("leaf").add("light");
        find("floor").addTag("ground");
        spawnPrefab("prefabs/torch.prefab.json", Vec3());)");
    QCOMPARE(game.text(), std::string{});
    QCOMPARE(game.world.count<Light>() + game.world.count<Tags>(), 0U);
    QCOMPARE(game.world.count<Mover>(), 1U);
    game.session.reset();
    QCOMPARE(game.world.count<Mover>(), 1U);
}

PLAIN_TEST(TestPlayCopies)
} // namespace tst_play_copies

#include "tst_play_copies.moc"
