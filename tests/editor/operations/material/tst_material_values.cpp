#include "editor/operations/material/material_values.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_material_values
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
struct Fixture : DocumentFixture
{
    QTemporaryDir folder;
    Project project{};

    Fixture()
    {
        project.root = fs::canonical(folder.path().toStdString());
        write("walls/brick", "{\"format\":1,\"later\":{ \"n\":[1,  2] },\"tint\":[1,0,0]}");
    }

    [[nodiscard]] fs::path fileOf(const std::string& path) const
    {
        return project.assetFolder() / (path + ".material.json");
    }

    void write(const std::string& path, const std::string& text) const
    {
        fs::create_directories(fileOf(path).parent_path());
        std::ofstream{fileOf(path)} << text;
    }

    [[nodiscard]] std::string text(const std::string& path = "walls/brick") const
    {
        return *readFile(fileOf(path));
    }

    static const Property& property(const std::string& name)
    {
        const auto& all = materialType().properties;
        return *std::find_if(all.begin(), all.end(),
                             [&](const Property& each) { return each.name == name; });
    }

    Result<void> set(const std::string& name,
                     const std::optional<Value>& value,
                     const std::string& path = "walls/brick")
    {
        return run([&](Transaction& edit) {
            return setMaterialValue(edit, project, path, property(name), value);
        });
    }
};

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
} // namespace

class TestMaterialValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aColourBecomesTheNormalMap();
    void aValueIsWrittenAndUndone();
    void unknownKeysStayWordForWord();
    void theSceneStaysUnmodified();
    void aSceneEditBesideItCounts();
    void aDragShowsTextsAndWritesOnce();
    void whatSomethingElseWroteStays();
    void valuesReadBackAsTheyWereSet_data();
    void valuesReadBackAsTheyWereSet();
    void resettingGoesBackToTheParent();
    void whatIsWrongIsRefused();
};

void TestMaterialValues::aValueIsWrittenAndUndone()
{
    Fixture fixture;
    const auto before = fixture.text();
    const auto scene = fixture.document.contentHash();
    VERIFY_OK(fixture.set("roughness", Value{0.25}));
    const auto after = fixture.text();
    QVERIFY(holds(after, "\"roughness\": 0.25"));
    QCOMPARE(fixture.document.contentHash(), scene);
    fixture.document.undo();
    QCOMPARE(fixture.text(), before);
    fixture.document.redo();
    QCOMPARE(fixture.text(), after);
}

void TestMaterialValues::unknownKeysStayWordForWord()
{
    Fixture fixture;
    VERIFY_OK(fixture.set("twoSided", Value{true}));
    QVERIFY(holds(fixture.text(), "\"later\": { \"n\":[1,  2] }"));
    QVERIFY(holds(fixture.text(), "\"tint\": [1,0,0]"));
}

void TestMaterialValues::theSceneStaysUnmodified()
{
    Fixture fixture;
    const auto scene = fs::path{fixture.folder.path().toStdString()} / "a.scene.json";
    VERIFY_OK(fixture.document.save(scene));
    VERIFY_OK(fixture.set("alpha", Value{0.5}));
    QVERIFY(!fixture.document.isModified());
    QVERIFY(fixture.document.history().canUndo());
    VERIFY_OK(fixture.document.save(scene)); // saved in between: the same scene
    fixture.document.undo();
    QVERIFY(!fixture.document.isModified());
}

void TestMaterialValues::aSceneEditBesideItCounts()
{
    Fixture fixture;
    VERIFY_OK(
        fixture.document.save(fs::path{fixture.folder.path().toStdString()} / "a.scene.json"));
    VERIFY_OK(fixture.set("alpha", Value{0.5}));
    fixture.addBox({0, 0, 0}, {1, 1, 1});
    QVERIFY(fixture.document.isModified());
    fixture.document.undo();
    QVERIFY(!fixture.document.isModified());
}

void TestMaterialValues::aDragShowsTextsAndWritesOnce()
{
    Fixture fixture;
    const auto before = fixture.text();
    std::vector<std::string> shown;
    int written = 0;
    Connections connections;
    connections += fixture.document.filesShown.connect([&](const std::vector<FileWrite>& writes) {
        shown.push_back(writes.empty() ? std::string{} : writes.front().after);
    });
    connections += fixture.document.filesWritten.connect([&](const auto&) { ++written; });
    const auto move = [&](Transaction& drag, double to) {
        return drag.replace([&](Transaction& edit) {
            return setMaterialValue(edit, fixture.project, "walls/brick",
                                    Fixture::property("metallic"), Value{to});
        });
    };
    {
        auto drag = fixture.document.begin("Drag");
        VERIFY_OK(move(drag, 0.25));
        VERIFY_OK(move(drag, 0.5));
        QVERIFY(!move(drag, 2)); // refused: the last good one stays
        QVERIFY(holds(shown.back(), "\"metallic\": 0.5"));
        QCOMPARE(fixture.text(), before);
        drag.commit();
    }
    QCOMPARE(written, 1);
    QVERIFY(holds(fixture.text(), "\"metallic\": 0.5"));
    QCOMPARE(fixture.document.history().entries().size(), std::size_t{1});
    {
        auto drag = fixture.document.begin("Drag");
        VERIFY_OK(move(drag, 1));
        drag.rollback();
    }
    QCOMPARE(shown.back(), std::string{});
    QVERIFY(holds(fixture.text(), "\"metallic\": 0.5"));
}

void TestMaterialValues::whatSomethingElseWroteStays()
{
    Fixture fixture;
    VERIFY_OK(fixture.set("alpha", Value{0.5}));
    fixture.write("walls/brick", "{\"format\":1}");
    std::vector<std::string> said;
    Connections connections;
    connections += fixture.document.fileKept.connect(
        [&](const std::string& sentence) { said.push_back(sentence); });
    fixture.document.undo();
    QCOMPARE(fixture.text(), std::string{"{\"format\":1}"});
    QCOMPARE(said.size(), std::size_t{1});
    QVERIFY(holds(said.front(), "brick.material.json"));
}

void TestMaterialValues::valuesReadBackAsTheyWereSet_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& property : materialType().properties)
        QTest::newRow(property.name.c_str()) << QString::fromStdString(property.name);
}

void TestMaterialValues::valuesReadBackAsTheyWereSet()
{
    QFETCH(QString, name);
    Fixture fixture;
    fixture.write("other", R"({"format":1})");
    const auto& property = Fixture::property(name.toStdString());
    Value value;
    switch (property.kind) {
    case PropertyKind::Asset:
        value = {AssetPath{property.assetKind == AssetKind::Material ? "other" : "maps/x.png"}};
        break;
    case PropertyKind::Color:
        value = {Color{0.5f, 0.25f, 1}};
        break;
    case PropertyKind::Vec2:
        value = {Vec2d{0.5, -2}};
        break;
    case PropertyKind::Enum:
        value = {property.choices.back()};
        break;
    case PropertyKind::Bool:
        value = {true};
        break;
    case PropertyKind::Text:
        value = {std::string{"wood"}};
        break;
    default:
        value = {0.25};
    }
    VERIFY_OK(fixture.set(property.name, value));
    const auto read = readMaterial(fixture.project, "walls/brick");
    VERIFY_OK(read);
    QVERIFY(read->problems.empty());
    QVERIFY(property.get(&read->values) == value);
}

void TestMaterialValues::resettingGoesBackToTheParent()
{
    Fixture fixture;
    fixture.write("child", R"({"format":1,"parent":"walls/brick","tint":[0,0,1]})");
    const auto before = readMaterial(fixture.project, "child");
    VERIFY_OK(before);
    QCOMPARE(before->values.tint, (Color{0, 0, 1}));
    QCOMPARE(before->inherited.tint, (Color{1, 0, 0}));
    VERIFY_OK(fixture.set("tint", {}, "child"));
    QCOMPARE(readMaterial(fixture.project, "child")->values.tint, (Color{1, 0, 0}));
    QVERIFY(!holds(fixture.text("child"), "tint"));
}

void TestMaterialValues::whatIsWrongIsRefused()
{
    Fixture fixture;
    fixture.write("child", R"({"format":1,"parent":"walls/brick"})");
    fixture.write("broken", "{");
    const auto before = fixture.text();
    QVERIFY(!fixture.set("alpha", Value{7.0}));
    QVERIFY(!fixture.set("alpha", Value{std::string{"x"}}));
    QVERIFY(!fixture.set("color", Value{AssetPath{"../../x.png"}}));
    QVERIFY(!fixture.set("parent", Value{AssetPath{"child"}}));
    QVERIFY(!fixture.set("alpha", Value{0.5}, "broken"));
    QVERIFY(!fixture.set("alpha", Value{0.5}, "none"));
    QCOMPARE(fixture.text(), before);
    QVERIFY(!fixture.document.history().canUndo());
}

void TestMaterialValues::aColourBecomesTheNormalMap()
{
    Fixture fixture;
    fixture.write("walls/bumps", R"({"format":1,"color":"../pics/b_n.png","later":7})");
    const auto use = [&](const char* path) {
        return fixture.run(
            [&](Transaction& edit) { return useColorAsNormals(edit, fixture.project, path); });
    };
    const auto before = fixture.text("walls/bumps");
    VERIFY_OK(use("walls/bumps"));
    const auto read = readMaterial(fixture.project, "walls/bumps");
    VERIFY_OK(read);
    QVERIFY(read->values.color.path.empty());
    QCOMPARE(read->values.normal.path, std::string{"pics/b_n.png"});
    QVERIFY(holds(fixture.text("walls/bumps"), "\"later\""));
    fixture.document.undo();
    QCOMPARE(fixture.text("walls/bumps"), before);
    QVERIFY(!use("walls/brick")); // shows no picture
}

PLAIN_TEST(TestMaterialValues)
} // namespace tst_material_values

#include "tst_material_values.moc"
