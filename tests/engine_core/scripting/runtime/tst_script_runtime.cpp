#include "engine_core/base/log.h"
#include "engine_core/scripting/compile/script_library.h"
#include "engine_core/scripting/runtime/script_runtime.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

namespace tst_script_runtime
{
using namespace engine;

namespace
{
/// A scripts folder with a library over it and a runtime beside it.
struct ScriptFixture
{
    QTemporaryDir folder;
    ScriptLibrary library{[this](const std::string& file) -> Result<fs::path> {
                              return fs::path{folder.path().toStdString()} / file;
                          },
                          {}};
    std::unique_ptr<ScriptRuntime> runtime = std::move(*ScriptRuntime::create({}, nullptr));

    void write(const std::string& file, const std::string& text)
    {
        VERIFY_OK(writeFileAtomically(fs::path{folder.path().toStdString()} / file, text));
    }

    Result<ScriptObject> object(const std::string& file, const std::string& className)
    {
        const auto program = library.program(file);
        if (!program)
            return program.error();
        if (auto loaded = runtime->load(*program); !loaded)
            return loaded.error();
        return runtime->createObject(file, className, EntityId{7});
    }
};

double number(const ScriptObject& object, const char* name)
{
    const auto value = object.get(name);
    const auto* whole = value.as<std::int64_t>();
    return whole != nullptr ? static_cast<double>(*whole) : *value.as<double>();
}
} // namespace

class TestScriptRuntime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void publicPropertiesAreListedWithMetadata();
    void compileErrorsNameFileAndLine();
    void errorsOfIncludedFilesNameThatFile();
    void includesOutsideOfTheFolderAreRefused();
    void endlessLinesAreNoIncludes();
    void deepBracketsAreRefusedWithTheirLine();
    void anUnchangedFileIsNotCompiledAgain();
    void eventsReachTheObject();
    void mathematicsIsRight();
    void anExceptionNamesItsPlaceAndLeavesOthersAlone();
    void anEndlessLoopEndsWithItsLine();
    void anEndlessRecursionEnds();
    void anEndlessConstructorIsACompileError();
    void endlessInitialisersOfGlobalsAreCompileErrors();
    void initialisersOfGlobalsEndWhenLoaded();
    void errorsInsideOfArraysNameTheLine();
    void anEndlessLoopOfCaughtErrorsEndsWithItsLine();
    void endlessDestructorsEndWithTheirObjects();
    void wronglyDeclaredEventsAreRefused();
    void valuesAreReadAndWritten();
    void aReloadedProgramMakesNewObjectsAndKeepsOldOnes();
    void programsDoNotShareVariables();
    void threadsRunScriptsSideBySide();
};

void TestScriptRuntime::publicPropertiesAreListedWithMetadata()
{
    ScriptFixture fixture;
    fixture.write("lamp.as", R"(
class Base : Node { bool on = true; }
class Lamp : Base
{
    [range(0, 10), tooltip("How fast, in [m/s]"), unit("m/s")]
    double speed = 2.5;
    Vec3 offset = Vec3(1, 2, 3);
    [asset(sound)] string noise = "Sounds/hum.wav";
    [hidden] int counter = 0;
    private int secret = 1;
    array<int> list;
    Color color(1, 0.5f, 0);
}
abstract class NotThis : Node {}
)");
    const auto info = fixture.library.classInfo("lamp.as", "Lamp");
    VERIFY_OK(info);
    QCOMPARE(info->properties.size(), 6U);
    QCOMPARE(info->properties[0].name, "on");
    const auto& speed = *info->findProperty("speed");
    QCOMPARE(speed.label, "Speed");
    QCOMPARE(speed.type, "double");
    QCOMPARE(speed.tooltip, "How fast, in [m/s]");
    QCOMPARE(speed.unit, "m/s");
    QCOMPARE(speed.range->max, 10.0);
    QCOMPARE(*speed.initial.as<double>(), 2.5);
    QCOMPARE(*info->findProperty("offset")->initial.as<Vec3d>(), (Vec3d{1, 2, 3}));
    const auto& noise = *info->findProperty("noise");
    QCOMPARE(noise.kind, PropertyKind::Asset);
    QCOMPARE(noise.assetKind, AssetKind::Sound);
    QCOMPARE(noise.initial.as<AssetPath>()->path, "Sounds/hum.wav");
    QCOMPARE(*info->findProperty("color")->initial.as<Color>(), (Color{1, 0.5f, 0}));
    QCOMPARE((*fixture.library.program("lamp.as"))->classes.size(), 2U);
}

void TestScriptRuntime::compileErrorsNameFileAndLine()
{
    ScriptFixture fixture;
    fixture.write("bad.as", "class Bad : Node\n{\n    void onStart() { nonsense(); }\n}\n");
    std::vector<LogMessage> seen;
    const auto sink = addLogSink([&](const LogMessage& message) { seen.push_back(message); });
    const auto program = fixture.library.program("bad.as");
    QVERIFY(!program);
    QVERIFY2(program.error().message().find("scripts/bad.as:3:") != std::string::npos,
             program.error().message().c_str());
    const auto at = std::find_if(seen.begin(), seen.end(), [](const auto& message) {
        return message.level == LogLevel::Error;
    });
    QVERIFY(at != seen.end());
    QCOMPARE(at->file, "scripts/bad.as");
    QCOMPARE(at->line, 3);
}

void TestScriptRuntime::errorsOfIncludedFilesNameThatFile()
{
    ScriptFixture fixture;
    fixture.write("main.as",
                  "#include \"part.as\"\nclass Main : Node { double x = partValue(); }\n");
    fixture.write("part.as", "double partValue() { return 3; }\n");
    const auto good = fixture.library.classInfo("main.as", "");
    VERIFY_OK(good);
    QCOMPARE(*good->findProperty("x")->initial.as<double>(), 3.0);
    fixture.write("part.as", "double partValue()\n{ return oops; }\n");
    const auto bad = fixture.library.program("main.as");
    QVERIFY(!bad);
    QVERIFY2(bad.error().message().find("scripts/part.as:2:") != std::string::npos,
             bad.error().message().c_str());
}

void TestScriptRuntime::includesOutsideOfTheFolderAreRefused()
{
    ScriptFixture fixture;
    fixture.write("main.as", "#include \"../../etc/passwd\"\n");
    QVERIFY(!fixture.library.program("main.as"));
    fixture.write("main.as", "#include \"/etc/passwd\"\n");
    QVERIFY(!fixture.library.program("main.as"));
    QVERIFY(!fixture.library.program("gone.as"));
}

void TestScriptRuntime::endlessLinesAreNoIncludes()
{
    ScriptFixture fixture;
    constexpr int Endless = 1'000'000;
    fixture.write("main.as", fmt::format("{0:{1}}\n#include{0:{1}}\n", "", Endless));
    QVERIFY(!fixture.library.program("main.as"));
    fixture.write("main.as", fmt::format("#include \"{:x>{}}\n", "", Endless));
    QVERIFY(!fixture.library.program("main.as"));
    fixture.write("part.as", "int four() { return 4; }\r\n");
    fixture.write("main.as", "\t#include 'part.as'\r\nclass Main : Node { int x = four(); }\r\n");
    VERIFY_OK(fixture.library.program("main.as"));
}

void TestScriptRuntime::deepBracketsAreRefusedWithTheirLine()
{
    ScriptFixture fixture;
    fixture.write("main.as", "class Main : Node {}\nint x = " + std::string(100'000, '(') + ";\n");
    const auto refused = fixture.library.program("main.as");
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("main.as:2") != std::string::npos);
}

void TestScriptRuntime::anUnchangedFileIsNotCompiledAgain()
{
    ScriptFixture fixture;
    fixture.write("a.as", "class A : Node { int x = 1; }");
    VERIFY_OK(fixture.library.program("a.as"));
    VERIFY_OK(fixture.library.program("a.as"));
    QCOMPARE(fixture.library.compileCount(), 1U);
    fixture.write("a.as", "class A : Node { int x = 2; }");
    const auto info = fixture.library.classInfo("a.as", "A");
    VERIFY_OK(info);
    QCOMPARE(*info->findProperty("x")->initial.as<std::int64_t>(), 2);
    QCOMPARE(fixture.library.compileCount(), 2U);
}

void TestScriptRuntime::eventsReachTheObject()
{
    ScriptFixture fixture;
    fixture.write("a.as", R"(
class A : Node
{
    int starts = 0;
    double seconds = 0;
    Entity user;
    Entity toucher;
    void onStart() { starts++; }
    void onTick(float dt) { seconds += dt; }
    void onUse(Entity by) { user = by; }
    void onTouch(const Entity &in other) { toucher = other; }
})");
    auto object = fixture.object("a.as", "A");
    VERIFY_OK(object);
    QVERIFY(!fixture.runtime->call(*object, ScriptEvent::Start));
    QVERIFY(!fixture.runtime->call(*object, ScriptEvent::Tick, 0.5));
    QVERIFY(!fixture.runtime->call(*object, ScriptEvent::Tick, 0.25));
    QVERIFY(!fixture.runtime->call(*object, ScriptEvent::Use, EntityId{9}));
    QVERIFY(!fixture.runtime->call(*object, ScriptEvent::Touch, EntityId{10}));
    QCOMPARE(number(*object, "starts"), 1.0);
    QCOMPARE(number(*object, "seconds"), 0.75);
    QCOMPARE(object->get("user").as<EntityId>()->value, 9U);
    QCOMPARE(object->get("toucher").as<EntityId>()->value, 10U);
    QCOMPARE(object->get("entity").as<EntityId>()->value, 7U);
}

void TestScriptRuntime::mathematicsIsRight()
{
    ScriptFixture fixture;
    fixture.write("m.as", R"(
class M : Node
{
    Vec3 sum = Vec3(1, 2, 3) + Vec3(1, 1, 1) * 2.0f;
    Vec2 two = Vec2(1, 2) * 3;
    double dot = Vec3(1, 2, 3).dot(Vec3(4, 5, 6));
    Vec3 turned = fromAngles(Pi / 2, 0) * Vec3(0, 0, -1);
    double yaw = fromAngles(0.5, 0.3).yaw;
    double step = moveTowards(1, 5, 2);
    Vec3 half = lerp(Vec3(0, 0, 0), Vec3(2, 4, 6), 0.5);
    Vec3 none = Vec3().normalized();
    string text = Vec3(1, 2, 3).toText();
})");
    const auto object = fixture.object("m.as", "M");
    VERIFY_OK(object);
    QCOMPARE(*object->get("sum").as<Vec3d>(), (Vec3d{3, 4, 5}));
    QCOMPARE(*object->get("two").as<Vec2d>(), (Vec2d{3, 6}));
    QCOMPARE(number(*object, "dot"), 32.0);
    const auto turned = *object->get("turned").as<Vec3d>();
    QVERIFY(glm::distance(turned, Vec3d{-1, 0, 0}) < 1e-12);
    QCOMPARE(number(*object, "yaw"), 0.5);
    QCOMPARE(number(*object, "step"), 3.0);
    QCOMPARE(*object->get("half").as<Vec3d>(), (Vec3d{1, 2, 3}));
    QCOMPARE(*object->get("none").as<Vec3d>(), Vec3d{0});
    QCOMPARE(*object->get("text").as<std::string>(), "(1.000, 2.000, 3.000)");
}

void TestScriptRuntime::anExceptionNamesItsPlaceAndLeavesOthersAlone()
{
    ScriptFixture fixture;
    fixture.write("e.as", R"(
class E : Node
{
    int divisor = 0;
    int result = 0;
    void onTick(float dt)
    {
        result = 10 / divisor;
    }
})");
    auto broken = fixture.object("e.as", "E");
    auto whole = fixture.object("e.as", "E");
    VERIFY_OK(broken);
    VERIFY_OK(whole);
    VERIFY_OK(whole->set("divisor", {std::int64_t{5}}));
    const auto failure = fixture.runtime->call(*broken, ScriptEvent::Tick, 0.1);
    QVERIFY(failure.has_value());
    QCOMPARE(failure->file, "scripts/e.as");
    QCOMPARE(failure->line, 8);
    QVERIFY(!fixture.runtime->call(*whole, ScriptEvent::Tick, 0.1));
    QCOMPARE(number(*whole, "result"), 2.0);
}

void TestScriptRuntime::anEndlessLoopEndsWithItsLine()
{
    ScriptFixture fixture;
    fixture.write("loop.as", R"(
class Loop : Node
{
    int count = 0;
    void onTick(float dt)
    {
        while (true)
            count++;
    }
    void onStart() { count = -1; }
})");
    auto object = fixture.object("loop.as", "Loop");
    VERIFY_OK(object);
    const auto failure = fixture.runtime->call(*object, ScriptEvent::Tick, 0.1);
    QVERIFY(failure.has_value());
    QCOMPARE(failure->file, "scripts/loop.as");
    QVERIFY(failure->line == 7 || failure->line == 8);
    QVERIFY(failure->message.find("endless loop") != std::string::npos);
    QVERIFY(!fixture.runtime->call(*object, ScriptEvent::Start)); // the runtime lives on
    QCOMPARE(number(*object, "count"), -1.0);
}

void TestScriptRuntime::anEndlessRecursionEnds()
{
    ScriptFixture fixture;
    fixture.write("r.as", "class R : Node { int f(int x) { return f(x + 1) + 1; }\n"
                          "void onStart() { f(0); } }");
    auto object = fixture.object("r.as", "R");
    VERIFY_OK(object);
    const auto failure = fixture.runtime->call(*object, ScriptEvent::Start);
    QVERIFY(failure.has_value());
    QVERIFY(failure->message.find("Stack overflow") != std::string::npos);
}

void TestScriptRuntime::anEndlessConstructorIsACompileError()
{
    ScriptFixture fixture;
    fixture.write("c.as", "class C : Node\n{\n    C() { while (true) {} }\n}\n");
    const auto program = fixture.library.program("c.as");
    QVERIFY(!program);
    QVERIFY2(program.error().message().find("scripts/c.as:3") != std::string::npos,
             program.error().message().c_str());
}

void TestScriptRuntime::endlessInitialisersOfGlobalsAreCompileErrors()
{
    ScriptFixture fixture;
    fixture.write("g.as", "int g = f();\nint f()\n{\n    while (true) {}\n    return 1;\n}\n"
                          "class G : Node {}\n");
    const auto program = fixture.library.program("g.as");
    QVERIFY(!program);
    QVERIFY2(program.error().message().find("scripts/g.as:4") != std::string::npos,
             program.error().message().c_str());
    fixture.write("g.as", "int g = f();\nint f() { return 7; }\nclass G : Node { int x = g; }\n");
    const auto object = fixture.object("g.as", "G");
    VERIFY_OK(object);
    QCOMPARE(number(*object, "x"), 7.0);
}

/// They can do otherwise than when the script was compiled.
void TestScriptRuntime::initialisersOfGlobalsEndWhenLoaded()
{
    ScriptFixture fixture;
    bool loops = false;
    const ScriptBindings bindings = [&](ScriptBinder& binder) -> Result<void> {
        binder.function(
            "bool loops()", loops ? +[] { return true; } : +[] { return false; });
        return binder.finish("test");
    };
    ScriptLibrary library{[&](const std::string& file) -> Result<fs::path> {
                              return fs::path{fixture.folder.path().toStdString()} / file;
                          },
                          bindings};
    fixture.write("g.as", "int g = f();\nint f()\n{\n    while (loops()) {}\n    return 1;\n}\n"
                          "class G : Node {}\n");
    const auto program = library.program("g.as");
    VERIFY_OK(program);
    loops = true;
    const auto runtime = std::move(*ScriptRuntime::create(bindings, nullptr));
    const auto loaded = runtime->load(*program);
    QVERIFY(!loaded);
    QVERIFY2(loaded.error().message().find("scripts/g.as:4") != std::string::npos,
             loaded.error().message().c_str());
    QVERIFY(!runtime->createObject("g.as", "G", EntityId{7})); // nothing is left half started
}

void TestScriptRuntime::errorsInsideOfArraysNameTheLine()
{
    ScriptFixture fixture;
    fixture.write("a.as", "class A : Node\n{\n    void onStart()\n    {\n"
                          "        array<int> a(-1);\n    }\n}\n");
    auto object = fixture.object("a.as", "A");
    VERIFY_OK(object);
    const auto failure = fixture.runtime->call(*object, ScriptEvent::Start);
    QVERIFY(failure.has_value());
    QCOMPARE(failure->file, "scripts/a.as");
    QCOMPARE(failure->line, 5);
    QVERIFY(failure->message.ends_with("(in void A::onStart())"));
}

void TestScriptRuntime::anEndlessLoopOfCaughtErrorsEndsWithItsLine()
{
    ScriptFixture fixture;
    fixture.write("t.as", "class T : Node\n{\n    void onStart()\n    {\n        while (true) {\n"
                          "            try { array<int> a; a[0] = 1; } catch {}\n        }\n"
                          "    }\n}\n");
    auto object = fixture.object("t.as", "T");
    VERIFY_OK(object);
    const auto failure = fixture.runtime->call(*object, ScriptEvent::Start);
    QVERIFY(failure.has_value());
    QCOMPARE(failure->file, "scripts/t.as");
    QVERIFY(failure->line >= 5 && failure->line <= 7);
}

void TestScriptRuntime::endlessDestructorsEndWithTheirObjects()
{
    std::vector<LogMessage> seen;
    const auto sink = addLogSink([&](const LogMessage& message) { seen.push_back(message); });
    {
        ScriptFixture fixture;
        fixture.write("d.as", "class Part\n{\n    ~Part() { while (running) {} }\n}\n"
                              "bool running = false;\n"
                              "class D : Node\n{\n    array<Part> parts(50);\n"
                              "    void onStart() { running = true; }\n}\n");
        auto object = fixture.object("d.as", "D");
        VERIFY_OK(object);
        QVERIFY(!fixture.runtime->call(*object, ScriptEvent::Start));
    }
    QCOMPARE(std::ranges::count(seen, 3, &LogMessage::line), 1); // one is ended, others left out
    QVERIFY(seen.back().text.find("endless loop") != std::string::npos);
    QCOMPARE(seen.back().file, "scripts/d.as");
}

void TestScriptRuntime::wronglyDeclaredEventsAreRefused()
{
    ScriptFixture fixture;
    fixture.write("w.as", "class W : Node { void onTick(string text) {} }");
    const auto object = fixture.object("w.as", "W");
    QVERIFY(!object);
    QVERIFY2(object.error().message().find("void onTick(float seconds)") != std::string::npos,
             object.error().message().c_str());
}

void TestScriptRuntime::valuesAreReadAndWritten()
{
    ScriptFixture fixture;
    fixture.write("v.as", "class V : Node { float f = 0; uint8 b = 0; string s; bool y = false; "
                          "Vec3 v; Entity e; array<int> a; }");
    auto object = fixture.object("v.as", "V");
    VERIFY_OK(object);
    VERIFY_OK(object->set("f", {0.5}));
    VERIFY_OK(object->set("f", {std::int64_t{2}}));
    VERIFY_OK(object->set("s", {std::string{"text"}}));
    VERIFY_OK(object->set("s", {AssetPath{"Sounds/a.wav"}}));
    VERIFY_OK(object->set("y", {true}));
    VERIFY_OK(object->set("v", {Vec3d{1, 2, 3}}));
    VERIFY_OK(object->set("e", {EntityId{12}}));
    QVERIFY(!object->set("b", {std::int64_t{256}}));
    QVERIFY(!object->set("f", {std::string{"text"}}));
    QVERIFY(!object->set("f", {std::nan("")}));
    QVERIFY(!object->set("a", {1.0}));
    QVERIFY(!object->set("unknown", {1.0}));
    QCOMPARE(number(*object, "f"), 2.0);
    QCOMPARE(*object->get("s").as<std::string>(), "Sounds/a.wav");
    QCOMPARE(object->get("e").as<EntityId>()->value, 12U);
}

void TestScriptRuntime::aReloadedProgramMakesNewObjectsAndKeepsOldOnes()
{
    ScriptFixture fixture;
    fixture.write("a.as", "class A : Node { int x = 1; void onStart() { x += 10; } }");
    auto before = fixture.object("a.as", "A");
    VERIFY_OK(before);
    fixture.write("a.as", "class A : Node { int x = 2; void onStart() { x += 20; } }");
    auto after = fixture.object("a.as", "A");
    VERIFY_OK(after);
    QVERIFY(!fixture.runtime->call(*before, ScriptEvent::Start));
    QVERIFY(!fixture.runtime->call(*after, ScriptEvent::Start));
    QCOMPARE(number(*before, "x"), 11.0);
    QCOMPARE(number(*after, "x"), 22.0);
}

void TestScriptRuntime::programsDoNotShareVariables()
{
    ScriptFixture fixture;
    fixture.write("g.as", "int counter = 0; class G : Node { int seen = 0; "
                          "void onStart() { counter++; seen = counter; } }");
    auto here = fixture.object("g.as", "G");
    VERIFY_OK(here);
    QVERIFY(!fixture.runtime->call(*here, ScriptEvent::Start));
    auto other = *ScriptRuntime::create({}, nullptr);
    VERIFY_OK(other->load(*fixture.library.program("g.as")));
    auto there = other->createObject("g.as", "G", EntityId{1});
    VERIFY_OK(there);
    QVERIFY(!other->call(*there, ScriptEvent::Start));
    QCOMPARE(number(*here, "seen"), 1.0);
    QCOMPARE(number(*there, "seen"), 1.0);
}

/// Each thread makes its own engines and ends them while the others do the same.
void TestScriptRuntime::threadsRunScriptsSideBySide()
{
    constexpr int Rounds = 25;
    std::array<double, 4> sums{};
    std::vector<std::jthread> threads;
    for (auto& sum : sums)
        threads.emplace_back([&sum] {
            for (int round = 0; round < Rounds; ++round) {
                ScriptFixture fixture;
                fixture.write("count.as", R"(
class Count : Node
{
    int letters = 0;
    void onStart()
    {
        array<string> words = {"one", "two", "three"};
        dictionary lengths;
        for (uint i = 0; i < words.length(); i++)
            lengths[words[i]] = int(words[i].length());
        letters = int(lengths["one"]) + int(lengths["two"]) + int(lengths["three"]);
    }
}
)");
                auto object = fixture.object("count.as", "Count");
                if (object && !fixture.runtime->call(*object, ScriptEvent::Start))
                    sum += number(*object, "letters");
            }
        });
    threads.clear(); // waits
    for (const double sum : sums)
        QCOMPARE(sum, Rounds * 11.0);
}

PLAIN_TEST(TestScriptRuntime)
} // namespace tst_script_runtime

#include "tst_script_runtime.moc"
