#include "engine_core/base/log.h"
#include "engine_core/scripting/compile/script_library.h"
#include "engine_core/scripting/runtime/script_runtime.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_script_containers
{
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

    void stringsDoWhatTheyAlwaysDid()
    {
        SAYS("string s = 'ab'; s += 1; s += 2.5; s += true; log('<' + s + '>' + 7 + (1.5f + s));",
             "<ab12.5true>71.5ab12.5true\n");
        SAYS("string s = 'abcabc'; s[1] = 120; log(s + s.length() + s.isEmpty() + ('a' < 'b'));",
             "axcabc6falsetrue\n");
        SAYS("log('abcdef'.substr(2) + '|' + 'abcdef'.substr(6) + '|' + 'abcdef'.substr(5, 100));",
             "cdef||f\n");
        SAYS(
            "string s = 'abcabc'; log('' + s.findFirst('b', 100) + s.findLast('c') +\n"
            "s.findLastOf('ab') + s.findLastNotOf('c') + s.findFirstNotOf('a') + s.findFirst(''));",
            "-154410\n");
        SAYS("string s = 'abc'; s.insert(3, 'x'); s.erase(0, 1); s.erase(2); log(s);", "bc\n");
        SAYS("string s; s.insert(1, 'x');", "5: Out of range");
        SAYS("string s; s.erase(1);", "5: Out of range");
        SAYS("string s; s[0] = 1;", "5: Out of range");
        SAYS("dictionary d = {{'a', 'x'}}; string s; d.get('a', s); log(s + d.getKeys()[0]);",
             "xa\n");
    }

    void numbersAreWrittenAndRead()
    {
        SAYS("log(formatFloat(-1, 'l0+ ', 10, 3) + '|' + formatInt(-5, 'h', 8) + '|' +\n"
             "formatInt(255, 'H0', 8) + '|' + formatUInt(uint64(-1)) + '|' + formatInt(5, '%n', "
             "4));",
             "-1.000    |fffffffffffffffb|000000FF|18446744073709551615|   5\n");
        SAYS("log(formatFloat(1.5, 'e', 0, 2) + ' ' + formatFloat(2.25, '+', 0, 1) + ' ' +\n"
             "formatInt(-7, '0', 4) + ' ' + formatFloat(1.0 / 3.0, '0', 6, 2));",
             "1.50e+00 +2.2 -007 000.33\n");
        SAYS("uint n; log('' + parseInt('12x') + ' ' + parseInt('') + ' ' + parseFloat('1e5') + ' "
             "' +\n"
             "parseInt('fF', 16) + ' ' + parseInt('-7') + ' ' + parseInt('7', 8));",
             "12 0 100000 255 -7 0\n");
        SAYS("uint n; parseInt('-12x', 10, n); log('' + n); parseFloat('1.5e2 ', n); log('' + n);",
             "3\n5\n");
    }

    void hugeNumbersAreWrittenInFull()
    {
        SAYS("string s; for (int i = 0; i < 50; ++i) s += formatFloat(1e300, '', 0, 2);\n"
             "log('' + s.length());",
             "15200\n");
        SAYS("log('' + formatFloat(1e308, '', 100, 400).length());", "710\n");
        SAYS("formatFloat(1, '', uint(-1), 2);", "5: Numbers are written with up to");
        SAYS("formatFloat(1, '', 0, 4294967266);", "5: Numbers are written with up to");
        SAYS("formatInt(1, '0', 4000000000);", "5: Numbers are written with up to");
    }

    void stringsAreSplitAndJoined()
    {
        SAYS("log(join('a,,b,'.split(','), '|') + join('a, b'.split(', '), '|'));", "a||b|a|b\n");
        SAYS("log('' + ''.split(',').length() + ''.split('').length());", "10\n");
        SAYS("log(join('a,b'.split(''), '|'));", "a|,|b\n");
        SAYS("log(join('\xC3\xA4\xE2\x82\xAC!'.split(''), '|'));", "\xC3\xA4|\xE2\x82\xAC|!\n");
        SAYS("string s; s.resize(5000000); s.split('');", "5: This makes more than 1000000 parts");
    }

    void stringsThatAreTooLongAreRefused()
    {
        const std::string refused = "5: A string of ";
        SAYS("string s; s.resize(uint(-1));", refused + "4294967295 bytes is too long");
        SAYS("string s = 'x'; while (true) s += s;", refused);
        SAYS("string s = 'x'; while (true) s = s + s;", refused);
        SAYS("string s = 'x'; while (true) s.insert(0, s);", refused);
        SAYS("string s; s.resize(30000000); join({s, s, s}, '');", "5: The joined string is");
    }

    void manyElementsAreAppended()
    {
        SAYS("Vec3[] a(1001); for (int i = 0; i < 300000; ++i) a.insertLast(Vec3(i, 0, 0));\n"
             "log('' + a.length() + ' ' + a[301000].x);",
             "301001 299999\n");
    }
};

PLAIN_TEST(TestScriptContainers)
} // namespace tst_script_containers

#include "tst_script_containers.moc"
