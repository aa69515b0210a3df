#pragma once

#include <optional>
#include <string>
#include <vector>

namespace editor
{
/// A case of a JUnit report.
struct JUnitCase
{
    std::string name;
    std::optional<std::string> failure; ///< why it failed; nothing if it passed
};

/// A test suite as the XML that build servers read, by the schema of Apache Ant's JUnit task.
/// `seconds` is what all cases took together.
[[nodiscard]] std::string
junitText(const std::string& suite, const std::vector<JUnitCase>& cases, double seconds);
} // namespace editor
