#include "tests/fuzz/fuzz_mutators.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace mapwright::fuzz
{
namespace
{
using Json = nlohmann::ordered_json;

constexpr std::size_t MostBytes = std::size_t{1} << 18U; ///< a mutant does not grow beyond

std::size_t below(std::size_t limit, Random& random)
{
    return limit == 0 ? 0 : random() % limit;
}

template <typename List>
auto& oneOf(List& list, Random& random)
{
    return list[below(list.size(), random)];
}

constexpr std::array OddNumbers{"0",
                                "-0",
                                "1",
                                "-1",
                                "1e-9",
                                "1e-7",
                                "-1e-320",
                                "1e308",
                                "-1e308",
                                "1e309",
                                "65535",
                                "65536",
                                "2147483647",
                                "2147483648",
                                "-2147483649",
                                "4294967295",
                                "4294967296",
                                "9007199254740993",
                                "1e19",
                                "0.5",
                                "1e5",
                                "16384",
                                "100000",
                                "999999999",
                                "18446744073709551615",
                                "18446744073709551616",
                                "-9223372036854775808",
                                "3.4028235e38"};

const std::array<std::string, 12> OddTexts{"",         "..",
                                           "../../x",  "/etc/passwd",
                                           "a\\b",     std::string{"nul\0l", 5},
                                           "\xff\xfe", "\xf0\x9f\x8c\xb2",
                                           "C:/x",     "./a//b",
                                           "~",        std::string(3000, 'x')};

void listNodes(Json& node, std::vector<Json*>& nodes)
{
    nodes.push_back(&node);
    if (node.is_structured())
        for (auto& child : node)
            listNodes(child, nodes);
}

Json oddValue(Random& random)
{
    switch (random() % 6) {
    case 0:
        return nullptr;
    case 1:
        return Json::object();
    case 2:
        return Json::array();
    case 3:
        return oneOf(OddTexts, random);
    case 4:
        return random() % 2 == 0;
    default:
        return Json::parse(oddNumber(random), nullptr, false);
    }
}

void changeNumber(Json& node, Random& random)
{
    switch (random() % 5) {
    case 0:
        node = node.get<double>() * 2;
        break;
    case 1:
        node = -node.get<double>();
        break;
    case 2:
        node = static_cast<std::int64_t>(std::clamp(node.get<double>(), -1e15, 1e15)) +
               static_cast<std::int64_t>(random() % 5) - 2;
        break;
    case 3:
        node = node.get<double>() + static_cast<double>(random()) * 1e-12;
        break;
    default:
        node = oddValue(random);
    }
}

void changeText(Json& node, Random& random)
{
    auto text = node.get<std::string>();
    if (random() % 3 == 0)
        text = oneOf(OddTexts, random);
    else if (!text.empty() && random() % 2 == 0)
        text[below(text.size(), random)] = static_cast<char>('!' + random() % 90);
    else
        text += static_cast<char>('!' + random() % 90);
    node = text;
}

void changeArray(Json& node, Random& random)
{
    const auto count = node.size();
    const auto at = static_cast<std::ptrdiff_t>(below(count, random));
    switch (count == 0 ? 3 : random() % 5) {
    case 0:
        node.erase(node.begin() + at);
        break;
    case 1:
        node.insert(node.begin() + at, Json(oneOf(node, random)));
        break;
    case 2:
        std::swap(node[static_cast<std::size_t>(at)], oneOf(node, random));
        break;
    case 3:
        node.push_back(oddValue(random));
        break;
    default:
        for (auto more = random() % 40; more > 0 && node.size() < 200; --more)
            node.push_back(Json(node[static_cast<std::size_t>(at)]));
    }
}

void changeObject(Json& node, Random& random)
{
    if (node.empty()) {
        node["x"] = oddValue(random);
        return;
    }
    auto at = node.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(below(node.size(), random)));
    const auto key = at.key();
    const Json value = at.value();
    if (random() % 2 == 0)
        node.erase(key);
    if (random() % 3 != 0)
        node[random() % 2 == 0 ? oneOf(OddTexts, random) : key + "x"] = value;
}

void changeNode(Json& node, const std::vector<Json*>& nodes, Random& random)
{
    if (random() % 8 == 0) {
        node = oddValue(random);
    } else if (random() % 8 == 0) {
        const Json other = *oneOf(nodes, random); // a copy, since it may be a part of this one
        node = other;
    } else if (node.is_number()) {
        changeNumber(node, random);
    } else if (node.is_string()) {
        changeText(node, random);
    } else if (node.is_array()) {
        changeArray(node, random);
    } else if (node.is_object()) {
        changeObject(node, random);
    } else {
        node = random() % 2 == 0;
    }
}

/// Pieces of white space and of anything else in turn, so that they join to the same text again.
std::vector<std::string> wordsOf(const std::string& text)
{
    const auto isSpace = [](char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    };
    std::vector<std::string> words;
    for (const char c : text) {
        if (words.empty() || isSpace(c) != isSpace(words.back().front()))
            words.emplace_back();
        words.back() += c;
    }
    return words;
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines{{}};
    for (const char c : text) {
        lines.back() += c;
        if (c == '\n')
            lines.emplace_back();
    }
    return lines;
}

std::string joined(const std::vector<std::string>& pieces)
{
    std::string all;
    for (const auto& piece : pieces)
        if (all.size() + piece.size() <= MostBytes)
            all += piece;
    return all;
}

/// Changes one of the pieces, or where it stands.
void changePieces(std::vector<std::string>& pieces, Random& random)
{
    const auto at = below(pieces.size(), random);
    switch (random() % 5) {
    case 0:
        pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(at));
        break;
    case 1:
        std::swap(pieces[at], oneOf(pieces, random));
        break;
    case 2: {
        const auto piece = pieces[at];
        const auto count = random() % 16 == 0 ? random() % 3000 : random() % 4;
        pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(at), count, piece);
        break;
    }
    case 3:
        pieces[at] = oneOf(pieces, random);
        break;
    default:
        pieces[at] = oneOf(OddTexts, random);
    }
}
} // namespace

std::string oddNumber(Random& random)
{
    return oneOf(OddNumbers, random);
}

std::string mutateBytes(std::string bytes, Random& random)
{
    const auto at = below(bytes.size(), random);
    switch (bytes.empty() ? 2 : random() % 6) {
    case 0:
        bytes[at] = static_cast<char>(random());
        break;
    case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1U << (random() % 8)));
        break;
    case 2:
        bytes.insert(at, 1 + random() % 8, static_cast<char>(random()));
        break;
    case 3:
        bytes.erase(at, 1 + random() % 16);
        break;
    case 4:
        bytes.insert(at, bytes.substr(below(bytes.size(), random), random() % 64));
        break;
    default:
        bytes.resize(random() % 8 == 0 ? at : bytes.size());
        bytes = mutateNumbers(std::move(bytes), random);
    }
    return bytes;
}

std::string mutateNumbers(std::string bytes, Random& random)
{
    static constexpr std::array<std::uint64_t, 16> Odd{
        0,          1,          0x7f,       0x80,
        0xff,       0x7fff,     0x8000,     0xffff,
        0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
        0x7f800000, 0xffc00000, 0x00800000, std::numeric_limits<std::uint64_t>::max()};
    const auto size = std::size_t{1} << (random() % 4);
    if (bytes.size() < size)
        return bytes;
    const auto at = below(bytes.size() - size + 1, random) & ~(random() % 4 == 0 ? 0 : size - 1);
    auto value = numberAt<std::uint64_t>(bytes, at);
    value = random() % 2 == 0 ? oneOf(Odd, random) : value + random() % 33 - 16;
    for (std::size_t i = 0; i < size; ++i)
        bytes[at + i] = static_cast<char>(value >> (8 * i));
    return bytes;
}

std::string mutateJson(const std::string& text, Random& random)
{
    auto tree = Json::parse(text, nullptr, false);
    if (tree.is_discarded() || text.size() > MostBytes)
        return mutateBytes(text, random);
    std::vector<Json*> nodes;
    listNodes(tree, nodes);
    changeNode(*oneOf(nodes, random), nodes, random);
    return tree.dump(-1, ' ', false, Json::error_handler_t::ignore);
}

std::string mutateText(const std::string& text, Random& random)
{
    auto pieces = random() % 3 == 0 ? linesOf(text) : wordsOf(text);
    if (pieces.empty())
        return oddNumber(random);
    if (random() % 2 == 0) {
        changePieces(pieces, random);
        return joined(pieces);
    }
    // A number, found from somewhere on.
    const auto from = below(pieces.size(), random);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        auto& piece = pieces[(from + i) % pieces.size()];
        if (piece.find_first_of("0123456789") == std::string::npos)
            continue;
        piece = oddNumber(random);
        break;
    }
    return joined(pieces);
}
} // namespace mapwright::fuzz
