#include "engine_core/base/small_letters.h"
#include "engine_core/interchange/game_data/fgd_scanner.h"
#include "engine_core/interchange/game_data/game_classes.h"

#include <algorithm>
#include <optional>
#include <set>

namespace engine
{
namespace
{
constexpr std::size_t MostNotes = 20; ///< about one file
constexpr std::size_t MostBytes = std::size_t{16} << 20U;
constexpr std::size_t MostKeys = 4096; ///< of one class, and choices of one key
constexpr std::size_t MostFiles = 64;

GameKeyKind kindOf(std::string_view type)
{
    const auto name = inSmallLetters(type);
    if (name == "integer" || name == "float" || name == "decimal" || name == "angle" ||
        name == "node_id" || name == "node_dest")
        return GameKeyKind::Number;
    if (name == "choices" || name == "boolean" || name == "npcclass" || name == "filterclass")
        return GameKeyKind::Choice;
    if (name == "flags" || name == "tags_list")
        return GameKeyKind::Flags;
    if (name == "color255" || name == "color1" || name == "color")
        return GameKeyKind::Color;
    if (name == "target_destination" || name == "target_name_or_class" || name == "sidelist" ||
        name == "instance_parm")
        return GameKeyKind::Target;
    return GameKeyKind::Text;
}

/// The grammar, one function for each of its parts. A part that is not as it should be throws
/// nothing: it returns false with m_problem set.
class FgdReader
{
public:
    FgdReader(std::string_view text,
              const std::string& name,
              GameClassFiles& files,
              const IncludeGameClasses& include)
        : m_scanner{text}, m_name{name}, m_files{files}, m_include{include}
    {
    }

    void read()
    {
        while (m_scanner.peek().kind != FgdToken::Kind::End) {
            const int line = m_scanner.peek().line;
            if (m_scanner.take('@')) {
                if (readDirective(line))
                    continue;
            } else {
                fail("a class begins with @", line);
            }
            note();
            m_scanner.skipToClass();
        }
    }

private:
    bool fail(std::string_view problem, int line)
    {
        m_problem = fmt::format("{}:{}: {}", m_name, line, problem);
        return false;
    }

    bool fail(std::string_view problem) { return fail(problem, m_scanner.peek().line); }

    void note()
    {
        if (m_notes++ < MostNotes)
            m_files.notes.push_back(m_problem);
    }

    bool readDirective(int line)
    {
        const auto what = inSmallLetters(m_scanner.take().text);
        if (what == "include")
            return readInclude(line);
        if (what == "baseclass")
            return readClass(GameClass::Kind::Base);
        if (what == "solidclass")
            return readClass(GameClass::Kind::Solid);
        if (what.size() > 5 && what.compare(what.size() - 5, 5, "class") == 0)
            return readClass(GameClass::Kind::Point); // PointClass, NPCClass, KeyFrameClass ...
        m_scanner.skipToClass(); // sizes of maps and the like say nothing about entities
        return true;
    }

    bool readInclude(int line)
    {
        if (m_scanner.peek().kind != FgdToken::Kind::Quoted)
            return fail("@include names a file between quotes", line);
        const std::string file{m_scanner.take().text};
        if (m_include(file))
            return true;
        return fail(fmt::format("'{}' cannot be included", file), line);
    }

    bool readClass(GameClass::Kind kind)
    {
        GameClass read;
        read.kind = kind;
        while (!m_scanner.take('=')) { // base(...) size(...) color(...) ...
            if (m_scanner.peek().kind != FgdToken::Kind::Word)
                return fail("the name of a class follows after =");
            const auto helper = inSmallLetters(m_scanner.take().text);
            if (m_scanner.take('(') && !readHelper(helper, read))
                return false;
        }
        const auto name = m_scanner.take();
        if (name.text.empty() || name.kind == FgdToken::Kind::Sign)
            return fail("the name of a class follows after =", name.line);
        read.name = name.text;
        if (m_scanner.take(':'))
            read.help = readText();
        while (m_scanner.take(':')) // an address of a page about it
            (void)readText();
        if (m_scanner.take('[') && !readKeys(read))
            return false;
        if (m_files.classes.add(std::move(read)))
            return true;
        return fail("there are too many classes", name.line);
    }

    /// What stands between the brackets of a helper, the first of which was read.
    bool readHelper(const std::string& helper, GameClass& read)
    {
        for (int depth = 1; depth > 0;) {
            if (m_scanner.peek().kind == FgdToken::Kind::End || m_scanner.peek().is('@'))
                return fail("a ) is missing");
            const auto token = m_scanner.take();
            depth += token.is('(') ? 1 : token.is(')') ? -1 : 0;
            if (helper == "base" && token.kind != FgdToken::Kind::Sign &&
                read.bases.size() < MostKeys)
                read.bases.emplace_back(token.text);
        }
        return true;
    }

    /// Texts may be joined with +. Empty where something else follows.
    std::string readText()
    {
        std::string text;
        while (m_scanner.peek().kind == FgdToken::Kind::Quoted ||
               m_scanner.peek().kind == FgdToken::Kind::Word) {
            const auto token = m_scanner.take();
            text += token.text;
            if (!token.isClosed) { // what was meant is read, though it may be too much
                fail("a text has no closing quote", token.line);
                note();
            }
            if (!m_scanner.take('+'))
                break;
        }
        for (std::size_t at = 0; (at = text.find("\\n", at)) != std::string::npos; ++at)
            text.replace(at, 2, "\n");
        return text;
    }

    bool readKeys(GameClass& read)
    {
        while (!m_scanner.take(']')) {
            if (m_scanner.peek().kind != FgdToken::Kind::Word)
                return fail("a key or ] is missing");
            auto name = m_scanner.take();
            const auto small = inSmallLetters(name.text);
            // Wires of Source: "input Kill(void)".
            const bool isWire = (small == "input" || small == "output") &&
                                m_scanner.peek().kind == FgdToken::Kind::Word;
            if (isWire)
                name = m_scanner.take();
            GameKey key;
            key.name = name.text;
            if (!readKey(key))
                return false;
            if (isWire)
                continue;
            if (read.keys.size() == MostKeys)
                return fail("there are too many keys", name.line);
            read.keys.push_back(std::move(key));
        }
        return true;
    }

    /// What follows after the key's name.
    bool readKey(GameKey& key)
    {
        if (!m_scanner.take('('))
            return fail(fmt::format("the type of '{}' is missing", key.name));
        std::string type;
        while (!m_scanner.take(')')) {
            const auto token = m_scanner.take();
            if (token.kind == FgdToken::Kind::End || token.is('['))
                return fail(fmt::format("the type of '{}' has no )", key.name), token.line);
            if (type.empty())
                type = inSmallLetters(token.text);
        }
        key.kind = kindOf(type);
        key.colorsAreBytes = type != "color1";
        while (m_scanner.peek().kind == FgdToken::Kind::Word &&
               (inSmallLetters(m_scanner.peek().text) == "readonly" ||
                inSmallLetters(m_scanner.peek().text) == "report"))
            m_scanner.take();
        for (auto* part : {&key.title, &key.fallback, &key.help})
            if (m_scanner.take(':'))
                *part = readText();
        while (m_scanner.take(':'))
            (void)readText();
        if (m_scanner.take('='))
            return readChoices(key);
        if (type == "boolean")
            key.choices = {{"0", "No", {}}, {"1", "Yes", {}}};
        return true;
    }

    bool readChoices(GameKey& key)
    {
        if (!m_scanner.take('['))
            return fail(fmt::format("the choices of '{}' begin with [", key.name));
        while (!m_scanner.take(']')) {
            if (m_scanner.peek().kind == FgdToken::Kind::End ||
                m_scanner.peek().kind == FgdToken::Kind::Sign)
                return fail(fmt::format("a choice of '{}' or ] is missing", key.name));
            GameKeyChoice choice;
            choice.value = m_scanner.take().text;
            if (m_scanner.take(':'))
                choice.title = readText();
            if (key.kind == GameKeyKind::Flags && m_scanner.take(':'))
                (void)readText(); // whether new entities have it
            if (m_scanner.take(':'))
                choice.help = readText();
            if (key.choices.size() < MostKeys)
                key.choices.push_back(std::move(choice));
        }
        return true;
    }

    FgdScanner m_scanner;
    const std::string& m_name;
    GameClassFiles& m_files;
    const IncludeGameClasses& m_include;
    std::string m_problem;
    std::size_t m_notes = 0;
};

/// Reads files of one folder, each of them once.
class FolderReader
{
public:
    FolderReader(const fs::path& folder, GameClassFiles& files) : m_folder{folder}, m_files{files}
    {
    }

    /// False, with nothing noted, if there is no such file in the folder or below.
    bool read(const fs::path& file)
    {
        const auto place = resolveInside(m_folder, file);
        std::error_code ignored;
        if (!place || !fs::is_regular_file(*place, ignored))
            return false;
        if (m_seen.size() >= MostFiles || !m_seen.insert(*place).second)
            return true;
        const auto text = readFile(*place, MostBytes);
        if (!text) {
            m_files.notes.push_back(text.error().message());
            return true;
        }
        readGameClasses(*text, file.generic_string(), m_files, [&](const std::string& included) {
            return read(file.parent_path() / included) || read(included);
        });
        return true;
    }

private:
    const fs::path& m_folder;
    GameClassFiles& m_files;
    std::set<fs::path> m_seen;
};
} // namespace

void readGameClasses(std::string_view text,
                     const std::string& name,
                     GameClassFiles& files,
                     const IncludeGameClasses& include)
{
    FgdReader{text, name, files, include}.read();
}

std::vector<fs::path> gameClassFilesIn(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code ignored;
    for (fs::directory_iterator at{folder, ignored}, end; at != end; at.increment(ignored))
        if (inSmallLetters(at->path().extension().string()) == ".fgd")
            found.push_back(at->path());
    std::sort(found.begin(), found.end());
    return found;
}

GameClassFiles loadGameClasses(const fs::path& folder)
{
    GameClassFiles files;
    FolderReader reader{folder, files};
    for (const auto& file : gameClassFilesIn(folder))
        reader.read(file.filename());
    return files;
}
} // namespace engine
