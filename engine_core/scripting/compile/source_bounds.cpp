#include "engine_core/scripting/compile/source_bounds.h"

#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace engine::scriptcore
{
namespace
{
struct Token
{
    std::string_view text;
    int line = 0;

    [[nodiscard]] bool isWord() const
    {
        return !text.empty() &&
               (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_');
    }
};

/// Cuts a text as AngelScript does, as far as nesting goes: words, numbers, texts in quotes, "::",
/// and every other sign by itself. Comments and blanks are left out.
class TokenReader
{
public:
    explicit TokenReader(std::string_view text) : m_text{text} {}

    /// An empty token at the end.
    [[nodiscard]] Token next()
    {
        skipBlanks();
        const auto start = m_at;
        const int line = m_line;
        if (m_at < m_text.size())
            skipToken();
        return {m_text.substr(start, m_at - start), line};
    }

private:
    [[nodiscard]] bool at(std::string_view wanted) const
    {
        return m_text.substr(m_at).starts_with(wanted);
    }

    void advance()
    {
        m_line += m_text[m_at] == '\n' ? 1 : 0;
        ++m_at;
    }

    /// To behind `end`, or behind the last character.
    void skipTo(std::string_view end)
    {
        while (m_at < m_text.size() && !at(end))
            advance();
        for (std::size_t i = 0; i < end.size() && m_at < m_text.size(); ++i)
            advance();
    }

    void skipBlanks()
    {
        while (m_at < m_text.size()) {
            if (std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
                advance();
            else if (at("//"))
                skipTo("\n");
            else if (at("/*"))
                skipTo("*/");
            else
                return;
        }
    }

    void skipToken()
    {
        const char first = m_text[m_at];
        if (at("\"\"\"")) {
            m_at += 3;
            skipTo("\"\"\"");
        } else if (first == '"' || first == '\'') {
            skipQuoted(first);
        } else if (isPartOfWord(first)) {
            while (m_at < m_text.size() && isPartOfWord(m_text[m_at]))
                ++m_at;
        } else {
            m_at += at("::") ? 2U : 1U;
        }
    }

    /// A text ends with its line, whether it is closed or not.
    void skipQuoted(char quote)
    {
        for (++m_at; m_at < m_text.size() && m_text[m_at] != '\n';) {
            const char c = m_text[m_at];
            m_at += c == '\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n' ? 2U : 1U;
            if (c == quote)
                return;
        }
    }

    [[nodiscard]] static bool isPartOfWord(char c)
    {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
};

bool isOneOf(std::string_view word, const auto& words)
{
    for (const std::string_view each : words)
        if (each == word)
            return true;
    return false;
}

constexpr std::array ControlWords{"if", "else", "for", "while", "do", "switch", "try", "catch"};
constexpr std::array TypeWords{"class", "interface", "enum", "funcdef", "mixin"};

/// What is counted inside of one bracket.
struct Level
{
    char open = '{';
    std::size_t around = 0;     ///< statements that all of it is inside of
    std::size_t controls = 0;   ///< statements that the next one is inside of
    std::size_t expression = 0; ///< tokens since the last sign that parts expressions
    bool statementEnded = false;
};

/// Counts token by token.
class BoundsCheck
{
public:
    /// What goes beyond its bound with this token; empty if nothing does.
    [[nodiscard]] std::string_view take(const Token& token)
    {
        auto& level = m_levels.back();
        const bool goesOn = token.text == "else" || token.text == "catch";
        if (std::exchange(level.statementEnded, false) && !goesOn)
            level.controls = level.around;
        countNames(token);
        countTemplates(token);
        if (isOneOf(token.text, ControlWords))
            ++level.controls;
        if (isOneOf(token.text, TypeWords))
            ++m_types;
        countBrackets(token.text);
        return whatIsTooMuch();
    }

private:
    void countBrackets(std::string_view text)
    {
        auto& level = m_levels.back();
        const char sign = text.size() == 1 ? text[0] : '\0';
        ++level.expression;
        if (sign == '(' || sign == '[' || sign == '{') {
            m_levels.push_back({sign, level.controls, level.controls});
        } else if ((sign == ')' || sign == ']' || sign == '}') && m_levels.size() > 1) {
            m_levels.pop_back();
            if (sign == '}')
                endStatement();
        } else if (sign == ';' && level.open == '{') {
            endStatement();
        } else if (sign == ',' || sign == ';') {
            level.expression = 0;
        }
    }

    void endStatement()
    {
        m_levels.back().statementEnded = true;
        m_levels.back().expression = 0;
    }

    /// a::b::c
    void countNames(const Token& token)
    {
        if (token.text == "::")
            ++m_names;
        else if (!token.isWord())
            m_names = 0;
        else if (m_afterWord)
            m_names = 0;
        m_afterWord = token.isWord();
    }

    /// array<const a::b@ is one level, and goes on with what follows <.
    void countTemplates(const Token& token)
    {
        if (token.text == "<")
            ++m_templates;
        else if (!token.isWord() && token.text != "::")
            m_templates = 0;
    }

    [[nodiscard]] std::string_view whatIsTooMuch() const
    {
        const auto& level = m_levels.back();
        if (m_levels.size() > SourceBounds::Brackets + 1)
            return "brackets are nested too deep";
        if (level.controls > SourceBounds::Controls)
            return "statements are nested too deep";
        if (level.expression > SourceBounds::Expression)
            return "this expression is too long";
        if (m_templates > SourceBounds::Templates)
            return "arrays are nested too deep";
        if (m_names > SourceBounds::Names)
            return "this name has too many parts";
        return m_types > SourceBounds::Types ? "this file has too many classes" : "";
    }

    std::vector<Level> m_levels{Level{}};
    std::size_t m_names = 0;
    std::size_t m_templates = 0;
    std::size_t m_types = 0;
    bool m_afterWord = false;
};
} // namespace

Result<void> checkBounds(const std::string& name, std::string_view text)
{
    TokenReader tokens{text};
    BoundsCheck check;
    for (auto token = tokens.next(); !token.text.empty(); token = tokens.next())
        if (const auto fault = check.take(token); !fault.empty())
            return Error{"{}:{}: {}", name, token.line, fault};
    return {};
}
} // namespace engine::scriptcore
