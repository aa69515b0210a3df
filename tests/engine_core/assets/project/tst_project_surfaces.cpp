#include "engine_core/assets/project/asset_database.h"
#include "engine_core/scene/world/world.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_project_surfaces
{
using namespace engine;

namespace
{
struct ProjectFixture
{
    QTemporaryDir folder;
    Project project;

    ProjectFixture()
    {
        auto made = createProject(fs::path{folder.path().toStdString()} / "p", "empty");
        ENGINE_EXPECT(made);
        project = *std::move(made);
    }

    void write(const std::string& material, const std::string& keys) const
    {
        const auto file = project.assetFolder() / (material + ".material.json");
        fs::create_directories(file.parent_path());
        std::ofstream{file} << R"({"format": 1)" << keys << "}";
    }
};
} // namespace

class TestProjectSurfaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void worldsGetWhatTheFilesSay()
    {
        ProjectFixture files;
        files.write("glass", R"(, "castsShadow": false)");
        files.write("ice", R"(, "walkable": false)");
        files.write("paper/clip", "");
        const AssetDatabase assets{files.project};
        World world;
        assets.supply(world);
        QVERIFY(!world.surfaces().of(Name{"glass"}).castsShadow);
        QVERIFY(!world.surfaces().of(Name{"ice"}).walkable);
        QVERIFY(world.surfaces().of(Name{"paper/clip"}).seen); // the project says so
        QVERIFY(!world.surfaces().of(Name{"clip"}).seen);      // it has none of that name
        world.setMeshes(nullptr);
    }

    void materialsSayTheSame()
    {
        ProjectFixture files;
        files.write("fog", R"(, "seenInGame": false, "collides": false)");
        AssetDatabase assets{files.project};
        QVERIFY(!assets.material(Name{"fog"})->traits.collides);
        QVERIFY(!assets.material(Name{"fog"})->traits.seen);
        QVERIFY(!assets.material(Name{"common/trigger"})->traits.collides);
        QVERIFY(assets.material(Name{})->traits == SurfaceTraits{});
    }

    void whatAParentSaysCountsToo()
    {
        ProjectFixture files;
        files.write("cloth", R"(, "collides": false, "walkable": false)");
        files.write("red cloth", R"(, "parent": "cloth", "walkable": true)");
        const AssetDatabase assets{files.project};
        const auto traits = assets.surfaces()->of(Name{"red cloth"});
        QVERIFY(!traits.collides);
        QVERIFY(traits.walkable);
    }

    void changedFilesAreToldOfBeforeTheirLook()
    {
        ProjectFixture files;
        files.write("wall", "");
        files.write("door", "");
        AssetDatabase assets{files.project};
        const auto before = assets.surfaces();
        std::vector<std::vector<Name>> told;
        bool isCurrent = false;
        const auto connection = assets.surfacesChanged.connect([&](const std::vector<Name>& names) {
            told.push_back(names);
            isCurrent = !assets.surfaces()->of(Name{"wall"}).collides;
        });
        files.write("wall", R"(, "collides": false)");
        files.write("door", R"(, "tint": [1, 0, 0])");
        files.write("clip", "");
        assets.pollChanges();
        assets.finishChanges();
        QCOMPARE(told.size(), 1U);
        QVERIFY(told.front() == (std::vector{Name{"clip"}, Name{"wall"}}));
        QVERIFY(isCurrent);
        QVERIFY(before->of(Name{"wall"}).collides); // whoever has it, on whatever thread, keeps it

        fs::remove(files.project.assetFolder() / "wall.material.json");
        assets.pollChanges();
        assets.finishChanges();
        QCOMPARE(told.size(), 2U);
        QVERIFY(assets.surfaces()->of(Name{"wall"}).collides);
    }

    void whatIsNoTruthLeavesThePlainWall()
    {
        ProjectFixture files;
        files.write("wall", R"(, "collides": "no")");
        AssetDatabase assets{files.project};
        QVERIFY(!assets.material(Name{"wall"})->missing);
        QVERIFY(assets.surfaces()->of(Name{"wall"}) == SurfaceTraits{});
    }
};

PLAIN_TEST(TestProjectSurfaces)
} // namespace tst_project_surfaces

#include "tst_project_surfaces.moc"
