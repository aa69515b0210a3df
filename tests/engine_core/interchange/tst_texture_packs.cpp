#include "engine_core/assets/images/image.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/jobs.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/project_textures.h"
#include "engine_core/interchange/textures/pcx_image.h"
#include "engine_core/interchange/textures/picture_tree.h"
#include "engine_core/interchange/textures/shader_scripts.h"
#include "engine_core/interchange/textures/texture_shelf.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/engine_core/interchange/maps/map_boxes.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/wad_builder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

namespace tst_texture_packs
{
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr char Brown = 16;     // 0x0f0b07 of the usual palette
constexpr char Clear = '\xff'; // of textures with holes

std::string pngOf(std::uint32_t side, std::uint8_t red)
{
    Image image{side, side, {}};
    for (std::uint32_t i = 0; i < side * side; ++i)
        image.rgba.insert(image.rgba.end(), {red, 10, 20, 255});
    return *pngBytes(image);
}

/// A project in a folder of its own, with places beside it.
struct TextureProject
{
    TextureProject()
    {
        project.root = fs::path{folder.path().toStdString()} / "game";
        write("game/project.json", R"({"format": 1, "name": "game", "startScene": ""})");
    }

    fs::path write(const std::string& path, const std::string& bytes) const
    {
        auto file = fs::path{folder.path().toStdString()} / path;
        ENGINE_EXPECT(makeFolders(file.parent_path()));
        ENGINE_EXPECT(writeFileAtomically(file, bytes));
        return file;
    }

    [[nodiscard]] fs::path asset(const std::string& path) const
    {
        return project.assetFolder() / path;
    }

    QTemporaryDir folder;
    Project project;
};

/// The pixel at the upper left, as 0xRRGGBBAA.
std::uint32_t firstPixel(const TextureFile& file)
{
    const auto image = parseImage(file.bytes, "texture");
    ENGINE_EXPECT(image);
    std::uint32_t pixel = 0;
    for (std::size_t c = 0; c < 4; ++c)
        pixel = pixel << 8U | image->rgba[c];
    return pixel;
}

std::string errorOf(const Result<TextureFile>& file)
{
    return file ? std::string{} : file.error().message();
}
} // namespace

/// Textures of games come out of their files, and into projects.
class TestTexturePacks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quakeWadsHaveTheUsualPalette();
    void holesAreClearAndHaveTheColourAroundThem();
    void halfLifeWadsHaveTheirOwnPalettes();
    void damagedWadsAreTold_data();
    void damagedWadsAreTold();
    void damagedTexturesLeaveTheOthers();
    void archivesAndFoldersNameTexturesAlike();
    void aFolderOfPicturesNeedsNoTexturesFolder();
    void shadersShowTheirPicture();
    void brokenShadersEndWithTheText();
    void pcxIsRead();
    void texturesBecomeMaterials();
    void framesAndLiquidsMove();
    void whatIsThereStays();
    void namesThatLeadOutAreRefused();
    void whatFailsIsTakenBack();
    void aMapFindsItsTexturesAndTheirSizes();
    void texturesOfOneLastNameAreTwo();
    void bigAndSmallLettersAreOneTexture();
    void aDamagedTextureHidesNoGoodOne();
    void exportKeepsTheNamesOfTextures();
};

void TestTexturePacks::quakeWadsHaveTheUsualPalette()
{
    const auto wad = openWad(wadOf({{"WALL", 16, 16, std::string(256, Brown), {}},
                                    {"*lava1", 32, 16, std::string(512, '\x01'), {}},
                                    {"wall", 16, 16, std::string(256, '\0'), {}}}));
    VERIFY_OK(wad);
    QCOMPARE((*wad)->names(), (std::vector<std::string>{"WALL", "*lava1"})); // each once
    const auto wall = (*wad)->read(0);
    VERIFY_OK(wall);
    QCOMPARE(wall->ending, std::string{".png"});
    QCOMPARE(firstPixel(*wall), 0x0f0b07ffU);
    const auto lava = parseImage((*wad)->read(1)->bytes, "lava");
    QCOMPARE(lava->width, 32U);
    QCOMPARE(lava->height, 16U);
}

void TestTexturePacks::holesAreClearAndHaveTheColourAroundThem()
{
    auto texels = std::string(256, Brown);
    texels[0] = Clear;
    const auto wad =
        openWad(wadOf({{"{fence", 16, 16, texels, {}}, {"solid", 16, 16, texels, {}}}));
    VERIFY_OK(wad);
    QCOMPARE(firstPixel(*(*wad)->read(0)), 0x0f0b0700U);
    QCOMPARE(firstPixel(*(*wad)->read(1)), 0x9f5b53ffU); // a colour as any other
}

void TestTexturePacks::halfLifeWadsHaveTheirOwnPalettes()
{
    std::string palette(768, '\0');
    palette[3] = '\x12';
    palette[4] = '\x34';
    palette[5] = '\x56';
    const auto wad = openWad(wadOf({{"crate", 16, 32, std::string(512, '\x01'), palette}}));
    VERIFY_OK(wad);
    QCOMPARE(firstPixel(*(*wad)->read(0)), 0x123456ffU);
}

void TestTexturePacks::damagedWadsAreTold_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("said");
    const auto whole = wadOf({{"wall", 16, 16, std::string(256, Brown), {}}});
    const auto row = [](const char* name, const std::string& bytes, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << said;
    };
    row("empty", "", "no WAD file");
    row("another", "PACK" + whole.substr(4), "no WAD file");
    row("head alone", whole.substr(0, 8), "too short");
    row("cut off", whole.substr(0, whole.size() - 1), "cut off");
    auto many = whole;
    many[7] = '\x7f';
    row("a million entries", many, "the limit is");
    auto far = whole;
    far[11] = '\x7f';
    row("list beyond the end", far, "cut off");
}

void TestTexturePacks::damagedWadsAreTold()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, said);
    const auto wad = openWad(bytes.toStdString());
    QVERIFY(!wad);
    const auto message = QString::fromStdString(wad.error().message());
    QVERIFY2(message.contains(said), qPrintable(message));
}

void TestTexturePacks::damagedTexturesLeaveTheOthers()
{
    auto bytes = wadOf({{"huge", 16, 16, std::string(256, Brown), {}},
                        {"far", 16, 16, std::string(256, Brown), {}},
                        {"good", 16, 16, std::string(256, Brown), {}}});
    const std::size_t lump = 40 + 256 + 64 + 16 + 4;
    bytes[12 + 16 + 2] = '\x7f';        // the width of the first
    bytes[12 + lump + 24 + 3] = '\x7f'; // where the second begins
    const auto wad = openWad(bytes);
    VERIFY_OK(wad);
    QVERIFY(errorOf((*wad)->read(0)).find("the limit is 4096") != std::string::npos);
    QVERIFY(errorOf((*wad)->read(1)).find("cut off") != std::string::npos);
    VERIFY_OK((*wad)->read(2));
}

void TestTexturePacks::archivesAndFoldersNameTexturesAlike()
{
    const TextureProject game;
    const std::vector<ZipEntry> files{{"textures/Base/Wall.png", pngOf(8, 1)},
                                      {"textures/base/wall.JPG", "no picture"},
                                      {"textures/#water.tga", "no picture"},
                                      {"gfx/menu.png", pngOf(8, 2)},
                                      {"textures/readme.txt", "words"}};
    for (const auto& file : files)
        game.write("pak/" + file.name, file.bytes);
    const std::vector<std::string> names{"*water", "Base/Wall"};
    for (const auto& place : {game.write("pak0.pk3", zipOf(files)),
                              fs::path{game.folder.path().toStdString()} / "pak"}) {
        const auto pack = openTexturePack(place);
        VERIFY_OK(pack);
        QCOMPARE((*pack)->names(), names);
        const auto wall = (*pack)->read(1); // the PNG, which loses nothing
        VERIFY_OK(wall);
        QCOMPARE(wall->bytes, files[0].bytes);
    }
    const auto none = openTexturePack(game.write("maps.pk3", zipOf({{"maps/a.bsp", "x"}})));
    QVERIFY(!none);
    QVERIFY(none.error().message().find("it holds none") != std::string::npos);
    QVERIFY(!openTexturePack(game.write("broken.pk3", "PK no archive")));
    QVERIFY(!openTexturePack(game.write("a.txt", "words")));
    QVERIFY(!openTexturePack(game.project.root / "nowhere.wad"));
}

void TestTexturePacks::aFolderOfPicturesNeedsNoTexturesFolder()
{
    const TextureProject game;
    game.write("mine/brick.png", pngOf(8, 1));
    game.write("mine/wood/oak.png", pngOf(8, 1));
    const auto pack = openTexturePack(fs::path{game.folder.path().toStdString()} / "mine");
    VERIFY_OK(pack);
    QCOMPARE((*pack)->names(), (std::vector<std::string>{"brick", "wood/oak"}));
}

void TestTexturePacks::shadersShowTheirPicture()
{
    const auto shaders = readShaderScript(R"(
// textures/not/this
textures/liquids/slime
{
    qer_editorimage textures/liquids/slime7.tga   // shown in editors
    surfaceparm nonsolid
    { map textures/liquids/other.tga  tcMod turb 0 .2 0 .1 }
}
textures/sfx/beam {
    { map $lightmap }
    { /* a stage */ clampmap "textures/sfx/ beam.tga"
      blendFunc add }
})");
    QCOMPARE(shaders.size(), std::size_t{2});
    QCOMPARE(shaders[0].name, std::string{"textures/liquids/slime"});
    QCOMPARE(shaders[0].picture, std::string{"textures/liquids/slime7.tga"});
    QCOMPARE(shaders[1].picture, std::string{"textures/sfx/ beam.tga"});

    const auto tree = pictureTreeOf({"textures/liquids/slime7.jpg"}, shaders);
    QCOMPARE(tree.names, (std::vector<std::string>{"liquids/slime", "liquids/slime7"}));
    QCOMPARE(tree.files, (std::vector<std::size_t>{0, 0}));
}

void TestTexturePacks::brokenShadersEndWithTheText()
{
    for (const auto* text : {"", "{", "}", "a", "a {", "a { { map", "a { map \"b", "/* no end",
                             "//", "a } } b { map c }", "/*/"})
        for (const auto& shader : readShaderScript(text))
            QVERIFY(!shader.name.empty());
    QCOMPARE(readShaderScript("} textures/b { map c }").size(), std::size_t{1});
}

void TestTexturePacks::pcxIsRead()
{
    std::string pcx(128, '\0');
    pcx[0] = 10;
    pcx[1] = 5;
    pcx[2] = 1;
    pcx[3] = 8;
    pcx[8] = 3;  // four wide
    pcx[10] = 1; // two high
    pcx[65] = 1;
    pcx[66] = 4;
    pcx += "\xc4\x01\xc3\x02";
    pcx += '\x01';
    const auto cut = pcx;
    pcx += '\x0c';
    std::string palette(768, '\0');
    palette[3] = '\x11';
    palette[6] = '\x22';
    pcx += palette;
    const auto image = parsePcx(pcx, "skin");
    VERIFY_OK(image);
    QCOMPARE(image->width, 4U);
    QCOMPARE(image->height, 2U);
    QCOMPARE(int{image->rgba[0]}, 0x11);
    QCOMPARE(int{image->rgba[4 * 4]}, 0x22);
    QCOMPARE(int{image->rgba[7 * 4]}, 0x11);
    QVERIFY(!parsePcx(cut, "skin"));
    QVERIFY(!parsePcx("", "skin"));
    auto wide = pcx;
    wide[9] = '\x7f';
    QVERIFY(!parsePcx(wide, "skin"));
    wide = pcx;
    wide[8] = 7; // more than its lines hold
    QVERIFY(!parsePcx(wide, "skin"));
}

void TestTexturePacks::texturesBecomeMaterials()
{
    const TextureProject game;
    const auto wad =
        game.write("base.wad", wadOf({{"wall", 16, 16, std::string(256, Brown), {}},
                                      {"+0button", 16, 16, std::string(256, Brown), {}}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(wad));
    QCOMPARE(shelf.bring("WALL"), std::string{"Textures/wall"});
    QCOMPARE(shelf.bring("+0button"), std::string{"Textures/+0button"});
    QCOMPARE(shelf.bring("other"), std::string{});
    QCOMPARE(shelf.writtenCount(), std::size_t{2});
    QVERIFY(shelf.problems().empty());
    AssetDatabase assets{game.project};
    const auto material = assets.material(Name{"Textures/wall"});
    QVERIFY(!material->missing);
    QCOMPARE(material->color.filename().string(), std::string{"wall.png"});
}

void TestTexturePacks::framesAndLiquidsMove()
{
    const TextureProject game;
    const auto texels = std::string(256, Brown);
    const auto wad = game.write("base.wad", wadOf({{"+1button", 16, 16, texels, {}},
                                                   {"+0button", 16, 16, texels, {}},
                                                   {"+2button", 16, 16, texels, {}},
                                                   {"+abutton", 16, 16, texels, {}},
                                                   {"*lava", 16, 16, texels, {}}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(wad));
    QVERIFY(!shelf.bring("+1button").empty());
    QVERIFY(!shelf.bring("+0button").empty());
    QVERIFY(!shelf.bring("*lava").empty());
    VERIFY_OK(shelf.finish());
    QCOMPARE(shelf.writtenCount(), std::size_t{3});
    AssetDatabase assets{game.project};
    for (const auto* const name : {"Textures/+0button", "Textures/+1button"}) {
        const auto material = assets.material(Name{name});
        QCOMPARE(material->color.filename().string(), std::string{"+0button.png"});
        const auto& frames = material->finish.layers.frames;
        QCOMPARE(frames.size(), std::size_t{2});
        QCOMPARE(frames[0].filename().string(), std::string{"+1button.png"});
        QCOMPARE(frames[1].filename().string(), std::string{"+2button.png"});
        QVERIFY(fs::exists(frames[1]));
    }
    QVERIFY(assets.material(Name{"Textures/*lava"})->finish.layers.warp > 0);
    shelf.takeBack();
    QVERIFY(!fs::exists(game.asset("Textures")));
}

void TestTexturePacks::whatIsThereStays()
{
    const TextureProject game;
    const auto own = pngOf(4, 200);
    game.write("game/assets/Textures/wall.png", own);
    game.write("game/assets/Textures/floor.material.json", R"({"format": 1, "tint": [1, 0, 0]})");
    const auto wad =
        game.write("base.wad", wadOf({{"wall", 16, 16, std::string(256, Brown), {}},
                                      {"floor", 16, 16, std::string(256, Brown), {}}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(wad));
    QCOMPARE(shelf.bring("wall"), std::string{"Textures/wall"});
    QCOMPARE(shelf.bring("floor"), std::string{"Textures/floor"});
    QCOMPARE(*readFile(game.asset("Textures/wall.png")), own);
    QVERIFY(readFile(game.asset("Textures/floor.material.json"))->find("tint") !=
            std::string::npos);
    QVERIFY(!fs::exists(game.asset("Textures/floor.png")));
    shelf.takeBack();
    QVERIFY(fs::exists(game.asset("Textures/wall.png")));
    QVERIFY(fs::exists(game.asset("Textures/floor.material.json")));
}

void TestTexturePacks::namesThatLeadOutAreRefused()
{
    const TextureProject game;
    const auto archive =
        game.write("evil.pk3", zipOf({{"textures/../../evil.png", pngOf(4, 1)},
                                      {"textures//root/evil.png", pngOf(4, 1)},
                                      {"textures/a:b.png", pngOf(4, 1)},
                                      {"textures/" + std::string(300, 'x') + ".png", pngOf(4, 1)},
                                      {"textures/broken.png", "no picture"},
                                      {"textures/good.png", pngOf(4, 1)}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(archive));
    JobControl control;
    shelf.bringAll(control);
    QCOMPARE(shelf.writtenCount(), std::size_t{1});
    QCOMPARE(shelf.problems().size(), std::size_t{5});
    QVERIFY(fs::exists(game.asset("Textures/good.png")));
    QVERIFY(!fs::exists(game.project.root / "evil.png"));
    QVERIFY(!fs::exists(game.asset("evil.png")));
}

void TestTexturePacks::whatFailsIsTakenBack()
{
    const TextureProject game;
    const auto wad = game.write("base.wad", wadOf({{"wall", 16, 16, std::string(256, Brown), {}}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(wad));
    QVERIFY(!shelf.bring("wall").empty());
    shelf.takeBack();
    QVERIFY(!fs::exists(game.asset("Textures/wall.png")));
    QVERIFY(!fs::exists(game.asset("Textures/wall.material.json")));
    QCOMPARE(shelf.writtenCount(), std::size_t{0});
}

void TestTexturePacks::aMapFindsItsTexturesAndTheirSizes()
{
    const TextureProject game;
    const auto wad =
        game.write("base.wad", wadOf({{"wall", 128, 32, std::string(128 * 32, Brown), {}}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(wad));
    ProjectTextures textures{game.project, &shelf};
    auto box = boxText({0, 0, 0}, {64, 64, 64}, "Wall") + boxText({64, 0, 0}, {96, 64, 64}, "lost");
    MapImportOptions options;
    options.findTexture = [&](std::string_view name) {
        return textures.find(name);
    };
    const auto map = importMap("{\n\"classname\" \"worldspawn\"\n" + box + "}\n", options);
    VERIFY_OK(map);
    QCOMPARE(textures.foundCount(), std::size_t{1});
    QCOMPARE(textures.missing(), (std::set<std::string>{"lost"}));
    map->world->forEach<BrushComponent>([&](EntityId, const BrushComponent& brush) {
        const auto& face = brush.brush->faces()[0];
        if (face.material != Name{"Textures/wall"}) {
            QCOMPARE(face.material, Name{"lost"});
            return;
        }
        QCOMPARE(std::abs(face.uv.scale.x), 128 * DefaultMapScale);
        QCOMPARE(std::abs(face.uv.scale.y), 32 * DefaultMapScale);
    });
    ProjectTextures again{game.project}; // now it is a material of the project
    QCOMPARE(again.find("WALL")->size, (Vec2d{128, 32}));
}

void TestTexturePacks::texturesOfOneLastNameAreTwo()
{
    const TextureProject game;
    game.write("game/assets/Materials/metal.material.json", R"({"format": 1})");
    const auto archive = game.write("base.pk3", zipOf({{"textures/floor/metal.png", pngOf(8, 1)},
                                                       {"textures/wall/metal.png", pngOf(4, 2)}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(archive));
    ProjectTextures textures{game.project, &shelf};
    QCOMPARE(textures.find("wall/metal")->material, Name{"Textures/wall/metal"});
    QCOMPARE(textures.find("floor/metal")->material, Name{"Textures/floor/metal"});
    QCOMPARE(textures.find("other/metal")->material, Name{"Materials/metal"}); // as before
    QCOMPARE(textures.find("textures/wall/METAL.tga")->material, Name{"Textures/wall/metal"});
    QVERIFY(!textures.findExactly("other/metal"));
    QVERIFY(textures.has(Name{"Textures/wall/metal"}) &&
            !textures.has(Name{"textures/wall/metal"}));
}

void TestTexturePacks::bigAndSmallLettersAreOneTexture()
{
    const TextureProject game;
    game.write("game/assets/Textures/Brick.material.json", R"({"format": 1})");
    const auto wad =
        game.write("base.wad", wadOf({{"brick", 16, 16, std::string(256, Brown), {}}}));
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(wad));
    QCOMPARE(shelf.bring("BRICK"), std::string{"Textures/Brick"});
    QCOMPARE(shelf.writtenCount(), std::size_t{0});
    QVERIFY(!fs::exists(game.asset("Textures/brick.png")));
}

void TestTexturePacks::aDamagedTextureHidesNoGoodOne()
{
    const TextureProject game;
    TextureShelf shelf{game.project};
    VERIFY_OK(shelf.open(game.write("a.pk3", zipOf({{"textures/x/wall.png", "no picture"}}))));
    VERIFY_OK(shelf.open(game.write("b.pk3", zipOf({{"textures/x/wall.png", pngOf(8, 1)}}))));
    QCOMPARE(shelf.bring("x/wall"), std::string{"Textures/x/wall"});
    QCOMPARE(shelf.problems().size(), std::size_t{1});
    shelf.takeBack();
    QVERIFY(!fs::exists(game.asset("Textures"))); // with the folders
}

void TestTexturePacks::exportKeepsTheNamesOfTextures()
{
    const TextureProject game;
    game.write("game/assets/Textures/base/wall.material.json", R"({"format": 1})");
    game.write("game/assets/Textures/floor.material.json", R"({"format": 1})");
    game.write("game/assets/floor.material.json", R"({"format": 1})");
    ProjectTextures textures{game.project};
    QCOMPARE(textures.findMaterial(Name{"Textures/base/wall"})->texture, std::string{"base/wall"});
    // That name alone would mean the other one.
    QCOMPARE(textures.findMaterial(Name{"Textures/floor"})->texture, std::string{"Textures/floor"});
    QCOMPARE(textures.findMaterial(Name{"floor"})->texture, std::string{"floor"});
}

PLAIN_TEST(TestTexturePacks)
} // namespace tst_texture_packs

#include "tst_texture_packs.moc"
