#include "editor/app/palette/fuzzy_match.h"

#include <QStringList>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int LetterPoints = 1;
constexpr int RunPoints = 6;       ///< follows the letter found before
constexpr int WordStartPoints = 8; ///< after a space, slash, underscore, or a capital
constexpr int TextStartPoints = 4;
constexpr int LongestText = 256; ///< letters looked at; names and paths are shorter

bool startsWord(const QString& text, qsizetype at)
{
    if (at == 0)
        return true;
    const auto before = text[at - 1];
    return !before.isLetterOrNumber() || (text[at].isUpper() && before.isLower());
}

/// The best places for the word's letters, found by dynamic programming over (letter, place): a
/// greedy walk would take the "s" of "sides" for "snap" and miss the run after it.
std::optional<FuzzyMatch> matchWord(const QString& word, const QString& text)
{
    const auto letters = static_cast<std::size_t>(word.size());
    const auto places = static_cast<std::size_t>(std::min<qsizetype>(text.size(), LongestText));
    constexpr int None = -1;
    // best[i][j]: points when letter i sits on place j; from[i][j]: the place of the letter before.
    std::vector<std::vector<int>> best(letters, std::vector<int>(places, None));
    auto from = best;
    for (std::size_t i = 0; i < letters; ++i) {
        const auto letter = word[static_cast<qsizetype>(i)].toLower();
        int bestBefore = None; // over all places more than one to the left
        int bestPlace = None;
        for (std::size_t j = i; j < places; ++j) {
            if (i > 0 && j >= 2 && best[i - 1][j - 2] > bestBefore) {
                bestBefore = best[i - 1][j - 2];
                bestPlace = static_cast<int>(j) - 2;
            }
            const auto at = static_cast<qsizetype>(j);
            if (text[at].toLower() != letter)
                continue;
            int points = LetterPoints + (startsWord(text, at) ? WordStartPoints : 0);
            if (i == 0) {
                best[i][j] = points + (j == 0 ? TextStartPoints : 0);
                continue;
            }
            const int adjacent = best[i - 1][j - 1];
            const bool isRun = adjacent != None && adjacent + RunPoints >= bestBefore;
            if (!isRun && bestBefore == None)
                continue;
            best[i][j] = points + (isRun ? adjacent + RunPoints : bestBefore);
            from[i][j] = isRun ? static_cast<int>(j) - 1 : bestPlace;
        }
    }
    const auto& last = best[letters - 1];
    const auto end = std::max_element(last.begin(), last.end());
    if (end == last.end() || *end == None)
        return std::nullopt;
    FuzzyMatch match;
    match.score = *end;
    int place = static_cast<int>(end - last.begin());
    for (std::size_t i = letters; i-- > 0;) {
        match.positions.push_back(place);
        place = from[i][static_cast<std::size_t>(place)];
    }
    return match;
}
} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text)
{
    FuzzyMatch all;
    for (const auto& word : pattern.split(QLatin1Char{' '}, Qt::SkipEmptyParts)) {
        const auto match = matchWord(word, text);
        if (!match)
            return std::nullopt;
        all.score += match->score;
        all.positions.insert(all.positions.end(), match->positions.begin(), match->positions.end());
    }
    std::sort(all.positions.begin(), all.positions.end());
    all.positions.erase(std::unique(all.positions.begin(), all.positions.end()),
                        all.positions.end());
    return all;
}
} // namespace editor
