#include "engine_core/assets/images/image.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/interchange/material_sets.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_material_sets
{
using namespace engine;

namespace
{
/// A picture's name, the set that it belongs to and what it is there, as "set:use".
std::string sorted(const std::string& name, std::vector<fs::path> others = {})
{
    others.emplace_back(name);
    for (const auto& set : findMaterialSets(others))
        for (std::size_t use = 0; use < set.maps.size(); ++use)
            if (set.maps[use] == name)
                return set.name + ":" + std::to_string(use);
    return "lost";
}

struct Fixture
{
    QTemporaryDir folder;
    Project project;
    fs::path outside = fs::path{folder.path().toStdString()} / "downloads";

    Fixture()
    {
        project = *createProject(fs::path{folder.path().toStdString()} / "p", "empty");
        fs::create_directories(outside);
    }

    static fs::path paint(const fs::path& file, std::array<std::uint8_t, 3> color)
    {
        Image image{4, 4, {}};
        for (int i = 0; i < 16; ++i)
            image.rgba.insert(image.rgba.end(), {color[0], color[1], color[2], 255});
        ENGINE_EXPECT(savePng(image, file));
        return file;
    }

    AddedMaterials add(const std::vector<fs::path>& pictures) const
    {
        return addMaterialSets(pictures, project, JobControl{});
    }
};

bool says(const AddedMaterials& added, const std::string& part)
{
    return std::ranges::any_of(added.report, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
}
} // namespace

class TestMaterialSets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endingsTellWhatAPictureIs_data();
    void endingsTellWhatAPictureIs();
    void singleLettersCountInCompanyAlone();
    void aSetBecomesOneMaterial();
    void picturesOfTheProjectStayWhereTheyAre();
    void whatCannotBeReadIsSaid();
    void picturesThatLookWrongAreSaid();
};

void TestMaterialSets::endingsTellWhatAPictureIs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("set");
    QTest::addColumn<MapUse>("use");
    const auto row = [](const char* name, const char* set, MapUse use) {
        QTest::newRow(name) << QString{name} << QString{set} << use;
    };
    row("brick_albedo.png", "brick", MapUse::Color);
    row("brick_BaseColor.tga", "brick", MapUse::Color);
    row("old-brick-diff_2k.jpg", "old-brick", MapUse::Color);
    row("brick.png", "brick", MapUse::Color);
    row("brick_wall_normal.png", "brick_wall", MapUse::Normal);
    row("brick_nor_gl_4k.png", "brick", MapUse::Normal);
    row("BrickNormalDX.png", "Brick", MapUse::NormalDown);
    row("Bricks_2K-PNG_Color.png", "Bricks_2K-PNG", MapUse::Color);
    row("brick_rough.png", "brick", MapUse::Roughness);
    row("brick-metalness.png", "brick", MapUse::Metallic);
    row("brick_AO.png", "brick", MapUse::Occlusion);
    row("brick_ORM.png", "brick", MapUse::Packed);
    row("brick_OcclusionRoughnessMetallic.png", "brick", MapUse::Packed);
    row("lamp_emissive_1024.png", "lamp", MapUse::Glow);
    row("brick_disp.png", "brick", MapUse::Other);
    row("normal.png", "normal", MapUse::Color); // it has no other name
}

void TestMaterialSets::endingsTellWhatAPictureIs()
{
    QFETCH(QString, name);
    QFETCH(QString, set);
    QFETCH(MapUse, use);
    QCOMPARE(sorted(name.toStdString()),
             set.toStdString() + ":" + std::to_string(static_cast<int>(use)));
}

void TestMaterialSets::singleLettersCountInCompanyAlone()
{
    QCOMPARE(sorted("plan_n.png"), std::string{"plan_n:0"});
    QCOMPARE(sorted("plan_n.png", {"plan_d.png"}), std::string{"plan:1"});
}

void TestMaterialSets::aSetBecomesOneMaterial()
{
    const Fixture fixture;
    const auto& folder = fixture.outside;
    const auto added = fixture.add({Fixture::paint(folder / "brick_albedo.png", {200, 90, 60}),
                                    Fixture::paint(folder / "brick_normal_dx.png", {128, 128, 255}),
                                    Fixture::paint(folder / "brick_ORM.png", {255, 128, 0}),
                                    Fixture::paint(folder / "brick_height.png", {9, 9, 9}),
                                    Fixture::paint(folder / "wood.png", {90, 60, 30})});
    QCOMPARE(added.materials,
             (std::vector<std::string>{"Materials/brick/brick", "Materials/wood/wood"}));
    QVERIFY(says(added, "brick_height.png: such maps are not drawn yet"));
    QVERIFY(says(added, "colour from brick_albedo.png"));
    const auto assets = fixture.project.assetFolder();
    const auto text = loadMaterialText(assets / "Materials/brick/brick.material.json", assets);
    VERIFY_OK(text);
    QVERIFY(text->problems.empty());
    QVERIFY(text->finish.greenDown);
    QCOMPARE(text->roughness.channel, std::uint8_t{1});
    for (const auto& image : text->images())
        QVERIFY(fs::exists(image));
    // The same once more makes nothing new.
    const auto again = fixture.add({folder / "wood.png"});
    QCOMPARE(again.materials, std::vector<std::string>{"Materials/wood/wood"});
}

void TestMaterialSets::picturesOfTheProjectStayWhereTheyAre()
{
    const Fixture fixture;
    const auto folder = fixture.project.assetFolder() / "Walls";
    fs::create_directories(folder);
    const auto added = fixture.add({Fixture::paint(folder / "a_albedo.png", {200, 90, 60}),
                                    Fixture::paint(folder / "a_rough.png", {90, 90, 90})});
    QCOMPARE(added.materials, std::vector<std::string>{"Walls/a"});
    QVERIFY(!fs::exists(fixture.project.assetFolder() / "Materials" / "a"));
}

void TestMaterialSets::whatCannotBeReadIsSaid()
{
    const Fixture fixture;
    const auto broken = fixture.outside / "broken.png";
    std::ofstream{broken} << "no picture";
    const auto added = fixture.add({broken});
    QVERIFY(added.materials.empty());
    QVERIFY(says(added, "broken.png"));
}

void TestMaterialSets::picturesThatLookWrongAreSaid()
{
    const Fixture fixture;
    const auto& folder = fixture.outside;
    const auto added = fixture.add({Fixture::paint(folder / "brick_albedo.png", {200, 90, 60}),
                                    Fixture::paint(folder / "brick_normal.png", {200, 30, 20}),
                                    Fixture::paint(folder / "brick_rough.png", {200, 30, 20})});
    QVERIFY(says(added, "brick_normal.png: it does not look like a normal map"));
    QVERIFY(says(added, "brick_rough.png: it has colours"));
}

PLAIN_TEST(TestMaterialSets)
} // namespace tst_material_sets

#include "tst_material_sets.moc"
