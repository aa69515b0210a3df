#include "engine_core/math/color_temperature.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

namespace tst_play_lights
{
using namespace engine;
using namespace mapwright::test;

namespace
{
struct LitGame : PlayFixture
{
    std::vector<EntityId> hall;
    EntityId other;

    explicit LitGame(const std::string& body)
    {
        addFloor();
        for (int i = 0; i < 3; ++i)
            hall.push_back(addOf("hall", i));
        other = addOf("cellar", 9);
        writeScript("lights.as",
                    "class Lights_ : Node\n{\n    int count = -1;\n    bool was = false;"
                    "\n    void onStart()\n    {\n" +
                        body + "\n    }\n}\n");
        script = addScripted("script", "lights.as", "Lights_");
    }

    EntityId addOf(const std::string& group, int at)
    {
        const auto lamp = addLight(world, Vec3d{at, 2, 0});
        auto light = *world.get<Light>(lamp);
        light.group = group;
        Edit edit;
        edit.swaps.push_back(swapTo(lamp, light));
        world.apply(edit);
        return lamp;
    }

    [[nodiscard]] const Light& played(EntityId lamp) const
    {
        return *session->world().get<Light>(lamp);
    }

    EntityId script;
};
} // namespace

class TestPlayLights : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aGroupIsSwitched()
    {
        LitGame game{"was = Lights::isOn(\"hall\"); count = Lights::setOn(\"hall\", false);"};
        VERIFY_OK(game.start());
        game.tick(2);
        QVERIFY(game.session->scriptErrors().empty());
        QCOMPARE(game.number(game.script, "count"), 3.0);
        for (const auto lamp : game.hall)
            QVERIFY(!game.played(lamp).on);
        QVERIFY(game.played(game.other).on);
        QVERIFY(game.world.get<Light>(game.hall[0])->on); // the level keeps its own
    }

    void aGroupIsDimmedColouredAndGivenAPattern()
    {
        LitGame game{"Lights::setDimmer(\"hall\", 0.25);\n"
                     "Lights::setColor(\"hall\", Lights::temperature(2700));\n"
                     "Lights::setPattern(\"hall\", \"az\", 2);"};
        VERIFY_OK(game.start());
        game.tick(2);
        QVERIFY(game.session->scriptErrors().empty());
        const auto& lamp = game.played(game.hall[1]);
        QCOMPARE(lamp.dimmer, 0.25F);
        QCOMPARE(lamp.color, colorOfTemperature(2700));
        QVERIFY(lamp.style == LightStyle::Pattern);
        QCOMPARE(lamp.pattern, "az");
        QCOMPARE(lamp.styleSpeed, 2.0F);
        QCOMPARE(game.played(game.other).dimmer, 1.0F);
    }

    void propertiesOfOneLightAreSetAsAllOthers()
    {
        LitGame game{""};
        game.writeScript("one.as", "class One : Node { void onStart() { "
                                   "entity.setBool(\"light.on\", false); } }");
        auto lamp = game.addOf("", 5);
        Edit edit;
        edit.swaps.push_back(swapTo(lamp, Script{{"one.as"}, "One", {}}));
        game.world.apply(edit);
        game.writeScript("lights.as", "class Lights_ : Node { int count = 0; }");
        VERIFY_OK(game.start());
        game.tick(2);
        QVERIFY(game.session->scriptErrors().empty());
        QVERIFY(!game.played(lamp).on);
    }

    void whatIsOffAtTheStartIsLive()
    {
        LitGame game{""};
        game.writeScript("lights.as", "class Lights_ : Node { int count = 0; }");
        const auto dark = game.addOf("", 5);
        const auto bright = game.addOf("", 6);
        auto light = *game.world.get<Light>(dark);
        QVERIFY(light.baked);
        light.on = false;
        Edit edit;
        edit.swaps.push_back(swapTo(dark, light));
        game.world.apply(edit);
        VERIFY_OK(game.start());
        game.tick(2);
        auto played = game.played(dark);
        QVERIFY(!played.on);
        played.on = true; // as a wire or a script does
        QVERIFY(!isBaked(played));
        QVERIFY(isBaked(game.played(bright)));
        QVERIFY(game.world.get<Light>(dark)->baked); // the level keeps its own
    }

    void wrongUseIsSaid_data()
    {
        QTest::addColumn<QString>("body");
        QTest::newRow("dimmer") << "Lights::setDimmer(\"hall\", 11);";
        QTest::newRow("group") << "Lights::setOn(\"\", true);";
        QTest::newRow("pattern") << "Lights::setPattern(\"hall\", \"A\");";
        QTest::newRow("speed") << "Lights::setPattern(\"hall\", \"a\", 0);";
        QTest::newRow("colour") << "Lights::setColor(\"hall\", Color(-1, 0, 0));";
    }

    void wrongUseIsSaid()
    {
        QFETCH(QString, body);
        LitGame game{body.toStdString()};
        VERIFY_OK(game.start());
        game.tick(2);
        QCOMPARE(game.session->scriptErrors().size(), std::size_t{1});
        QCOMPARE(game.played(game.hall[0]).dimmer, 1.0F);
    }
};

CORE_TEST(TestPlayLights)
} // namespace tst_play_lights

#include "tst_play_lights.moc"
