#include "engine_core/assets/material_loader.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_material_text
{
using namespace engine;

namespace
{
struct Fixture
{
    QTemporaryDir folder;
    fs::path assets = fs::canonical(folder.path().toStdString());

    fs::path write(const std::string& name, const std::string& text) const
    {
        const auto file = assets / (name + ".material.json");
        fs::create_directories(file.parent_path());
        std::ofstream{file} << text;
        return file;
    }

    [[nodiscard]] MaterialText read(const std::string& name) const
    {
        const MaterialFiles from{[&](const std::string& each) -> Result<fs::path> {
                                     const auto file = assets / (each + ".material.json");
                                     if (!fs::exists(file))
                                         return Error{"missing"};
                                     return file;
                                 },
                                 {}};
        auto text = loadMaterialText(assets / (name + ".material.json"), assets, from);
        ENGINE_EXPECT(text);
        return *std::move(text);
    }
};

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
} // namespace

class TestMaterialText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyValueIsRead();
    void layersAreRead();
    void packedMapsGiveTheirChannels();
    void aMapAndANumberTakeEachOthersPlace();
    void aChildKeepsWhatItDoesNotSay();
    void nullTakesAwayWhatTheParentHas();
    void wrongValuesAreSaidAndTheOthersStay_data();
    void wrongValuesAreSaidAndTheOthersStay();
    void aMissingParentIsOneSentence();
    void parentsThatGoInCirclesAreOneSentence();
};

void TestMaterialText::everyValueIsRead()
{
    const Fixture fixture;
    fixture.write("walls/all", R"({"format":1,"color":"c.png","normal":"n.png","green":"down",
        "roughness":"r.png","metallic":"m.png","occlusion":"o.png","emissive":"e.png",
        "emissiveColor":[1,0.5,0],"emissiveStrength":2,"opacity":"mask","cutoff":0.25,"alpha":0.5,
        "twoSided":true,"scroll":[0.5,-1],"surface":"wood","friction":0.1,"restitution":0.9,
        "tint":[1,2,3],"later":{"kept":true}})");
    const auto text = fixture.read("walls/all");
    QVERIFY(text.problems.empty());
    QCOMPARE(text.color, fixture.assets / "walls/c.png");
    QCOMPARE(text.normal, fixture.assets / "walls/n.png");
    QVERIFY(text.finish.greenDown && text.finish.twoSided);
    QVERIFY((text.roughness == GreyMap{fixture.assets / "walls/r.png", 0}));
    QVERIFY((text.finish.metallic == GreyMap{fixture.assets / "walls/m.png", 0}));
    QVERIFY((text.finish.occlusion == GreyMap{fixture.assets / "walls/o.png", 0}));
    QCOMPARE(text.finish.glow, fixture.assets / "walls/e.png");
    QCOMPARE(text.finish.glowColor, (Vec3f{2, 1, 0}));
    QCOMPARE(text.finish.opacity, Opacity::Mask);
    QCOMPARE(text.finish.cutoff, 0.25f);
    QCOMPARE(text.finish.alpha, 0.5f);
    QCOMPARE(text.finish.scroll, (Vec2f{0.5f, -1}));
    QCOMPARE(text.touch.surface, std::string{"wood"});
    QCOMPARE(text.touch.friction, 0.1f);
    QCOMPARE(text.touch.restitution, 0.9f);
    QCOMPARE(text.tint, (Vec3f{1, 2, 3}));
    QCOMPARE(text.images().size(), std::size_t{6});
}

void TestMaterialText::layersAreRead()
{
    const Fixture fixture;
    fixture.write("rock", R"({"format":1,"color":"c.png","triplanar":2,"detail":"d.png",
        "detailScale":4,"detailStrength":0.5,"frames":["c.png","e.png"],"frameRate":8,
        "warp":0.1})");
    fixture.write("child", R"({"format":1,"parent":"rock","frames":null,"triplanar":0})");
    fixture.write("wrong", R"({"format":1,"frames":["../../out.png",7,"f.png"]})");
    const auto rock = fixture.read("rock");
    const auto& layers = rock.finish.layers;
    QVERIFY(rock.problems.empty());
    QCOMPARE(layers.triplanar, 2.0f);
    QCOMPARE(layers.detail, fixture.assets / "d.png");
    QCOMPARE(layers.detailScale, 4.0f);
    QCOMPARE(layers.detailStrength, 0.5f);
    QCOMPARE(layers.frames.size(), std::size_t{2});
    QCOMPARE(layers.frameRate, 8.0f);
    QCOMPARE(layers.warp, 0.1f);
    QCOMPARE(rock.images().size(), std::size_t{3}); // each once
    const auto child = fixture.read("child");
    QVERIFY(child.finish.layers.frames.empty());
    QCOMPARE(child.finish.layers.triplanar, 0.0f);
    QCOMPARE(child.finish.layers.warp, 0.1f);
    const auto wrong = fixture.read("wrong");
    QCOMPARE(wrong.problems.size(), std::size_t{2});
    QCOMPARE(wrong.finish.layers.frames, (std::vector{fixture.assets / "f.png"}));
}

void TestMaterialText::packedMapsGiveTheirChannels()
{
    const Fixture fixture;
    // Single maps count more than the packed one, wherever they stand.
    fixture.write("packed", R"({"format":1,"roughness":"r.png","orm":"orm.png"})");
    const auto text = fixture.read("packed");
    QVERIFY((text.finish.occlusion == GreyMap{fixture.assets / "orm.png", 0}));
    QVERIFY((text.roughness == GreyMap{fixture.assets / "r.png", 0}));
    QVERIFY((text.finish.metallic == GreyMap{fixture.assets / "orm.png", 2}));
}

void TestMaterialText::aMapAndANumberTakeEachOthersPlace()
{
    const Fixture fixture;
    fixture.write("parent", R"({"format":1,"roughness":"r.png","metallic":0.5})");
    fixture.write("child", R"({"format":1,"parent":"parent","roughness":0.3,"metallic":"m.png"})");
    const auto child = fixture.read("child");
    QVERIFY(child.roughness.file.empty());
    QCOMPARE(child.roughnessValue, 0.3f);
    QCOMPARE(child.finish.metallic.file, fixture.assets / "m.png");
}

void TestMaterialText::aChildKeepsWhatItDoesNotSay()
{
    const Fixture fixture;
    fixture.write("walls/base", R"({"format":1,"color":"c.png","tint":[0.5,1,1],"friction":0.2})");
    fixture.write("middle",
                  R"({"format":1,"parent":"walls/base","friction":0.7,"emissive":"e.png"})");
    fixture.write("child", R"({"format":1,"parent":"middle","tint":[1,0,0],"emissiveStrength":3})");
    const auto child = fixture.read("child");
    QVERIFY(child.problems.empty());
    QCOMPARE(child.parent, std::string{"middle"});
    QCOMPARE(child.color, fixture.assets / "walls/c.png"); // beside the parent's file
    QCOMPARE(child.tint, (Vec3f{1, 0, 0}));
    QCOMPARE(child.touch.friction, 0.7f);
    QCOMPARE(child.finish.glowColor, Vec3f{3});
    QCOMPARE(child.files.size(), std::size_t{3});
    QCOMPARE(child.files.front(), fixture.assets / "child.material.json");
}

void TestMaterialText::nullTakesAwayWhatTheParentHas()
{
    const Fixture fixture;
    fixture.write("base", R"({"format":1,"color":"c.png","normal":"n.png"})");
    fixture.write("child", R"({"format":1,"parent":"base","normal":null})");
    const auto child = fixture.read("child");
    QVERIFY(child.normal.empty());
    QVERIFY(!child.color.empty());
}

void TestMaterialText::wrongValuesAreSaidAndTheOthersStay_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<QByteArray>("key");
    const auto row = [](const char* member, const char* key) {
        QTest::newRow(member) << QByteArray{member} << QByteArray{key};
    };
    row(R"("color":5)", "color");
    row(R"("color":"../../../x.png")", "color");
    row(R"("normal":"/etc/x.png")", "normal");
    row(R"("roughness":1.5)", "roughness");
    row(R"("metallic":true)", "metallic");
    row(R"("tint":[1e999,1,1])", "tint");
    row(R"("tint":[1,1])", "tint");
    row(R"("emissiveStrength":-1)", "emissiveStrength");
    row(R"("opacity":"glass")", "opacity");
    row(R"("green":1)", "green");
    row(R"("twoSided":"yes")", "twoSided");
    row(R"("scroll":[1,2,3])", "scroll");
    row(R"("triplanar":-1)", "triplanar");
    row(R"("detailStrength":2)", "detailStrength");
    row(R"("frames":"a.png")", "frames");
    row(R"("warp":"much")", "warp");
    row(R"("surface":[])", "surface");
    row(R"("friction":"ice")", "friction");
    row(R"("parent":7)", "parent");
}

void TestMaterialText::wrongValuesAreSaidAndTheOthersStay()
{
    QFETCH(QByteArray, member);
    QFETCH(QByteArray, key);
    const Fixture fixture;
    fixture.write("wrong", "{\"format\":1," + member.toStdString() + ",\"restitution\":0.75}");
    const auto text = fixture.read("wrong");
    QCOMPARE(text.problems.size(), std::size_t{1});
    QVERIFY(holds(text.problems.front(), "wrong.material.json"));
    QVERIFY(holds(text.problems.front(), "'" + key.toStdString() + "'"));
    QCOMPARE(text.touch.restitution, 0.75f);
    QVERIFY(text.images().empty());
}

void TestMaterialText::aMissingParentIsOneSentence()
{
    const Fixture fixture;
    fixture.write("orphan", R"({"format":1,"parent":"gone","tint":[0,1,0]})");
    const auto text = fixture.read("orphan");
    QCOMPARE(text.problems.size(), std::size_t{1});
    QVERIFY(holds(text.problems.front(), "'gone' is missing"));
    QVERIFY(text.hasParentProblem);
    QCOMPARE(text.tint, (Vec3f{0, 1, 0}));
}

void TestMaterialText::parentsThatGoInCirclesAreOneSentence()
{
    const Fixture fixture;
    fixture.write("a", R"({"format":1,"parent":"b","friction":0.1})");
    fixture.write("b", R"({"format":1,"parent":"a","restitution":0.1})");
    const auto text = fixture.read("a");
    QCOMPARE(text.problems.size(), std::size_t{1});
    QVERIFY(holds(text.problems.front(), "leads back"));
    QCOMPARE(text.touch.friction, 0.1f);
    QCOMPARE(text.touch.restitution, 0.1f);
}

PLAIN_TEST(TestMaterialText)
} // namespace tst_material_text

#include "tst_material_text.moc"
