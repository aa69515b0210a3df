#include "engine_core/scripting/binding/direct_binder.h"
#include "engine_core/scripting/values/script_string.h"
#include "engine_core/scripting/values/text_search.h"

#include <angelscript/scriptarray.h>

#include <clocale>
#include <cstdlib>
#include <string>
#include <string_view>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
/// Enough for every digit of every double.
constexpr asUINT MaxWidth = 1200;

/// Most parts that split() makes, for an array of them still has to fit into memory.
constexpr std::size_t MaxParts = 1'000'000;

/// Longest text that join() makes. Bytes.
constexpr std::size_t MaxJoined = 64U << 20U;

bool has(const std::string& options, char option)
{
    return options.find(option) != std::string::npos;
}

/// The start of fmt's description of a number: alignment, sign, zeros, width.
std::string layoutOf(const std::string& options, bool isSigned, asUINT width)
{
    std::string layout = "{:";
    if (has(options, 'l'))
        layout += '<';
    if (isSigned && (has(options, '+') || has(options, ' ')))
        layout += has(options, '+') ? '+' : ' ';
    if (has(options, '0') && !has(options, 'l'))
        layout += '0';
    if (width > 0)
        layout += std::to_string(width);
    return layout;
}

bool isWidth(asUINT width)
{
    if (width <= MaxWidth)
        return true;
    raiseInScript(fmt::format("Numbers are written with up to {} characters", MaxWidth));
    return false;
}

std::string formatUInt(std::uint64_t number, const std::string& options, asUINT width)
{
    if (!isWidth(width))
        return {};
    const char* base = has(options, 'h') ? "x" : has(options, 'H') ? "X" : "d";
    return fmt::format(fmt::runtime(layoutOf(options, false, width) + base + "}"), number);
}

std::string formatInt(std::int64_t number, const std::string& options, asUINT width)
{
    if (has(options, 'h') || has(options, 'H'))
        return formatUInt(static_cast<std::uint64_t>(number), options, width);
    if (!isWidth(width))
        return {};
    return fmt::format(fmt::runtime(layoutOf(options, true, width) + "d}"), number);
}

std::string formatFloat(double number, const std::string& options, asUINT width, asUINT precision)
{
    if (!isWidth(width) || !isWidth(precision))
        return {};
    const char* kind = has(options, 'e') ? "e" : has(options, 'E') ? "E" : "f";
    return fmt::format(
        fmt::runtime(layoutOf(options, true, width) + fmt::format(".{}{}}}", precision, kind)),
        number);
}

/// What the character is worth as a digit; 16 for none.
unsigned digitOf(char c)
{
    return c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
           : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A') + 10
                                  : 16;
}

/// The digits at the start of the text, of base 10 or 16; too many of them wrap around.
std::uint64_t parseDigits(std::string_view text, asUINT base, asUINT& length)
{
    std::uint64_t number = 0;
    length = 0;
    if (base != 10 && base != 16)
        return 0;
    while (length < text.size() && digitOf(text[length]) < base)
        number = number * base + digitOf(text[length++]);
    return number;
}

std::uint64_t parseUInt(const std::string& text, asUINT base, asUINT* length)
{
    return parseDigits(text, base, *length);
}

std::int64_t parseInt(const std::string& text, asUINT base, asUINT* length)
{
    const bool hasSign = text.starts_with('-') || text.starts_with('+');
    const auto number = parseDigits(std::string_view{text}.substr(hasSign ? 1 : 0), base, *length);
    if (hasSign && (base == 10 || base == 16))
        ++*length;
    return static_cast<std::int64_t>(text.starts_with('-') ? 0 - number : number);
}

double parseFloat(const std::string& text, asUINT* length)
{
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr); // with decimal points
    char* end = nullptr;
    const double number = strtod_l(text.c_str(), &end, plain);
    *length = static_cast<asUINT>(end - text.c_str());
    return number;
}

/// Where the character that starts here ends.
std::size_t endOfCharacter(std::string_view text, std::size_t at)
{
    do
        ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
    return at;
}

/// The parts between the separators; the characters without one.
std::vector<std::string_view> partsOf(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    if (separator.empty()) {
        for (std::size_t at = 0, end = 0; at < text.size() && parts.size() <= MaxParts; at = end) {
            end = endOfCharacter(text, at);
            parts.push_back(text.substr(at, end - at));
        }
        return parts;
    }
    std::size_t at = 0;
    for (auto end = findText(text, separator, 0);
         end != std::string_view::npos && parts.size() < MaxParts;
         end = findText(text, separator, at)) {
        parts.push_back(text.substr(at, end - at));
        at = end + separator.size();
    }
    parts.push_back(text.substr(at));
    return parts;
}

CScriptArray* split(const std::string& text, const std::string& separator)
{
    const auto parts = partsOf(text, separator);
    if (parts.size() > MaxParts) {
        raiseInScript(fmt::format("This makes more than {} parts", MaxParts));
        return nullptr;
    }
    auto* scripts = asGetActiveContext()->GetEngine();
    auto* array = CScriptArray::Create(scripts->GetTypeInfoByDecl("array<string>"),
                                       static_cast<asUINT>(parts.size()));
    for (asUINT i = 0; i < parts.size(); ++i)
        static_cast<std::string*>(array->At(i))->assign(parts[i]);
    return array;
}

std::string join(const std::vector<std::string>& parts, const std::string& separator)
{
    std::string text;
    for (const auto& part : parts) {
        if (&part != &parts.front())
            text += separator;
        text += part;
        if (text.size() > MaxJoined) {
            raiseInScript("The joined string is too long");
            return {};
        }
    }
    return text;
}
} // namespace

Result<void> bindStringTools(ScriptBinder& binder)
{
    binder.function("string formatInt(int64 val, const string &in options = \"\", uint width = 0)",
                    &formatInt);
    binder.function(
        "string formatUInt(uint64 val, const string &in options = \"\", uint width = 0)",
        &formatUInt);
    binder.function("string formatFloat(double val, const string &in options = \"\", uint width = "
                    "0, uint precision = 0)",
                    &formatFloat);
    DirectBinder string{binder, "string"};
    string.function("int64 parseInt(const string &in, uint base = 10, uint &out byteCount = 0)",
                    &parseInt);
    string.function("uint64 parseUInt(const string &in, uint base = 10, uint &out byteCount = 0)",
                    &parseUInt);
    string.function("double parseFloat(const string &in, uint &out byteCount = 0)", &parseFloat);
    string.method("array<string>@ split(const string &in) const", &split);
    binder.function("string join(const array<string> &in, const string &in)", &join);
    return binder.finish("string");
}
} // namespace engine::scriptcore
