#include "engine_core/assets/images/image.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/assets/sound_loader.h"
#include "engine_core/base/contract.h"
#include "engine_core/interchange/picture_import.h"
#include "engine_core/interchange/sound_import.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_brought_files
{
using namespace engine;

namespace
{
struct Fixture
{
    QTemporaryDir folder;
    fs::path root = fs::canonical(folder.path().toStdString());
    Project project = *createProject(root / "p", "empty");

    [[nodiscard]] fs::path picture(const fs::path& file) const
    {
        fs::create_directories(file.parent_path());
        Image image{8, 4, std::vector<std::uint8_t>(8 * 4 * 4, 90)};
        ENGINE_EXPECT(savePng(image, file));
        return file;
    }

    [[nodiscard]] fs::path sound(const char* name, std::int16_t value) const
    {
        const auto file = root / name;
        ENGINE_EXPECT(saveSound({1, 22050, {value, 2, 3}}, file));
        return file;
    }
};

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
} // namespace

/// Single pictures and sounds come into a project.
class TestBroughtFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMissingMaterialIsMadeOfAPicture();
    void aPictureOfTheProjectStaysWhereItIs();
    void whatCannotBeMadeLeavesNothing();
    void soundsAreCopiedOnce();
    void whatIsNoSoundIsRefused();
};

void TestBroughtFiles::aMissingMaterialIsMadeOfAPicture()
{
    const Fixture fixture;
    const auto made =
        materialFromPicture("base/wall", fixture.picture(fixture.root / "X.PNG"), fixture.project);
    VERIFY_OK(made);
    QCOMPARE(made->path, std::string{"base/wall"});
    QCOMPARE(made->pixels, (Vec2d{8, 4}));
    AssetDatabase assets{fixture.project};
    const auto material = assets.material(Name{"base/wall"});
    QVERIFY(!material->missing);
    QCOMPARE(material->color.lexically_relative(fixture.project.assetFolder()).generic_string(),
             std::string{"base/wall.png"});
    const auto again = materialFromPicture("base/wall", fixture.root / "X.PNG", fixture.project);
    QVERIFY(!again);
    QVERIFY(holds(again.error().message(), "is there already"));
}

void TestBroughtFiles::aPictureOfTheProjectStaysWhereItIs()
{
    const Fixture fixture;
    const auto inside = fixture.picture(fixture.project.assetFolder() / "Pictures/brick.png");
    VERIFY_OK(materialFromPicture("walls/brick", inside, fixture.project));
    AssetDatabase assets{fixture.project};
    QVERIFY(fs::equivalent(assets.material(Name{"walls/brick"})->color, inside));
    QVERIFY(!fs::exists(fixture.project.assetFolder() / "walls/brick.png"));
}

void TestBroughtFiles::whatCannotBeMadeLeavesNothing()
{
    const Fixture fixture;
    const auto picture = fixture.picture(fixture.root / "x.png");
    QVERIFY(!materialFromPicture("../out", picture, fixture.project));
    QVERIFY(!fs::exists(fixture.project.root / "out.material.json"));
    const auto text = fixture.root / "words.png";
    VERIFY_OK(writeFileAtomically(text, "words"));
    QVERIFY(!materialFromPicture("wall", text, fixture.project));
    QVERIFY(!fs::exists(fixture.project.assetFolder() / "wall.material.json"));
}

void TestBroughtFiles::soundsAreCopiedOnce()
{
    const Fixture fixture;
    QVERIFY(isSoundFile("A.WAV") && !isSoundFile("a.png"));
    const auto first = bringSound(fixture.sound("hum.wav", 1), fixture.project);
    VERIFY_OK(first);
    QVERIFY(first->isAdded);
    QCOMPARE(first->path, std::string{"Sounds/hum.wav"});
    QVERIFY(!bringSound(fixture.root / "hum.wav", fixture.project)->isAdded);
    const auto other = bringSound(fixture.sound("hum.wav", 7), fixture.project);
    QVERIFY(other->isAdded);
    QCOMPARE(other->path, std::string{"Sounds/hum 2.wav"});
    const auto inside =
        bringSound(fixture.project.assetFolder() / "Sounds/hum.wav", fixture.project);
    QVERIFY(!inside->isAdded);
    QCOMPARE(inside->path, std::string{"Sounds/hum.wav"});
}

void TestBroughtFiles::whatIsNoSoundIsRefused()
{
    const Fixture fixture;
    const auto file = fixture.root / "a.wav";
    VERIFY_OK(writeFileAtomically(file, "words"));
    QVERIFY(!bringSound(file, fixture.project));
    QVERIFY(!fs::exists(fixture.project.assetFolder() / "Sounds/a.wav"));
}

PLAIN_TEST(TestBroughtFiles)
} // namespace tst_brought_files

#include "tst_brought_files.moc"
