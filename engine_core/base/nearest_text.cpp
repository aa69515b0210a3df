#include "engine_core/base/nearest_text.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace engine
{
namespace
{
char lowerLetter(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
} // namespace

std::size_t lettersApart(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1); // from the first letters of `a` to those of `b`
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t exchanged =
                diagonal + (lowerLetter(a[i]) == lowerLetter(b[j]) ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({exchanged, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

std::string nearestText(std::string_view wanted, std::span<const std::string> texts)
{
    constexpr std::size_t MostLetters = 64;
    std::string nearest;
    auto fewest = std::numeric_limits<std::size_t>::max();
    for (const auto& text : texts)
        if (const auto apart = lettersApart(wanted.substr(0, MostLetters), text); apart < fewest) {
            fewest = apart;
            nearest = text;
        }
    return nearest;
}
} // namespace engine
