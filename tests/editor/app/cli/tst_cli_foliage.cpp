#include "engine_core/foliage/stroke_log.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/foliage_fixture.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/run_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_cli_foliage
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A scene with a meadow and a kind of grass.
struct Meadow
{
    QTemporaryDir folder;
    TypeRegistry types = engineTypes();
    fs::path scene = fs::path{folder.path().toStdString()} / "meadow.scene.json";
    EntityId layer;

    Meadow()
    {
        FoliageFixture fixture;
        FoliageType grass;
        grass.density = 2;
        grass.spacing = 0.3;
        fixture.addType(grass);
        fixture.addGround({0, 0}, 20);
        layer = fixture.layer;
        ENGINE_EXPECT(saveScene(fixture.world, types, scene));
    }

    [[nodiscard]] Ran run(const QStringList& options) const
    {
        return runProgram(
            QStringList{"foliage", QString::fromStdString(scene.string()), "--quiet"} + options);
    }

    [[nodiscard]] std::shared_ptr<const FoliageInstances> plants() const
    {
        const auto loaded = loadScene(scene, types);
        ENGINE_EXPECT(loaded && loaded->problems.empty());
        return foliageOf(*loaded->world, layer);
    }

    [[nodiscard]] QString write(const StrokeLog& log) const
    {
        const auto file = fs::path{folder.path().toStdString()} / "stroke.json";
        ENGINE_EXPECT(writeFileAtomically(file, writeStrokeLog(log)));
        return QString::fromStdString(file.string());
    }
};

StrokeLog acrossTheMeadow()
{
    StrokeLog log;
    log.brush.radius = 3;
    log.points = {{{2, 0, 2}, {0, 1, 0}}, {{10, 0, 12}, {0, 1, 0}}, {{18, 0, 4}, {0, 1, 0}}};
    return log;
}
} // namespace

class TestCliFoliage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scatterPlantsAndSaves();
    void scatteringAgainPlacesNothing();
    void threadsAndRepeatsGiveTheSameHash();
    void boxesBoundThePlants();
    void strokesAreDoneAgain();
    void strokesOfTooManyPlantsAreRefused();
    void rulesGrowWhatTheyAllow();
    void tooMuchAtOnceIsRefused();
    void wrongUseIsStatus2_data();
    void wrongUseIsStatus2();
    void whatCannotBeReadIsStatus3();
};

void TestCliFoliage::scatterPlantsAndSaves()
{
    const Meadow meadow;
    const auto ran = meadow.run({"--layer", "Plants", "--scatter", "all", "--json"});
    QCOMPARE(ran.status, 0);
    const auto json = ran.json();
    for (const char* field :
         {"placed", "rejected", "seconds", "instances", "orphans", "content_hash"})
        QVERIFY2(json.contains(QLatin1String{field}), field);
    for (const char* field : {"slope", "height", "material", "layer", "covered", "spacing"})
        QVERIFY2(json["rejected"].toObject().contains(QLatin1String{field}), field);
    const auto plants = meadow.plants();
    QCOMPARE(json["placed"].toInt(), static_cast<int>(plants->count()));
    QVERIFY(std::abs(static_cast<double>(plants->count()) / 800 - 1) < 0.1);
    QVERIFY(leastDistance(allOf(*plants)) >= 0.3);
}

void TestCliFoliage::scatteringAgainPlacesNothing()
{
    const Meadow meadow;
    QCOMPARE(meadow.run({"--layer", "Plants", "--scatter", "box"}).status, 0);
    const auto hash = meadow.plants()->hash();
    const auto again = meadow.run({"--layer", "Plants", "--scatter", "box", "--json"});
    QCOMPARE(again.status, 0);
    QCOMPARE(again.json()["placed"].toInt(-1), 0);
    QCOMPARE(meadow.plants()->hash(), hash);
}

void TestCliFoliage::threadsAndRepeatsGiveTheSameHash()
{
    QStringList hashes;
    for (const char* threads : {"1", "2"}) {
        const Meadow meadow;
        const auto ran = meadow.run({"--layer", "Plants", "--scatter", "all", "--seed", "5",
                                     "--json", "--threads", threads});
        QCOMPARE(ran.status, 0);
        hashes << ran.json()["content_hash"].toString();
    }
    QVERIFY(!hashes[0].isEmpty());
    QCOMPARE(hashes[0], hashes[1]);
}

void TestCliFoliage::boxesBoundThePlants()
{
    const Meadow meadow;
    QCOMPARE(meadow.run({"--layer", "Plants", "--scatter=5,-0.5,5,9,2,12"}).status, 0);
    const auto plants = allOf(*meadow.plants());
    QVERIFY(plants.size() > 30);
    for (const auto& plant : plants)
        QVERIFY(plant.position.x >= 5 && plant.position.x <= 9 && plant.position.z >= 5 &&
                plant.position.z <= 12);
}

void TestCliFoliage::rulesGrowWhatTheyAllow()
{
    const Meadow meadow;
    const auto refused = meadow.run({"--layer", "Plants", "--grow"});
    QCOMPARE(refused.status, 3);
    QVERIFY(refused.err.contains("does not grow by rule"));
    auto loaded = loadScene(meadow.scene, meadow.types);
    VERIFY_OK(loaded);
    Edit edit;
    edit.swaps.push_back(swapTo(meadow.layer, FoliageLayer{.byRule = true, .ground = {}}));
    loaded->world->apply(edit);
    VERIFY_OK(saveScene(*loaded->world, meadow.types, meadow.scene));
    const auto ran = meadow.run({"--layer", "Plants", "--grow", "--json"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(ran.json()["placed"].toInt(), static_cast<int>(meadow.plants()->plants()));
    QVERIFY(ran.json()["placed"].toInt() > 700);
    const auto again = meadow.run({"--layer", "Plants", "--grow", "--json"});
    QCOMPARE(again.json()["placed"].toInt(-1), 0);
    QCOMPARE(again.json()["removed"].toInt(-1), 0);
}

void TestCliFoliage::tooMuchAtOnceIsRefused()
{
    const Meadow meadow;
    auto loaded = loadScene(meadow.scene, meadow.types);
    VERIFY_OK(loaded);
    const auto ground = makeBox({{0, -5, 0}, {2'000, -4, 2'000}}, Name{});
    VERIFY_OK(ground);
    const auto kind = foliageTypes(*loaded->world, meadow.layer).front();
    auto dense = kind.type;
    dense.density = 1000;
    dense.spacing = 0;
    Edit edit;
    edit.swaps.push_back(swapTo(meadow.layer, FoliageLayer{.byRule = true, .ground = {}}));
    edit.swaps.push_back(swapTo(kind.entity, dense));
    const auto field = loaded->world->newId();
    edit.swaps.push_back(swapTo(field, Node{.name = "Field", .parent = {}}));
    edit.swaps.push_back(swapTo(field, BrushComponent{std::make_shared<const Brush>(*ground)}));
    loaded->world->apply(edit);
    VERIFY_OK(saveScene(*loaded->world, meadow.types, meadow.scene));
    const auto before = readFile(meadow.scene);
    VERIFY_OK(before);
    const std::array<std::pair<QStringList, QByteArray>, 2> ways{{
        {{"--grow"}, "has not grown"},
        {{"--scatter", "all"}, "was not planted"},
    }};
    for (const auto& [way, says] : ways) {
        const auto refused = meadow.run(QStringList{"--layer", "Plants"} + way);
        QCOMPARE(refused.status, 3);
        QVERIFY2(isOneSentence(refused) &&
                     refused.err.contains("The foliage 'Plants' " + says +
                                          ": more than 500,000,000 places would be tried at once"),
                 qPrintable(refused.err));
        QVERIFY(*readFile(meadow.scene) == *before);
    }
}

void TestCliFoliage::strokesAreDoneAgain()
{
    const Meadow meadow;
    auto log = acrossTheMeadow();
    const auto first = meadow.run({"--layer", "Plants", "--stroke", meadow.write(log), "--json"});
    QCOMPARE(first.status, 0);
    QVERIFY(first.json()["placed"].toInt() > 100);
    const auto again = meadow.run({"--layer", "Plants", "--stroke", meadow.write(log), "--json"});
    QCOMPARE(again.json()["placed"].toInt(-1), 0);
    QCOMPARE(again.json()["content_hash"], first.json()["content_hash"]);
    log.erases = true;
    const auto erased = meadow.run({"--layer", "Plants", "--stroke", meadow.write(log), "--json"});
    QCOMPARE(erased.json()["removed"], first.json()["placed"]);
    QCOMPARE(meadow.plants()->count(), std::size_t{0});
}

void TestCliFoliage::strokesOfTooManyPlantsAreRefused()
{
    const Meadow meadow;
    const auto before = readFile(meadow.scene);
    auto log = acrossTheMeadow();
    log.brush.radius = 1000; // at 2 plants a square metre
    const auto refused = meadow.run({"--layer", "Plants", "--stroke", meadow.write(log)});
    QVERIFY(refused.status != 0);
    QVERIFY2(isOneSentence(refused) &&
                 refused.err.contains("The foliage 'Plants' was not planted: more than 5,000,000 "
                                      "plants would grow at once"),
             qPrintable(refused.err));
    QVERIFY(*readFile(meadow.scene) == *before);
}

void TestCliFoliage::wrongUseIsStatus2_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("no layer") << QStringList{"--scatter", "all"};
    QTest::newRow("nothing to do") << QStringList{"--layer", "Plants"};
    QTest::newRow("both") << QStringList{"--layer", "Plants", "--scatter", "all", "--stroke", "x"};
    QTest::newRow("no threads") << QStringList{"--layer", "Plants",    "--scatter",
                                               "all",     "--threads", "0"};
}

void TestCliFoliage::wrongUseIsStatus2()
{
    QFETCH(QStringList, options);
    const Meadow meadow;
    const auto ran = meadow.run(options);
    QCOMPARE(ran.status, 2);
    QVERIFY(isOneSentence(ran));
}

void TestCliFoliage::whatCannotBeReadIsStatus3()
{
    const Meadow meadow;
    const auto noLayer = meadow.run({"--layer", "Wood", "--scatter", "all"});
    QCOMPARE(noLayer.status, 3);
    QVERIFY(isOneSentence(noLayer) && noLayer.err.contains("'Plants'"));
    QCOMPARE(meadow.run({"--layer", "Plants", "--scatter", "no such brush"}).status, 3);
    QCOMPARE(meadow.run({"--layer", "Plants", "--stroke", "/no/such/file"}).status, 3);
    auto log = acrossTheMeadow();
    log.kinds = {"Oak"};
    QCOMPARE(meadow.run({"--layer", "Plants", "--stroke", meadow.write(log)}).status, 3);
    const auto bad = meadow.write({});
    const auto pointless = meadow.run({"--layer", "Plants", "--stroke", bad});
    QCOMPARE(pointless.status, 3);
    QVERIFY(pointless.err.contains("points"));
}

CORE_TEST(TestCliFoliage)
} // namespace tst_cli_foliage

#include "tst_cli_foliage.moc"
