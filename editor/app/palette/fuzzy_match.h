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

/// What is typed, to be looked for in many texts; keeps its memory from one to the next.
class FuzzyPattern
{
public:
    explicit FuzzyPattern(QString pattern);

    /// See fuzzyMatch().
    [[nodiscard]] std::optional<FuzzyMatch> match(QStringView text);

    /// Its score alone.
    [[nodiscard]] std::optional<int> scoreOf(QStringView text);

private:
    std::optional<int> match(QStringView text, std::vector<int>* positions);
    [[nodiscard]] bool holds(QStringView word) const;
    int place(QStringView word, std::vector<int>* positions);
    void placeLetter(QChar letter, qsizetype index, std::size_t before);

    /// A letter of the word where it may stand.
    struct Found
    {
        int place = 0;
        int points = 0; ///< of it and the letters before it, where these stand best
        int from = -1;  ///< index of the letter before
    };

    QString m_pattern;          ///< in lower case
    QStringView m_text;         ///< that is being looked at, without what is too long
    QString m_lower;            ///< the same in lower case
    std::vector<Found> m_found; ///< letter by letter, from left to right
};

/// The pattern's letters must come in the text in their order, whatever their case; each word of
/// the pattern is looked for on its own. Beginnings of words, runs of letters and early places
/// count more. Nothing if a letter is missing; an empty pattern fits everything equally.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);
} // namespace editor
