#include "engine_core/scripting/compile/compile_exchange.h"
#include "engine_core/scripting/compile/module_compile.h"
#include "engine_core/scripting/compile/script_library.h"
#include "engine_core/scripting/compile/source_bounds.h"
#include "engine_core/scripting/runtime/script_core.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <random>

namespace tst_script_compiler
{
using namespace engine;
using namespace engine::scriptcore;
using std::chrono::milliseconds;

namespace
{
constexpr int Many = 100'000;

std::string repeated(std::string_view text, int count)
{
    std::string all;
    all.reserve(text.size() * static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

/// Numbered pieces: "#" in the text becomes the number, "$" the one before.
std::string numbered(const std::string& text, int count)
{
    std::string all;
    for (int i = 1; i <= count; ++i)
        for (const char c : text)
            all += c == '#'   ? std::to_string(i)
                   : c == '$' ? std::to_string(i - 1)
                              : std::string{c};
    return all;
}

std::string inFunction(const std::string& body)
{
    return "void f() { int a = 0; int b = 0;\n" + body + "\n}\n";
}

/// A folder of scripts with its library.
struct Fixture
{
    QTemporaryDir folder;
    ScriptLibrary library{[this](const std::string& file) -> Result<fs::path> {
                              return fs::path{folder.path().toStdString()} / file;
                          },
                          {}};

    Result<std::shared_ptr<const ScriptProgram>> compile(const std::string& text)
    {
        const auto file = fs::path{folder.path().toStdString()} / "main.as";
        if (auto written = writeFileAtomically(file, text); !written)
            return written.error();
        return library.program("main.as");
    }
};

/// The compiler without the bounds that keep the worst from it.
struct BareCompiler
{
    std::vector<LogMessage> messages;
    EnginePtr engine = std::move(*createEngine({}, nullptr, messages));
    std::string types = typesOf(*engine);

    std::unique_ptr<ModuleCompile> start(const std::string& text) const
    {
        ScriptSources sources;
        sources.sections.push_back({"main.as", text});
        return std::make_unique<ModuleCompile>(types, CompileSection{NodeSection, NodeSource},
                                               sources);
    }

    Result<CompiledModule> compile(const std::string& text) const
    {
        return *start(text)->wait(AllPatience);
    }
};

CompileAnswer sampleAnswer()
{
    CompileAnswer answer;
    answer.messages.push_back({1, "scripts/a.as", "a warning", 7});
    answer.byteCode = std::string{"code\0code", 9};
    answer.metadata.push_back({CompiledMetadata::Kind::Property, "::Door", "speed", {"a", ""}});
    return answer;
}

bool contains(const Error& error, std::string_view text)
{
    return error.message().find(text) != std::string::npos;
}
} // namespace

class TestScriptCompiler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nestingIsRefusedWithItsLine_data();
    void nestingIsRefusedWithItsLine();
    void whatPeopleWriteIsWithinTheBounds_data();
    void whatPeopleWriteIsWithinTheBounds();
    void hugeScriptsEndInAnAnswer_data();
    void hugeScriptsEndInAnAnswer();
    void aCrashOfTheCompilerIsAnErrorOfTheScript_data();
    void aCrashOfTheCompilerIsAnErrorOfTheScript();
    void aHangIsEndedAndHoldsNobodyUp();
    void manyHangsStartFewCompilers();
    void aCompilerThatIsKilledIsAskedAgain();
    void metadataArrives();
    void arraysOfHandlesAreSearchedAndSorted();
    void exchangesSurviveTheWay();
    void brokenExchangesAreSeen();
};

void TestScriptCompiler::nestingIsRefusedWithItsLine_data()
{
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << text;
    };
    row("for", inFunction(repeated("for(;;) ", Many) + ";"));
    row("if", inFunction(repeated("if (true) ", Many) + ";"));
    row("else if", inFunction("if (true) ;" + repeated(" else if (true) ;", Many)));
    row("else if with braces", inFunction("if (true) {}" + repeated(" else if (true) {}", Many)));
    row("while", inFunction(repeated("while (true) ", Many) + ";"));
    row("do", inFunction(repeated("do ", Many) + ";"));
    row("assignments", inFunction(repeated("a = b = ", Many) + "1;"));
    row("conditions", inFunction("a = " + repeated("true ? 1 : ", Many) + "1;"));
    row("signs", inFunction("a = " + repeated("- ", Many) + "1;"));
    row("negations", inFunction("bool c = " + repeated("!", Many) + "true;"));
    row("sums", inFunction("a = " + repeated("1 + ", Many) + "1;"));
    row("names", inFunction(repeated("a::", Many) + "a;"));
    row("members", inFunction("a" + repeated(".a", Many) + ";"));
    row("handles", "int" + repeated("@", Many) + " x;\n");
    row("lambdas", inFunction(repeated("f(function() {", Many)));
    row("blocks", inFunction(repeated("{", Many)));
    row("calls", inFunction(repeated("f(", Many)));
    row("lists", "\narray<int> x = " + repeated("{", Many) + ";\n");
    row("namespaces", "\n" + repeated("namespace n {", Many));
    row("arrays", "\n" + repeated("array<", 28) + "int" + repeated(">", 28) + " x;\n");
    row("arrays of arrays", "\n" + repeated("array<", Many) + "int" + repeated(">", Many) + " x;\n");
    row("classes", "\n" + numbered("class C# {}\n", Many));
    row("mixed", inFunction(repeated("if (true) { for (;;) ", Many)));
}

void TestScriptCompiler::nestingIsRefusedWithItsLine()
{
    QFETCH(const std::string, text);
    Fixture fixture;
    const auto refused = fixture.compile(text);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().starts_with("scripts/main.as:"),
             refused.error().message().c_str());
    QCOMPARE(fixture.library.compileCount(), std::size_t{0});
}

void TestScriptCompiler::whatPeopleWriteIsWithinTheBounds_data()
{
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << text;
    };
    row("many loops", inFunction(repeated("while (a > 0) --a;\n", 5000)));
    row("many conditions", inFunction(repeated("if (a > 0) { --a; } else { ++a; }\n", 5000)));
    row("a chain", inFunction("if (a == 0) b = 0;" + numbered(" else if (a == #) b = #;\n", 240)));
    row("a table", "array<int> table = {1" + repeated(", 2", 50'000) + "};\n");
    row("brackets in a text", "string s = \"" + repeated("(", 1000) + "\";\n");
    row("brackets in a comment", "/* " + repeated("{", 1000) + " */ int x; // " +
                                     repeated("[", 1000) + "\n");
    row("a long text", "string s = \"\"\"" + repeated("if for {\n", 1000) + "\"\"\";\n");
    row("functions", numbered("int f#(int a) { if (a > #) return a; else return #; }\n", 5000));
    row("members", "class Big : Node {\n" + numbered("    float member# = #;\n", 1000) + "}\n");
    row("comparisons", inFunction(repeated("if (a < b || b < a) a = b;\n", 2000)));
    row("three dimensions", "array<array<array<float>>> grid;\n");
}

void TestScriptCompiler::whatPeopleWriteIsWithinTheBounds()
{
    QFETCH(const std::string, text);
    Fixture fixture;
    VERIFY_OK(fixture.compile(text));
}

void TestScriptCompiler::hugeScriptsEndInAnAnswer_data()
{
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << text;
    };
    row("inheritance", "class C0 {}\n" + numbered("class C# : C$ {}\n", 1900));
    row("inheritance with members",
        "class C0 {}\n" + numbered("class C# : C$ { int m#; void f#() {} }\n", 1900));
    row("functions", numbered("void f#() {}\n", 100'000));
    row("overloads", numbered("class C# {} void f(C# @c) {}\n", 1900));
    row("members", "class C : Node {\n" + numbered("int m#;\n", 100'000) + "}\n");
    row("globals", numbered("int g# = #;\n", 100'000));
    row("statements", inFunction(repeated("a = b;\n", 300'000)));
    row("array types", numbered("class C# {} array<array<array<array<C#>>>> a#;\n", 1900));
    row("noise", [] {
        std::mt19937 random{7};
        std::string text;
        for (int i = 0; i < 1'000'000; ++i)
            text += static_cast<char>(random() % 96 + 32);
        return text;
    }());
}

void TestScriptCompiler::hugeScriptsEndInAnAnswer()
{
    QFETCH(const std::string, text);
    Fixture fixture;
    const auto answer = fixture.compile(text);
    if (!answer)
        QVERIFY2(contains(answer.error(), "scripts/main.as"), answer.error().message().c_str());
    VERIFY_OK(fixture.compile("class Fine : Node { int x = 3; }"));
}

void TestScriptCompiler::aCrashOfTheCompilerIsAnErrorOfTheScript_data()
{
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << text;
    };
    constexpr int VeryMany = 3'000'000;
    row("for", inFunction(repeated("for(;;)", VeryMany) + ";"));
    row("assignments", inFunction(repeated("a=", VeryMany) + "1;"));
    row("brackets", inFunction("a = " + repeated("(", VeryMany)));
}

void TestScriptCompiler::aCrashOfTheCompilerIsAnErrorOfTheScript()
{
    QFETCH(const std::string, text);
    const BareCompiler compiler;
    const auto answer = compiler.compile(text);
    QVERIFY(!answer);
    QVERIFY2(contains(answer.error(), "scripts/main.as: "), answer.error().message().c_str());
    VERIFY_OK(compiler.compile("int x = 3;"));
}

void TestScriptCompiler::aHangIsEndedAndHoldsNobodyUp()
{
    const BareCompiler compiler;
    const auto job =
        compiler.start(repeated("array<", 40) + "int" + repeated(">", 40) + " x;\n");
    QVERIFY(!job->wait(milliseconds{20})); // still at work
    const auto answer = job->wait(AllPatience);
    QVERIFY(answer && !*answer);
    // Of time or of memory: whichever is used up first.
    QVERIFY2(contains(answer->error(), "over"), answer->error().message().c_str());
}

void TestScriptCompiler::manyHangsStartFewCompilers()
{
    Fixture fixture;
    // Within the bounds, and yet the work of seconds.
    const auto slow =
        numbered("class C# {} array<array<array<array<array<array<C#>>>>>> a#;\n", 1900);
    fixture.library.setPatience(milliseconds{0});
    for (const auto* file : {"a.as", "b.as", "c.as", "d.as"}) {
        VERIFY_OK(writeFileAtomically(fs::path{fixture.folder.path().toStdString()} / file, slow));
        const auto answer = fixture.library.program(file);
        QVERIFY(!answer);
        QVERIFY2(contains(answer.error(), "still being compiled"),
                 answer.error().message().c_str());
    }
    QCOMPARE(fixture.library.compileCount(), std::size_t{2});
    QVERIFY(fixture.library.isCompiling());
    const auto isDone = [&] {
        const auto answer = fixture.library.program("a.as");
        return answer || !contains(answer.error(), "still being compiled");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isDone(), 60'000);
}

void TestScriptCompiler::aCompilerThatIsKilledIsAskedAgain()
{
    const BareCompiler compiler;
    CompileRequest request{compiler.types,
                           {NodeSection, NodeSource},
                           "scripts",
                           {{"scripts/a.as", "int x = 3;"}}};
    auto process = CompilerProcess::start(request);
    VERIFY_OK(process);
    ::kill((*process)->processId(), SIGKILL);
    const auto answer = (*process)->wait(AllPatience);
    QVERIFY(answer);
    VERIFY_OK(*answer);
    QVERIFY(!(*answer)->byteCode.empty());
}

void TestScriptCompiler::metadataArrives()
{
    Fixture fixture;
    const auto program = fixture.compile("class Door : Node {\n"
                                         "[range(0, 5), unit(\"m\"), tooltip(\"How high\")]\n"
                                         "float height = 2;\n"
                                         "[hidden] int secret = 1; }\n");
    VERIFY_OK(program);
    const auto* info = (*program)->findClass("Door");
    QVERIFY(info != nullptr);
    QCOMPARE(info->properties.size(), std::size_t{1});
    QCOMPARE(info->properties[0].unit, std::string{"m"});
    QCOMPARE(info->properties[0].tooltip, std::string{"How high"});
}

void TestScriptCompiler::arraysOfHandlesAreSearchedAndSorted()
{
    // What is not the same for the compiler and for the engine does not load.
    Fixture fixture;
    const auto program = fixture.compile(
        "class Part { int size; Part(int s) { size = s; }\n"
        "  int opCmp(const Part &in other) const { return size - other.size; } }\n"
        "bool smaller(const Part@ &in a, const Part@ &in b)\n"
        "{ return a.size < b.size; }\n"
        "class Main : Node { int at = -1; int first = 0;\n"
        "  Main() { array<Part@> parts = {Part(3), Part(1), Part(2)};\n"
        "    const Part@ last = parts[2]; at = parts.findByRef(last);\n"
        "    parts.sort(smaller); first = parts[0].size; at += parts.find(Part(3)); } }\n");
    VERIFY_OK(program);
    const auto& info = (*program)->classes.front();
    QCOMPARE(*info.findProperty("first")->initial.as<std::int64_t>(), std::int64_t{1});
    QCOMPARE(*info.findProperty("at")->initial.as<std::int64_t>(), std::int64_t{4});
}

void TestScriptCompiler::exchangesSurviveTheWay()
{
    const auto answer = decodeAnswer(encode(sampleAnswer()));
    QVERIFY(answer);
    QCOMPARE(answer->messages.size(), std::size_t{1});
    QCOMPARE(answer->messages[0].section, std::string{"scripts/a.as"});
    QCOMPARE(answer->messages[0].row, 7);
    QCOMPARE(answer->byteCode, sampleAnswer().byteCode);
    QCOMPARE(answer->metadata.size(), std::size_t{1});
    QCOMPARE(answer->metadata[0].texts, (std::vector<std::string>{"a", ""}));
    const auto request = decodeRequest(encode(
        CompileRequest{"types", {"base", "text"}, "scripts", {{"scripts/a.as", "int x;"}}}));
    QVERIFY(request);
    QCOMPARE(request->sections[0].text, std::string{"int x;"});
    QVERIFY(!decodeRequest(encode(sampleAnswer())));
}

void TestScriptCompiler::brokenExchangesAreSeen()
{
    const auto whole = encode(sampleAnswer());
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!decodeAnswer(whole.substr(0, size)));
    QVERIFY(!decodeAnswer(whole + "x"));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int bit : {0, 3, 7}) {
            auto broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
            QVERIFY(!decodeAnswer(broken));
        }
}

CORE_TEST(TestScriptCompiler)
} // namespace tst_script_compiler

#include "tst_script_compiler.moc"
