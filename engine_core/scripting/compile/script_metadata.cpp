#include "engine_core/scripting/compile/script_metadata.h"

#include <algorithm>
#include <cctype>

namespace engine
{
namespace
{
std::string trimmed(std::string_view text)
{
    constexpr std::string_view Blank = " \t\r\n";
    const auto first = text.find_first_not_of(Blank);
    if (first == std::string_view::npos)
        return {};
    return std::string{text.substr(first, text.find_last_not_of(Blank) - first + 1)};
}

std::string unquoted(const std::string& text)
{
    if (text.size() < 2 || text.front() != '"' || text.back() != '"')
        return text;
    std::string plain;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        if (text[i] == '\\' && i + 2 < text.size())
            ++i;
        plain += text[i];
    }
    return plain;
}

/// Splits at commas that stand outside of quotes and brackets.
std::vector<std::string> splitAtCommas(std::string_view text)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\' && i + 1 < text.size()) {
            (parts.back() += c) += text[++i];
            continue;
        }
        if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == '(')
            ++depth;
        else if (!quoted && c == ')')
            --depth;
        if (c == ',' && !quoted && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}
} // namespace

std::vector<ScriptMetadata> parseScriptMetadata(std::string_view text)
{
    std::vector<ScriptMetadata> entries;
    for (const auto& part : splitAtCommas(text)) {
        const auto entry = trimmed(part);
        // [MenuItem "Window/Notes"] says the same as [MenuItem("Window/Notes")].
        if (const auto quote = entry.find('"');
            quote > 0 && entry.back() == '"' && quote < std::min(entry.find('('), entry.size())) {
            entries.push_back({trimmed(entry.substr(0, quote)), {unquoted(entry.substr(quote))}});
            continue;
        }
        const auto open = entry.find('(');
        const auto name = trimmed(std::string_view{entry}.substr(0, open));
        if (name.empty())
            continue;
        ScriptMetadata metadata{name, {}};
        if (open != std::string::npos && entry.back() == ')') {
            const auto inner = std::string_view{entry}.substr(open + 1, entry.size() - open - 2);
            for (const auto& argument : splitAtCommas(inner))
                metadata.arguments.push_back(unquoted(trimmed(argument)));
        }
        entries.push_back(std::move(metadata));
    }
    return entries;
}
} // namespace engine
