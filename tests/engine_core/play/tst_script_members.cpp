#include "engine_core/scene/components/gameplay.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QTest>

namespace tst_script_members
{
using namespace engine;
using namespace mapwright::test;

namespace
{
const std::string Members =
    "class M : Node { Mode mode = Mode::Walk; array<int> steps = {1, 2}; array<Vec3> points;\n"
    "  array<Mode> modes = {Mode::Run}; array<string> names; array<Entity> lamps;\n"
    "  [range(0, 5), unit(\"m\")] array<float> heights;\n"
    "  [asset(sound)] array<string> sounds = {'a.wav'};\n"
    "  array<array<int>> grid; dictionary found; M@ other; [hidden] dictionary secret;\n"
    "  private dictionary own;\n"
    "  int sum; int isRun; double height; int lampCount;\n"
    "  void onTick(float dt) { sum = 0; for (uint i = 0; i < steps.length(); i++) sum += "
    "steps[i];\n"
    "    isRun = mode == Mode::Run && modes[0] == Mode::Run ? 1 : 0;\n"
    "    height = points.length() > 0 ? points[0].y : 0; lampCount = int(lamps.length()); } }";

std::string script(const std::string& modes)
{
    return "enum Mode { " + modes + " }\n" + Members;
}

Value list(ValueList values)
{
    return {std::move(values)};
}

Value whole(std::int64_t number)
{
    return {number};
}

Value text(const char* value)
{
    return {std::string{value}};
}
} // namespace

/// Enumerations and arrays of a script class: kept in the level, and given to the running object.
class TestScriptMembers : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_fixture = std::make_unique<PlayFixture>();
        m_fixture->addFloor();
        m_fixture->writeScript("m.as", script("Walk, Run"));
        m_entity = m_fixture->addScripted("m", "m.as", "M");
    }

    void aClassTellsItsEnumerationsAndArrays()
    {
        const auto info = classInfo();
        const auto& mode = property(info, "mode");
        QVERIFY(mode.kind == PropertyKind::Enum);
        QCOMPARE(mode.choices, (std::vector<std::string>{"Walk", "Run"}));
        QVERIFY(mode.initial == text("Walk"));
        const auto& modes = property(info, "modes");
        QVERIFY(modes.kind == PropertyKind::List && modes.elementKind == PropertyKind::Enum);
        QCOMPARE(modes.choices, mode.choices);
        QVERIFY(modes.initial == list({text("Run")}));
        const auto& steps = property(info, "steps");
        QVERIFY(steps.elementKind == PropertyKind::Int);
        QVERIFY(steps.initial == list({whole(1), whole(2)}));
        QVERIFY(property(info, "points").elementKind == PropertyKind::Vec3);
        QVERIFY(property(info, "lamps").elementKind == PropertyKind::Entity);
        QCOMPARE(property(info, "heights").range->max, 5.0);
        const auto& sounds = property(info, "sounds");
        QVERIFY(sounds.elementKind == PropertyKind::Asset && sounds.assetKind == AssetKind::Sound);
        QVERIFY(sounds.initial == list({{AssetPath{"a.wav"}}}));
    }

    void whatLevelsCannotKeepIsTold()
    {
        const auto info = classInfo();
        std::vector<std::string> names;
        for (const auto& member : info.scriptOnly)
            names.push_back(member.name);
        QCOMPARE(names, (std::vector<std::string>{"grid", "found", "other"}));
        QCOMPARE(QString::fromStdString(info.scriptOnly[0].type), QStringLiteral("int[][]"));
        QVERIFY(info.findProperty("grid") == nullptr);
    }

    void whatTheLevelHasReachesTheObject()
    {
        author("mode", text("Run"));
        author("steps", list({whole(10), whole(20), whole(30)}));
        author("points", list({{Vec3d{1, 7, 3}}, {Vec3d{0, 0, 0}}}));
        author("lamps", list({{m_entity}, {EntityId{}}}));
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        QCOMPARE(number("sum"), 60.0);
        QCOMPARE(number("isRun"), 1.0);
        QCOMPARE(number("height"), 7.0);
        QCOMPARE(number("lampCount"), 2.0);
        QVERIFY(m_fixture->session->scriptProperty(m_entity, "mode") == text("Run"));
        QVERIFY(m_fixture->session->scriptProperty(m_entity, "steps") ==
                list({whole(10), whole(20), whole(30)}));
    }

    void anEditReachesTheRunningObject()
    {
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        QCOMPARE(number("sum"), 3.0);
        edit("steps", list({whole(5)}));
        edit("mode", text("Run"));
        m_fixture->tick(1);
        QCOMPARE(number("sum"), 5.0);
        QCOMPARE(number("isRun"), 1.0);
        edit("steps", std::nullopt);
        edit("mode", std::nullopt);
        m_fixture->tick(1);
        QCOMPARE(number("sum"), 3.0);
        QCOMPARE(number("isRun"), 0.0);
    }

    void aListOneOfWhoseValuesDoesNotFitChangesNothing()
    {
        VERIFY_OK(m_fixture->start());
        edit("steps", list({whole(5), text("six")}));
        m_fixture->tick(1);
        QCOMPARE(number("sum"), 3.0);
    }

    void choicesAreKeptByNameWhenTheScriptOrdersThemAnew()
    {
        author("mode", text("Run"));
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        m_fixture->writeScript("m.as", script("Crawl, Run, Walk"));
        const auto lost = m_fixture->session->reloadScripts();
        VERIFY_OK(lost);
        QVERIFY(lost->empty());
        m_fixture->tick(1);
        QCOMPARE(number("isRun"), 1.0);
        QVERIFY(shown("mode") == text("Run"));
        VERIFY_OK(m_fixture->start()); // anew, from what the level has
        m_fixture->tick(1);
        QCOMPARE(number("isRun"), 1.0);
    }

    void aMemberOfAnotherTypeKeepsWhatWasStored()
    {
        author("mode", text("Run"));
        author("steps", list({whole(4)}));
        m_fixture->writeScript("m.as", "class M : Node { int mode = 3; array<string> steps; "
                                       "int sum; void onTick(float dt) { sum = mode; } }");
        VERIFY_OK(m_fixture->start());
        m_fixture->tick(1);
        QCOMPARE(number("sum"), 3.0);
        QVERIFY(shown("mode") == whole(3));
        QVERIFY(shown("steps") == list({}));
        QVERIFY(*findValue(authored(), "mode") == text("Run"));
        QVERIFY(*findValue(authored(), "steps") == list({whole(4)}));
        m_fixture->writeScript("m.as", script("Walk, Run"));
        QVERIFY(shown("mode") == text("Run"));
        QVERIFY(shown("steps") == list({whole(4)}));
    }

    void aChoiceThatIsGoneCountsAsNotSet()
    {
        author("mode", text("Run"));
        author("modes", list({text("Run")}));
        m_fixture->writeScript("m.as", "enum Mode { Walk, Crawl }\nclass M : Node { Mode mode = "
                                       "Mode::Crawl; array<Mode> modes; }");
        VERIFY_OK(m_fixture->start());
        QVERIFY(shown("mode") == text("Crawl"));
        QVERIFY(shown("modes") == list({}));
        QVERIFY(m_fixture->session->scriptProperty(m_entity, "mode") == text("Crawl"));
    }

    void listsAreKeptInTheFile()
    {
        author("names", list({text("one"), text("two")}));
        author("steps", list({}));
        author("points", list({{Vec3d{1, 2, 3}}}));
        author("lamps", list({{m_entity}}));
        const auto file = m_fixture->folder / "scenes" / "m.scene.json";
        fs::create_directories(file.parent_path());
        VERIFY_OK(saveScene(m_fixture->world, m_fixture->types, file));
        const auto again = loadScene(file, m_fixture->types);
        VERIFY_OK(again);
        QVERIFY(again->problems.empty());
        QVERIFY(again->world->get<Script>(m_entity)->properties == authored());
    }

private:
    ScriptClassInfo classInfo()
    {
        const auto info = m_fixture->scripts->classInfo("m.as", "M");
        ENGINE_EXPECT(info);
        return *info;
    }

    static const ScriptProperty& property(const ScriptClassInfo& info, const char* name)
    {
        const auto* found = info.findProperty(name);
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    /// What the inspector shows.
    Value shown(const char* name)
    {
        const auto info = classInfo();
        return scriptValue(property(info, name), authored());
    }

    const ValueBag& authored() { return m_fixture->world.get<Script>(m_entity)->properties; }

    Edit change(const char* name, const std::optional<Value>& value)
    {
        auto component = *m_fixture->world.get<Script>(m_entity);
        if (value)
            setValue(component.properties, name, *value);
        else
            std::erase_if(component.properties,
                          [&](const NamedValue& each) { return each.name == name; });
        Edit edit;
        edit.swaps.push_back(swapTo(m_entity, std::move(component)));
        return edit;
    }

    void author(const char* name, const Value& value)
    {
        auto edit = change(name, value);
        m_fixture->world.apply(edit);
    }

    void edit(const char* name, const std::optional<Value>& value)
    {
        m_fixture->editLive(change(name, value));
    }

    double number(const char* name) { return m_fixture->number(m_entity, name); }

    std::unique_ptr<PlayFixture> m_fixture;
    EntityId m_entity;
};

PLAIN_TEST(TestScriptMembers)
} // namespace tst_script_members

#include "tst_script_members.moc"
