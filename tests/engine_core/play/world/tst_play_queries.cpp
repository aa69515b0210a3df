#include "engine_core/play/world/play_index.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <random>

namespace tst_play_queries
{
using namespace engine;
using namespace mapwright::test;
using Ids = std::vector<EntityId>;

/// A game on a floor whose script "ask" runs some lines at its start; `text` and `number` are what
/// they leave.
struct Asked : PlayFixture
{
    EntityId asker;

    Asked() { addFloor(); }

    void ask(const std::string& lines)
    {
        writeScript("ask.as", "class Ask : Node { string text; double number; Entity found; "
                              "void show(array<Entity>@ all) { for (uint i = 0; i < all.length(); "
                              "++i) text += all[i].name + \" \"; }\nvoid onStart() {\n" +
                                  lines + "\n} }");
        asker = addScripted("ask", "ask.as", "Ask", {0, 15, 0});
        ENGINE_EXPECT(start());
        tick(1);
    }

    [[nodiscard]] std::string text() const
    {
        for (const auto& issue : session->scriptErrors())
            return issue.message;
        return *session->scriptProperty(asker, "text")->as<std::string>();
    }
};

void setTags(World& world, EntityId entity, const std::string& names)
{
    Edit edit;
    edit.swaps.push_back(swapTo(entity, Tags{names}));
    world.apply(edit);
}

class TestPlayQueries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRayTellsWhatItHits();
    void aRayThatHitsNothingSaysSo();
    void aRayMeetsTheBodyOfThePlayer();
    void aRayTellsWhoseAPartIs();
    void aRayDoesNotMeetWhoAsks();
    void whoEndsCanLookForOthers();
    void randomNumbersKeepToTheirBounds();
    void aBallStopsBeforeItsMiddle();
    void boxesAndSpheresFindBodies();
    void whatWasJustSpawnedMovedOrDestroyedIsKnown();
    void thingsAreFoundByTagNameClassAndComponent();
    void tagsChangeInTheGameAlone();
    void wrongQuestionsStopTheScript();
    void theIndexFindsWhatALookAtEverythingFinds();
};

void TestPlayQueries::aRayTellsWhatItHits()
{
    Asked game;
    const auto wall = addBox(game.world, {3, 0, -2}, {4, 4, 2}, "wall", Name{"Materials/brick"});
    game.ask(R"(RayHit hit = castRay(Vec3(0, 1, 1), Vec3(2, 0, 0), 10);
        found = hit.entity;
        number = hit.distance;
        text = (hit.found ? "yes " : "no ") + hit.point.toText() + hit.normal.toText() + hit.material;)");
    QCOMPARE(game.text(),
             std::string{"yes (3.000, 1.000, 1.000)(-1.000, 0.000, 0.000)Materials/brick"});
    QCOMPARE(*game.session->scriptProperty(game.asker, "found")->as<EntityId>(), wall);
    QCOMPARE(game.number(game.asker, "number"), 3.0);
}

void TestPlayQueries::aRayThatHitsNothingSaysSo()
{
    Asked game;
    addBox(game.world, {3, 0, -2}, {4, 4, 2}, "wall");
    game.ask(R"(RayHit none;
        array<RayHit> all = {none, castRay(Vec3(0, 1, 1), Vec3(1, 0, 0), 2.9),
            castRay(Vec3(0, 1, 1), Vec3(0, 0, 0), 5), castRay(Vec3(0, 1, 1), Vec3(1, 0, 0), -5)};
        for (uint i = 0; i < all.length(); ++i)
            text += (all[i].found ? "yes" : "no") + (all[i].entity.isNull ? " null " : " some ")
                + all[i].material;
        number = all[1].distance;)");
    QCOMPARE(game.text(), std::string{"no null no null no null no null "});
    QCOMPARE(game.number(game.asker, "number"), -1.0);
}

void TestPlayQueries::aRayMeetsTheBodyOfThePlayer()
{
    Asked game;
    game.ask(R"(RayHit side = castRay(Vec3(-5, 1, 0), Vec3(1, 0, 0), 10);
        RayHit top = castRay(Vec3(0, 5, 0), Vec3(0, -1, 0), 10);
        RayHit past = castRay(Vec3(-5, 1, 0.4), Vec3(1, 0, 0), 10);
        found = side.entity;
        number = side.distance;
        text = side.normal.toText() + top.entity.name + (past.found ? " hit" : " past");)");
    QCOMPARE(game.text(), std::string{"(-1.000, 0.000, 0.000)Player past"});
    QCOMPARE(*game.session->scriptProperty(game.asker, "found")->as<EntityId>(),
             game.session->player().entity);
    QVERIFY(std::abs(game.number(game.asker, "number") - 4.65) < 1e-9);
}

void TestPlayQueries::aRayTellsWhoseAPartIs()
{
    Asked game;
    const auto part = addBox(game.world, {3, 0, -2}, {4, 2, 2}, "part");
    const auto alone = addBox(game.world, {3, 2, -2}, {4, 4, 2}, "alone");
    const auto enemy = game.addScripted("enemy", "enemy.as", "Enemy");
    game.writeScript("enemy.as", "class Enemy : Node {}");
    Edit edit;
    auto node = *game.world.get<Node>(part);
    node.parent = enemy;
    edit.swaps.push_back(swapTo(part, node));
    game.world.apply(edit);
    game.ask(R"(RayHit low = castRay(Vec3(0, 1, 1), Vec3(1, 0, 0), 10);
        RayHit high = castSphere(Vec3(0, 3, 1), Vec3(1, 0, 0), 10, 0.2);
        text = low.entity.name + " " + low.part.name + " " + high.entity.name + " " +
               high.part.name;)");
    QCOMPARE(game.text(), std::string{"enemy part alone alone"});
    QVERIFY(game.session->world().exists(alone));
}

void TestPlayQueries::aRayDoesNotMeetWhoAsks()
{
    Asked game;
    addBox(game.world, {3, 0, -2}, {4, 4, 2}, "wall");
    game.writeScript("crate.as", "class Crate : Node { string met; void onTick(double dt) { "
                                 "RayHit ray = castRay(entity.center, Vec3(1, 0, 0), 10); "
                                 "RayHit ball = castSphere(entity.center, Vec3(1, 0, 0), 10, 0.1); "
                                 "met = ray.entity.name + ball.entity.name; } }");
    const auto crate = game.addScripted("crate", "crate.as", "Crate");
    const auto part = addBox(game.world, {-0.5, 0, -0.5}, {0.5, 1, 0.5}, "part");
    Edit edit;
    auto node = *game.world.get<Node>(part);
    node.parent = crate;
    edit.swaps.push_back(swapTo(part, node));
    edit.swaps.push_back(swapTo(crate, Body{}));
    game.world.apply(edit);
    game.ask("text = \"asked\";");
    QCOMPARE(game.text(), std::string{"asked"});
    QCOMPARE(*game.session->scriptProperty(crate, "met")->as<std::string>(),
             std::string{"wallwall"});
}

void TestPlayQueries::whoEndsCanLookForOthers()
{
    PlayFixture fixture;
    fixture.addFloor();
    fixture.writeScript("early.as", "class Early : Node { ~Early() { findByClass(\"Early\"); } "
                                    "int seen = 0; void onTick(double dt) { seen = "
                                    "int(findByClass(\"Early\").length()); } }");
    const auto early = fixture.addScripted("early", "early.as", "Early");
    VERIFY_OK(fixture.start());
    fixture.tick(1);
    QCOMPARE(fixture.session->scriptErrors().size(), 0U);
    QCOMPARE(*fixture.session->scriptProperty(early, "seen")->as<std::int64_t>(), 1);
    fixture.session.reset();
}

void TestPlayQueries::randomNumbersKeepToTheirBounds()
{
    Asked game;
    game.ask(R"(double least = 9; double most = -9; Vec3 sum;
        for (int i = 0; i < 3000; i++)
        {
            double each = random(-2, 5);
            least = min(least, each);
            most = max(most, each);
            Vec3 way = randomDirection();
            if (abs(way.length() - 1) > 1e-9)
                text = "not of length 1";
            sum += way;
        }
        if (least < -2 || most > 5 || least > -1.9 || most < 4.9)
            text += "out of bounds";
        if (sum.length() > 150)
            text += "one sided";)");
    QCOMPARE(game.text(), std::string{});
}

void TestPlayQueries::aBallStopsBeforeItsMiddle()
{
    Asked game;
    addBox(game.world, {3, 0, -2}, {4, 4, 2}, "wall");
    game.ask(R"(RayHit wall = castSphere(Vec3(1, 1, 1.5), Vec3(1, 0, 0), 10, 0.5);
        RayHit beside = castSphere(Vec3(1, 1, 2.4), Vec3(1, 0, 0), 10, 0.5);
        RayHit past = castRay(Vec3(1, 1, 2.4), Vec3(1, 0, 0), 10);
        number = wall.distance;
        text = wall.entity.name + " " + beside.entity.name + (past.found ? " hit" : " past");)");
    QCOMPARE(game.text(), std::string{"wall wall past"});
    QVERIFY(std::abs(game.number(game.asker, "number") - 1.5) < 0.01);
}

void TestPlayQueries::boxesAndSpheresFindBodies()
{
    Asked game;
    addBox(game.world, {10, 0, 0}, {11, 1, 1}, "far");
    addBox(game.world, {6, 0, 0}, {7, 1, 1}, "near");
    addLight(game.world, {8, 2, 0}, 50); // shines everywhere and is a point all the same
    game.ask(R"(show(findInBox(Vec3(12, 2, 1), Vec3(6.5, 0.5, 0)));
        text += "| ";
        show(findInSphere(Vec3(12, 0.5, 0.5), 5.5));
        text += "| ";
        show(findInSphere(Vec3(12, 0.5, 0.5), 0.9));
        text += "| ";
        show(findInSphere(Vec3(0, 1, 0.5), 0.3));)");
    QCOMPARE(game.text(), std::string{"far near light | floor far light near | floor | Player "});
}

void TestPlayQueries::whatWasJustSpawnedMovedOrDestroyedIsKnown()
{
    Asked game;
    const auto door = game.addDoor({5, 0, 0}, {6, 2, 1}, "");
    game.ask(R"(array<Entity>@ before = findInBox(Vec3(5, 0.5, 0), Vec3(6, 2, 1));
        show(before);
        spawn("new", Vec3(5.5, 1, 0.5));
        text += "| ";
        show(findInBox(Vec3(5, 0.5, 0), Vec3(6, 2, 1)));
        find("door").translate(Vec3(0, 5, 0));
        text += "| ";
        show(findInBox(Vec3(5, 0.5, 0), Vec3(6, 2, 1)));
        find("new").destroy();
        text += "| ";
        show(findInBox(Vec3(5, 0.5, 0), Vec3(6, 9, 1)));)");
    QCOMPARE(game.text(), std::string{"leaf | leaf new | new | leaf "});
    QVERIFY(game.world.exists(door));
}

void TestPlayQueries::thingsAreFoundByTagNameClassAndComponent()
{
    Asked game;
    const auto one = addBox(game.world, {5, 0, 0}, {6, 1, 1}, "crate 1");
    const auto two = addBox(game.world, {7, 0, 0}, {8, 1, 1}, "crate 20");
    addLight(game.world, {0, 5, 0});
    setTags(game.world, one, "wood, heavy");
    setTags(game.world, two, "wood");
    game.ask(R"(show(findByTag("wood"));
        text += "| ";
        show(findByTag("heavy"));
        text += "| ";
        show(findByTag("woo"));
        show(findByName("crate ?"));
        text += "| ";
        show(findByName("*r*2*"));
        text += "| ";
        show(findByName("crate"));
        show(findByClass("Ask"));
        text += "| ";
        show(findByClass("Other"));
        show(findWith("light"));)");
    QCOMPARE(game.text(),
             std::string{"crate 1 crate 20 | crate 1 | crate 1 | crate 20 | ask | light "});
}

void TestPlayQueries::tagsChangeInTheGameAlone()
{
    Asked game;
    const auto box = addBox(game.world, {5, 0, 0}, {6, 1, 1}, "crate");
    setTags(game.world, box, "wood");
    game.ask(R"(Entity box = find("crate");
        text = box.hasTag("wood") && !entity.hasTag("wood") ? "yes " : "no ";
        box.addTag("on fire");
        box.removeTag("wood");
        entity.addTag("loud");
        entity.removeTag("quiet");
        array<string>@ tags = box.tags();
        for (uint i = 0; i < tags.length(); ++i)
            text += tags[i];
        show(findByTag("loud"));)");
    QCOMPARE(game.text(), std::string{"yes on fireask "});
    QCOMPARE(game.world.get<Tags>(box)->names, std::string{"wood"});
    QCOMPARE(game.session->world().get<Tags>(box)->names, std::string{"on fire"});
}

void TestPlayQueries::wrongQuestionsStopTheScript()
{
    PlayFixture fixture;
    fixture.addFloor();
    const std::vector<std::string> calls{
        "findInSphere(Vec3(), -1);",
        "findInBox(Vec3() / zero, Vec3());",
        "findWith(\"nothing\");",
        "entity.addTag(\"a, b\");",
        "entity.addTag(\" a\");",
        "Entity none; none.hasTag(\"a\");",
        "string s; s.resize(201); findByName(s);",
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
}

void TestPlayQueries::theIndexFindsWhatALookAtEverythingFinds()
{
    PlayFixture fixture;
    std::mt19937 random{7};
    std::uniform_real_distribution<double> place{-50, 50};
    const auto somewhere = [&] {
        return Vec3d{place(random), place(random), place(random)};
    };
    Ids boxes;
    for (int i = 0; i < 300; ++i) {
        const auto at = somewhere();
        boxes.push_back(addBox(fixture.world, at, at + 2.0));
    }
    PlayIndex index{fixture.world};
    QVERIFY(!index.inBox({Vec3d{-60}, Vec3d{60}}).empty());
    for (int round = 0; round < 50; ++round) {
        const auto moved = boxes[static_cast<std::size_t>(round) * 5];
        Edit edit;
        if (round % 10 == 9)
            addRemoval(fixture.world, moved, edit);
        else
            edit.swaps.push_back(swapTo(moved, TransformComponent{.position = somewhere()}));
        const auto types = edit.swaps;
        fixture.world.apply(edit);
        for (const auto& swap : types)
            index.note(swap.entity, swap.type);
        const auto center = somewhere();
        const Aabb wanted{center - 15.0, center + 15.0};
        Ids all;
        for (const auto entity : fixture.world.entities())
            if (const auto body = ownBody(fixture.world, entity); body && body->intersects(wanted))
                all.push_back(entity);
        QCOMPARE(index.inBox(wanted), all);
        double last = 0;
        for (const auto entity : index.inSphere(center, 20)) {
            const double distance = ownBody(fixture.world, entity)->distanceTo(center);
            QVERIFY(distance >= last && distance <= 20);
            last = distance;
        }
    }
}

PLAIN_TEST(TestPlayQueries)
} // namespace tst_play_queries

#include "tst_play_queries.moc"
