#include "engine_core/base/log.h"
#include "engine_core/scripting/script_library.h"
#include "engine_core/scripting/script_runtime.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace engine;

namespace
{
/// What the lines of a script's onStart() log, line by line; then why they were stopped, if so.
std::string said(const std::string& lines)
{
    const QTemporaryDir folder;
    const auto file = fs::path{folder.path().toStdString()} / "t.as";
    const auto text = "class T : Node\n{\n    void onStart()\n    {\n" + lines + "\n    }\n}\n";
    if (auto written = writeFileAtomically(file, text); !written)
        return written.error().message();
    ScriptLibrary library{[&](const std::string&) -> Result<fs::path> { return file; }, {}};
    const auto program = library.program("t.as");
    if (!program)
        return program.error().message();
    const auto runtime = std::move(*ScriptRuntime::create({}, nullptr));
    if (auto loaded = runtime->load(*program); !loaded)
        return loaded.error().message();
    auto object = std::move(*runtime->createObject("t.as", "T", EntityId{7}));
    std::string all;
    const auto sink = addLogSink([&](const LogMessage& message) { all += message.text + "\n"; });
    if (const auto failure = runtime->call(object, ScriptEvent::Start))
        all += fmt::format("{}: {}", failure->line, failure->message);
    return all;
}
} // namespace

#define SAYS(lines, expected)                                                                      \
    do {                                                                                           \
        const std::string text = said(lines);                                                      \
        QVERIFY2(text.starts_with(expected), text.c_str());                                        \
    } while (false)

/// Arrays and strings of scripts, up to what no script may do to the program.
class TestScriptContainers : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void arraysDoWhatTheyAlwaysDid()
    {
        SAYS("int[] a = {3, 1, 2}; a.insertLast(9); a.insertAt(0, 7); a.sortAsc();\n"
             "string s; for (uint i = 0; i < a.length(); ++i) s += a[i]; log(s);",
             "12379\n");
        SAYS("int[] a = {1, 2}; int[] b = {3, 4}; a.insertAt(1, b); a.insertAt(1, a);\n"
             "string s; for (uint i = 0; i < a.length(); ++i) s += a[i]; log(s);",
             "11342342\n");
        SAYS("string[] a = {'b', 'c', 'a'}; a.sort(function(x, y) { return x > y; });\n"
             "log(a[0] + a[1] + a[2] + a.find('a') + (a == a) + a.isEmpty());",
             "cba2truefalse\n");
        SAYS("array<array<int>> a(2, {5, 6}); a[1].removeAt(0); a[0].reverse();\n"
             "log('' + a[0][0] + a[0][1] + a[1][0] + a[1].length());",
             "6561\n");
        SAYS("int[] a; a[0] = 1;", "5: Index out of bounds");
        SAYS("int[] a; a.removeLast();", "5: Index out of bounds");
        SAYS("int[] a; a.insertAt(5, 1);", "5: Index out of bounds");
    }

    void rangesBeyondTheEndOfAnArrayStopThere()
    {
        SAYS("string[] a = {'x', 'y', 'z'}; a.removeRange(1, uint(-1)); a.removeRange(5, 1);\n"
             "log('' + a.length() + a[0]);",
             "1x\n");
        SAYS("int[] a = {1, 2, 3}; a.removeRange(2, uint(-2)); log('' + a.length());", "2\n");
    }

    void arraysThatAreTooBigAreRefused()
    {
        const std::string refused = "5: An array of ";
        SAYS("int[] a; a.resize(100000000);", refused + "100000000 elements is too big");
        SAYS("Vec3[] a; a.reserve(uint(-1));", refused);
        SAYS("array<int> a(-1);", refused);
        SAYS("array<string> a(400000000);", refused);
        SAYS("array<string> a(400000000, 'x');", refused);
        SAYS("uint8[] a(200000000); a.insertAt(0, a);", refused);
    }

    void manyElementsAreAppended()
    {
        SAYS("Vec3[] a(1001); for (int i = 0; i < 300000; ++i) a.insertLast(Vec3(i, 0, 0));\n"
             "log('' + a.length() + ' ' + a[301000].x);",
             "301001 299999\n");
    }
};

QTEST_APPLESS_MAIN(TestScriptContainers)
#include "tst_script_containers.moc"
