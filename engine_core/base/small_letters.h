#pragma once

#include <string>
#include <string_view>

namespace engine
{
/// The text with A to Z as a to z; all other bytes stay, whatever the locale.
[[nodiscard]] inline std::string inSmallLetters(std::string_view text)
{
    std::string small{text};
    for (auto& sign : small)
        if (sign >= 'A' && sign <= 'Z')
            sign = static_cast<char>(sign - 'A' + 'a');
    return small;
}
} // namespace engine
