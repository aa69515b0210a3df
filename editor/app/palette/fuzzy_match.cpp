#include "editor/app/palette/fuzzy_match.h"

#include <QStringTokenizer>

#include <algorithm>
#include <utility>

namespace editor
{
namespace
{
constexpr int LetterPoints = 1;
constexpr int RunPoints = 6;       ///< follows the letter found before
constexpr int WordStartPoints = 8; ///< after a space, slash, underscore, or a capital
constexpr int TextStartPoints = 4;
constexpr int LongestText = 256; ///< letters looked at; names and paths are shorter

bool startsWord(QStringView text, qsizetype at)
{
    if (at == 0)
        return true;
    const auto before = text[at - 1];
    return !before.isLetterOrNumber() || (text[at].isUpper() && before.isLower());
}

QChar lowerOf(QChar letter)
{
    const auto code = letter.unicode();
    if (code < 0x80) // nearly all: no table is asked
        return code >= 'A' && code <= 'Z' ? QChar{static_cast<char16_t>(code + 0x20)} : letter;
    return letter.toLower();
}

constexpr int None = -1;
} // namespace

FuzzyPattern::FuzzyPattern(QString pattern) : m_pattern{std::move(pattern)}
{
    std::transform(m_pattern.begin(), m_pattern.end(), m_pattern.begin(), lowerOf);
}

std::optional<int> FuzzyPattern::scoreOf(QStringView text)
{
    return match(text, nullptr);
}

std::optional<FuzzyMatch> FuzzyPattern::match(QStringView text)
{
    FuzzyMatch found;
    const auto score = match(text, &found.positions);
    if (!score)
        return std::nullopt;
    found.score = *score;
    std::sort(found.positions.begin(), found.positions.end());
    found.positions.erase(std::unique(found.positions.begin(), found.positions.end()),
                          found.positions.end());
    return found;
}

std::optional<int> FuzzyPattern::match(QStringView text, std::vector<int>* positions)
{
    m_text = text.left(LongestText);
    m_lower.resize(m_text.size());
    std::transform(m_text.begin(), m_text.end(), m_lower.begin(), lowerOf);
    int score = 0;
    for (const auto word : QStringView{m_pattern}.tokenize(u' ', Qt::SkipEmptyParts)) {
        if (!holds(word))
            return std::nullopt;
        score += place(word, positions);
    }
    return score;
}

/// Whether all letters come in their order: most texts are done with here.
bool FuzzyPattern::holds(QStringView word) const
{
    qsizetype found = 0;
    for (qsizetype at = 0; at < m_lower.size() && found < word.size(); ++at)
        if (m_lower[at] == word[found])
            ++found;
    return found == word.size();
}

/// The best places for the word's letters, found by dynamic programming over the places where each
/// of them stands: a greedy walk would take the "s" of "sides" for "snap" and miss the run after
/// it.
int FuzzyPattern::place(QStringView word, std::vector<int>* positions)
{
    m_found.clear();
    std::size_t before = 0; // where the places of the letter before begin
    for (qsizetype i = 0; i < word.size(); ++i) {
        const auto begin = m_found.size();
        placeLetter(word[i], i, before);
        before = begin;
    }
    const auto last =
        std::max_element(m_found.begin() + static_cast<std::ptrdiff_t>(before), m_found.end(),
                         [](const Found& a, const Found& b) { return a.points < b.points; });
    if (positions != nullptr)
        for (const auto* at = &*last; at != nullptr;
             at = at->from != None ? &m_found[static_cast<std::size_t>(at->from)] : nullptr)
            positions->push_back(at->place);
    return last->points;
}

/// `before`: where in m_found the places of the letter before begin; they go to its end.
void FuzzyPattern::placeLetter(QChar letter, qsizetype index, std::size_t before)
{
    const QStringView lower{m_lower};
    const auto end = m_found.size();
    int best = None; // of the places before that are more than one to the left
    int bestFrom = None;
    for (auto at = index; at < lower.size(); ++at) {
        if (lower[at] != letter)
            continue;
        const auto place = static_cast<int>(at);
        const int points = LetterPoints + (startsWord(m_text, at) ? WordStartPoints : 0);
        if (index == 0) {
            m_found.push_back({place, points + (at == 0 ? TextStartPoints : 0), None});
            continue;
        }
        for (; before < end && m_found[before].place < place - 1; ++before)
            if (m_found[before].points > best) {
                best = m_found[before].points;
                bestFrom = static_cast<int>(before);
            }
        const bool isNext = before < end && m_found[before].place == place - 1;
        if (isNext && m_found[before].points + RunPoints >= best)
            m_found.push_back(
                {place, points + m_found[before].points + RunPoints, static_cast<int>(before)});
        else if (best != None)
            m_found.push_back({place, points + best, bestFrom});
    }
}

std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text)
{
    return FuzzyPattern{pattern}.match(text);
}
} // namespace editor
