#include "engine_core/scene/components/tags.h"

#include <algorithm>
#include <unordered_set>

namespace engine
{
namespace
{
std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view Space = " \t\r\n";
    const auto first = text.find_first_not_of(Space);
    return first == std::string_view::npos
               ? std::string_view{}
               : text.substr(first, text.find_last_not_of(Space) + 1 - first);
}

/// Calls visit(tag) until it returns false.
template <typename Visit>
void forEachTag(std::string_view names, const Visit& visit)
{
    while (!names.empty()) {
        const auto end = std::min(names.find(','), names.size());
        const auto tag = trimmed(names.substr(0, end));
        if (!tag.empty() && !visit(tag))
            return;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
}

Tags joined(const std::vector<std::string>& list)
{
    Tags tags;
    for (const auto& tag : list)
        tags.names += tags.names.empty() ? tag : ", " + tag;
    return tags;
}
} // namespace

void describe(TypeBuilder<Tags>& tags)
{
    tags.type("tags", "Tags", "Words that scripts and triggers know the object by");
    tags.property("names", &Tags::names)
        .label("Tags")
        .tooltip("With commas between them, such as: enemy, armed");
}

std::vector<std::string> tagList(const Tags& tags)
{
    std::vector<std::string> list;
    std::unordered_set<std::string_view> known;
    forEachTag(tags.names, [&](std::string_view tag) {
        if (known.insert(tag).second)
            list.emplace_back(tag);
        return true;
    });
    return list;
}

bool hasTag(const Tags& tags, std::string_view tag)
{
    bool found = false;
    forEachTag(tags.names, [&](std::string_view one) {
        found = one == tag;
        return !found;
    });
    return found;
}

Tags withTag(const Tags& tags, std::string_view tag)
{
    if (hasTag(tags, tag))
        return tags;
    auto list = tagList(tags);
    list.emplace_back(tag);
    return joined(list);
}

Tags withoutTag(const Tags& tags, std::string_view tag)
{
    if (!hasTag(tags, tag))
        return tags;
    auto list = tagList(tags);
    std::erase(list, tag);
    return joined(list);
}
} // namespace engine
