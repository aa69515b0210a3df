#include "engine_core/base/log.h"
#include "engine_core/play/world/play_wires.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/world/entity_copies.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

namespace tst_play_wires
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const std::string Receiver = R"([outputs("heard", "again")]
class R : Node
{
    string heard;
    void ping() { heard += "ping "; fireOutput("heard"); }
    void say(const string &in text) { heard += text + " "; }
    void count(double number) { heard += number + " "; }
    void who(Entity e) { heard += e.name + " "; }
    [hidden] void quiet() { }
    void two(int a, int b) { }
    void onUse(Entity by) { }
    private void own() { }
})";

const std::string Sender = R"(class S : Node
{
    int ticks; bool telling; double told; int fired;
    void onTick(float dt)
    {
        ++ticks;
        if (ticks <= 3)
            fired += telling ? fireOutput("out", told) : fireOutput("out");
    }
})";

/// A sender whose output "out" fires in the first three ticks, and a receiver.
struct WireGame : PlayFixture
{
    WireGame()
    {
        addFloor();
        writeScript("r.as", Receiver);
        writeScript("s.as", Sender);
        sender = addScripted("sender", "s.as", "S");
        receiver = addScripted("receiver", "r.as", "R");
    }

    void wire(EntityId from, std::vector<Wire> list)
    {
        Edit edit;
        edit.swaps.push_back(swapTo(from, Wires{std::move(list)}));
        world.apply(edit);
    }

    template <typename T>
    EntityId addThing(const std::string& name, const T& component)
    {
        const auto entity = world.newId();
        Edit edit;
        edit.swaps.push_back(swapTo(entity, Node{.name = name, .parent = {}}));
        edit.swaps.push_back(swapTo(entity, TransformComponent{}));
        edit.swaps.push_back(swapTo(entity, component));
        world.apply(edit);
        return entity;
    }

    [[nodiscard]] std::string heard() const
    {
        for (const auto& issue : session->scriptErrors())
            return issue.message;
        return *session->scriptProperty(receiver, "heard")->as<std::string>();
    }

    EntityId sender;
    EntityId receiver;
};

/// Warnings of wires while it lives.
class WireWarnings
{
public:
    WireWarnings()
    {
        m_connection = addLogSink([this](const LogMessage& message) {
            if (message.source == "wires")
                texts.push_back(message.text);
        });
    }

    std::vector<std::string> texts;

private:
    Connection m_connection;
};
} // namespace

/// What the wires of a game do.
class TestPlayWires : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void anOutputTellsTheTargets()
    {
        WireGame game;
        game.wire(game.sender, {{"out", game.receiver, "ping"},
                                {"other", game.receiver, "never"},
                                {"out", game.receiver, "say", {std::string{"hello"}}},
                                {"out", game.receiver, "count", {2.5}},
                                {"out", game.receiver, "who", {game.sender}},
                                {"out", {}, "nobody"}});
        VERIFY_OK(game.start());
        game.tick(1);
        QCOMPARE(game.heard(), std::string{"ping hello 2.5 sender "});
        QCOMPARE(game.number(game.sender, "fired"), 4.0);
    }

    void whatTheOutputTellsIsSentWhereTheWireHasNoValue()
    {
        WireGame game;
        game.wire(game.sender,
                  {{"out", game.receiver, "count"}, {"out", game.receiver, "count", {7.0}}});
        Edit edit;
        edit.swaps.push_back(
            swapTo(game.sender, Script{{"s.as"}, "S", {{"telling", {true}}, {"told", {3.0}}}}));
        game.world.apply(edit);
        VERIFY_OK(game.start());
        game.tick(1);
        QCOMPARE(game.heard(), std::string{"3 7 "});
    }

    void aDelayComesLaterAndOnceIsTheFirstAlone()
    {
        WireGame game;
        game.wire(game.sender, {{"out", game.receiver, "say", {std::string{"late"}}, 0.5, true},
                                {"out", game.receiver, "ping", {}, 0, true}});
        VERIFY_OK(game.start());
        game.tick(30);
        QCOMPARE(game.heard(), std::string{"ping "});
        game.tick(60);
        QCOMPARE(game.heard(), std::string{"ping late "});
    }

    void whatFiredIsToldForHalfASecond()
    {
        WireGame game;
        game.wire(game.sender, {{"out", game.receiver, "ping", {}, 1, true}});
        VERIFY_OK(game.start());
        QVERIFY(game.session->firedWires().empty());
        game.tick(1);
        auto fired = game.session->firedWires();
        QCOMPARE(fired.size(), 1U);
        QCOMPARE(fired.front().from, game.sender);
        QCOMPARE(fired.front().to, game.receiver);
        QCOMPARE(fired.front().ticksAgo, 0U);
        game.tick(29);
        QCOMPARE(game.session->firedWires().front().ticksAgo, 29U);
        game.tick(1);
        QVERIFY(game.session->firedWires().empty());
        game.tick(30); // the delay is over
        QVERIFY(!game.heard().empty());
        QCOMPARE(game.session->firedWires().size(), 1U);
    }

    void watchingWiresChangesNothing()
    {
        const auto hashOfGame = [](bool watches) {
            WireGame game;
            game.wire(game.sender, {{"out", game.receiver, "ping"}});
            ENGINE_EXPECT(game.start());
            for (int i = 0; i < 40; ++i) {
                game.tick(1);
                if (watches)
                    (void)game.session->firedWires();
            }
            return game.session->stateHash();
        };
        QCOMPARE(hashOfGame(true), hashOfGame(false));
    }

    void triggersFireWithoutAScript()
    {
        WireGame game;
        const auto trigger = game.addThing("trigger", Trigger{});
        const auto lamp = game.addThing("lamp", Light{});
        game.wire(trigger, {{"entered", game.receiver, "ping"},
                            {"entered", lamp, "switchOff"},
                            {"left", lamp, "toggle"},
                            {"left", SceneEntity, "destroy"},
                            {"left", game.receiver, "destroy"}});
        VERIFY_OK(game.start());
        game.tick(2);
        QCOMPARE(game.heard(), std::string{"ping "});
        QCOMPARE(strengthOf(*game.session->world().get<Light>(lamp)), 0.0F);
        game.tick(90, keys(PlayerKey::Forward));
        QCOMPARE(strengthOf(*game.session->world().get<Light>(lamp)), Light{}.intensity);
        QVERIFY(!game.session->world().exists(game.receiver));
        QVERIFY(game.session->world().exists(SceneEntity)); // scripts cannot destroy it either
    }

    void wiresSwitchWhatScriptsSwitchToo_data()
    {
        QTest::addColumn<float>("intensity");
        QTest::addColumn<float>("dimmer");
        QTest::addColumn<float>("strength");
        QTest::newRow("off") << 40.0F << 0.5F << 20.0F;
        QTest::newRow("dimmed to nothing") << 40.0F << 0.0F << 40.0F;
        QTest::newRow("without strength") << 0.0F << 1.0F << Light{}.intensity;
    }

    void wiresSwitchWhatScriptsSwitchToo()
    {
        QFETCH(float, intensity);
        QFETCH(float, dimmer);
        QFETCH(float, strength);
        WireGame game;
        const auto trigger = game.addThing("trigger", Trigger{});
        Light light;
        light.intensity = intensity;
        light.dimmer = dimmer;
        light.on = dimmer <= 0 || intensity <= 0;
        const auto lamp = game.addThing("lamp", light);
        game.wire(trigger, {{"entered", lamp, "switchOn"}, {"left", lamp, "switchOff"}});
        VERIFY_OK(game.start());
        game.tick(2);
        const auto now = [&] {
            return *game.session->world().get<Light>(lamp);
        };
        QVERIFY(now().on);
        QCOMPARE(strengthOf(now()), strength);
        const float lit = now().intensity;
        game.tick(90, keys(PlayerKey::Forward));
        QVERIFY(!now().on);
        QCOMPARE(now().intensity, lit); // whoever sets `on` brings it back
    }

    void usingFiresTheNearestAtOrAbove()
    {
        WireGame game;
        const auto panel = addBox(game.world, {-1, 0, -2}, {1, 2, -1.5}, "panel");
        game.wire(panel, {{"used", game.receiver, "who"}});
        VERIFY_OK(game.start());
        game.tick(2);
        game.tick(3, keys(PlayerKey::Use));
        QVERIFY2(!game.heard().empty(), "the player used the panel");
    }

    void wiresThatFireEachOtherComeToAnEnd()
    {
        WireGame game;
        const WireWarnings warnings;
        std::vector<Wire> fan(Wires::MaxWires, Wire{"heard", game.receiver, "ping"});
        game.wire(game.receiver, fan);
        game.wire(game.sender, {{"out", game.receiver, "ping"}});
        VERIFY_OK(game.start());
        game.tick(1);
        const auto heard = game.heard();
        QVERIFY(heard.size() <= 5 * (PlayWires::MaxInTick + 1));
        QVERIFY(std::any_of(warnings.texts.begin(), warnings.texts.end(), [](const auto& text) {
            return text.find("10000 wires fired in one tick") != std::string::npos;
        }));
        QVERIFY(warnings.texts.size() <= 3);
    }

    void whatATargetDoesNotTakeIsSaidOnce_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("missing") << "nothing"
                                 << "'receiver' has no public method 'nothing'";
        QTest::newRow("type") << "count"
                              << "'count' of R takes a number";
        QTest::newRow("event") << "onUse"
                               << "'onUse' is called by the engine";
    }

    void whatATargetDoesNotTakeIsSaidOnce()
    {
        QFETCH(QString, message);
        QFETCH(QString, sentence);
        WireGame game;
        const WireWarnings warnings;
        game.wire(game.sender, {{"out", game.receiver, message.toStdString()}});
        VERIFY_OK(game.start());
        game.tick(5);
        QCOMPARE(warnings.texts.size(), 1U);
        QVERIFY2(QString::fromStdString(warnings.texts.front()).contains(sentence),
                 warnings.texts.front().c_str());
        QVERIFY(game.session->scriptErrors().empty());
        QCOMPARE(game.number(game.sender, "ticks"), 5.0);
    }

    void anEditReachesTheRunningGame()
    {
        WireGame game;
        game.wire(game.sender, {{"out", game.receiver, "ping"}});
        VERIFY_OK(game.start());
        game.tick(1);
        Edit edit;
        edit.swaps.push_back(
            swapTo(game.sender, Wires{{{"out", game.receiver, "say", {std::string{"new"}}}}}));
        game.editLive(std::move(edit));
        game.tick(1);
        QCOMPARE(game.heard(), std::string{"ping new "});
    }

    void equalGamesAreEqual()
    {
        std::vector<ContentHash> hashes;
        for (int run = 0; run < 2; ++run) {
            WireGame game;
            game.wire(game.sender, {{"out", game.receiver, "ping", {}, 0.1},
                                    {"out", game.receiver, "say", {std::string{"x"}}, 0.1, true}});
            VERIFY_OK(game.start());
            for (int i = 0; i < 20; ++i) {
                game.tick(1);
                hashes.push_back(game.session->stateHash());
            }
        }
        QVERIFY(std::equal(hashes.begin(), hashes.begin() + 20, hashes.begin() + 20));
    }

    void filesAndCopiesKeepThem()
    {
        TypeRegistry types;
        registerComponents(types);
        World world;
        const auto entity = world.newId();
        const auto target = world.newId();
        const Wires wires{{{"out", target, "say", {std::string{"hi"}}, 0.5, true},
                           {"out", target, "go", {Vec3d{1, 2, 3}}},
                           {"out", {}, "count", {2.0}}}};
        Edit edit;
        for (const auto each : {entity, target})
            edit.swaps.push_back(swapTo(each, Node{.name = "n", .parent = {}}));
        edit.swaps.push_back(swapTo(entity, wires));
        world.apply(edit);
        const auto read = readScene(writeScene(world, types), types, "test");
        VERIFY_OK(read);
        QVERIFY(read->problems.empty());
        QVERIFY(*read->world->get<Wires>(entity) == wires);

        const auto copy =
            retargeted(types.find(typeIdOf<Wires>()), world.value(entity, typeIdOf<Wires>()),
                       {{target, EntityId{77}}});
        QCOMPARE(static_cast<const Wires*>(copy.get())->list[1].target, EntityId{77});
        QCOMPARE(referencesOf(types.find(typeIdOf<Wires>()), copy).size(), 3U);
    }

    void strangeWiresAreRefused_data()
    {
        QTest::addColumn<QString>("list");
        QTest::newRow("no bag") << R"([1])";
        QTest::newRow("delay") << R"([{"bag":{"delay":-1}}])";
        QTest::newRow("target") << R"([{"bag":{"target":"x"}}])";
        QTest::newRow("value") << R"([{"bag":{"value":{"list":[]}}}])";
        QTest::newRow("many") << "[" + QStringLiteral(R"({"bag":{}},)").repeated(1000) +
                                     R"({"bag":{}}])";
    }

    void strangeWiresAreRefused()
    {
        QFETCH(QString, list);
        TypeRegistry types;
        registerComponents(types);
        const auto scene =
            QStringLiteral(R"({"format":2,"entities":[{"id":1024,"name":"a","components":)"
                           R"({"wires":{"list":{"list":%1}}}}]})")
                .arg(list);
        const auto read = readScene(scene.toStdString(), types, "test");
        VERIFY_OK(read);
        QCOMPARE(read->problems.size(), 1U);
    }

    void theClassSaysWhatItFiresAndTakes()
    {
        WireGame game;
        const auto info = game.scripts->classInfo("r.as", "R");
        VERIFY_OK(info);
        QCOMPARE(info->outputs, (std::vector<std::string>{"heard", "again"}));
        std::string names;
        for (const auto& message : info->messages)
            names += message.name + (message.takes ? "+ " : " ");
        QCOMPARE(names, std::string{"ping say+ count+ who+ "});
    }
};

PLAIN_TEST(TestPlayWires)
} // namespace tst_play_wires

#include "tst_play_wires.moc"
