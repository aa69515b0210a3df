#include "engine_core/base/json_tree.h"

#include "engine_core/base/jobs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

namespace engine
{
namespace
{
/// nlohmann refuses a whole text for a number that its type cannot hold. With doubles that would
/// be 1e999, of which we refuse only the value; with long doubles it is what nobody writes.
using JsonGrammar = nlohmann::
    basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// Reads a text for nlohmann's parser, and lets its owner see how far it has come.
class TextCursor
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    explicit TextCursor(const char*& at) : m_at{&at} {}

    char operator*() const { return **m_at; }

    TextCursor& operator++()
    {
        ++*m_at;
        return *this;
    }

    friend bool operator==(const TextCursor& a, const TextCursor& b) { return *a.m_at == *b.m_at; }

private:
    const char** m_at;
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Of a number, or of true, false and null.
bool isWordPart(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || c == '.' || c == '-' || c == '+' || c == 'E';
}

/// Where the number or word begins that ends at `end`.
std::size_t beginOfWord(std::string_view text, std::size_t end)
{
    while (end > 0 && isWordPart(text[end - 1]))
        --end;
    return end;
}

/// Within a text every quote stands behind a backslash, and no text begins behind one.
bool isOpeningQuote(std::string_view text, std::size_t at)
{
    return text[at] == '"' && (at == 0 || text[at - 1] != '\\');
}

/// What nlohmann found, without its own count of the place and the text it had read by then.
std::string complaintOf(const JsonGrammar::exception& problem)
{
    constexpr std::string_view BeforeReason = " - ";
    std::string_view complaint = problem.what();
    if (const auto at = complaint.find(BeforeReason); at != std::string_view::npos)
        complaint.remove_prefix(at + BeforeReason.size());
    return std::string{complaint.substr(0, complaint.find("; last read: '"))};
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

/// Makes the nodes from the events of nlohmann's parser, which calls these functions by name.
/// It reads a value to its end before the event, and a number one character further.
class JsonTreeBuilder
{
public:
    JsonTreeBuilder(std::string_view text, JsonTree& tree, const JobControl* control)
        : m_text{text}, m_tree{tree}, m_control{control}
    {
    }

    bool build()
    {
        m_tree.m_nodes.reserve(m_text.size() / 6 + 8);
        const auto* end = m_text.data() + m_text.size();
        if (!JsonGrammar::sax_parse(TextCursor{m_at}, TextCursor{end}, this))
            return false;
        // A null byte ends the text for nlohmann, whatever stands behind it.
        return (m_at == end && !m_text.ends_with('\0')) || fail(here() - 1, "it holds a null byte");
    }

    [[nodiscard]] const std::string& complaint() const { return m_complaint; }

    /// Where the complaint belongs.
    [[nodiscard]] std::size_t offset() const { return m_offset; }

    bool null() { return addWord(JsonType::Null, 4); }

    bool boolean(bool value) { return addWord(JsonType::Bool, value ? 4 : 5); }

    bool number_integer(std::int64_t) { return addNumber(); }

    bool number_unsigned(std::uint64_t) { return addNumber(); }

    bool number_float(long double, const std::string&) { return addNumber(); }

    bool string(std::string& plain)
    {
        addText(plain);
        return true;
    }

    bool binary(JsonGrammar::binary_t&) { return false; } // JSON has none

    bool start_object(std::size_t) { return enter(JsonType::Object); }

    bool key(std::string& plain)
    {
        const auto node = addText(plain);
        auto& object = m_open.back();
        object.ascending = object.ascending && (object.lastKey == object.node ||
                                                keyText(object.lastKey) < keyText(node));
        object.lastKey = node;
        return true;
    }

    bool end_object()
    {
        const auto object = m_open.back();
        leave();
        return object.ascending || checkKeys(object.node); // ascending keys cannot repeat
    }

    bool start_array(std::size_t) { return enter(JsonType::Array); }

    bool end_array()
    {
        leave();
        return true;
    }

    bool parse_error(std::size_t read, const std::string&, const JsonGrammar::exception& problem)
    {
        constexpr int NumberTooBig = 406;
        const auto at = std::min(read - 1, m_text.size());
        if (problem.id == NumberTooBig)
            return fail(beginOfWord(m_text, at + 1), "a number is too big");
        if (at < m_text.size() && m_text[at] == '\0')
            return fail(at, "it holds a null byte");
        const auto complaint = complaintOf(problem);
        return fail(complaint.starts_with("unexpected") ? beginOfToken(at) : at, complaint);
    }

private:
    struct Open
    {
        std::uint32_t node = 0;
        std::uint32_t lastKey = 0; ///< the node itself: none yet
        bool ascending = true;
    };

    [[nodiscard]] std::size_t here() const
    {
        return static_cast<std::size_t>(m_at - m_text.data());
    }

    bool fail(std::size_t offset, std::string_view complaint)
    {
        m_offset = offset;
        m_complaint = complaint;
        return false;
    }

    /// Of the token whose last character stands at `last`.
    [[nodiscard]] std::size_t beginOfToken(std::size_t last) const
    {
        if (last == m_text.size())
            return last;
        return m_text[last] == '"'        ? openingQuote(last - 1)
               : isWordPart(m_text[last]) ? beginOfWord(m_text, last)
                                          : last;
    }

    [[nodiscard]] std::size_t openingQuote(std::size_t at) const
    {
        while (!isOpeningQuote(m_text, at))
            --at;
        return at;
    }

    std::uint32_t addNode(JsonType type, std::size_t begin, std::size_t end)
    {
        auto& node = m_tree.m_nodes.emplace_back();
        node.type = type;
        node.begin = static_cast<std::uint32_t>(begin);
        node.end = static_cast<std::uint32_t>(end);
        return static_cast<std::uint32_t>(m_tree.m_nodes.size() - 1);
    }

    bool addWord(JsonType type, std::size_t length)
    {
        addNode(type, here() - length, here());
        return true;
    }

    bool addNumber()
    {
        // A number ends with a digit, and nothing that may follow is one.
        const auto end = isDigit(m_text[here() - 1]) ? here() : here() - 1;
        addNode(JsonType::Number, beginOfWord(m_text, end), end);
        return true;
    }

    std::uint32_t addText(std::string& plain)
    {
        const auto end = here();
        const auto begin = end - plain.size() - 2; // if no character is escaped
        if (isOpeningQuote(m_text, begin))
            return addNode(JsonType::Text, begin, end);
        const auto node = addNode(JsonType::Text, openingQuote(begin), end);
        m_tree.m_nodes[node].escaped = true;
        m_tree.m_nodes[node].link = static_cast<std::uint32_t>(m_tree.m_unescaped.size());
        m_tree.m_unescaped.push_back(std::move(plain));
        return node;
    }

    bool enter(JsonType type)
    {
        if (m_open.size() >= JsonTree::MaxDepth)
            return fail(here() - 1,
                        fmt::format("it is nested deeper than {} levels", JsonTree::MaxDepth));
        if (m_control != nullptr && m_control->isCancelled())
            return false;
        const auto node = addNode(type, here() - 1, here());
        m_open.push_back({.node = node, .lastKey = node});
        return true;
    }

    void leave()
    {
        auto& node = m_tree.m_nodes[m_open.back().node];
        node.end = static_cast<std::uint32_t>(here());
        node.link = static_cast<std::uint32_t>(m_tree.m_nodes.size());
        m_open.pop_back();
    }

    [[nodiscard]] std::string_view keyText(std::uint32_t node) const
    {
        const auto& key = m_tree.m_nodes[node];
        if (key.escaped)
            return m_tree.m_unescaped[key.link];
        return m_tree.textOf(key.begin + 1, key.end - 1);
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
        return fail(second.begin, fmt::format("the key '{}' stands twice in one object",
                                              m_tree.textOf(second.begin + 1, second.end - 1)));
    }

    std::string_view m_text;
    JsonTree& m_tree;
    const JobControl* m_control;
    const char* m_at = m_text.data();
    std::vector<Open> m_open;
    std::string m_complaint;
    std::size_t m_offset = 0;
};

Result<JsonTree> JsonTree::parse(std::string_view text,
                                 const std::string& nameForMessages,
                                 const JobControl* control)
{
    if (text.size() >= std::numeric_limits<std::uint32_t>::max())
        return Error{"'{}' is too big: {} bytes", nameForMessages, text.size()};
    JsonTree tree;
    tree.m_text = text;
    JsonTreeBuilder builder{text, tree, control};
    const bool isWhole = builder.build();
    if (control != nullptr && control->isCancelled())
        return Error{"Reading '{}' was stopped", nameForMessages};
    if (!isWhole)
        return Error{"'{}' is not valid JSON: {} ({})", nameForMessages, builder.complaint(),
                     placeToText(placeAt(lineStartsOf(text), builder.offset()))};
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
