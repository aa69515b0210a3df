#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/jobs.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <future>
#include <semaphore>
#include <set>
#include <string>
#include <thread>

namespace tst_asset_database
{
using namespace engine;

namespace
{
Image plainImage(std::uint32_t side, std::uint8_t red, std::uint8_t green, std::uint8_t blue)
{
    Image image;
    image.width = side;
    image.height = side;
    for (std::uint32_t i = 0; i < side * side; ++i)
        image.rgba.insert(image.rgba.end(), {red, green, blue, 255});
    return image;
}

/// A model that is nine metres wide.
constexpr auto Roof = "v 0 0 0\nv 9 0 0\nv 0 1 0\nf 1 2 3\n";

void writeText(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream{file} << text;
}

/// A project in a folder of its own that goes away with it.
struct ProjectFixture
{
    QTemporaryDir folder;
    Project project;

    ProjectFixture()
    {
        auto made = createProject(fs::path{folder.path().toStdString()} / "p", "empty");
        ENGINE_EXPECT(made);
        project = *std::move(made);
        ENGINE_EXPECT(savePng(plainImage(8, 255, 0, 0), asset("walls/red.png")));
        writeText(asset("walls/brick.material.json"),
                  R"({"format":1,"color":"red.png","tint":[0.5,1,1],"metallic":0.25})");
    }

    [[nodiscard]] fs::path asset(const std::string& path) const
    {
        fs::create_directories((project.assetFolder() / path).parent_path());
        return project.assetFolder() / path;
    }
};
} // namespace

class TestAssetDatabase : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void filesAreListedByTheirPathAndKind();
    void aMaterialComesCompleteWithItsImages();
    void pixelsAreInMemoryOnlyWhileSomebodyHoldsThem();
    void preparedMaterialsAreTheSame();
    void aRelativeProjectFolderWorksToo();
    void theEmptyNameIsMidGrey();
    void missingAndBrokenMaterialsAreCheckerboards_data();
    void missingAndBrokenMaterialsAreCheckerboards();
    void aChangedImageReloadsTheMaterialsThatShowIt();
    void aChangedParentReloadsItsChildren();
    void aShownTextCountsUntilTheFileDoes();
    void touchesWaitForNoImage();
    void changedModelsAreReadOnAWorker();
    void aModelWrittenSinceItWasReadIsNotTaken();
    void newAndGoneFilesAreTold();
    void nothingIsToldWhileNothingChanges();
    void filesOutsideTheProjectAreRefused();
    void imagesThatAreNoneAreRefused();
    void aModelPrefersMaterialsOfTheProject();
    void modelsOnTheirWayAreKnownOnceTheyAreRead();
    void nobodyWaitsForWhatIsThere();
    void modelsReadAsideAreStoodInForUntilTheyAreThere();
    void whoNeedsAModelAtOnceWaitsForIt();
    void whoNeedsSomeModelsWaitsForNoOthers();
    void withoutAWakeShownModelsAreWaitedFor();
    void missingAndBrokenModelsAreMarkers();
    void theSampleModelsAreSound();
    void pngsAreReadBackAsTheyWereWritten();
};

void TestAssetDatabase::filesAreListedByTheirPathAndKind()
{
    const ProjectFixture fixture;
    writeText(fixture.project.scriptFolder() / "door.as", "");
    writeText(fixture.asset("Sounds/a.wav"), "");
    writeText(fixture.asset(".hidden/x.png"), "");
    const AssetDatabase assets{fixture.project};
    std::vector<std::string> paths;
    for (const auto& entry : assets.entries())
        paths.push_back(entry.path);
    QCOMPARE(paths,
             (std::vector<std::string>{"Sounds/a.wav", "door.as", "walls/brick", "walls/red.png"}));
    QVERIFY(assets.entries()[1].kind == AssetKind::Script);
    QVERIFY(assets.entries()[2].kind == AssetKind::Material);
}

void TestAssetDatabase::aMaterialComesCompleteWithItsImages()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    const auto material = assets.material(Name{"walls/brick"});
    QVERIFY(!material->missing);
    QCOMPARE(material->color, fixture.asset("walls/red.png"));
    QCOMPARE(assets.image(material->color)->width, 8U);
    QVERIFY(material->normal.empty());
    QCOMPARE(material->metallic, 0.25f);
    QCOMPARE(material->meanAlbedo, (Vec3f{0.5f, 0, 0}));
    QCOMPARE(assets.material(Name{"walls/brick"}).get(), material.get());
}

void TestAssetDatabase::pixelsAreInMemoryOnlyWhileSomebodyHoldsThem()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    const std::vector names{Name{"walls/brick"}};
    assets.prepareMaterials(names);
    const auto material = assets.material(names[0]);
    auto pixels = assets.image(material->color);
    QCOMPARE(assets.image(material->color).get(), pixels.get()); // shared while it is there
    const std::weak_ptr<const Image> watched{pixels};
    pixels.reset();
    QTRY_VERIFY(watched.expired()); // the worker may be about to drop the job's own share
    QCOMPARE(assets.image(material->color)->width, 8U); // decoded again
    QCOMPARE(assets.material(names[0])->meanAlbedo, (Vec3f{0.5f, 0, 0}));
}

void TestAssetDatabase::preparedMaterialsAreTheSame()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    const std::vector names{Name{"walls/brick"}, Name{"none"}, Name{}};
    assets.prepareMaterials(names);
    QCOMPARE(assets.material(names[0])->meanAlbedo, (Vec3f{0.5f, 0, 0}));
    QVERIFY(assets.material(names[1])->missing);
}

void TestAssetDatabase::aRelativeProjectFolderWorksToo()
{
    const ProjectFixture fixture;
    auto project = fixture.project;
    project.root = fs::relative(project.root);
    AssetDatabase assets{project};
    QVERIFY(!assets.material(Name{"walls/brick"})->missing);
}

void TestAssetDatabase::theEmptyNameIsMidGrey()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    const auto material = assets.material(Name{});
    QVERIFY(!material->missing && material->color.empty());
    QCOMPARE(material->meanAlbedo, Vec3f{0.5f});
}

void TestAssetDatabase::missingAndBrokenMaterialsAreCheckerboards_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("not JSON") << QByteArray{"color = red"};
    QTest::newRow("no format") << QByteArray{R"({"color":"red.png"})"};
    QTest::newRow("newer format") << QByteArray{R"({"format":99})"};
    QTest::newRow("missing image") << QByteArray{R"({"format":1,"color":"none.png"})"};
    QTest::newRow("the material itself as image")
        << QByteArray{R"({"format":1,"color":"bad.material.json"})"};
}

void TestAssetDatabase::missingAndBrokenMaterialsAreCheckerboards()
{
    QFETCH(QByteArray, text);
    const ProjectFixture fixture;
    writeText(fixture.asset("walls/bad.material.json"), text.toStdString());
    AssetDatabase assets{fixture.project};
    const auto material = assets.material(Name{"walls/bad"});
    QVERIFY(material->missing);
    QCOMPARE(material->name.text(), std::string{"walls/bad"});
    QVERIFY(assets.material(Name{"../outside"})->missing);
}

void TestAssetDatabase::aChangedParentReloadsItsChildren()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("walls/wet.material.json"),
              R"({"format":1,"parent":"walls/brick","metallic":0.5})");
    writeText(fixture.asset("walls/orphan.material.json"),
              R"({"format":1,"parent":"walls/later","metallic":0.5})");
    AssetDatabase assets{fixture.project};
    QCOMPARE(assets.material(Name{"walls/wet"})->tint, (Vec3f{0.5f, 1, 1}));
    QCOMPARE(assets.material(Name{"walls/orphan"})->tint, (Vec3f{1, 1, 1}));
    writeText(fixture.asset("walls/brick.material.json"),
              R"({"format":1,"color":"red.png","tint":[0.25,1,1]})");
    writeText(fixture.asset("walls/later.material.json"), R"({"format":1,"tint":[0,1,0]})");
    for (int i = 0; i < 3; ++i) {
        assets.pollChanges();
        assets.finishChanges();
    }
    const auto wet = assets.material(Name{"walls/wet"});
    QCOMPARE(wet->tint, (Vec3f{0.25f, 1, 1}));
    QCOMPARE(wet->metallic, 0.5f);
    QCOMPARE(assets.material(Name{"walls/orphan"})->tint, (Vec3f{0, 1, 0}));
}

void TestAssetDatabase::aShownTextCountsUntilTheFileDoes()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    const auto before = assets.material(Name{"walls/brick"});
    const auto reflected = assets.reflectionOf("walls/brick");
    std::vector<std::string> told;
    const auto connection = assets.changed.connect([&](const std::vector<AssetEntry>& entries) {
        for (const auto& each : entries)
            told.push_back(each.path);
    });
    const auto file = fixture.asset("walls/brick.material.json");
    assets.showMaterialText(file, R"({"format":1,"color":"red.png","tint":[1,1,1]})");
    QCOMPARE(told, std::vector<std::string>{"walls/brick"});
    QCOMPARE(assets.material(Name{"walls/brick"})->tint, (Vec3f{1, 1, 1}));
    QVERIFY(assets.reflectionOf("walls/brick") != reflected);
    assets.showMaterialText(file, std::nullopt);
    QCOMPARE(assets.material(Name{"walls/brick"})->tint, before->tint);
    QCOMPARE(assets.reflectionOf("walls/brick"), reflected);
}

void TestAssetDatabase::touchesWaitForNoImage()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("walls/ice.material.json"),
              R"({"format":1,"color":"none.png","surface":"ice","friction":0})");
    AssetDatabase assets{fixture.project};
    QCOMPARE(assets.touchOf(Name{"walls/ice"}).surface, std::string{"ice"});
    QCOMPARE(assets.touchOf(Name{"walls/ice"}).friction, 0.f);
    QVERIFY(assets.touchOf(Name{"none"}) == MaterialTouch{});
    QVERIFY(assets.touchOf(Name{}) == MaterialTouch{});
    QVERIFY(assets.material(Name{"walls/ice"})->missing); // its image is
}

void TestAssetDatabase::aChangedImageReloadsTheMaterialsThatShowIt()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    const auto before = assets.material(Name{"walls/brick"});
    std::vector<std::string> told;
    const auto connection = assets.changed.connect([&](const std::vector<AssetEntry>& entries) {
        for (const auto& entry : entries)
            told.push_back(entry.path);
    });
    const auto pixels = assets.image(before->color);
    VERIFY_OK(savePng(plainImage(16, 0, 255, 0), fixture.asset("walls/red.png")));
    assets.pollChanges();
    // Decoding runs on a worker: until it is done the old material stays, and nobody waits.
    QVERIFY(told.empty());
    QCOMPARE(assets.material(Name{"walls/brick"}).get(), before.get());
    assets.finishChanges();
    QVERIFY(std::find(told.begin(), told.end(), "walls/red.png") != told.end());
    QVERIFY(std::find(told.begin(), told.end(), "walls/brick") != told.end());
    const auto after = assets.material(Name{"walls/brick"});
    QCOMPARE(assets.image(after->color)->width, 16U);
    QCOMPARE(pixels->width, 8U); // who still holds the old ones keeps them
    QCOMPARE(after->meanAlbedo, (Vec3f{0, 1, 0}));
}

void TestAssetDatabase::changedModelsAreReadOnAWorker()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("roof.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    AssetDatabase assets{fixture.project};
    const auto before = assets.mesh("roof.obj");
    QVERIFY(before->problem().empty());
    std::vector<std::string> told;
    const auto connection = assets.changed.connect([&](const std::vector<AssetEntry>& entries) {
        for (const auto& entry : entries)
            told.push_back(entry.path);
    });
    writeText(fixture.asset("roof.obj"), "v 0 0 0\nv 9 0 0\nv 0 1 0\nf 1 2 3\n# longer\n");
    assets.pollChanges();
    // Nobody waits: until it is read the old model stays.
    QVERIFY(told.empty());
    QCOMPARE(assets.mesh("roof.obj").get(), before.get());
    assets.finishChanges();
    QCOMPARE(told, std::vector<std::string>{"roof.obj"});
    QCOMPARE(assets.mesh("roof.obj")->bounds().max.x, 9.0);
    // One that cannot be read any more becomes a marker.
    writeText(fixture.asset("roof.obj"), "nothing");
    assets.pollChanges();
    assets.finishChanges();
    QVERIFY(!assets.mesh("roof.obj")->problem().empty());
}

void TestAssetDatabase::aModelWrittenSinceItWasReadIsNotTaken()
{
    const ProjectFixture fixture;
    const auto file = fixture.asset("roof.obj");
    writeText(file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    AssetDatabase assets{fixture.project};
    const auto early = loadModelOf(fixture.project, "roof.obj");
    writeText(file, "v 0 0 0\nv 9 0 0\nv 0 1 0\nf 1 2 3\n# longer\n");
    fs::last_write_time(file, early.written + std::chrono::seconds{1});
    assets.pollChanges(); // nobody has it yet
    assets.finishChanges();
    assets.addModels({{"roof.obj", early}});
    QCOMPARE(assets.mesh("roof.obj")->bounds().max.x, 9.0);
    AssetDatabase another{fixture.project};
    const auto late = loadModelOf(fixture.project, "roof.obj");
    another.addModels({{"roof.obj", late}});
    QVERIFY(another.mesh("roof.obj") == late.shape);
}

void TestAssetDatabase::newAndGoneFilesAreTold()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    std::vector<std::string> told;
    const auto connection = assets.changed.connect([&](const std::vector<AssetEntry>& entries) {
        for (const auto& entry : entries)
            told.push_back(entry.path);
    });
    QVERIFY(assets.material(Name{"walls/new"})->missing);
    writeText(fixture.asset("walls/new.material.json"), R"({"format":1})");
    assets.pollChanges();
    QCOMPARE(told, std::vector<std::string>{"walls/new"});
    QVERIFY(!assets.material(Name{"walls/new"})->missing);

    told.clear();
    fs::remove(fixture.asset("walls/new.material.json"));
    assets.pollChanges();
    QCOMPARE(told, std::vector<std::string>{"walls/new"});
    QVERIFY(assets.material(Name{"walls/new"})->missing);

    told.clear(); // a new folder with a file in it
    writeText(fixture.asset("deep/er/x.png"), "");
    assets.pollChanges();
    QCOMPARE(told, std::vector<std::string>{"deep/er/x.png"});
}

void TestAssetDatabase::nothingIsToldWhileNothingChanges()
{
    const ProjectFixture fixture;
    AssetDatabase assets{fixture.project};
    int times = 0;
    const auto connection =
        assets.changed.connect([&](const std::vector<AssetEntry>&) { ++times; });
    for (int i = 0; i < 5; ++i)
        assets.pollChanges();
    QCOMPARE(times, 0);
}

void TestAssetDatabase::filesOutsideTheProjectAreRefused()
{
    const ProjectFixture fixture;
    const AssetDatabase assets{fixture.project};
    VERIFY_OK(assets.fileOf(AssetKind::Texture, "walls/red.png"));
    QVERIFY(!assets.fileOf(AssetKind::Texture, "../project.json"));
    QVERIFY(!assets.fileOf(AssetKind::Texture, "/etc/passwd"));
    QVERIFY(!assets.fileOf(AssetKind::Texture, ""));
    QVERIFY(!assets.fileOf(AssetKind::Texture, "none.png"));
    fs::create_symlink("/etc", fixture.project.assetFolder() / "link");
    QVERIFY(!assets.fileOf(AssetKind::Texture, "link/passwd"));
}

void TestAssetDatabase::imagesThatAreNoneAreRefused()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("text.png"), "hello");
    QVERIFY(!loadImage(fixture.asset("text.png")));
    // A PNG header that promises 100,000 x 100,000 pixels.
    std::string huge{"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\x86\xa0\0\1\x86\xa0\x08\x06\0\0\0", 29};
    huge += std::string(100, '\0');
    writeText(fixture.asset("huge.png"), huge);
    QVERIFY(!loadImage(fixture.asset("huge.png")));
    auto bytes = readFile(fixture.asset("walls/red.png"));
    VERIFY_OK(bytes);
    writeText(fixture.asset("cut.png"), bytes->substr(0, bytes->size() / 2));
    QVERIFY(!loadImage(fixture.asset("cut.png")));
}

void TestAssetDatabase::pngsAreReadBackAsTheyWereWritten()
{
    const ProjectFixture fixture;
    auto image = plainImage(5, 1, 2, 3);
    image.rgba[7] = 99;
    VERIFY_OK(savePng(image, fixture.asset("a.png")));
    const auto again = loadImage(fixture.asset("a.png"));
    VERIFY_OK(again);
    QVERIFY(again->rgba == image.rgba);
}

namespace
{
constexpr auto TwoColors =
    "mtllib two.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl walls/brick\nf 1 2 3\n"
    "usemtl paint\nf 3 2 1\n";
} // namespace

void TestAssetDatabase::aModelPrefersMaterialsOfTheProject()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("Meshes/two.obj"), TwoColors);
    writeText(fixture.asset("Meshes/two.mtl"), "newmtl walls/brick\nnewmtl paint\nKd 0 0.5 0\n");
    AssetDatabase assets{fixture.project};
    // Asked for by its name first, as a lightmap or an old draw list may.
    const auto paint = assets.material(Name{"Meshes/two.obj#paint"});
    QVERIFY(!paint->missing);
    QCOMPARE(paint->meanAlbedo, (Vec3f{0, 0.5F, 0}));
    const auto model = assets.mesh("Meshes/two.obj");
    QVERIFY(model->problem().empty());
    QCOMPARE(model->mesh().faces.size(), std::size_t{2});
    std::vector<std::string> names;
    for (const auto& face : model->mesh().faces)
        names.push_back(face.material.text());
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (std::vector<std::string>{"Meshes/two.obj#paint", "walls/brick"}));
    QVERIFY(assets.mesh("Meshes/two.obj") == model);
    QVERIFY(assets.material(Name{"Meshes/two.obj#none"})->missing);
}

void TestAssetDatabase::modelsOnTheirWayAreKnownOnceTheyAreRead()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("roof.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    AssetDatabase assets{fixture.project};
    assets.prepareMaterials(std::vector{Name{"roof.obj#"}});
    QTRY_VERIFY(assets.loadedModels().contains("roof.obj"));
    fs::remove(fixture.asset("roof.obj")); // whoever reads it now comes too late
    QVERIFY(assets.mesh("roof.obj")->problem().empty());
}

void TestAssetDatabase::nobodyWaitsForWhatIsThere()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("roof.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    AssetDatabase assets{fixture.project};
    const JobControl control;
    const auto models =
        loadModelsOf(fixture.project, {"roof.obj", "known.obj"}, {"known.obj"}, control);
    QCOMPARE(models.size(), std::size_t{1});
    assets.prepareMaterials(std::vector{Name{"roof.obj#"}});
    assets.addModels(models);
    QCOMPARE(assets.mesh("roof.obj").get(), models.at("roof.obj").shape.get());
}

void TestAssetDatabase::modelsReadAsideAreStoodInForUntilTheyAreThere()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("roof.obj"), Roof);
    writeText(fixture.asset("broken.glb"), "glTF but not really");
    std::counting_semaphore<> woken{0};
    AssetDatabase assets{fixture.project};
    assets.readModelsAside([&] { woken.release(); });
    std::vector<std::string> told;
    const auto connection = assets.modelsRead.connect(
        [&](const auto& paths) { told.insert(told.end(), paths.begin(), paths.end()); });
    QVERIFY(!assets.awaitsModels());
    const auto box = assets.shown("roof.obj");
    QVERIFY(box->problem().empty()); // nobody knows of one yet
    QVERIFY(assets.awaitsModels());
    QCOMPARE(box->bounds().max.x, 0.25);
    QVERIFY(assets.shown("broken.glb") == box);
    QVERIFY(woken.try_acquire_for(std::chrono::seconds{60}));
    QVERIFY(woken.try_acquire_for(std::chrono::seconds{60}));
    QVERIFY(told.empty()); // workers tell nobody
    QVERIFY(assets.awaitsModels());
    assets.deliverModels();
    QVERIFY(!assets.awaitsModels());
    QCOMPARE(told, (std::vector<std::string>{"broken.glb", "roof.obj"}));
    fs::remove(fixture.asset("roof.obj")); // whoever reads it now comes too late
    QCOMPARE(assets.shown("roof.obj")->bounds().max.x, 9.0);
    QVERIFY(assets.shown("roof.obj") == assets.mesh("roof.obj"));
    QVERIFY(!assets.shown("broken.glb")->problem().empty());
    assets.deliverModels();
    QCOMPARE(told.size(), std::size_t{2}); // once
}

void TestAssetDatabase::whoNeedsAModelAtOnceWaitsForIt()
{
    const ProjectFixture fixture;
    for (const char* path : {"roof.obj", "wall.obj", "known.obj"})
        writeText(fixture.asset(path), Roof);
    AssetDatabase assets{fixture.project};
    assets.readModelsAside([] {});
    std::vector<std::string> told;
    const auto connection = assets.modelsRead.connect(
        [&](const auto& paths) { told.insert(told.end(), paths.begin(), paths.end()); });
    (void)assets.mesh("known.obj");
    QCOMPARE(assets.shown("known.obj")->bounds().max.x, 9.0); // nothing to wait for
    (void)assets.shown("roof.obj");
    QCOMPARE(assets.mesh("roof.obj")->bounds().max.x, 9.0);
    QVERIFY(told.empty()); // not in the middle of what asked for it
    QVERIFY(assets.awaitsModels());
    (void)assets.shown("wall.obj");
    assets.finishModels();
    QCOMPARE(told, (std::vector<std::string>{"roof.obj", "wall.obj"}));
    QVERIFY(assets.loadedModels().contains("wall.obj"));
}

void TestAssetDatabase::whoNeedsSomeModelsWaitsForNoOthers()
{
    const ProjectFixture fixture;
    // Each worker is held up when it has read one of these, so that nobody begins with the last.
    const auto workers = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::string> needed;
    for (unsigned i = 0; i < workers; ++i)
        needed.push_back("roof" + std::to_string(i) + ".obj");
    for (const auto& path : needed)
        writeText(fixture.asset(path), Roof);
    writeText(fixture.asset("other.obj"), Roof);
    std::promise<void> go;
    const auto gone = go.get_future().share();
    AssetDatabase assets{fixture.project};
    assets.readModelsAside([gone] { gone.wait_for(std::chrono::seconds{10}); });
    std::set<std::string> told;
    const auto connection = assets.modelsRead.connect(
        [&](const auto& paths) { told.insert(paths.begin(), paths.end()); });
    for (const auto& path : needed)
        (void)assets.shown(path);
    (void)assets.shown("other.obj");
    const std::set<std::string> wanted{needed.begin(), needed.end()};
    assets.finishModels(wanted);
    const bool awaits = assets.awaitsModels();
    go.set_value();
    QCOMPARE(told, wanted);
    QVERIFY(awaits);
    assets.finishModels();
    QVERIFY(told.contains("other.obj"));
    QVERIFY(!assets.awaitsModels());
}

void TestAssetDatabase::withoutAWakeShownModelsAreWaitedFor()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("roof.obj"), Roof);
    AssetDatabase assets{fixture.project};
    QCOMPARE(assets.shown("roof.obj")->bounds().max.x, 9.0);
}

void TestAssetDatabase::missingAndBrokenModelsAreMarkers()
{
    const ProjectFixture fixture;
    writeText(fixture.asset("broken.glb"), "glTF but not really");
    AssetDatabase assets{fixture.project};
    for (const char* path : {"broken.glb", "none.obj", "../outside.obj", ""}) {
        const auto marker = assets.mesh(path);
        QVERIFY(marker != nullptr && !marker->problem().empty());
        QVERIFY(assets.material(marker->mesh().faces.front().material)->missing);
    }
}

void TestAssetDatabase::theSampleModelsAreSound()
{
    const auto project = openProject(fs::path{MAPWRIGHT_SOURCE_DIR} / "projects/first_room");
    VERIFY_OK(project);
    AssetDatabase assets{*project};
    for (const char* path : {"Meshes/crate.glb", "Meshes/lamp.glb"}) {
        const auto model = assets.mesh(path);
        QVERIFY2(model->problem().empty(), model->problem().c_str());
        QVERIFY(std::abs(model->bounds().min.y) < 1e-6); // they stand on the ground
        // Fronts point along their normals: lit sides are the ones that are seen.
        const auto& mesh = model->mesh();
        for (std::size_t i = 0; i < model->triangleCount(); ++i) {
            const auto [a, b, c] = model->corners(i);
            const Vec3d normal{mesh.vertices[mesh.indices[i * 3]].normal};
            QVERIFY(glm::dot(glm::cross(b - a, c - a), normal) > 0);
        }
    }
}

PLAIN_TEST(TestAssetDatabase)
} // namespace tst_asset_database

#include "tst_asset_database.moc"
