#include "engine_core/base/files/files.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

namespace tst_script_examples
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// The examples of the manual's pages about scripts, games and players, in their order.
std::vector<std::string> examples()
{
    constexpr std::string_view Begin = "```angelscript\n";
    std::vector<std::string> all;
    for (const auto* name : {"scripts.md", "games.md", "input.md", "sound.md", "player.md"}) {
        const auto page = readFile(installationFolder() / "resources" / "docs" / "manual" / name);
        ENGINE_EXPECT(page);
        for (auto at = page->find(Begin); at != std::string::npos; at = page->find(Begin, at)) {
            at += Begin.size();
            all.push_back(page->substr(at, page->find("```", at) - at));
        }
    }
    return all;
}

std::string exampleOf(const std::string& className)
{
    for (const auto& example : examples())
        if (example.starts_with("class " + className + " "))
            return example;
    return {};
}
} // namespace

/// What the manual shows is right.
class TestScriptExamples : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void examplesCompile()
    {
        const PlayFixture fixture;
        const auto all = examples();
        QVERIFY(all.size() >= 4);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto file = fmt::format("example{}.as", i);
            fixture.writeScript(file, all[i]);
            VERIFY_OK(fixture.scripts->program(file));
        }
    }

    void theTrapWaitsTwoSecondsAndThenHurts()
    {
        PlayFixture fixture;
        fixture.addFloor();
        fixture.writeScript("trap.as", exampleOf("Trap"));
        fixture.writeScript("player.as", "class Player : Node { double health = 100; "
                                         "void damage(double amount) { health -= amount; } }");
        fixture.addDoor({-1, -0.5, -1}, {1, -0.01, 1}, "trap.as"); // under the player's soles
        VERIFY_OK(fixture.start());
        const auto player = fixture.session->player().entity;
        fixture.tick(115);
        QCOMPARE(fixture.number(player, "health"), 100.0);
        fixture.tick(10);
        QCOMPARE(fixture.number(player, "health"), 75.0);
        QVERIFY(fixture.session->scriptErrors().empty());
    }

    void theSpikesComeOutAndGoBack()
    {
        PlayFixture fixture;
        fixture.addFloor();
        fixture.writeScript("spikes.as", exampleOf("Spikes"));
        const auto spikes =
            fixture.addDoor({-1, -1.5, -1}, {1, -0.01, 1}, "spikes.as", {{"pause", {0.5}}});
        fixture.writeScript("player.as", "class Player : Node { int heard = 0; "
                                         "void spikes() { heard++; } }");
        VERIFY_OK(fixture.start());
        const auto height = [&] {
            return fixture.session->world().get<TransformComponent>(spikes)->position.y;
        };
        fixture.tick(30);
        QCOMPARE(height(), 0.0);
        fixture.tick(15);
        QCOMPARE(height(), 1.0);
        QCOMPARE(fixture.number(fixture.session->player().entity, "heard"), 1.0);
        fixture.tick(130);
        QCOMPARE(height(), 0.0);
        QVERIFY(fixture.session->scriptErrors().empty());
    }

    void theBarrelTellsThatItBurst()
    {
        PlayFixture fixture;
        fixture.addFloor();
        fixture.writeScript("barrel.as", exampleOf("Barrel"));
        fixture.writeScript("player.as", "class Player : Node { Vec3 place; int ticks; "
                                         "void exploded(const Vec3 &in at) { place = at; }\n"
                                         "void onTick(float dt) { if (++ticks % 2 == 0) "
                                         "find('barrel').send('damage', 15); } }");
        const auto barrel = fixture.addScripted("barrel", "barrel.as", "Barrel", {5, 0, 0});
        VERIFY_OK(fixture.start());
        fixture.tick(3);
        QCOMPARE(fixture.number(barrel, "health"), 5.0);
        fixture.tick(1);
        QVERIFY(!fixture.session->world().exists(barrel));
        QVERIFY(fixture.session->scriptProperty(fixture.session->player().entity, "place") ==
                Value{Vec3d(5, 0, 0)});
    }
};

PLAIN_TEST(TestScriptExamples)
} // namespace tst_script_examples

#include "tst_script_examples.moc"
