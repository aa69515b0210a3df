#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/base/files/waiting_file.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/serialization/foliage_file.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/system/run_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/types.h>

#include <csignal>

namespace tst_cli_bake
{
using namespace engine;
using mapwright::test::finished;
using mapwright::test::program;
using mapwright::test::Ran;
using mapwright::test::runProgram;
using mapwright::test::runProgramIn;

namespace
{
/// A project whose scene is the tutorial's room with a light.
struct Project
{
    QTemporaryDir folder;
    TypeRegistry types;
    fs::path scene;
    fs::path lightmap;

    Project()
    {
        registerComponents(types);
        const auto root = fs::path{folder.path().toStdString()} / "room";
        ENGINE_EXPECT(runProgram({"new", QString::fromStdString(root.string())}).status == 0);
        scene = root / "scenes/start.scene.json";
        lightmap = root / "scenes/start.lightmap.exr";
        World world;
        world.setNextId(100);
        mapwright::test::buildRoom(world);
        mapwright::test::addLight(world, {0, 3, 0});
        ENGINE_EXPECT(saveScene(world, types, scene));
    }

    [[nodiscard]] QString arg() const { return QString::fromStdString(scene.string()); }

    [[nodiscard]] Ran bake(const QStringList& options) const
    {
        return runProgram(QStringList{"bake", arg(), "--quality", "draft"} + options);
    }

    [[nodiscard]] std::string text() const { return *readFile(scene); }
};
} // namespace

class TestCliBake : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bakeWritesTheLightmapAndNamesItInTheScene();
    void lightIsReadWhereItWaits();
    void lightIsFoundFromTheFolderOfTheScene();
    void jsonHasTheFieldsOfTheContract();
    void threadsAndRepeatsGiveTheSameHash();
    void optionsDoWhatTheySay();
    void incrementalBakesWhatIsStale();
    void incrementalNeedsLightOfThatKind();
    void incrementalKeepsPlannedLuxels();
    void estimatesSayWhatABakeTakes();
    void noiseAndDensityAreAskedFor();
    void wrongOptionsAreStatus2_data();
    void wrongOptionsAreStatus2();
    void ctrlCLeavesEverythingAsItWas();
    void unwritablePlacesAreStatus4BeforeTheBake_data();
    void unwritablePlacesAreStatus4BeforeTheBake();
    void lightStaysWhereThePlantsCannotTakeTheirPlace();
    void scenesWithProblemsAreLeftAlone();
};

void TestCliBake::bakeWritesTheLightmapAndNamesItInTheScene()
{
    const Project project;
    const auto ran = project.bake({});
    QCOMPARE(ran.status, 0);
    const auto lightmap = loadLightmap(project.lightmap);
    VERIFY_OK(lightmap);
    QCOMPARE((*lightmap)->charts.size(), std::size_t{36});
    const auto scene = loadScene(project.scene, project.types);
    VERIFY_OK(scene);
    const auto* reference = scene->world->get<LightmapRef>(SceneEntity);
    QVERIFY(reference != nullptr);
    QCOMPARE(reference->file, std::string{"start.lightmap.exr"});
    QCOMPARE(reference->hash, hashToText((*lightmap)->hash));
}

void TestCliBake::lightIsReadWhereItWaits()
{
    const Project project;
    QCOMPARE(project.bake({}).status, 0);
    const auto hash = (*loadLightmap(project.lightmap))->hash;
    // As after a save that could not bring it to its place.
    fs::rename(project.lightmap, waitingFiles(project.lightmap, hash).front());
    const auto model = QString::fromStdString(project.scene.string() + ".glb");
    const auto ran = runProgram({"export", project.arg(), "-o", model, "--json"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(ran.json()["lightmap_coordinates"].toBool(), true);
    QVERIFY(!fs::exists(project.lightmap)); // which only the editor changes
}

void TestCliBake::lightIsFoundFromTheFolderOfTheScene()
{
    const Project project;
    const auto runThere = [&](const QStringList& words) {
        return runProgramIn(QString::fromStdString(project.scene.parent_path().string()), words);
    };
    for (int time = 0; time < 2; ++time) { // the second one finds light in its place
        const auto baked = runThere({"bake", "start.scene.json", "--quality", "draft"});
        QCOMPARE(baked.status, 0);
        QVERIFY2(baked.out.startsWith("start.lightmap.exr: "), baked.out.constData());
    }
    const auto exported = runThere({"export", "start.scene.json", "-o", "start.glb", "--json"});
    QCOMPARE(exported.status, 0);
    QCOMPARE(exported.json()["lightmap_coordinates"].toBool(), true);
    const auto drawn =
        runThere({"render", "start.scene.json", "-o", "start.png", "--size", "64x36"});
    QCOMPARE(drawn.status, 0);
    QVERIFY2(!drawn.err.contains("without its lightmap"), drawn.err.constData());
}

void TestCliBake::jsonHasTheFieldsOfTheContract()
{
    const Project project;
    const auto ran = project.bake({"--json", "--quiet"});
    QVERIFY(!ran.err.contains("Baking light"));
    const auto json = ran.json();
    for (const char* field : {"charts", "luxels", "rays", "seconds", "mrays_per_second", "threads",
                              "peak_rss_mb", "atlases", "content_hash"})
        QVERIFY2(json.contains(field), field);
    for (const char* field : {"charts", "trace", "denoise", "write"})
        QVERIFY2(json["seconds"].toObject().contains(field), field);
    QCOMPARE(json["charts"].toInt(), 36);
    QVERIFY(json["rays"].toDouble() > json["luxels"].toDouble());
}

void TestCliBake::threadsAndRepeatsGiveTheSameHash()
{
    const Project project;
    const auto first = project.bake({"--json", "--threads", "1"}).json();
    const auto second = project.bake({"--json", "--threads=2"}).json();
    QVERIFY(!first["content_hash"].toString().isEmpty());
    QCOMPARE(first["content_hash"], second["content_hash"]);
    QCOMPARE(first["threads"].toInt(), 1);
    QCOMPARE(second["threads"].toInt(), 2);
    const auto seeded = project.bake({"--json", "--seed", "7"}).json();
    QVERIFY(seeded["content_hash"] != first["content_hash"]);
}

void TestCliBake::optionsDoWhatTheySay()
{
    const Project project;
    const auto direct = project.bake({"--json", "--bounces", "0"}).json();
    const auto few = project.bake({"--json", "--bounces", "1", "--samples", "16"}).json();
    const auto many = project.bake({"--json", "--bounces", "1", "--samples", "32"}).json();
    QCOMPARE(direct["mean_total"].toDouble(), direct["mean_direct"].toDouble());
    QVERIFY(few["mean_total"].toDouble() > few["mean_direct"].toDouble());
    const auto rays = [](const QJsonObject& json) {
        return json["rays"].toDouble();
    };
    QCOMPARE(rays(many) - rays(direct), 2 * (rays(few) - rays(direct)));
    const auto smooth =
        project.bake({"--json", "--bounces", "1", "--samples", "16", "--denoise", "on"}).json();
    QVERIFY(smooth["content_hash"] != few["content_hash"]);
    const auto rough =
        project.bake({"--json", "--bounces", "1", "--samples", "16", "--denoise", "off"}).json();
    QCOMPARE(rough["content_hash"], few["content_hash"]);
}

void TestCliBake::incrementalBakesWhatIsStale()
{
    const Project project;
    const auto full = project.bake({"--json"}).json();
    QCOMPARE(full["kept_faces"].toInt(), 0);
    QCOMPARE(full["stale_faces"], full["charts"]);
    const auto same = project.bake({"--json", "--incremental"}).json();
    QCOMPARE(same["stale_faces"].toInt(), 0);
    QCOMPARE(same["kept_faces"], full["charts"]);
    QCOMPARE(same["content_hash"], full["content_hash"]);
    auto scene = loadScene(project.scene, project.types);
    VERIFY_OK(scene);
    mapwright::test::addLight(*scene->world, {50, 3, 0});
    mapwright::test::addBox(*scene->world, {48, 0, -1}, {52, 1, 1});
    VERIFY_OK(saveScene(*scene->world, project.types, project.scene));
    const auto some = project.bake({"--json", "--incremental"}).json();
    QCOMPARE(some["stale_faces"].toInt(), 6);
    QCOMPARE(some["kept_faces"], full["charts"]);
    VERIFY_OK(loadLightmap(project.lightmap));
}

void TestCliBake::incrementalNeedsLightOfThatKind()
{
    const Project project;
    const auto before = project.text();
    const auto never = project.bake({"--incremental"});
    QCOMPARE(never.status, 3);
    QVERIFY(never.err.contains("was never baked"));
    QCOMPARE(project.text(), before);
    QCOMPARE(project.bake({}).status, 0);
    QVERIFY(project.bake({"--incremental", "--bounces", "3"}).err.contains("has 1 bounce, not 3"));
    QVERIFY(runProgram({"bake", project.arg(), "--incremental"}).err.contains("another quality"));
}

void TestCliBake::incrementalKeepsPlannedLuxels()
{
    const Project project;
    const QStringList options{"--json", "--quality", "preview", "--noise", "5"};
    const auto full = runProgram(QStringList{"bake", project.arg()} + options).json();
    auto scene = loadScene(project.scene, project.types);
    VERIFY_OK(scene);
    mapwright::test::addBox(*scene->world, {48, 0, -1}, {52, 1, 1});
    VERIFY_OK(saveScene(*scene->world, project.types, project.scene));
    const auto some =
        runProgram(QStringList{"bake", project.arg(), "--incremental"} + options).json();
    QCOMPARE(some["kept_faces"], full["charts"]);
    QVERIFY(some["luxels"].toDouble() < full["luxels"].toDouble() + 100);
    const auto other = runProgram(
        QStringList{"bake", project.arg(), "--incremental", "--adaptive", "off"} + options);
    QCOMPARE(other.status, 3);
    QVERIFY2(other.err.contains("another quality or density"), other.err.constData());
}

void TestCliBake::estimatesSayWhatABakeTakes()
{
    const Project project;
    const auto ran = runProgram({"bake", project.arg(), "--estimate", "--json", "--quiet"});
    QCOMPARE(ran.status, 0);
    const auto estimate = ran.json()["estimate"].toObject();
    QVERIFY(estimate["seconds"].toDouble() > 0);
    QVERIFY(estimate["mb"].toDouble() > 0);
    QVERIFY(!fs::exists(project.lightmap));
    const auto text = runProgram({"bake", project.arg(), "--estimate"});
    QVERIFY2(text.out.contains("texels"), text.out.constData());
    const auto baked = runProgram({"bake", project.arg(), "--json", "--quiet"}).json();
    const double share = estimate["luxels"].toDouble() / baked["luxels"].toDouble();
    QVERIFY2(share > 0.67 && share < 1.5, qPrintable(QString::number(share)));
}

void TestCliBake::noiseAndDensityAreAskedFor()
{
    const Project project;
    const auto even = runProgram({"bake", project.arg(), "--json", "--quality", "preview",
                                  "--adaptive", "off", "--noise", "5"})
                          .json();
    const auto adaptive = runProgram({"bake", project.arg(), "--json", "--quality", "preview",
                                      "--adaptive", "on", "--noise", "5"})
                              .json();
    QVERIFY(even["noise"].toDouble() > 0);
    QVERIFY(adaptive["luxels"].toDouble() * 2 < even["luxels"].toDouble());
}

void TestCliBake::wrongOptionsAreStatus2_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("no scene") << QStringList{};
    QTest::newRow("quality") << QStringList{"x", "--quality", "best"};
    QTest::newRow("samples") << QStringList{"x", "--samples", "0"};
    QTest::newRow("bounces") << QStringList{"x", "--bounces", "-1"};
    QTest::newRow("threads") << QStringList{"x", "--threads", "many"};
    QTest::newRow("denoise") << QStringList{"x", "--denoise", "maybe"};
    QTest::newRow("adaptive") << QStringList{"x", "--adaptive", "maybe"};
    QTest::newRow("noise") << QStringList{"x", "--noise", "little"};
    QTest::newRow("no noise") << QStringList{"x", "--noise", "0"};
    QTest::newRow("unknown") << QStringList{"x", "--fast"};
}

void TestCliBake::wrongOptionsAreStatus2()
{
    QFETCH(QStringList, options);
    const auto ran = runProgram(QStringList{"bake"} + options);
    QCOMPARE(ran.status, 2);
    QVERIFY(ran.out.isEmpty());
    QCOMPARE(ran.err.count('\n'), 1);
}

void TestCliBake::ctrlCLeavesEverythingAsItWas()
{
    const Project project;
    const auto before = project.text();
    QProcess process;
    // So many rays that it cannot end by itself within the test.
    process.start(program(), {"bake", project.arg(), "--samples", "60000"});
    // The first line of progress proves that the bake is under way.
    process.setReadChannel(QProcess::StandardError);
    QByteArray said;
    while (!said.contains("Baking light") && process.waitForReadyRead(60000))
        said += process.readAllStandardError();
    QVERIFY(said.contains("Baking light"));
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    const auto ran = finished(process);
    QCOMPARE(ran.status, 5);
    QVERIFY(ran.out.isEmpty());
    QCOMPARE(project.text(), before);
    QVERIFY(!fs::exists(project.lightmap));
}

void TestCliBake::unwritablePlacesAreStatus4BeforeTheBake_data()
{
    QTest::addColumn<bool>("isLink");
    QTest::addColumn<QByteArray>("why");
    // A folder in the lightmap's place cannot be replaced by a file, not even by root.
    QTest::newRow("a folder") << false << QByteArray{"it is a folder"};
    QTest::newRow("a link out") << true << QByteArray{"it is a link"};
}

void TestCliBake::unwritablePlacesAreStatus4BeforeTheBake()
{
    QFETCH(bool, isLink);
    QFETCH(QByteArray, why);
    const Project project;
    const auto before = project.text();
    const auto outside = fs::path{project.folder.path().toStdString()} / "elsewhere.exr";
    VERIFY_OK(writeFileAtomically(outside, "somebody's light"));
    if (isLink)
        fs::create_symlink(outside, project.lightmap);
    else
        fs::create_directories(project.lightmap / "in the way");
    // So many rays that the refusal cannot come behind them within the test.
    const auto ran = runProgram({"bake", project.arg(), "--samples", "60000"});
    QCOMPARE(ran.status, 4);
    QVERIFY2(mapwright::test::isOneSentence(ran), ran.err.constData());
    QVERIFY2(ran.err.contains(why), ran.err.constData());
    QCOMPARE(project.text(), before);
    QCOMPARE(*readFile(outside), std::string{"somebody's light"});
    QCOMPARE(fs::is_symlink(project.lightmap), isLink);
}

void TestCliBake::lightStaysWhereThePlantsCannotTakeTheirPlace()
{
    const Project project;
    const auto scene = loadScene(project.scene, project.types);
    VERIFY_OK(scene);
    const auto layer = scene->world->newId();
    FoliageEdit plants{nullptr};
    plants.add({});
    const auto instances = plants.finish();
    Edit edit{{swapTo(layer, Node{.name = "Plants", .parent = {}}), swapTo(layer, FoliageLayer{}),
               swapTo(layer, FoliagePlacement{.instances = instances})}};
    scene->world->apply(edit);
    VERIFY_OK(saveScene(*scene->world, project.types, project.scene));
    const auto place = foliageFileFor(project.scene, layer);
    fs::rename(place, waitingFiles(place, instances->hash()).front());
    fs::create_directories(place / "in the way");
    QCOMPARE(project.bake({}).status, 4); // though the scene is written
    const auto after = loadScene(project.scene, project.types);
    VERIFY_OK(after);
    QVERIFY(after->problems.empty());
    const auto* reference = after->world->get<LightmapRef>(SceneEntity);
    QVERIFY(reference != nullptr);
    const auto light = loadLightmap(project.lightmap);
    VERIFY_OK(light);
    QCOMPARE(reference->hash, hashToText((*light)->hash));
}

void TestCliBake::scenesWithProblemsAreLeftAlone()
{
    const Project project;
    auto text = project.text();
    const auto at = text.find("\"intensity\"");
    const auto range = text.find("\"range\"");
    const auto place = at != std::string::npos ? at : range;
    QVERIFY(place != std::string::npos);
    const auto colon = text.find(':', place);
    const auto end = text.find_first_of(",}", colon);
    text.replace(colon + 1, end - colon - 1, "\"much\"");
    VERIFY_OK(writeFileAtomically(project.scene, text));
    const auto ran = project.bake({});
    QCOMPARE(ran.status, 1);
    QCOMPARE(project.text(), text);
    QVERIFY(!fs::exists(project.lightmap));
}

CORE_TEST(TestCliBake)
} // namespace tst_cli_bake

#include "tst_cli_bake.moc"
