#include "engine_core/assets/images/image.h"
#include "engine_core/assets/texture_checks.h"
#include "engine_core/base/jobs.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_texture_checks
{
using namespace engine;
using namespace mapwright::test;

namespace
{
/// A project with a box of one material.
struct Level
{
    QTemporaryDir folder;
    Project project{
        .root = fs::canonical(folder.path().toStdString()), .name = "p", .startScene = ""};
    World world;

    explicit Level(const std::string& material)
    {
        fs::create_directories(project.assetFolder());
        std::ofstream{project.assetFolder() / "wall.material.json"} << material;
        addBox(world, {0, 0, 0}, {1, 1, 1}, "box", Name{"wall"});
    }

    void paint(const char* name, std::array<std::uint8_t, 3> color, std::uint32_t side = 4) const
    {
        Image image{side, side, {}};
        for (std::uint32_t i = 0; i < side * side; ++i)
            image.rgba.insert(image.rgba.end(), {color[0], color[1], color[2], 255});
        VERIFY_OK(savePng(image, project.assetFolder() / name));
    }

    [[nodiscard]] std::vector<Issue> issues() const
    {
        return findPictureProblems(assetUses(world), project);
    }

    [[nodiscard]] std::string only() const
    {
        const auto all = issues();
        return all.size() == 1 ? all[0].rule + ": " + all[0].message : std::to_string(all.size());
    }
};

constexpr std::array<std::uint8_t, 3> Bumps{128, 128, 255};
constexpr std::array<std::uint8_t, 3> Brick{160, 80, 60};
} // namespace

/// The pictures of materials are there, fit for views, and what they are used for.
class TestTextureChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goodPicturesAreNoIssue();
    void missingAndBrokenPicturesAreTold();
    void bigPicturesAreTold();
    void normalsAndColoursAreToldApart();
    void findingsFollowTheFiles();
    void whatIsKnownFollowsTheFiles();
    void aCancelledCheckEnds();
};

void TestTextureChecks::goodPicturesAreNoIssue()
{
    const Level level{R"({"format":1,"color":"brick.png","normal":"brick_n.png"})"};
    level.paint("brick.png", Brick, 5); // no power of two: views draw it as well
    level.paint("brick_n.png", Bumps);
    QVERIFY(level.issues().empty());
}

void TestTextureChecks::missingAndBrokenPicturesAreTold()
{
    const Level level{R"({"format":1,"color":"gone.png"})"};
    QCOMPARE(level.only(), std::string{"missing-picture: The material 'wall' shows the picture "
                                       "'gone.png', which does not exist."});
    const auto issue = level.issues().front();
    QCOMPARE(issue.place, std::string{"face 0"});
    std::ofstream{level.project.assetFolder() / "gone.png"} << "no picture";
    QVERIFY(level.only().starts_with("broken-picture"));
}

void TestTextureChecks::bigPicturesAreTold()
{
    const Level level{R"({"format":1,"color":"big.png"})"};
    Image image{BigPictureSide + 1, 1, {}};
    image.rgba.assign(std::size_t{BigPictureSide + 1} * 4, 90);
    VERIFY_OK(savePng(image, level.project.assetFolder() / "big.png"));
    QVERIFY(level.only().starts_with("big-picture"));
    QVERIFY(level.only().find("4097 x 1") != std::string::npos);
}

void TestTextureChecks::normalsAndColoursAreToldApart()
{
    const Level bumps{R"({"format":1,"color":"brick_Normal.png"})"};
    bumps.paint("brick_Normal.png", Bumps);
    QVERIFY(bumps.only().starts_with("normals-as-color"));
    const Level color{R"({"format":1,"color":"a.png","normal":"a.png"})"};
    color.paint("a.png", Brick);
    QVERIFY(color.only().starts_with("color-as-normals"));
    const Level blue{R"({"format":1,"color":"sky.png"})"};
    blue.paint("sky.png", Bumps); // a colour may be light blue
    QVERIFY(blue.issues().empty());
}

void TestTextureChecks::findingsFollowTheFiles()
{
    const Level level{R"({"format":1,"color":"c.png","normal":"n.png"})"};
    level.paint("c.png", Brick);
    level.paint("n.png", Brick, 4);
    QVERIFY(level.only().starts_with("color-as-normals"));
    level.paint("n.png", Bumps, 64);
    QVERIFY(level.issues().empty());
}

void TestTextureChecks::aCancelledCheckEnds()
{
    const Level level{R"({"format":1,"color":"gone.png"})"};
    JobControl control;
    control.cancel();
    QVERIFY(findPictureProblems(assetUses(level.world), level.project, &control).empty());
}

void TestTextureChecks::whatIsKnownFollowsTheFiles()
{
    const Level level{R"({"format":1,"color":"wall.png"})"};
    KnownPictures known;
    const auto found = [&] {
        return findPictureProblems(assetUses(level.world), level.project, nullptr, &known).size();
    };
    std::ofstream{level.project.assetFolder() / "wall.png"} << "no picture";
    QCOMPARE(found(), std::size_t{1});
    QCOMPARE(found(), std::size_t{1});
    level.paint("wall.png", {90, 60, 30});
    QCOMPARE(found(), std::size_t{0});
}

PLAIN_TEST(TestTextureChecks)
} // namespace tst_texture_checks

#include "tst_texture_checks.moc"
