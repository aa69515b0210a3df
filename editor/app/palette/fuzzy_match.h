#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace editor
{
/// How well a typed pattern fits a text, and which letters it took.
struct FuzzyMatch
{
    int score = 0;              ///< higher is better; comparable for one pattern only
    std::vector<int> positions; ///< in the text, ascending
};

/// The pattern's letters must come in the text in their order, whatever their case; each word of
/// the pattern is looked for on its own. Beginnings of words, runs of letters and early places
/// count more. Nothing if a letter is missing; an empty pattern fits everything equally.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);
} // namespace editor
