#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/random_world.h"

#include <QTest>

#include <random>

namespace tst_hostile_scenes
{
using namespace engine;

namespace
{
/// Four faces of a box without its sides along z.
constexpr const char* OpenFaces =
    R"([{"normal":[1,0,0],"distance":1},{"normal":[-1,0,0],"distance":1},)"
    R"({"normal":[0,1,0],"distance":1},{"normal":[0,-1,0],"distance":1}])";

std::string boxFaces(const std::string& firstFace)
{
    return "[" + firstFace +
           R"(,{"normal":[-1,0,0],"distance":1},{"normal":[0,1,0],"distance":1},)"
           R"({"normal":[0,-1,0],"distance":1},{"normal":[0,0,1],"distance":1},)"
           R"({"normal":[0,0,-1],"distance":1}])";
}

std::string fileWith(const std::string& entities)
{
    return "{\"format\":2,\n\"entities\":[\n" + entities + "\n]}";
}

std::string brushWith(const std::string& faces)
{
    return fileWith(R"({"id":2,"components":{"brush":{"faces":)" + faces + "}}}");
}

std::string chainOf(int length, bool closed)
{
    std::string entities;
    for (int i = 0; i < length; ++i) {
        const auto parent = i + 1 < length ? i + 3 : closed ? 2 : 0;
        entities += fmt::format("{}{{\"id\":{},\"parent\":{}}}", i > 0 ? ",\n" : "", i + 2, parent);
    }
    return fileWith(entities);
}
} // namespace

class TestHostileScenes : public QObject
{
    Q_OBJECT
private Q_SLOTS:

    void initTestCase() { registerComponents(m_types); }

    void unreadableFilesAreRefusedInOneSentence_data();
    void unreadableFilesAreRefusedInOneSentence();
    void badItemsBecomeProblemsAndTheRestLoads_data();
    void badItemsBecomeProblemsAndTheRestLoads();
    void aBrushThatCannotBeBuiltKeepsItsJson();
    void duplicateIdsGetNewOnesThatSurviveSaving();
    void parentCyclesAreCutOnce();
    void longParentChainsLoadInReasonableDepth();
    void thousandsOfProblemsAreCapped();
    void anEndlessFaceListIsRefused();
    void mutatedFilesNeverCrashAndNeverGiveHalfAWorld_data();
    void mutatedFilesNeverCrashAndNeverGiveHalfAWorld();
    void everyTruncationIsRefused();

private:
    /// A loaded world must be usable: parents exist, no circles, and it can be saved and read.
    void checkWorld(const LoadedScene& scene);

    TypeRegistry m_types;
};

void TestHostileScenes::unreadableFilesAreRefusedInOneSentence_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& text, const char* says) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString{says};
    };
    row("empty file", "", "line 1, column 1");
    row("not JSON", "worldspawn", "line 1, column 1");
    row("truncated", R"({"format":2,"entities":[{"id":2)", "line 1, column 32");
    row("no object", "[1,2]", "line 1, column 1");
    row("no format", R"({"entities":[]})", "no 'format'");
    row("format of a wrong type", R"({"format":"two"})", "line 1, column 11");
    row("format 0", R"({"format":0})", "whole number");
    row("newer format", R"({"format":3,"entities":[]})", "newer version");
    row("entities of a wrong type", R"({"format":2,"entities":{}})", "line 1, column 24");
    row("a project", R"({"format":1,"name":"Room","startScene":"a.scene.json"})",
        "is not a scene: it has no list of objects");
    row("invalid UTF-8", "{\"format\":2,\"a\":\"\xff\"}", "UTF-8");
    row("NaN", fileWith(R"({"id":2,"components":{"light":{"range":NaN}}})"), "line 3, column 40");
    row("duplicate key", R"({"format":2,"format":2})", "stands twice");
    row("duplicate key of two lines", R"({"a\nb":2,"a\nb":2})", R"('a\nb' stands twice)");
    row("nested 200,000 deep", R"({"format":2,"a":)" + std::string(200000, '['), "deeper");
}

void TestHostileScenes::unreadableFilesAreRefusedInOneSentence()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto scene = readScene(text.toStdString(), m_types, "bad.scene.json");
    QVERIFY(!scene);
    const auto message = QString::fromStdString(scene.error().message());
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY2(message.contains("bad.scene.json"), qPrintable(message));
    QVERIFY(!message.contains('\n'));
}

void TestHostileScenes::badItemsBecomeProblemsAndTheRestLoads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, const std::string& text, const char* rule,
                        const char* place) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString{rule} << QString{place};
    };
    const auto component = [](const std::string& json) {
        return fileWith(R"({"id":2,"components":{)" + json + "}}");
    };
    row("1e999", component(R"("light":{"range":1e999})"), "bad-value", "line 3, column 40");
    row("range outside its limits", component(R"("light":{"range":-1})"), "bad-value",
        "line 3, column 40");
    row("number as text", component(R"("light":{"range":"9"})"), "bad-value", "line 3, column 40");
    row("component of a wrong type", component(R"("light":5)"), "bad-component",
        "line 3, column 31");
    row("position at 1e30", component(R"("transform":{"position":[1e30,0,0]})"), "bad-value",
        "line 3, column 47");
    row("rotation of length 0", component(R"("transform":{"rotation":[0,0,0,0]})"), "bad-value",
        "line 3, column 47");
    row("components of a wrong type", fileWith(R"({"id":2,"components":[]})"), "bad-components",
        "line 3, column 22");
    row("name of a wrong type", fileWith(R"({"id":2,"name":7})"), "bad-value", "line 3, column 16");
    row("item that is no object", fileWith(R"({"id":2},5)"), "bad-entity", "line 3, column 10");
    row("no id", fileWith(R"({"name":"x"})"), "bad-id", "line 3, column 1");
    row("id of the scene", fileWith(R"({"id":1})"), "bad-id", "line 3, column 7");
    row("id over 32 bits", fileWith(R"({"id":4294967296})"), "bad-id", "line 3, column 7");
    row("negative id", fileWith(R"({"id":-5})"), "bad-id", "line 3, column 7");
    row("duplicate id", fileWith("{\"id\":2},\n{\"id\":2}"), "duplicate-id", "line 4, column 7");
    row("missing parent", fileWith(R"({"id":2,"parent":77})"), "missing-parent",
        "line 3, column 18");
    row("its own parent", fileWith(R"({"id":2,"parent":2})"), "parent-cycle", "line 3, column 18");
    row("parent cycle", chainOf(3, true), "parent-cycle", "line 5, column 18");
    row("empty brush", brushWith("[]"), "bad-brush", "line 3, column 31");
    row("unbounded brush", brushWith(OpenFaces), "bad-brush", "line 3, column 31");
    row("face at 1e30", brushWith(boxFaces(R"({"normal":[1,0,0],"distance":1e30})")), "bad-brush",
        "line 3, column 31");
    row("face at 1e999", brushWith(boxFaces(R"({"normal":[1,0,0],"distance":1e999})")), "bad-brush",
        "line 3, column 31");
    row("normal of length 0", brushWith(boxFaces(R"({"normal":[0,0,0],"distance":1})")),
        "bad-brush", "line 3, column 31");
    row("face without a normal", brushWith(boxFaces(R"({"distance":1})")), "bad-brush",
        "line 3, column 31");
    row("texture scale of 0",
        brushWith(boxFaces(R"({"normal":[1,0,0],"distance":1,"scale":[0,1]})")), "bad-brush",
        "line 3, column 31");
    row("material that climbs out",
        brushWith(boxFaces(R"({"normal":[1,0,0],"distance":1,"material":"../../etc/x"})")),
        "brush-changed", "line 3, column 31");
    row("sound that climbs out", component(R"("audio_source":{"sound":"../x.wav"})"), "bad-value",
        "line 3, column 47");
    row("absolute script path", component(R"("script":{"file":"/etc/passwd"})"), "bad-value",
        "line 3, column 40");
    row("script property of no kind", component(R"("script":{"properties":{"a":{"what":1}}})"),
        "bad-value", "line 3, column 46");
    row("lightmap outside", R"({"format":2,"lightmap":{"file":"../x.exr"}})", "path-outside",
        "line 1, column 24");
    row("settings of a wrong type", R"({"format":2,"settings":[]})", "bad-component",
        "line 1, column 24");
}

void TestHostileScenes::badItemsBecomeProblemsAndTheRestLoads()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, rule);
    QFETCH(QString, place);
    const auto scene = readScene(text.toStdString(), m_types, "bad.scene.json");
    VERIFY_OK(scene);
    QCOMPARE(scene->problems.size(), std::size_t{1});
    const auto& problem = scene->problems[0];
    QCOMPARE(QString::fromStdString(problem.rule), rule);
    QCOMPARE(QString::fromStdString(problem.place), place);
    QVERIFY(problem.message.ends_with('.'));
    QVERIFY(!problem.fix.empty());
    checkWorld(*scene);
}

void TestHostileScenes::checkWorld(const LoadedScene& scene)
{
    const auto& world = *scene.world;
    QVERIFY(world.exists(SceneEntity));
    for (const auto entity : world.entities()) {
        const auto parent = world.get<Node>(entity)->parent;
        QVERIFY(!parent || world.exists(parent));
        QVERIFY(!isAncestor(world, entity, entity));
    }
    const auto text = writeScene(world, m_types);
    const auto again = readScene(text, m_types, "again");
    VERIFY_OK(again);
    QCOMPARE(writeScene(*again->world, m_types), text);
}

void TestHostileScenes::aBrushThatCannotBeBuiltKeepsItsJson()
{
    const auto scene = readScene(brushWith(OpenFaces), m_types, "open");
    VERIFY_OK(scene);
    QVERIFY(scene->world->exists(EntityId{2}));
    QVERIFY(scene->world->get<BrushComponent>(EntityId{2}) == nullptr);
    const auto text = writeScene(*scene->world, m_types);
    QVERIFY(text.find(OpenFaces) != std::string::npos);
}

void TestHostileScenes::duplicateIdsGetNewOnesThatSurviveSaving()
{
    const auto scene = readScene(
        fileWith(R"({"id":2,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"})"), m_types, "two");
    VERIFY_OK(scene);
    QCOMPARE(scene->world->entityCount(), std::size_t{4}); // with the scene
    QCOMPARE(scene->world->get<Node>(EntityId{2})->name, std::string{"a"});
    QCOMPARE(scene->world->get<Node>(EntityId{3})->name, std::string{"c"});
    QCOMPARE(scene->world->get<Node>(EntityId{4})->name, std::string{"b"});
    const auto again = readScene(writeScene(*scene->world, m_types), m_types, "again");
    VERIFY_OK(again);
    QVERIFY(again->problems.empty());
}

void TestHostileScenes::parentCyclesAreCutOnce()
{
    const auto scene = readScene(chainOf(50, true), m_types, "circle");
    VERIFY_OK(scene);
    QCOMPARE(scene->problems.size(), std::size_t{1});
    QCOMPARE(scene->world->children(EntityId{}).size(), std::size_t{1});
}

void TestHostileScenes::longParentChainsLoadInReasonableDepth()
{
    const auto scene = readScene(chainOf(20000, false), m_types, "chain");
    VERIFY_OK(scene);
    QVERIFY(!scene->problems.empty());
    checkWorld(*scene);
}

void TestHostileScenes::thousandsOfProblemsAreCapped()
{
    std::string entities = "1";
    for (int i = 0; i < 5000; ++i)
        entities += ",1";
    const auto scene = readScene(fileWith(entities), m_types, "many");
    VERIFY_OK(scene);
    QCOMPARE(scene->problems.size(), std::size_t{1001});
    QVERIFY(scene->problems.back().message.starts_with("4001 more"));
}

void TestHostileScenes::anEndlessFaceListIsRefused()
{
    std::string faces = "[";
    for (int i = 0; i < 20000; ++i)
        faces += fmt::format("{}{{\"normal\":[1,0,0],\"distance\":{}}}", i > 0 ? "," : "", i);
    const auto scene = readScene(brushWith(faces + "]"), m_types, "faces");
    VERIFY_OK(scene);
    QCOMPARE(scene->problems.size(), std::size_t{1});
}

void TestHostileScenes::mutatedFilesNeverCrashAndNeverGiveHalfAWorld_data()
{
    QTest::addColumn<std::uint32_t>("seed");
    for (std::uint32_t seed = 1; seed <= 8; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestHostileScenes::mutatedFilesNeverCrashAndNeverGiveHalfAWorld()
{
    QFETCH(std::uint32_t, seed);
    const auto valid = writeScene(*mapwright::test::randomWorld(seed, 12), m_types);
    constexpr std::string_view Bytes = "0123456789-+.eE\"{}[]:,\\ntf \n\x80\xff";
    std::mt19937 random{seed};
    int loaded = 0;
    for (int round = 0; round < 1000; ++round) {
        auto text = valid;
        for (auto changes = random() % 4 + 1; changes > 0; --changes) {
            const auto at = random() % text.size();
            const char byte = Bytes[random() % Bytes.size()];
            switch (random() % 4) {
            case 0:
                text.erase(at, random() % 8 + 1);
                break;
            case 1:
                text.insert(at, 1, byte);
                break;
            case 2:
                text.insert(at, text.substr(random() % text.size(), random() % 40));
                break;
            default:
                text[at] = byte;
            }
        }
        const auto scene = readScene(text, m_types, "mutated");
        if (!scene)
            continue;
        ++loaded;
        checkWorld(*scene);
        if (QTest::currentTestFailed())
            return;
    }
    QVERIFY2(loaded > 50, "the mutations are too harsh to test anything");
}

void TestHostileScenes::everyTruncationIsRefused()
{
    auto text = writeScene(*mapwright::test::randomWorld(4, 6), m_types);
    text.erase(text.find_last_not_of('\n') + 1);
    for (std::size_t size = 0; size < text.size(); ++size)
        QVERIFY(!readScene(std::string_view{text}.substr(0, size), m_types, "cut"));
    VERIFY_OK(readScene(text, m_types, "whole"));
}

PLAIN_TEST(TestHostileScenes)
} // namespace tst_hostile_scenes

#include "tst_hostile_scenes.moc"
