#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/parts.h"
#include "engine_core/assets/scene_checks.h"
#include "engine_core/play/hud/hud.h"
#include "engine_core/play/wire_ends.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/components/wires.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

namespace tst_parts
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A level with a floor and a player start at the origin, who looks along -Z, and a game of it.
struct PartGame : PlayFixture
{
    PartGame()
    {
        level.addBox({-20, -1, -20}, {20, 0, 20}, "floor");
        ENGINE_EXPECT(level.run([](Transaction& step) -> Result<void> {
            editor::addPlayerStart(step, Vec3d{0});
            return {};
        }));
    }

    EntityId place(const char* id, const Vec3d& at)
    {
        EntityId part;
        ENGINE_EXPECT(level.run([&](Transaction& step) -> Result<void> {
            auto placed = placePart(step, *findPartKind(id), at);
            if (!placed)
                return placed.error();
            part = *placed;
            return {};
        }));
        return part;
    }

    template <typename T>
    void set(EntityId entity, T component)
    {
        ENGINE_EXPECT(level.run([&](Transaction& step) -> Result<void> {
            step.set(entity, std::move(component));
            return {};
        }));
    }

    void setProperty(EntityId part, const char* name, Value value)
    {
        auto script = level.get<Script>(part);
        setValue(script.properties, name, std::move(value));
        set(part, std::move(script));
    }

    void wire(EntityId from, const std::string& output, EntityId to, const std::string& message)
    {
        set(from, Wires{{{output, to, message}}});
    }

    Result<void> play()
    {
        PlaySetup lent{assets, level.types};
        lent.audio = AudioOutput::Loopback;
        lent.scripts = scripts.get();
        auto started = PlaySession::start(level.document.world(), lent);
        if (!started)
            return started.error();
        session = *std::move(started);
        return {};
    }

    /// A wall at z = -3 with a doorway of 1.25 x 2.125 metres in front of the player.
    void addWall()
    {
        level.addBox({-20, 0, -3.05}, {-0.625, 4, -2.95});
        level.addBox({0.625, 0, -3.05}, {20, 4, -2.95});
        level.addBox({-0.625, 2.125, -3.05}, {0.625, 4, -2.95});
    }

    [[nodiscard]] Vec3d playerAt() const { return session->player().position; }

    [[nodiscard]] Vec3d placeOf(EntityId entity) const
    {
        return worldTransform(session->world(), entity).position;
    }

    [[nodiscard]] std::string errors() const
    {
        std::string all;
        for (const auto& issue : session->scriptErrors())
            all += issue.message + "\n";
        return all;
    }

    DocumentFixture level;
};

#define VERIFY_NO_ERRORS(game) QVERIFY2((game).errors().empty(), (game).errors().c_str())
} // namespace

/// The parts that work without a line of script: placed, played and seen to work.
class TestParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aPartIsOneStep_data()
    {
        QTest::addColumn<QString>("id");
        for (const auto& kind : partKinds())
            QTest::newRow(kind.id.data()) << QString::fromStdString(std::string{kind.id});
    }

    void aPartIsOneStep()
    {
        QFETCH(QString, id);
        PartGame game;
        auto& document = game.level.document;
        const auto before = document.contentHash();
        const auto part = game.place(id.toUtf8().constData(), {0, 1, -4});
        const auto after = document.contentHash();
        document.undo();
        QCOMPARE(document.contentHash(), before);
        document.redo();
        QCOMPARE(document.contentHash(), after);

        for (const auto& issue : checkScene({document.world(), game.assets, {}}))
            QVERIFY2(issue.rule != "missing-script", "the program has it");
        VERIFY_OK(game.play());
        game.tick(120);
        VERIFY_NO_ERRORS(game);
        const auto info = game.scripts->classInfo(game.level.get<Script>(part).file.path,
                                                  game.level.get<Script>(part).className);
        VERIFY_OK(info);
        QVERIFY2(!info->outputs.empty(), "wires can begin at it");
        for (const auto& property : info->properties)
            QVERIFY2(!property.tooltip.empty() || !property.unit.empty() ||
                         property.kind == PropertyKind::Asset || property.name == "health",
                     property.name.c_str());
    }

    void aDoorLetsThePlayerThrough_data()
    {
        QTest::addColumn<QString>("motion");
        QTest::addColumn<bool>("locked");
        QTest::newRow("slide") << "Slide" << false;
        QTest::newRow("turn") << "Turn" << false;
        QTest::newRow("locked") << "Slide" << true;
    }

    void aDoorLetsThePlayerThrough()
    {
        QFETCH(QString, motion);
        QFETCH(bool, locked);
        PartGame game;
        game.addWall();
        const auto door = game.place("door", {0, 0, -3});
        game.setProperty(door, "motion", {motion.toStdString()});
        game.setProperty(door, "hinge", {Vec3d{-0.625, 0, 0}});
        game.setProperty(door, "locked", {locked});
        VERIFY_OK(game.play());
        game.tick(60);
        game.tick(240, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        if (locked)
            QVERIFY(game.playerAt().z > -3);
        else
            QVERIFY(game.playerAt().z < -4);
    }

    void aButtonOpensADoorByAWire()
    {
        PartGame game;
        const auto door = game.place("door", {0, 0, -3});
        game.setProperty(door, "opens", {std::string{"ByMessage"}});
        game.setProperty(door, "stayOpen", {0.0});
        const auto button = game.place("button", {0, 0.6, -1.2});
        game.wire(button, "pressed", door, "open");
        const auto relay = game.place("relay", {5, 0, 5});
        const auto counter = game.place("counter", {5, 0, 5});
        game.wire(door, "opened", relay, "fire");
        game.wire(relay, "fired", counter, "add");
        VERIFY_OK(game.play());
        game.tick(60);
        QCOMPARE(game.placeOf(door).x, 0.0);
        game.tick(2, keys(PlayerKey::Use));
        game.tick(60);
        VERIFY_NO_ERRORS(game);
        QCOMPARE(game.placeOf(door).x, -1.2);
        QCOMPARE(game.number(counter, "value"), 1.0);
    }

    void aSwitchTurnsALightOnAndOff()
    {
        PartGame game;
        EntityId lamp;
        VERIFY_OK(game.level.run([&](Transaction& step) -> Result<void> {
            lamp = editor::addLight(step, {0, 3, 0});
            return {};
        }));
        const auto handle = game.place("light_switch", {0, 0.6, -1.2});
        game.set(handle, Wires{{{"turnedOn", lamp, "switchOff"}, {"turnedOff", lamp, "switchOn"}}});
        VERIFY_OK(game.play());
        const auto shines = [&] {
            return strengthOf(*game.session->world().get<Light>(lamp)) > 0;
        };
        game.tick(30);
        QVERIFY(shines());
        game.tick(2, keys(PlayerKey::Use));
        QVERIFY(!shines());
        game.tick(30);
        game.tick(2, keys(PlayerKey::Use));
        QVERIFY(shines());
        VERIFY_NO_ERRORS(game);
    }

    void aPlatformGoesThereAndBackAndCarries()
    {
        PartGame game;
        const auto lift = game.place("platform", {0, -0.25, 0}); // the player stands on it
        VERIFY_OK(game.play());
        double highest = 0;
        for (int i = 0; i < 150; ++i) {
            game.tick(1);
            highest = std::max(highest, game.playerAt().y);
        }
        VERIFY_NO_ERRORS(game);
        QVERIFY2(highest > 2.7, std::to_string(highest).c_str());
        game.tick(120);
        QVERIFY(game.placeOf(lift).y < 0.1);
    }

    void aRotatorTurnsStopsAndTurnsBack()
    {
        PartGame game;
        const auto fan = game.place("rotator", {0, 2, -6});
        game.setProperty(fan, "speed", {90.0});
        game.setProperty(fan, "spinUp", {0.5});
        game.setProperty(fan, "hinge", {Vec3d{1, 0, 0}}); // at the end of its blade
        const auto counter = game.place("counter", {4, 0, -6});
        game.wire(fan, "stopped", counter, "add");
        game.wire(game.place("light_switch", {0, 0.6, -1.2}), "turnedOn", fan, "toggle");
        VERIFY_OK(game.play());
        game.tick(60);
        VERIFY_NO_ERRORS(game);
        // A quarter to the left about the end of its blade, which stays where it is.
        const auto place = worldTransform(game.session->world(), fan);
        QVERIFY(glm::distance(place.rotation * Vec3d{1, 0, 0}, Vec3d{0, 0, -1}) < 0.05);
        QVERIFY(glm::distance(place.position + place.rotation * Vec3d{1, 0, 0}, Vec3d{1, 2, -6}) <
                1e-3);
        game.tick(2, keys(PlayerKey::Use));
        QCOMPARE(game.number(counter, "value"), 0.0); // it takes its time
        game.tick(40);
        QCOMPARE(game.number(counter, "value"), 1.0);
        const auto stopped = worldTransform(game.session->world(), fan).rotation;
        game.tick(30);
        QCOMPARE(worldTransform(game.session->world(), fan).rotation, stopped);
        VERIFY_NO_ERRORS(game);
    }

    void aTeleporterTakesThePlayerAway()
    {
        PartGame game;
        const auto gate = game.place("teleporter", {0, 1, -3});
        game.setProperty(gate, "goal", {game.level.addPoint({10, 0, 10})});
        VERIFY_OK(game.play());
        game.tick(90, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        QVERIFY(game.playerAt().x > 9);
    }

    void whoArrivesLooksWhereTheGoalLooks()
    {
        PartGame game;
        const auto gate = game.place("teleporter", {0, 1, -3});
        const auto goal = game.level.addPoint({10, 0, 10});
        auto turned = game.level.get<TransformComponent>(goal);
        turned.rotation = glm::angleAxis(1.5, Vec3d{0, 1, 0});
        game.set(goal, turned);
        game.setProperty(gate, "goal", {goal});
        VERIFY_OK(game.play());
        game.tick(90, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        const auto ahead = game.session->camera().rotation * Vec3d{0, 0, -1};
        QVERIFY(glm::distance(ahead, Vec3d(-std::sin(1.5), 0, -std::cos(1.5))) < 1e-6);
        const auto before = game.playerAt();
        game.tick(20, keys(PlayerKey::Forward));
        QVERIFY(game.playerAt().x < before.x - 0.5); // and goes that way
    }

    void aJumpPadThrowsUpToItsGoal()
    {
        PartGame game;
        const auto pad = game.place("push_area", {0, 0.5, -3}); // its goal: 3.5 up, 4 on
        const auto counter = game.place("counter", {5, 1, 5});
        game.wire(pad, "pushed", counter, "add");
        VERIFY_OK(game.play());
        while (game.number(counter, "value") == 0)
            game.tick(1, keys(PlayerKey::Forward));
        Vec3d top = game.playerAt();
        for (int i = 0; i < 120; ++i) {
            game.tick(1);
            if (game.playerAt().y > top.y)
                top = game.playerAt();
        }
        VERIFY_NO_ERRORS(game);
        QVERIFY(glm::distance(top, Vec3d(0, 4, -7)) < 0.1);
        QCOMPARE(game.number(counter, "value"), 1.0);
    }

    void aCurrentCarriesOn()
    {
        PartGame game;
        const auto current = game.place("push_area", {0, 0.5, -3});
        game.setProperty(current, "steady", {true});
        game.setProperty(current, "velocity", {Vec3d{4, 0, 0}});
        VERIFY_OK(game.level.run([&](Transaction& step) -> Result<void> {
            step.destroy(step.world().children(current).front()); // its goal
            return {};
        }));
        VERIFY_OK(game.play());
        for (int i = 0; i < 90 && game.playerAt().x < 0.5; ++i)
            game.tick(1, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        QVERIFY(game.playerAt().x >= 0.5);
    }

    void pickUpsAreTakenCountedAndSpawnSomething()
    {
        PartGame game;
        const auto counter = game.place("counter", {5, 1, 5});
        game.setProperty(counter, "goal", {2.0});
        for (const double z : {-1.5, -3.0})
            game.wire(game.place("pick_up", {0, 0.5, z}), "taken", counter, "addAmount");
        const auto spawner = game.place("spawner", {8, 1, 8});
        game.setProperty(spawner, "what", {game.level.addBox({9, 0, 9}, {10, 1, 10}, "crate")});
        game.setProperty(spawner, "interval", {0.0});
        game.wire(counter, "reached", spawner, "spawn");
        VERIFY_OK(game.play());
        const auto before = game.session->world().entities().size();
        game.tick(120, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        QCOMPARE(game.number(counter, "value"), 2.0);
        QCOMPARE(game.session->world().entities().size(), before - 4 + 1); // pick-ups have a body
    }

    void aHurtAreaHurtsAndThePlayerComesBack()
    {
        PartGame game;
        const auto area = game.place("hurt_area", {0, 0.5, -3});
        game.setProperty(area, "damage", {40.0});
        const auto health = game.place("health", {5, 1, 5});
        const auto deaths = game.place("counter", {5, 1, 5});
        game.wire(health, "died", deaths, "add");
        VERIFY_OK(game.play());
        game.tick(60, keys(PlayerKey::Forward));
        QVERIFY(game.number(health, "health") <= 60);
        const double before = game.number(health, "health");
        game.tick(60);
        QVERIFY(game.number(health, "health") < before);
        game.tick(120);
        VERIFY_NO_ERRORS(game);
        QCOMPARE(game.number(deaths, "value"), 1.0);
        QVERIFY(game.playerAt().z > -1);
    }

    void theCheckpointIsWhereThePlayerComesBack()
    {
        PartGame game;
        game.place("checkpoint", {0, 1, -4});
        const auto health = game.place("health", {5, 1, 5});
        const auto area = game.place("hurt_area", {0, 0.5, -9});
        game.setProperty(area, "damage", {1000.0});
        const auto camera = game.place("view_camera", {0, 9, 0});
        game.wire(health, "died", camera, "show");
        VERIFY_OK(game.play());
        for (int i = 0; i < 240 && game.session->camera().position.y < 8; ++i)
            game.tick(1, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        QVERIFY(game.playerAt().z < -1 && game.playerAt().z > -5);
        game.tick(2);
        QCOMPARE(game.session->camera().position, (Vec3d{0, 9, 0}));
        game.tick(240); // then it is the player's eyes again
        QVERIFY(game.session->camera().position.y < 3);
    }

    void whatBreaksIsInNobodysWayAnyMore()
    {
        PartGame game;
        game.addWall();
        const auto pane = game.place("breakable", {0, 0, -3});
        const auto area = game.place("hurt_area", {0, 0.5, -1});
        game.wire(area, "hurt", pane, "shatter");
        const auto counter = game.place("counter", {5, 1, 5});
        game.wire(pane, "broken", counter, "add");
        VERIFY_OK(game.play());
        game.tick(200, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        QVERIFY(!game.session->world().exists(pane));
        QCOMPARE(game.number(counter, "value"), 1.0);
        QVERIFY(game.playerAt().z < -4);
    }

    void signsAndSoundsAreForWhoComesNear()
    {
        PartGame game;
        const auto sign = game.place("text_sign", {0, 1, -6});
        const auto area = game.place("sound_area", {0, 1, -6});
        const auto counter = game.place("counter", {5, 1, 5});
        game.wire(sign, "seen", counter, "add");
        game.wire(area, "started", counter, "add");
        VERIFY_OK(game.play());
        game.tick(30);
        QCOMPARE(game.session->hud().items().size(), 0U);
        game.tick(80, keys(PlayerKey::Forward));
        VERIFY_NO_ERRORS(game);
        QCOMPARE(game.number(counter, "value"), 2.0);
        QVERIFY(!game.session->hud().items().empty());
    }

    void aDoorIsMadeOfWhatIsThere()
    {
        PartGame game;
        const auto leaf = game.level.addBox({-1, 0, -3.1}, {1, 2, -2.9});
        EntityId door;
        VERIFY_OK(game.level.run([&](Transaction& step) -> Result<void> {
            auto made = makePartOf(step, *findPartKind("door"), std::array{leaf});
            if (!made)
                return made.error();
            door = *made;
            return {};
        }));
        QCOMPARE(game.level.boundsOf(leaf).min.x, -1.0);
        VERIFY_OK(game.play());
        game.tick(60);
        double farthest = 0;
        for (int i = 0; i < 240; ++i) {
            game.tick(1, keys(PlayerKey::Forward));
            farthest = std::min(farthest, game.placeOf(door).x);
        }
        VERIFY_NO_ERRORS(game);
        QVERIFY(farthest < -1.8); // its own width, all but the edge
        QVERIFY(game.playerAt().z < -4);

        const auto refused = game.level.run([&](Transaction& step) -> Result<void> {
            auto made = makePartOf(step, *findPartKind("relay"), std::array{leaf});
            return made ? Result<void>{} : Result<void>{made.error()};
        });
        QVERIFY(!refused);
    }

    void whatIsWrongWithWiresIsListed()
    {
        PartGame game;
        const auto door = game.place("door", {0, 0, -3});
        const auto relay = game.place("relay", {0, 0, 0});
        const auto gone = game.level.addPoint({0, 0, 0});
        game.set(door, Wires{{{"opened", relay, "fire"},
                              {"opened", {}, "fire"},
                              {"opened", gone, "destroy"},
                              {"ajar", relay, "fire"},
                              {"used", relay, "shine"}}});
        VERIFY_OK(game.level.run([&](Transaction& step) -> Result<void> {
            step.destroy(gone);
            return {};
        }));
        std::string rules;
        for (const auto& issue : checkWires(game.level.document.world(), *game.scripts))
            rules += issue.rule + " " + issue.place + ", ";
        QCOMPARE(rules, std::string{"wire-target wire 2, wire-target wire 3, wire-output wire 4, "
                                    "wire-message wire 5, "});
        const Wire wire{"opened", relay, "say", {2.5}, 0.5, true};
        QCOMPARE(wireText(game.level.document.world(), wire),
                 std::string{"opened -> Relay: say 2.5, after 0.5 s, once"});
    }
};

PLAIN_TEST(TestParts)
} // namespace tst_parts

#include "tst_parts.moc"
