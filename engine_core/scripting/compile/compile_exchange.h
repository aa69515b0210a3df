#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the program and its compiler tell each other. The compiler is a process of its own, because
/// a script can make AngelScript's parser overflow its stack or work for hours (ADR 0020).
namespace engine::scriptcore
{
/// One text to be compiled, as it is named in messages: "scripts/door.as".
struct CompileSection
{
    std::string name;
    std::string text;
};

struct CompileRequest
{
    std::string types;          ///< what the engine declares, as the add-on's WriteConfigToStream says
    CompileSection base;        ///< the section with the base class
    std::string folder;         ///< that names of includes are below: "scripts"
    std::vector<CompileSection> sections; ///< the file itself first, then what it includes
};

/// What stood in [...] in front of something.
struct CompiledMetadata
{
    enum class Kind : std::uint8_t
    {
        Type,
        Property,
        Function
    };

    Kind kind = Kind::Type;
    std::string owner; ///< the type with its namespaces, or the function's declaration
    std::string name;  ///< of a property
    std::vector<std::string> texts;
};

struct CompileMessage
{
    std::uint32_t kind = 0; ///< asEMsgType
    std::string section;
    std::string text;
    std::int32_t row = 0;
};

struct CompileAnswer
{
    std::vector<CompileMessage> messages;
    std::string byteCode; ///< empty: it does not compile
    std::vector<CompiledMetadata> metadata;
};

/// Each is framed by the version of what both speak, its length and a hash, so that a reader sees
/// whether it is whole.
[[nodiscard]] std::string encode(const CompileRequest& request);
[[nodiscard]] std::string encode(const CompileAnswer& answer);

/// Nothing if a byte is wrong or missing, whatever the bytes are.
[[nodiscard]] std::optional<CompileRequest> decodeRequest(std::string_view bytes);
[[nodiscard]] std::optional<CompileAnswer> decodeAnswer(std::string_view bytes);

/// How the compiler ends besides 0, so that the program can say what happened.
enum class CompilerExit
{
    Done = 0,
    BadRequest = 76,
    OutOfMemory = 77
};

/// Most memory that the compiler takes for one file and what it includes.
inline constexpr std::size_t MaxCompilerBytes = std::size_t{768} << 20U;

/// Longest answer that is written or read.
inline constexpr std::size_t MaxAnswerBytes = std::size_t{64} << 20U;
} // namespace engine::scriptcore
