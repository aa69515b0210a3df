#include "engine_core/base/json_tree.h"

#include "engine_core/base/jobs.h"
#include "engine_core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

int hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

std::vector<std::size_t> lineStartsOf(std::string_view text)
{
    std::vector<std::size_t> starts{0};
    for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        starts.push_back(at + 1);
    return starts;
}

TextPlace placeAt(const std::vector<std::size_t>& lineStarts, std::size_t offset)
{
    const auto behind = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
    const auto line = static_cast<std::size_t>(behind - lineStarts.begin());
    return {line, offset - lineStarts[line - 1] + 1};
}
} // namespace

std::string placeToText(const TextPlace& place)
{
    return fmt::format("line {}, column {}", place.line, place.column);
}

/// Recursive descent; the depth limit bounds the stack.
class JsonParser
{
public:
    JsonParser(std::string_view text, JsonTree& tree, const JobControl* control)
        : m_text{text}, m_tree{tree}, m_control{control}
    {
    }

    bool parse()
    {
        if (m_text.starts_with("\xef\xbb\xbf"))
            m_at = 3; // some Windows editors write a byte order mark
        m_tree.m_nodes.reserve(m_text.size() / 6 + 8);
        if (!parseValue(0))
            return false;
        skipSpace();
        return m_at == m_text.size() || fail("there is something behind the end");
    }

    [[nodiscard]] const std::string& complaint() const { return m_complaint; }

    [[nodiscard]] std::size_t offset() const { return m_at; }

private:
    bool fail(std::string complaint)
    {
        m_complaint = std::move(complaint);
        return false;
    }

    void skipSpace()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' ||
                                        m_text[m_at] == '\r' || m_text[m_at] == '\t'))
            ++m_at;
    }

    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    std::uint32_t addNode(JsonType type, std::size_t begin)
    {
        auto& node = m_tree.m_nodes.emplace_back();
        node.type = type;
        node.begin = static_cast<std::uint32_t>(begin);
        node.end = static_cast<std::uint32_t>(m_at);
        return static_cast<std::uint32_t>(m_tree.m_nodes.size() - 1);
    }

    bool parseValue(unsigned depth)
    {
        skipSpace();
        if (m_at == m_text.size())
            return fail("the file ends too early");
        switch (m_text[m_at]) {
        case '{':
            return parseObject(depth);
        case '[':
            return parseArray(depth);
        case '"':
            return parseText();
        case 't':
            return parseWord("true", JsonType::Bool);
        case 'f':
            return parseWord("false", JsonType::Bool);
        case 'n':
            return parseWord("null", JsonType::Null);
        default:
            return parseNumber();
        }
    }

    bool parseWord(std::string_view word, JsonType type)
    {
        if (m_text.substr(m_at, word.size()) != word)
            return fail("a value is expected");
        const auto begin = m_at;
        m_at += word.size();
        addNode(type, begin);
        return true;
    }

    bool skipDigits()
    {
        const auto begin = m_at;
        while (isDigit(peek()))
            ++m_at;
        return m_at > begin;
    }

    bool parseNumber()
    {
        const auto begin = m_at;
        if (peek() == '-')
            ++m_at;
        const bool zero = peek() == '0';
        if (!skipDigits())
            return fail("a value is expected");
        if (zero && isDigit(m_text[m_at - 1]) && m_at - begin > (m_text[begin] == '-' ? 2U : 1U))
            return fail("a number must not start with 0");
        if (peek() == '.') {
            ++m_at;
            if (!skipDigits())
                return fail("a number lacks the digits behind its point");
        }
        if (peek() == 'e' || peek() == 'E') {
            ++m_at;
            if (peek() == '+' || peek() == '-')
                ++m_at;
            if (!skipDigits())
                return fail("a number lacks its exponent");
        }
        addNode(JsonType::Number, begin);
        return true;
    }

    bool parseText()
    {
        const auto begin = m_at++;
        bool escaped = false;
        bool ascii = true;
        for (;; ++m_at) {
            if (m_at == m_text.size())
                return fail("a text lacks its closing quote");
            const auto c = static_cast<unsigned char>(m_text[m_at]);
            if (c == '"')
                break;
            if (c < 0x20)
                return fail("a text holds a control character or lacks its closing quote");
            if (c == '\\') {
                escaped = true;
                ++m_at; // an escaped quote does not end the text
                if (m_at == m_text.size())
                    return fail("a text lacks its closing quote");
            }
            ascii = ascii && c < 0x80;
        }
        ++m_at;
        const auto inner = m_text.substr(begin + 1, m_at - begin - 2);
        if (!ascii && !isUtf8(inner))
            return failAt(begin, "a text is not valid UTF-8");
        const auto node = addNode(JsonType::Text, begin);
        if (!escaped)
            return true;
        std::string plain;
        if (!unescape(inner, plain))
            return failAt(begin, "a text holds an escape that JSON does not know");
        m_tree.m_nodes[node].escaped = true;
        m_tree.m_nodes[node].link = static_cast<std::uint32_t>(m_tree.m_unescaped.size());
        m_tree.m_unescaped.push_back(std::move(plain));
        return true;
    }

    bool failAt(std::size_t offset, std::string complaint)
    {
        m_at = offset;
        return fail(std::move(complaint));
    }

    static std::optional<std::uint32_t> hexUnit(std::string_view text)
    {
        if (text.size() < 4)
            return std::nullopt;
        std::uint32_t unit = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const int digit = hexDigit(text[i]);
            if (digit < 0)
                return std::nullopt;
            unit = unit * 16 + static_cast<std::uint32_t>(digit);
        }
        return unit;
    }

    /// `at` stands behind "\u" and moves behind what was read.
    static bool unescapeUnicode(std::string_view text, std::size_t& at, std::string& plain)
    {
        const auto first = hexUnit(text.substr(at));
        if (!first || (*first >= 0xdc00 && *first < 0xe000))
            return false;
        at += 4;
        if (*first < 0xd800 || *first >= 0xe000) {
            appendUtf8(plain, *first);
            return true;
        }
        if (text.substr(at, 2) != "\\u")
            return false;
        const auto second = hexUnit(text.substr(at + 2));
        if (!second || *second < 0xdc00 || *second >= 0xe000)
            return false;
        at += 6;
        appendUtf8(plain, 0x10000 + ((*first - 0xd800) << 10U) + (*second - 0xdc00));
        return true;
    }

    static bool unescape(std::string_view text, std::string& plain)
    {
        constexpr std::string_view Codes = "\"\\/bfnrt";
        constexpr std::string_view Meanings = "\"\\/\b\f\n\r\t";
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] != '\\') {
                plain += text[at++];
                continue;
            }
            const char code = text[at + 1]; // parseText saw that something follows
            at += 2;
            if (code == 'u') {
                if (!unescapeUnicode(text, at, plain))
                    return false;
                continue;
            }
            const auto known = Codes.find(code);
            if (known == std::string_view::npos)
                return false;
            plain += Meanings[known];
        }
        return true;
    }

    bool enter(unsigned depth, JsonType type, std::uint32_t& node)
    {
        if (depth >= JsonTree::MaxDepth)
            return fail(fmt::format("it is nested deeper than {} levels", JsonTree::MaxDepth));
        if (m_control != nullptr && m_control->isCancelled())
            return fail("reading was stopped");
        node = addNode(type, m_at);
        ++m_at;
        skipSpace();
        return true;
    }

    void leave(std::uint32_t node)
    {
        ++m_at;
        m_tree.m_nodes[node].end = static_cast<std::uint32_t>(m_at);
        m_tree.m_nodes[node].link = static_cast<std::uint32_t>(m_tree.m_nodes.size());
    }

    bool parseArray(unsigned depth)
    {
        std::uint32_t node = 0;
        if (!enter(depth, JsonType::Array, node))
            return false;
        if (peek() != ']')
            for (;;) {
                if (!parseValue(depth + 1))
                    return false;
                skipSpace();
                if (peek() == ']')
                    break;
                if (peek() != ',')
                    return fail(m_at == m_text.size() ? "the file ends too early"
                                                      : "a comma or ']' is expected");
                ++m_at;
            }
        leave(node);
        return true;
    }

    bool parseObject(unsigned depth)
    {
        std::uint32_t node = 0;
        if (!enter(depth, JsonType::Object, node))
            return false;
        bool ascending = true;
        std::uint32_t last = node;
        if (peek() != '}')
            for (;;) {
                skipSpace();
                if (peek() != '"')
                    return fail(m_at == m_text.size() ? "the file ends too early"
                                                      : "a key in quotes is expected");
                const auto key = static_cast<std::uint32_t>(m_tree.m_nodes.size());
                if (!parseText())
                    return false;
                ascending = ascending && (last == node || keyText(last) < keyText(key));
                last = key;
                skipSpace();
                if (peek() != ':')
                    return fail("a ':' is expected behind the key");
                ++m_at;
                if (!parseValue(depth + 1))
                    return false;
                skipSpace();
                if (peek() == '}')
                    break;
                if (peek() != ',')
                    return fail(m_at == m_text.size() ? "the file ends too early"
                                                      : "a comma or '}' is expected");
                ++m_at;
            }
        leave(node);
        return ascending || checkKeys(node); // ascending keys cannot repeat
    }

    [[nodiscard]] std::string_view keyText(std::uint32_t node) const
    {
        const auto& key = m_tree.m_nodes[node];
        if (key.escaped)
            return m_tree.m_unescaped[key.link];
        return m_text.substr(key.begin + 1, key.end - key.begin - 2);
    }

    bool checkKeys(std::uint32_t object)
    {
        std::vector<std::uint32_t> keys;
        for (auto at = object + 1; at < m_tree.m_nodes[object].link;) {
            keys.push_back(at);
            const auto& value = m_tree.m_nodes[at + 1];
            at = value.type >= JsonType::Array ? value.link : at + 2;
        }
        std::sort(keys.begin(), keys.end(), [&](auto a, auto b) {
            const auto order = keyText(a).compare(keyText(b));
            return order != 0 ? order < 0 : a < b;
        });
        const auto twice = std::adjacent_find(
            keys.begin(), keys.end(), [&](auto a, auto b) { return keyText(a) == keyText(b); });
        if (twice == keys.end())
            return true;
        // As it stands in the file, where a key may hold an escaped line break.
        const auto& second = m_tree.m_nodes[*std::next(twice)];
        const auto quoted = m_text.substr(second.begin, second.end - second.begin);
        return failAt(second.begin, fmt::format("the key '{}' stands twice in one object",
                                                quoted.substr(1, quoted.size() - 2)));
    }

    std::string_view m_text;
    JsonTree& m_tree;
    const JobControl* m_control;
    std::size_t m_at = 0;
    std::string m_complaint;
};

Result<JsonTree> JsonTree::parse(std::string_view text,
                                 const std::string& nameForMessages,
                                 const JobControl* control)
{
    if (text.size() >= std::numeric_limits<std::uint32_t>::max())
        return Error{"'{}' is too big: {} bytes", nameForMessages, text.size()};
    JsonTree tree;
    tree.m_text = text;
    JsonParser parser{text, tree, control};
    const bool isWhole = parser.parse();
    if (control != nullptr && control->isCancelled())
        return Error{"Reading '{}' was stopped", nameForMessages};
    if (!isWhole)
        return Error{"'{}' is not valid JSON: {} ({})", nameForMessages, parser.complaint(),
                     placeToText(placeAt(lineStartsOf(text), parser.offset()))};
    return tree;
}

JsonValue JsonTree::root() const
{
    ENGINE_EXPECT(!m_nodes.empty());
    return {*this, 0};
}

TextPlace JsonTree::placeOf(const JsonValue& value) const
{
    if (m_lineStarts.empty())
        m_lineStarts = lineStartsOf(m_text);
    return placeAt(m_lineStarts, value.node().begin);
}

std::string_view JsonValue::raw() const
{
    return m_tree->m_text.substr(node().begin, node().end - node().begin);
}

std::string_view JsonValue::text() const
{
    if (!isText())
        return {};
    if (node().escaped)
        return m_tree->m_unescaped[node().link];
    const auto quoted = raw();
    return quoted.substr(1, quoted.size() - 2);
}

std::optional<double> JsonValue::number() const
{
    if (type() != JsonType::Number)
        return std::nullopt;
    const auto digits = raw();
    double number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec == std::errc::result_out_of_range) {
        // Too big and too small look the same; what is too small is 0.
        const auto exponent = digits.find_first_of("eE");
        const bool tiny =
            exponent != std::string_view::npos && digits.substr(exponent + 1, 1) == "-";
        return tiny ? std::optional{0.0} : std::nullopt;
    }
    if (read.ec != std::errc{} || !std::isfinite(number))
        return std::nullopt;
    return number;
}

std::optional<std::int64_t> JsonValue::whole() const
{
    if (type() != JsonType::Number)
        return std::nullopt;
    const auto digits = raw();
    std::int64_t number = 0;
    const auto* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number);
    if (read.ec != std::errc{} || read.ptr != end)
        return std::nullopt;
    return number;
}

std::optional<bool> JsonValue::boolean() const
{
    if (type() != JsonType::Bool)
        return std::nullopt;
    return raw() == "true";
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const
{
    if (isObject())
        for (auto at = m_index + 1; at < node().link; at = behind(at + 1))
            if (const JsonValue name{*m_tree, at}; name.text() == key)
                return JsonValue{*m_tree, at + 1};
    return std::nullopt;
}

std::size_t JsonValue::count() const
{
    std::size_t all = 0;
    if (isArray())
        for (auto at = m_index + 1; at < node().link; at = behind(at))
            ++all;
    else if (isObject())
        for (auto at = m_index + 1; at < node().link; at = behind(at + 1))
            ++all;
    return all;
}
} // namespace engine
