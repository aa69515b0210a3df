#include "engine_core/play/world/play_decals.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/decals/decal.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTest>

#include <algorithm>
#include <fstream>

namespace tst_play_decals
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// Does what `what` says, once; the outcome can be read.
constexpr auto Painter = R"(class Painter : Node
{
    string what;
    Vec3 at;
    double after = 0;
    double limit = 256;
    double count = 1;
    bool failed = true;
    void onStart()
    {
        Decals::setLimit(int(limit));
        for (int i = 0; i < int(count); i++)
            lay(i);
        failed = false;
    }
    void lay(int i)
    {
        Vec3 from = entity.worldPosition;
        RayHit hit = castRay(from, Vec3(0, 0, -1), 50);
        if (what == "hit")
            Decals::spawn("mark", hit, Vec3(0.5, 0.25, 0.125), after, Pi / 2);
        else if (what == "place")
            Decals::spawn("mark", Vec3(i, 0, 0), Vec3(0, 2, 0));
        else if (what == "nothing")
            Decals::spawn("no such thing", Vec3(0, 0, 0), Vec3(0, 1, 0));
        else if (what == "flat")
            Decals::spawn("mark", Vec3(0, 0, 0), Vec3(0, 0, 0));
        else if (what == "huge")
            Decals::spawn("mark", Vec3(0, 0, 0), Vec3(0, 1e200, 0));
        else if (what == "limit")
            Decals::setLimit(100000);
    }
})";

struct Painting : PlayFixture
{
    explicit Painting(const ValueBag& properties)
    {
        std::ofstream{folder / "assets" / "mark.material.json"} << R"({"format": 1})";
        writeScript("painter.as", Painter);
        addFloor();
        painter = addScripted("painter", "painter.as", "Painter", {4, 1, 5});
        auto script = *world.get<Script>(painter);
        script.properties = properties;
        Edit edit;
        edit.swaps.push_back(swapTo(painter, script));
        world.apply(edit);
    }

    EntityId painter;

    [[nodiscard]] std::vector<EntityId> decals() const
    {
        std::vector<EntityId> all;
        session->world().forEach<Decal>(
            [&](EntityId entity, const Decal&) { all.push_back(entity); });
        return all;
    }

    [[nodiscard]] bool failed() const
    {
        return session->scriptProperty(painter, "failed") == std::optional{Value{true}};
    }
};

ValueBag saying(const char* what)
{
    ValueBag bag;
    setValue(bag, "what", Value{std::string{what}});
    return bag;
}
} // namespace

class TestPlayDecals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void liesOnWhatARayMeets();
    void goesAlongWithADoor();
    void theOldestMakeRoom();
    void fadesAndGoes();
    void wrongUseStopsTheScript_data();
    void wrongUseStopsTheScript();
    void theEditedLevelHasNone();
};

void TestPlayDecals::liesOnWhatARayMeets()
{
    Painting game{saying("hit")};
    addBox(game.world, {2, 0, -1}, {6, 3, 0}, "wall");
    VERIFY_OK(game.start());
    game.tick(2);
    QVERIFY(!game.failed());
    QCOMPARE(game.decals().size(), 1U);
    const auto entity = game.decals().front();
    QVERIFY(entity.isSpawned());
    const auto& decal = *game.session->world().get<Decal>(entity);
    QCOMPARE(decal.material.path, std::string{"mark"});
    QCOMPARE(decal.size, (Vec3d{0.5, 0.25, 0.125}));
    QVERIFY(!decal.onModels); // what passes by takes none of it
    const auto place = worldTransform(game.session->world(), entity);
    QVERIFY(glm::length(place.position - Vec3d{4, 1, 0}) < 1e-3);
    QVERIFY(glm::length(place.rotation * Vec3d{0, 0, 1} - Vec3d{0, 0, 1}) < 1e-3);
    QVERIFY(glm::length(place.rotation * Vec3d{1, 0, 0} - Vec3d{0, 1, 0}) < 1e-3); // by 90 degrees
    QVERIFY(game.session->world().get<Node>(entity)->parent.isNull());
}

void TestPlayDecals::goesAlongWithADoor()
{
    Painting game{saying("hit")};
    game.writeScript("door.as",
                     "class Door : Node { void onTick(float dt) { entity.translate(Vec3(0.1, "
                     "0, 0)); } }");
    const auto door = game.addDoor({-9, 0, -1}, {9, 3, 0}, "door.as");
    VERIFY_OK(game.start());
    game.tick(2);
    QCOMPARE(game.decals().size(), 1U);
    const auto entity = game.decals().front();
    QCOMPARE(game.session->world().get<Node>(entity)->parent, door);
    const auto before = worldTransform(game.session->world(), entity).position;
    QVERIFY(std::abs(before.z) < 1e-2);
    game.tick(10);
    const auto after = worldTransform(game.session->world(), entity).position;
    QVERIFY(glm::length(after - before - Vec3d{1, 0, 0}) < 1e-6);
}

void TestPlayDecals::theOldestMakeRoom()
{
    auto properties = saying("place");
    setValue(properties, "count", Value{20.0});
    setValue(properties, "limit", Value{8.0});
    Painting game{properties};
    VERIFY_OK(game.start());
    game.tick(2);
    QCOMPARE(game.decals().size(), 8U);
    std::vector<double> places;
    for (const auto entity : game.decals())
        places.push_back(worldTransform(game.session->world(), entity).position.x);
    std::sort(places.begin(), places.end());
    QCOMPARE(places.front(), 12.0);
    QCOMPARE(places.back(), 19.0);
}

void TestPlayDecals::fadesAndGoes()
{
    auto properties = saying("hit");
    setValue(properties, "after", Value{2.0});
    Painting game{properties};
    addBox(game.world, {2, 0, -1}, {6, 3, 0}, "wall");
    VERIFY_OK(game.start());
    game.tick(30); // half a second
    QCOMPARE(game.session->world().get<Decal>(game.decals().at(0))->opacity, 1.F);
    game.tick(60);
    const auto faint = game.session->world().get<Decal>(game.decals().at(0))->opacity;
    QVERIFY(faint > 0.3F && faint < 0.7F);
    game.tick(40);
    QVERIFY(game.decals().empty());
}

void TestPlayDecals::wrongUseStopsTheScript_data()
{
    QTest::addColumn<QString>("what");
    for (const auto* what : {"hit", "nothing", "flat", "huge", "limit"}) // "hit" meets nothing here
        QTest::newRow(what) << what;
}

void TestPlayDecals::wrongUseStopsTheScript()
{
    QFETCH(QString, what);
    Painting game{saying(what.toUtf8().constData())};
    VERIFY_OK(game.start());
    game.tick(2);
    QVERIFY(game.failed());
    QVERIFY(game.decals().empty());
}

void TestPlayDecals::theEditedLevelHasNone()
{
    Painting game{saying("place")};
    VERIFY_OK(game.start());
    game.tick(2);
    QCOMPARE(game.decals().size(), 1U);
    QCOMPARE(game.world.count<Decal>(), 0U);
    game.session.reset();
    QCOMPARE(game.world.count<Decal>(), 0U);
}

PLAIN_TEST(TestPlayDecals)
} // namespace tst_play_decals

#include "tst_play_decals.moc"
