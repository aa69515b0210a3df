#include "engine_core/assets/project/project.h"
#include "engine_core/base/files/files.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/level_builder.h"
#include "tests/support/levels/random_world.h"
#include "tests/support/schema_validator.h"

#include <QTest>

#include <nlohmann/json.hpp>

namespace tst_schemas
{
using namespace engine;
using namespace mapwright::test;
using Json = nlohmann::json;

namespace
{
Json schema(const std::string& name)
{
    const auto text =
        readFile(fs::path{MAPWRIGHT_SOURCE_DIR} / "resources/schemas" / (name + ".schema.json"));
    ENGINE_EXPECT(text);
    return Json::parse(*text);
}
} // namespace

class TestSchemas : public QObject
{
    Q_OBJECT
private Q_SLOTS:

    void initTestCase() { registerComponents(m_types); }

    void whatWeWriteFollowsTheSceneSchema();
    void theSceneSchemaRefusesWhatTheReaderRefuses_data();
    void theSceneSchemaRefusesWhatTheReaderRefuses();
    void theSceneSchemaNamesEveryComponentAndProperty();
    void projectsFollowTheirSchema();
    void theSampleMaterialsFollowTheirSchema();

private:
    TypeRegistry m_types;
};

void TestSchemas::whatWeWriteFollowsTheSceneSchema()
{
    const auto rules = schema("scene");
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        const auto json = Json::parse(writeScene(*randomWorld(seed), m_types));
        const auto bad = schemaViolation(json, rules);
        QVERIFY2(bad.empty(), bad.c_str());
    }
    World level;
    buildLevel(level, 60);
    const auto bad = schemaViolation(Json::parse(writeScene(level, m_types)), rules);
    QVERIFY2(bad.empty(), bad.c_str());
}

void TestSchemas::theSceneSchemaRefusesWhatTheReaderRefuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("newer format") << QByteArray{R"({"format":3,"entities":[]})"};
    QTest::newRow("no entities") << QByteArray{R"({"format":2})"};
    QTest::newRow("no id") << QByteArray{R"({"format":2,"entities":[{}]})"};
    QTest::newRow("id of the scene") << QByteArray{R"({"format":2,"entities":[{"id":1}]})"};
    QTest::newRow("range as text")
        << QByteArray{R"({"format":2,"entities":[{"id":2,"components":{"light":{"range":"9"}}}]})"};
    QTest::newRow("range out of its limits")
        << QByteArray{R"({"format":2,"entities":[{"id":2,"components":{"light":{"range":-9}}}]})"};
    QTest::newRow("brush with two numbers as normal") << QByteArray{
        R"({"format":2,"entities":[{"id":2,"components":{"brush":{"faces":[{"normal":[1,0]},{"normal":[1,0]},{"normal":[1,0]},{"normal":[1,0]}]}}}]})"};
    QTest::newRow("absolute sound") << QByteArray{
        R"({"format":2,"entities":[{"id":2,"components":{"audio_source":{"sound":"/x"}}}]})"};
}

void TestSchemas::theSceneSchemaRefusesWhatTheReaderRefuses()
{
    QFETCH(QByteArray, text);
    QVERIFY(!schemaViolation(Json::parse(text.toStdString()), schema("scene")).empty());
}

/// A new component or property must be added to the schema too.
void TestSchemas::theSceneSchemaNamesEveryComponentAndProperty()
{
    const auto rules = schema("scene");
    const auto& defs = rules["$defs"];
    for (const auto& type : m_types.all()) {
        if (type.name == "unread" || type.name == "brush")
            continue;
        const auto key = type.name == "scene_settings" ? std::string{"settings"} : type.name;
        const auto& properties = type.name == "node" ? defs["entity"]["properties"]
                                 : rules["properties"].contains(key)
                                     ? rules["properties"][key]["properties"]
                                     : defs["components"]["properties"];
        const bool direct = type.name == "node" || rules["properties"].contains(key);
        QVERIFY2(direct || properties.contains(key), key.c_str());
        for (const auto& property : type.properties) {
            const auto& list = direct ? properties : properties[key]["properties"];
            QVERIFY2(list.contains(property.name), (key + "." + property.name).c_str());
        }
    }
}

void TestSchemas::projectsFollowTheirSchema()
{
    const Project project{"/x", "My \"level\"", "scenes/start.scene.json"};
    const auto bad = schemaViolation(Json::parse(projectText(project)), schema("project"));
    QVERIFY2(bad.empty(), bad.c_str());
    QVERIFY(!schemaViolation(Json::parse(R"({"name":"x"})"), schema("project")).empty());
}

void TestSchemas::theSampleMaterialsFollowTheirSchema()
{
    int count = 0;
    for (const auto& entry : fs::recursive_directory_iterator{
             fs::path{MAPWRIGHT_SOURCE_DIR} / "projects/first_room/assets/Materials"}) {
        if (!entry.path().string().ends_with(".material.json"))
            continue;
        ++count;
        const auto bad = schemaViolation(Json::parse(*readFile(entry.path())), schema("material"));
        QVERIFY2(bad.empty(), (entry.path().string() + bad).c_str());
    }
    QVERIFY(count >= 3);
}

PLAIN_TEST(TestSchemas)
} // namespace tst_schemas

#include "tst_schemas.moc"
