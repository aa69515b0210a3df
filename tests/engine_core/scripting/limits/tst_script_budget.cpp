#include "engine_core/base/log.h"
#include "engine_core/scripting/compile/script_library.h"
#include "engine_core/scripting/runtime/script_runtime.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_script_budget
{
using namespace engine;

namespace
{
/// How a script ended.
struct Outcome
{
    std::string failure; ///< of its onStart(), with the place; else why there was none
    std::string atEnd;   ///< what was logged when everything was let go of
    std::int64_t callMilliseconds = 0;
    std::int64_t endMilliseconds = 0;
};

std::int64_t millisecondsOf(const std::function<void()>& work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return timer.elapsed();
}

/// Runs onStart() of T, where `started` is set, and then lets go of all, within `time`.
Outcome runOf(const std::string& text,
              ScriptLimits limits = {},
              std::chrono::milliseconds time = std::chrono::milliseconds{100})
{
    limits.time = time;
    const QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "t.as";
    if (auto written = writeFileAtomically(file, text); !written)
        return {written.error().message(), {}};
    ScriptLibrary library{[&](const std::string&) -> Result<fs::path> { return file; }, {}};
    const auto program = library.program("t.as");
    if (!program)
        return {program.error().message(), {}};
    Outcome outcome;
    auto runtime = std::move(*ScriptRuntime::create({}, nullptr, limits));
    if (auto loaded = runtime->load(*program); !loaded)
        return {loaded.error().message(), {}};
    auto made = runtime->createObject("t.as", "T", EntityId{7});
    if (!made)
        return {made.error().message(), {}};
    std::optional<ScriptObject> object{*std::move(made)};
    outcome.callMilliseconds = millisecondsOf([&] {
        if (const auto failure = runtime->call(*object, ScriptEvent::Start))
            outcome.failure = failure->text();
    });
    const auto sink = addLogSink([&](const LogMessage& message) {
        outcome.atEnd += fmt::format("{}:{}: {}\n", message.file, message.line, message.text);
    });
    outcome.endMilliseconds = millisecondsOf([&] {
        object.reset();
        runtime.reset();
    });
    return outcome;
}

/// The lines are those of T::onStart(), the first of them on line 6.
std::string scriptOf(const std::string& declarations, const std::string& lines)
{
    return "bool running = false;\n" + declarations +
           "\nclass T : Node\n{\n    void onStart() {\n" + lines + "\n    }\n}\n";
}

constexpr std::int64_t Generous = 400; ///< milliseconds, on a busy machine
} // namespace

#define ENDS_IN_TIME(outcome, where)                                                               \
    do {                                                                                           \
        QVERIFY2((outcome).failure.starts_with(where), (outcome).failure.c_str());                 \
        QVERIFY2((outcome).failure.find("endless loop") != std::string::npos,                      \
                 (outcome).failure.c_str());                                                       \
        QVERIFY2((outcome).callMilliseconds < Generous,                                            \
                 std::to_string((outcome).callMilliseconds).c_str());                              \
        QVERIFY2((outcome).endMilliseconds < Generous,                                             \
                 std::to_string((outcome).endMilliseconds).c_str());                               \
    } while (false)

/// What scripts can do to the program that runs them: nothing but fail, in time and with a reason.
class TestScriptBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void comparisonsOfASortAreInTheBudget()
    {
        const auto method =
            runOf(scriptOf("class C { int opCmp(const C &in o) { while (running) {} return 0; } }",
                           "running = true; array<C> a(100); a.sortAsc();"));
        ENDS_IN_TIME(method, "scripts/t.as:2: ");
        const auto lambda = runOf(scriptOf(
            "", "array<int> a(100);\na.sort(function(x, y) { while (true) {} return x < y; });"));
        ENDS_IN_TIME(lambda, "scripts/t.as:7: ");
        const auto many = runOf(scriptOf(
            "int f(int x) { int s = 0; for (int i = 0; i < 10000; ++i) s += i; return x; }",
            "array<int> a(10000);\na.sort(function(x, y) { return f(x) < f(y); });"));
        ENDS_IN_TIME(many, "scripts/t.as:");
        const auto find = runOf(scriptOf(
            "class C { bool opEquals(const C &in o) { while (running) {} return false; } }",
            "running = true; array<C> a(100000); C c; a.find(c);"));
        ENDS_IN_TIME(find, "scripts/t.as:2: ");
    }

    /// Comparisons that contradict themselves made a sort leave the array's memory.
    void comparisonsMayAnswerAnything()
    {
        for (const auto* answer : {"0", "-1", "1", "n++ % 3 - 1"}) {
            const auto outcome = runOf(scriptOf(
                fmt::format("int n = 0; class C {{ int opCmp(const C &in o) {{ return {}; }} }}",
                            answer),
                "array<C@> nothing(100); nothing.sortAsc(); nothing.sortDesc();\n"
                "array<C@> some(100); for (uint i = 0; i < 100; i += 3) @some[i] = C();\n"
                "some.sortAsc(); if (some[0] !is null) some.resize(1 << 31);\n"
                "some.sortDesc(); array<C> values(100); values.sortAsc(); values.sortDesc();\n"
                "values.sort(function(a, b) { return true; }, 3, 50);"));
            QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());
        }
    }

    void objectsAreSortedByTheirComparison()
    {
        const auto outcome = runOf(scriptOf(
            "class C { int key; int order; int opCmp(const C &in o) { return key - o.key; } }\n"
            "void check(bool holds) { if (!holds) { array<int> none; none[0] = 1; } }",
            "array<C> a(1000); for (uint i = 0; i < 1000; ++i) { a[i].key = (i * 7919) % 100;"
            " a[i].order = i; }\n"
            "a.sortAsc(); for (uint i = 1; i < 1000; ++i) check(a[i - 1].key < a[i].key ||"
            " (a[i - 1].key == a[i].key && a[i - 1].order < a[i].order));\n"
            "a.sortDesc(10, 20); for (uint i = 11; i < 30; ++i) check(a[i - 1].key >= a[i].key);\n"
            "a.sort(function(x, y) { return x.order > y.order; });\n"
            "check(a[0].order == 999 && a[999].order == 0);\n"
            "array<string> s = {'b', 'a', 'c'}; s.sortAsc(); check(s[0] == 'a' && s[2] == 'c');\n"
            "s.sortDesc(); check(s[0] == 'c'); array<int> n = {3, 1, 2};\n"
            "n.sort(function(x, y) { return x > y; }); check(n[0] == 3 && n[2] == 1);"));
        QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());
    }

    /// What an array calls itself cannot pull its elements away.
    void arraysInUseCannotBeChanged_data()
    {
        QTest::addColumn<QString>("globals");
        QTest::addColumn<QString>("body");
        QTest::addColumn<bool>("isTold"); // AngelScript takes what equality throws for "no"
        const QString compare =
            "array<C> g(50); class C { int opCmp(const C &in o) { %1 return 0; }"
            " bool opEquals(const C &in o) { %1 return false; } }";
        for (const auto* change : {"g.resize(0);", "g.insertLast(C());", "g.removeLast();",
                                   "g = array<C>();", "g.sortAsc();", "g[0] = C();"}) {
            QTest::addRow("sort, %s", change) << compare.arg(change) << "g.sortAsc();" << true;
            QTest::addRow("find, %s", change) << compare.arg(change) << "C c; g.find(c);" << false;
            QTest::addRow("equal, %s", change)
                << compare.arg(change) << "array<C> o(50); if (o == g) {}" << false;
        }
        QTest::addRow("by a function")
            << "array<int> g(50);"
            << "g.sort(function(a, b) { g.resize(0); return a < b; });" << true;
        QTest::addRow("destructor") << "array<C@> g; class C { ~C() { g.resize(1000); } }"
                                    << "for (int i = 0; i < 50; ++i) g.insertLast(C());\n"
                                       "array<C@> kept = g; g.resize(0); kept.resize(0);\n"
                                       "g.resize(50);"
                                    << false;
    }

    void arraysInUseCannotBeChanged()
    {
        QFETCH(const QString, globals);
        QFETCH(const QString, body);
        QFETCH(const bool, isTold);
        const auto outcome = runOf(scriptOf(
            globals.toStdString(),
            body.toStdString() + "\nif (g.length() != 50) { array<int> none; none[0] = 1; }"));
        if (isTold)
            QVERIFY2(outcome.failure.find("The array is changed by what it calls itself") !=
                         std::string::npos,
                     outcome.failure.c_str());
        else
            QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());
    }

    void constructorsAreInTheBudget()
    {
        const auto outcome = runOf(
            scriptOf("class C { C() { while (running) {} } }", "running = true; array<C> a(100);"));
        ENDS_IN_TIME(outcome, "scripts/t.as:2: ");
    }

    void destructorsOfLocalsAreInTheBudgetAndToldOf()
    {
        const std::string endless = "class C { ~C() { while (running) {} } }";
        ENDS_IN_TIME(runOf(scriptOf(endless, "running = true; C c;")), "scripts/t.as:2: ");
        ENDS_IN_TIME(runOf(scriptOf(endless, "running = true; array<C> a(100);")),
                     "scripts/t.as:2: ");
    }

    void destructorsOfGlobalsAreInTheBudgetOfTheEnd()
    {
        const auto some =
            runOf(scriptOf("class C { ~C() { while (running) {} } } C g; C h;", "running = true;"));
        QVERIFY2(some.failure.empty(), some.failure.c_str());
        QVERIFY2(some.endMilliseconds < Generous, std::to_string(some.endMilliseconds).c_str());
        QVERIFY2(some.atEnd.starts_with("scripts/t.as:2: This took over 0.1 seconds"),
                 some.atEnd.c_str());
        const auto slow = runOf(scriptOf(
            "class C { ~C() { for (int i = 0; i < 500000 && running; ++i) {} } } array<C@> g;",
            "for (int i = 0; i < 1000; ++i) g.insertLast(C());\nrunning = true;"));
        QVERIFY2(slow.failure.empty(), slow.failure.c_str());
        QVERIFY2(slow.endMilliseconds < Generous, std::to_string(slow.endMilliseconds).c_str());
        QVERIFY2(slow.atEnd.starts_with("scripts/t.as:2: "), slow.atEnd.c_str());
    }

    void destructorsStillRunAtTheEnd()
    {
        const auto outcome = runOf(scriptOf("class C { ~C() { log('gone'); } } C g;", ""));
        QCOMPARE(outcome.atEnd, "scripts/t.as:2: gone\n");
    }

    /// An assertion of AngelScript ended the program at a million.
    void moreThanAMillionHandlesToOneObjectAreHeld()
    {
        const auto outcome =
            runOf(scriptOf("class C {} C c;", "array<C@> a(1500000, c);\nlog('' + a.length());"));
        QVERIFY2(outcome.failure.empty() ||
                     outcome.failure.find("0.1 seconds") != std::string::npos,
                 outcome.failure.c_str());
    }

    void manyNumbersAreSorted()
    {
        const auto outcome = runOf(scriptOf(
            "", "array<int> a(300000); for (uint i = 0; i < 300000; i += 7) a[i] = 300000 - i;\n"
                "a.sortDesc(); if (a[0] != 300000 || a[299999] != 0) a[300000] = 1;\n"
                "array<float> b = {2, float(parseFloat('nan')), 3, 1}; b.sortAsc();\n"
                "if (b[0] != 1 || b[1] != 2 || b[2] != 3) a[300001] = 1;\n"
                "array<int8> c = {3, 1, 2}; c.sortAsc(1, 2); if (c[1] != 1) a[300002] = 1;"));
        QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());
    }

    void longStringsAreSearchedInTime()
    {
        // A search that looks at each place anew would take hours.
        const auto time = std::chrono::seconds{10};
        const auto outcome = runOf(
            scriptOf(
                "",
                "string s = 'a'; for (int i = 0; i < 22; ++i) s += s;\n"
                "string t = s.substr(0, 2000000) + 'b'; if (s.findFirst(t) != -1) running = true;\n"
                "s += 'bc'; if (s.findFirst(t) != 4194304 - 2000000) { array<int> a; a[0] = 1; }\n"
                "if (s.findFirst('', 4194306) != 4194306 || s.findFirst('bc', 9) != 4194304) "
                "{ array<int> a; a[1] = 1; }\n"
                "s.findLast(t); s.split(t); s.findFirstNotOf(s); s.findLastOf('x' + t);"),
            {}, time);
        QVERIFY2(outcome.failure.empty(), outcome.failure.c_str());
    }

    void whatScriptsHoldIsLimited()
    {
        ScriptLimits limits;
        limits.objects = 30'000;
        const auto objects = runOf(
            scriptOf("class C { C@ n; }", "array<C@> a;\nwhile (true) a.insertLast(C());"), limits);
        QVERIFY2(objects.failure.starts_with("scripts/t.as:2: Scripts hold too many objects"),
                 objects.failure.c_str());
        const auto inOneCall =
            runOf(scriptOf("class C { array<int> x; C@ n; }", "array<C> a(500000);"), limits);
        QVERIFY2(inOneCall.failure.find("too many objects") != std::string::npos,
                 inOneCall.failure.c_str());
        limits.bytes = 16 << 20;
        const auto arrays = runOf(scriptOf("", "array<array<int>> a(100);\n"
                                               "for (int i = 0; i < 100; ++i)\n"
                                               "a[i].resize(1000000);"),
                                  limits);
        QVERIFY2(arrays.failure.starts_with("scripts/t.as:8: There is too much in arrays, strings "
                                            "and objects (limit 16 MB)"),
                 arrays.failure.c_str());
    }

    void longChainsAreLetGoOfInTime()
    {
        const auto outcome = runOf(scriptOf(
            "class C { C@ next; }",
            "C@ head;\nfor (int i = 0; i < 50000; ++i) { C c; @c.next = head; @head = c; }"));
        QVERIFY2(outcome.endMilliseconds < Generous,
                 std::to_string(outcome.endMilliseconds).c_str());
    }
};

PLAIN_TEST(TestScriptBudget)
} // namespace tst_script_budget

#include "tst_script_budget.moc"
