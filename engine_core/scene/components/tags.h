#pragma once

#include "engine_core/reflect/type_builder.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// Words that scripts and triggers know the object by.
struct Tags
{
    static constexpr std::string_view TypeName = "tags";

    /// With commas between them: "enemy, armed". Spaces around a word, empty words and repetitions
    /// mean nothing; capitals do.
    std::string names;
    friend bool operator==(const Tags&, const Tags&) = default;
};

void describe(TypeBuilder<Tags>& tags);

/// Each word once, in the order of the text.
[[nodiscard]] std::vector<std::string> tagList(const Tags& tags);

/// Cheaper than to look through the list. Never true for an empty word.
[[nodiscard]] bool hasTag(const Tags& tags, std::string_view tag);

/// With the word at the end, or as they were if they have it; a tag is one word without commas.
[[nodiscard]] Tags withTag(const Tags& tags, std::string_view tag);

[[nodiscard]] Tags withoutTag(const Tags& tags, std::string_view tag);
} // namespace engine
