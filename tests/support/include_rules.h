#pragma once

#include <span>
#include <string>
#include <vector>

namespace mapwright::test
{

/// One of our sources: its path from the repository root, with forward slashes, and its text.
struct SourceFile
{
    std::string path;
    std::string text;
};

struct IncludeFault
{
    std::string path;
    int line = 0;       ///< From 1.
    std::string reason; ///< One sentence naming the include and the rule.
};

/// Checks every #include of the sources against the rules of resources/docs/architecture.md:
/// layers point downwards, the systems of layer 5 do not know each other, the engine and the
/// document, operations and tools are free of Qt, and plugins see the public layers only.
///
/// A header that includes a big library header is internal: it, and every header that includes it,
/// may only be included by files of its own module. The same walk finds Qt behind our own headers.
[[nodiscard]] std::vector<IncludeFault> checkIncludes(std::span<const SourceFile> sources);

} // namespace mapwright::test
