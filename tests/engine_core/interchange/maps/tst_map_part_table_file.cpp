#include "engine_core/play/wire_ends.h"
#include "tests/engine_core/interchange/maps/map_game.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_map_part_table_file
{
using namespace engine;
using namespace mapwright::test;

/// The file that says which entities of a map become which parts.
class TestMapPartTableFile : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theTableSpeaksOfPartsAsTheyAre();
    void wrongTablesAreRefusedWithTheirPlace_data();
    void wrongTablesAreRefusedWithTheirPlace();
    void aProjectsTableReplacesClasses();
    void aPartOfAProjectNeedsNotHaveWhatOursHas();
};

void TestMapPartTableFile::theTableSpeaksOfPartsAsTheyAre()
{
    const auto table = loadMapParts(nullptr);
    VERIFY_OK(table);
    PlayFixture project;
    for (const auto& [name, part] : table->parts()) {
        Edit edit;
        const auto id = project.addScripted(name, part.file, part.className);
        const auto program = project.scripts->program(part.file);
        VERIFY_OK(program);
        const auto* info = (*program)->findClass(part.className);
        QVERIFY2(info != nullptr, name.c_str());
        for (const auto& [property, kind] : part.properties)
            QVERIFY2(info->findProperty(property) != nullptr, (name + '.' + property).c_str());
        const auto outputs = outputsOf(project.world, id, *project.scripts);
        for (const auto& output : part.outputs)
            QVERIFY2(std::find(outputs.begin(), outputs.end(), output) != outputs.end(),
                     (name + '.' + output).c_str());
        for (const auto& message : part.messages)
            QVERIFY2(info->findMessage(message) != nullptr, (name + '.' + message).c_str());
    }
}

void TestMapPartTableFile::wrongTablesAreRefusedWithTheirPlace_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("sentence");
    // `at` is what the sentence is about.
    const auto row = [](const char* name, const char* rule, const char* at, const char* sentence) {
        const auto json = QByteArray{R"({"format": 1, "classes": {"a": )"} + rule + "}}";
        const auto column = QByteArray::number(json.indexOf(at) + 1);
        QTest::newRow(name) << json << "own.json, line 1, column " + column + ": " + sentence;
    };
    row("part", R"({"part": "dor"})", R"("dor")", "there is no part 'dor'");
    row("property", R"({"part": "door", "set": {"colour": 7}})", "7",
        "the part has no property 'colour'");
    row("value", R"({"part": "door", "set": {"opens": "Never"}})", R"("Never")",
        "'Never' is none of WhenNear, WhenUsed, ByMessage");
    row("measure", R"({"part": "door", "set": {"slide": {"measure": "luck"}}})", R"({"measure")",
        "there is no measure 'luck'");
    row("message", R"({"part": "door", "input": "sing"})", R"("sing")",
        "the part has no message 'sing'");
    row("output", R"({"part": "door", "output": "sang"})", R"("sang")",
        "the part has no output 'sang'");
    row("body", R"({"body": "soul"})", R"("soul")", "'soul' is no body");
}

void TestMapPartTableFile::wrongTablesAreRefusedWithTheirPlace()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, sentence);
    auto table = loadMapParts(nullptr);
    VERIFY_OK(table);
    const auto added = table->add(json.toStdString(), "own.json");
    QVERIFY(!added);
    QCOMPARE(added.error().message(), sentence.toStdString());
}

void TestMapPartTableFile::aProjectsTableReplacesClasses()
{
    PlayFixture project;
    VERIFY_OK(writeFileAtomically(project.folder / MapPartFile, R"({"format": 1,
        "classes": {"func_door": null, "my_*": {"part": "relay", "input": "fire"}}})"));
    Project own;
    own.root = project.folder;
    const auto table = loadMapParts(&own);
    VERIFY_OK(table);
    QVERIFY(!table->ruleFor("func_door", {}, "quake"));
    QCOMPARE(*table->ruleFor("my_thing", {}, "quake")->part, std::string{"relay"});
    QCOMPARE(*table->ruleFor("func_button", {}, "quake")->part, std::string{"button"});
    QVERIFY(*table->ruleFor("func_door", {}, "half-life")->part == "door");
}

void TestMapPartTableFile::aPartOfAProjectNeedsNotHaveWhatOursHas()
{
    auto table = loadMapParts(nullptr);
    VERIFY_OK(table);
    VERIFY_OK(table->add(R"({"format": 1,
        "parts": {"door": {"script": "gate.as", "class": "Gate", "properties": {"stayOpen": [0, 9]}}},
        "classes": {"my_door": {"part": "platform", "set": {"speed": 2},
                                "when": [{"has": "gate", "part": "door"}]}}})",
                         "own.json"));
    const auto map =
        importMap(hall(entity("func_door", {{"wait", "4"}}, boxText({128, 0, 0}, {144, 64, 96})) +
                       entity("my_door", {{"gate", "1"}})),
                  {DefaultMapScale, {}, nullptr, {&*table, "quake"}});
    VERIFY_OK(map);
    std::vector<Script> scripts;
    map->world->forEach<Script>([&](EntityId, const Script& each) { scripts.push_back(each); });
    QCOMPARE(scripts.size(), std::size_t{2});
    for (const auto& script : scripts)
        QCOMPARE(script.className, std::string{"Gate"});
    QCOMPARE(scripts[0].properties.size() + scripts[1].properties.size(), std::size_t{1});
}

PLAIN_TEST(TestMapPartTableFile)
} // namespace tst_map_part_table_file

#include "tst_map_part_table_file.moc"
