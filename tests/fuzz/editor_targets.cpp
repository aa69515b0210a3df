#include "editor/document/journal.h"
#include "editor/document/journal_codec.h"
#include "engine_core/assets/project/project_import.h"
#include "engine_core/play/play_library.h"
#include "engine_core/scripting/compile/compile_exchange.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/fuzz/fuzz_folder.h"
#include "tests/fuzz/fuzz_mutators.h"
#include "tests/support/fixtures/document_fixture.h"
#include "tests/support/system/zip_archive.h"

#include <algorithm>
#include <array>

namespace mapwright::fuzz
{
using namespace engine;
using mapwright::test::ZipEntry;

namespace
{
const TypeRegistry& types()
{
    static const auto registry = mapwright::test::engineTypes();
    return registry;
}

// --- Journals

std::vector<std::string> journalSeeds()
{
    mapwright::test::DocumentFixture fixture;
    auto text = editor::writeHeader({});
    const auto listening = fixture.document.stepped.connect([&](const editor::DocumentStep& step) {
        text += editor::writeStep(step, true, fixture.types);
    });
    const auto box = fixture.addBox({0, 0, 0}, {2, 1, 2});
    fixture.addPoint({1, 1, 1}, "lamp", box);
    fixture.document.undo();
    fixture.addPoint({1, 2, 1}, "other");
    return {text};
}

/// As recovery does it: what the steps lead to can be saved.
bool readsJournal(std::string_view bytes)
{
    static_cast<void>(editor::readSaves(bytes));
    const auto text = editor::readJournal(bytes, &types());
    if (!text)
        return false;
    require(text->titles.size() == text->steps.size(), "Every step has its label");
    // Others begin with a file of this machine, which no input names by accident.
    if (!text->header.startsEmpty())
        return false;
    editor::Journal::Leftover leftover;
    leftover.file = fuzzFile("fuzz.journal", bytes);
    leftover.project = fuzzFolder();
    editor::Document document{types()};
    if (!editor::Journal::recover(document, leftover))
        return false;
    const auto scene = writeSceneWithPlants(document.world(), types());
    require(bool{readScene(scene, types(), "recovered")},
            "A recovered scene can be saved and read");
    return true;
}

/// One line as JSON, or its place among the others.
std::string mutateJournal(const std::string& bytes, Random& random)
{
    const auto from = bytes.empty() ? 0 : random() % bytes.size();
    const auto before = bytes.rfind('\n', from);
    const auto begin = before == std::string::npos ? 0 : before + 1;
    const auto end = std::min(bytes.find('\n', begin), bytes.size());
    if (begin >= end || random() % 5 == 0)
        return mutateText(bytes, random);
    return bytes.substr(0, begin) + mutateJson(bytes.substr(begin, end - begin), random) +
           bytes.substr(end);
}

// --- Archives

std::vector<std::string> zipSeeds()
{
    const std::string project = R"({"format":1,"name":"x","startScene":"scenes/a.scene.json"})";
    const std::string scene = R"({"format":2,"entities":[]})";
    return {mapwright::test::zipOf({{"project.json", project}, {"scenes/a.scene.json", scene}}),
            mapwright::test::zipOf({{"x/", ""},
                                    {"x/project.json", project},
                                    {"x/assets/a.txt", "a"},
                                    {"x/.mapwright/journal", "{}"}}),
            mapwright::test::zipOf({{"project.json", project}, {"../out", "x"}}),
            mapwright::test::zipOf({{"project.json", project}, {"link", "/etc", 0120777}})};
}

bool readsZip(std::string_view bytes)
{
    const auto folder = fuzzFolder() / "zip";
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    fs::create_directories(folder);
    const auto archive = fuzzFile("zip/fuzz.zip", bytes);
    const auto project = importProject(archive, folder / "project");
    const auto inside = std::distance(fs::directory_iterator{folder}, fs::directory_iterator{});
    require(inside == (project ? 2 : 1), "An archive unpacks to one folder or to nothing");
    if (!project)
        return false;
    for (const auto& entry : fs::recursive_directory_iterator{folder / "project"})
        require(!entry.is_symlink() && (entry.is_regular_file() || entry.is_directory()),
                "An archive brings plain files and folders");
    return true;
}

/// The files that a list of stored ones, written by zipOf(), has.
std::vector<ZipEntry> entriesOf(const std::string& bytes)
{
    constexpr std::size_t Head = 30;
    std::vector<ZipEntry> entries;
    for (std::size_t at = 0; numberAt<std::uint32_t>(bytes, at) == 0x04034b50;) {
        const std::size_t size = numberAt<std::uint32_t>(bytes, at + 18);
        const std::size_t name = numberAt<std::uint16_t>(bytes, at + 26);
        if (at + Head + name > bytes.size() || size > bytes.size() - at - Head - name)
            break;
        entries.push_back({bytes.substr(at + Head, name), bytes.substr(at + Head + name, size)});
        at += Head + name + size;
    }
    return entries;
}

std::string mutateZip(const std::string& bytes, Random& random)
{
    auto entries = entriesOf(bytes);
    if (entries.empty() || random() % 3 == 0)
        return mutateNumbers(bytes, random);
    auto& entry = entries[random() % entries.size()];
    switch (random() % 6) {
    case 0:
        entry.name = mutateText(entry.name, random);
        break;
    case 1:
        entry.name = mutateBytes(entry.name, random);
        break;
    case 2:
        entry.bytes = mutateJson(entry.bytes, random);
        break;
    case 3:
        entry.unixMode = static_cast<std::uint32_t>(random() % 0200000);
        break;
    case 4:
        entries.push_back(ZipEntry{entry});
        break;
    default:
        entry.name = entries[random() % entries.size()].name + "/x";
    }
    return mapwright::test::zipOf(entries);
}

// --- Scripts

std::vector<std::string> scriptSeeds()
{
    return {R"(#include "other.as"
// A lamp that goes out.
enum Mode { Off, On = 3 }
namespace lamps { const int Count = 2; funcdef void Told(int); }
interface Thing { void tell(); }
class Base : Node { protected int m_count = 0; }
class Lamp : Base, Thing
{
    [range 0 10] float power = 2.5;
    [tooltip "what it says"] string text = "a\n" + 1;
    array<array<int>> grid = {{1, 2}, {3}};
    dictionary known = {{"a", 1}};
    Mode mode() const { return Mode::On; }
    int count { get const { return m_count; } set { m_count = value; } }
    Lamp@ next;
    void onStart() { @next = this; lamps::Told@ told = function(n) { int m = n; }; told(3); }
    void onTick(double dt)
    {
        for (uint i = 0; i < grid.length(); i++)
            if (i % 2 == 0 && power > 0x1F || !(m_count << 2 != 1e-3)) power += dt; else { break; }
        switch (m_count) { case 1: m_count++; break; default: m_count = power > 1 ? 2 : 3; }
        try { tell(); } catch { m_count = 0; }
        while (m_count-- > 0) { int a = 1, b = a = m_count; }
    }
    void tell() override { Lamp other; other = cast<Lamp>(this); }
}
)",
            "class Empty : Node {}\n",
            "int global = 1;\nvoid f(int &in a, int &out b = void) { b = a; }\n"};
}

/// As play and the inspector take a script: through the bounds, and the compiler in its process.
bool readsScript(std::string_view bytes)
{
    fs::create_directories(fuzzFolder() / "scripts");
    static const AssetDatabase assets{Project{fuzzFolder(), "fuzz", {}}};
    static const auto library = makeScriptLibrary(assets, ScriptTrust::On);
    fuzzFile("scripts/other.as", "int other = 2;\n");
    fuzzFile("scripts/fuzz.as", bytes);
    const auto program = library->program("fuzz.as");
    if (program)
        return true;
    require(!program.error().message().empty(), "An error says what is wrong");
    return false;
}

std::vector<std::string> answerSeeds()
{
    scriptcore::CompileAnswer answer;
    answer.messages = {{1, "scripts/a.as", "a warning", 3}};
    answer.byteCode = "no code";
    answer.metadata = {{scriptcore::CompiledMetadata::Kind::Property, "a::B", "c", {"range 0 1"}}};
    return {encode(answer), encode(scriptcore::CompileAnswer{})};
}

/// What the compiler's process answers, which a script may have broken.
bool readsAnswer(std::string_view bytes)
{
    const auto answer = scriptcore::decodeAnswer(bytes);
    if (!answer)
        return false;
    require(bool{scriptcore::decodeAnswer(encode(*answer))}, "An answer reads back");
    return true;
}

std::string mendAnswer(std::string bytes)
{
    constexpr std::size_t Sum = 20;
    constexpr std::size_t Body = Sum + 8 + 8;
    if (bytes.size() > Body) {
        setNumberAt(bytes, Sum + 8, std::uint64_t{bytes.size() - Body});
        setNumberAt(bytes, Sum, nameHash(std::string_view{bytes}.substr(Body)));
    }
    return bytes;
}
} // namespace

std::span<const FuzzTarget> editorTargets()
{
    static constexpr std::array Targets{
        FuzzTarget{"journal", "journals of unsaved work", journalSeeds, readsJournal, mutateJournal,
                   nullptr},
        FuzzTarget{"zip", "zipped projects", zipSeeds, readsZip, mutateZip, nullptr},
        FuzzTarget{"script", "scripts", scriptSeeds, readsScript, mutateText, nullptr},
        FuzzTarget{
            "answer", "answers of the script compiler", answerSeeds, readsAnswer,
            [](const std::string& bytes, Random& random) { return mutateNumbers(bytes, random); },
            mendAnswer}};
    return Targets;
}
} // namespace mapwright::fuzz
