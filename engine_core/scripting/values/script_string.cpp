#include "engine_core/scripting/values/script_string.h"

#include "engine_core/scripting/binding/direct_binder.h"
#include "engine_core/scripting/values/text_search.h"

#include <cstring>
#include <new>
#include <string>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr std::size_t MaxStringBytes = 64U << 20U;

/// The strings that stand in scripts. Each is made once for every place that it stands at.
class Literals final : public asIStringFactory
{
public:
    const void* GetStringConstant(const char* data, asUINT length) override
    {
        return new std::string(data, length);
    }

    int ReleaseStringConstant(const void* text) override
    {
        delete static_cast<const std::string*>(text);
        return asSUCCESS;
    }

    /// Asks for the length first, then for the bytes.
    int GetRawStringData(const void* text, char* data, asUINT* length) const override
    {
        const auto& string = *static_cast<const std::string*>(text);
        if (length != nullptr)
            *length = static_cast<asUINT>(string.size());
        if (data != nullptr)
            string.copy(data, string.size());
        return asSUCCESS;
    }
};

/// Whether a string may be that long; otherwise the script gets an exception.
bool mayBe(std::size_t bytes)
{
    if (bytes <= MaxStringBytes)
        return true;
    raiseInScript(fmt::format("A string of {} bytes is too long", bytes));
    return false;
}

/// Whether there is that place, or the end; otherwise the script gets an exception.
bool isWithin(const std::string& text, asUINT at)
{
    if (at <= text.size())
        return true;
    raiseInScript("Out of range");
    return false;
}

/// Scripts give -1 for all that there is.
std::size_t countOf(int count)
{
    return count < 0 ? std::string::npos : static_cast<std::size_t>(count);
}

/// Places are whole numbers in scripts; -1 is none.
int placeOf(std::size_t found)
{
    return static_cast<int>(found);
}

std::string& append(std::string& text, const std::string& other)
{
    return mayBe(text.size() + other.size()) ? text.append(other) : text;
}

std::string join(const std::string& a, const std::string& b)
{
    return mayBe(a.size() + b.size()) ? a + b : std::string{};
}

std::uint8_t* byteAt(std::string& text, asUINT at)
{
    if (at < text.size())
        return reinterpret_cast<std::uint8_t*>(text.data() + at);
    raiseInScript("Out of range");
    return nullptr;
}

std::string written(double number)
{
    return fmt::format("{:g}", number);
}

std::string written(float number)
{
    return fmt::format("{:g}", number);
}

std::string written(std::int64_t number)
{
    return fmt::format("{}", number);
}

std::string written(std::uint64_t number)
{
    return fmt::format("{}", number);
}

std::string written(bool isTrue)
{
    return isTrue ? "true" : "false";
}

/// What is put into or beside a string as its text.
template <typename T>
void bindWritten(DirectBinder& string, const std::string& type)
{
    string.method(
        fmt::format("string &opAssign({})", type).c_str(),
        +[](std::string& a, T b) { return &(a = written(b)); });
    string.method(
        fmt::format("string &opAddAssign({})", type).c_str(),
        +[](std::string& a, T b) { return &append(a, written(b)); });
    string.method(
        fmt::format("string opAdd({}) const", type).c_str(),
        +[](const std::string& a, T b) { return join(a, written(b)); });
    string.method(
        fmt::format("string opAdd_r({}) const", type).c_str(),
        +[](const std::string& a, T b) { return join(written(b), a); });
}

void bindBasics(DirectBinder& string)
{
    string.life(
        asBEHAVE_CONSTRUCT, "void f()", +[](void* memory) { new (memory) std::string{}; });
    string.life(
        asBEHAVE_CONSTRUCT, "void f(const string &in)",
        +[](void* memory, const std::string& other) { new (memory) std::string{other}; });
    string.life(
        asBEHAVE_DESTRUCT, "void f()", +[](std::string& text) { text.~basic_string(); });
    string.method(
        "string &opAssign(const string &in)",
        +[](std::string& a, const std::string& b) { return &(a = b); });
    string.method(
        "string &opAddAssign(const string &in)",
        +[](std::string& a, const std::string& b) { return &append(a, b); });
    string.method(
        "bool opEquals(const string &in) const",
        +[](const std::string& a, const std::string& b) { return a == b; });
    string.method(
        "int opCmp(const string &in) const",
        +[](const std::string& a, const std::string& b) { return a.compare(b); });
    string.method("string opAdd(const string &in) const", &join);
    string.method(
        "uint length() const", +[](const std::string& a) { return static_cast<asUINT>(a.size()); });
    string.method(
        "void resize(uint)", +[](std::string& a, asUINT length) {
            if (mayBe(length))
                a.resize(length);
        });
    string.method(
        "bool isEmpty() const", +[](const std::string& a) { return a.empty(); });
    string.method("uint8 &opIndex(uint)", &byteAt);
    string.method("const uint8 &opIndex(uint) const", &byteAt);
}

void bindFinding(DirectBinder& string)
{
    using Text = std::string;
    string.method(
        "int findFirst(const string &in, uint start = 0) const",
        +[](const Text& a, const Text& b, asUINT at) { return placeOf(findText(a, b, at)); });
    string.method(
        "int findFirstOf(const string &in, uint start = 0) const",
        +[](const Text& a, const Text& b, asUINT at) {
            return placeOf(findByteOf(a, b, at, true));
        });
    string.method(
        "int findFirstNotOf(const string &in, uint start = 0) const",
        +[](const Text& a, const Text& b, asUINT at) {
            return placeOf(findByteOf(a, b, at, false));
        });
    string.method(
        "int findLast(const string &in, int start = -1) const",
        +[](const Text& a, const Text& b, int at) {
            return placeOf(findLastText(a, b, countOf(at)));
        });
    string.method(
        "int findLastOf(const string &in, int start = -1) const",
        +[](const Text& a, const Text& b, int at) {
            return placeOf(findLastByteOf(a, b, countOf(at), true));
        });
    string.method(
        "int findLastNotOf(const string &in, int start = -1) const",
        +[](const Text& a, const Text& b, int at) {
            return placeOf(findLastByteOf(a, b, countOf(at), false));
        });
}

void bindParts(DirectBinder& string)
{
    string.method(
        "string substr(uint start = 0, int count = -1) const",
        +[](const std::string& a, asUINT start, int count) {
            return start < a.size() ? a.substr(start, countOf(count)) : std::string{};
        });
    bindFinding(string);
    string.method(
        "void insert(uint pos, const string &in other)",
        +[](std::string& a, asUINT at, const std::string& other) {
            if (isWithin(a, at) && mayBe(a.size() + other.size()))
                a.insert(at, other);
        });
    string.method(
        "void erase(uint pos, int count = -1)", +[](std::string& a, asUINT at, int count) {
            if (isWithin(a, at))
                a.erase(at, countOf(count));
        });
}
} // namespace

Result<void> bindString(ScriptBinder& binder)
{
    static Literals literals; // has no state, so all engines of all threads may share it
    auto& scripts = binder.engine();
    binder.check(scripts.RegisterObjectType("string", sizeof(std::string),
                                            asOBJ_VALUE | asGetTypeTraits<std::string>()),
                 "string");
    binder.check(scripts.RegisterStringFactory("string", &literals), "the string factory");
    DirectBinder string{binder, "string"};
    bindBasics(string);
    bindWritten<double>(string, "double");
    bindWritten<float>(string, "float");
    bindWritten<std::int64_t>(string, "int64");
    bindWritten<std::uint64_t>(string, "uint64");
    bindWritten<bool>(string, "bool");
    bindParts(string);
    return binder.finish("string");
}
} // namespace engine::scriptcore
