#pragma once

#include "engine_core/base/result.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
enum class JsonType : std::uint8_t
{
    Null,
    Bool,
    Number,
    Text,
    Array,
    Object
};

/// A place in a text, both counted from 1; the column in bytes.
struct TextPlace
{
    std::size_t line = 1;
    std::size_t column = 1;
};

[[nodiscard]] std::string placeToText(const TextPlace& place); ///< "line 12, column 3"

class JobControl;
class JsonValue;

/// A JSON text taken apart, each value knowing where it stands, so that problems can be reported
/// with line and column and unknown parts kept word for word. Strict (RFC 8259), and hardened
/// against hostile files: refuses nesting deeper than MaxDepth, keys that stand twice in one
/// object, invalid UTF-8 and texts of 4 GiB. Points into the text, which must outlive it.
class JsonTree
{
public:
    static constexpr unsigned MaxDepth = 64;

    /// Errors are one sentence with `nameForMessages`, line and column. Ends soon, with an Error,
    /// when `control` is cancelled.
    [[nodiscard]] static Result<JsonTree> parse(std::string_view text,
                                                const std::string& nameForMessages,
                                                const JobControl* control = nullptr);

    [[nodiscard]] JsonValue root() const;

    [[nodiscard]] TextPlace placeOf(const JsonValue& value) const;

private:
    friend class JsonValue;
    friend class JsonTreeBuilder;

    struct Node
    {
        std::uint32_t begin = 0; ///< offsets of the value's text
        std::uint32_t end = 0;
        std::uint32_t link = 0; ///< containers: node behind the last descendant; escaped texts:
                                ///< index into m_unescaped
        JsonType type = JsonType::Null;
        bool escaped = false;
    };

    [[nodiscard]] std::string_view textOf(std::uint32_t begin, std::uint32_t end) const
    {
        return {m_text.data() + begin, end - begin};
    }

    std::string_view m_text;
    std::vector<Node> m_nodes; ///< depth first; members of an object are a key and a value
    std::deque<std::string> m_unescaped;
    mutable std::vector<std::size_t> m_lineStarts; ///< made when the first place is asked for
};

/// One value of a JsonTree. Valid as long as the tree.
class JsonValue
{
public:
    [[nodiscard]] JsonType type() const { return node().type; }

    [[nodiscard]] bool isObject() const { return type() == JsonType::Object; }

    [[nodiscard]] bool isArray() const { return type() == JsonType::Array; }

    [[nodiscard]] bool isText() const { return type() == JsonType::Text; }

    /// nullopt if it is no number or too big for a double.
    [[nodiscard]] std::optional<double> number() const;

    /// nullopt if it is not written as a whole number of 64 bits.
    [[nodiscard]] std::optional<std::int64_t> whole() const;

    [[nodiscard]] std::optional<bool> boolean() const;

    /// Without escapes; empty if it is no text.
    [[nodiscard]] std::string_view text() const
    {
        if (!isText())
            return {};
        return node().escaped ? m_tree->m_unescaped[node().link]
                              : m_tree->textOf(node().begin + 1, node().end - 1);
    }

    /// As it stands in the file.
    [[nodiscard]] std::string_view raw() const { return m_tree->textOf(node().begin, node().end); }

    /// The member of an object; nullopt if there is none or this is no object.
    [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const;

    /// How many items or members; 0 for everything else.
    [[nodiscard]] std::size_t count() const;

    [[nodiscard]] TextPlace place() const { return m_tree->placeOf(*this); }

    /// Calls visit(JsonValue) for every item of an array.
    template <typename Visit>
    void forEachItem(const Visit& visit) const
    {
        if (isArray())
            for (auto at = m_index + 1; at < node().link; at = behind(at))
                visit(JsonValue{*m_tree, at});
    }

    /// Calls visit(std::string_view key, JsonValue) for every member of an object.
    template <typename Visit>
    void forEachMember(const Visit& visit) const
    {
        if (isObject())
            for (auto at = m_index + 1; at < node().link; at = behind(at + 1))
                visit(JsonValue{*m_tree, at}.text(), JsonValue{*m_tree, at + 1});
    }

private:
    friend class JsonTree;

    JsonValue(const JsonTree& tree, std::uint32_t index) : m_tree{&tree}, m_index{index} {}

    [[nodiscard]] const JsonTree::Node& node() const { return m_tree->m_nodes[m_index]; }

    [[nodiscard]] std::uint32_t behind(std::uint32_t at) const
    {
        const auto& one = m_tree->m_nodes[at];
        return one.type >= JsonType::Array ? one.link : at + 1;
    }

    const JsonTree* m_tree;
    std::uint32_t m_index;
};
} // namespace engine
