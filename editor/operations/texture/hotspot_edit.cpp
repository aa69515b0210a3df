#include "editor/operations/texture/hotspot_edit.h"

#include "engine_core/base/json_members.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"

#include <vector>

namespace editor
{
using engine::Result;
using engine::Vec2d;

namespace
{
std::string pairText(const Vec2d& pair)
{
    std::string text = "[";
    engine::appendJson(text, pair.x);
    text += ", ";
    engine::appendJson(text, pair.y);
    return text + "]";
}

std::string spotText(const std::string& name, const TexelRect& rect)
{
    std::string text = "{ \"name\": ";
    engine::appendJsonText(text, name);
    return text + ", \"at\": " + pairText(rect.at) + ", \"size\": " + pairText(rect.size) + " }";
}

/// The same object on one line, with another value for one member.
Result<std::string>
onOneLine(std::string_view object, std::string_view key, const std::string& value)
{
    const auto tree = engine::JsonTree::parse(object, "hot spot");
    if (!tree)
        return tree.error();
    std::string members;
    const auto add = [&](std::string_view name, std::string_view json) {
        members += members.empty() ? " " : ", ";
        engine::appendJsonText(members, name);
        members += ": ";
        members += json;
    };
    bool isThere = false;
    tree->root().forEachMember([&](std::string_view name, const engine::JsonValue& json) {
        isThere |= name == key;
        add(name, name == key ? std::string_view{value} : json.raw());
    });
    if (!isThere)
        add(key, value);
    return "{" + members + " }";
}

/// The text with the list that `edit` leaves; each item is JSON.
Result<std::string> withItems(const std::string& text,
                              const std::string& fileName,
                              const std::function<Result<void>(std::vector<std::string>&)>& edit)
{
    if (const auto set = engine::parseHotspots(text, fileName); !set)
        return set.error();
    const auto tree = engine::JsonTree::parse(text, fileName);
    if (!tree)
        return tree.error();
    std::vector<std::string> items;
    tree->root().find("spots")->forEachItem(
        [&](const engine::JsonValue& item) { items.emplace_back(item.raw()); });
    if (auto done = edit(items); !done)
        return done.error();
    std::string list = "[";
    for (const auto& item : items)
        list += (list.size() == 1 ? "\n    " : ",\n    ") + item;
    list += items.empty() ? "]" : "\n  ]";
    auto changed = engine::withJsonMember(text, "spots", list, fileName);
    if (!changed)
        return changed.error();
    if (const auto set = engine::parseHotspots(*changed, fileName); !set)
        return set.error(); // it left the picture
    return changed;
}
} // namespace

TexelRect texelsOf(const engine::HotspotSet& set, const engine::Hotspot& spot)
{
    return {glm::round(spot.at * set.picture), glm::round(spot.size * set.picture)};
}

std::string emptyHotspots(const Vec2d& picture)
{
    return "{\n  \"format\": 1,\n  \"picture\": " + pairText(picture) +
           ",\n  \"texelsPerMetre\": 256,\n  \"spots\": []\n}\n";
}

Result<std::string> withHotspotRect(const std::string& text,
                                    const std::string& fileName,
                                    std::size_t index,
                                    const TexelRect& rect)
{
    return withItems(text, fileName, [&](std::vector<std::string>& items) -> Result<void> {
        if (index >= items.size())
            return engine::Error{"{} has no hot spot of that number any more", fileName};
        for (const auto& [key, value] : {std::pair{"at", rect.at}, std::pair{"size", rect.size}}) {
            auto item = onOneLine(items[index], key, pairText(value));
            if (!item)
                return item.error();
            items[index] = *std::move(item);
        }
        return {};
    });
}

Result<std::string> withNewHotspot(const std::string& text,
                                   const std::string& fileName,
                                   const std::string& name,
                                   const TexelRect& rect)
{
    return withItems(text, fileName, [&](std::vector<std::string>& items) -> Result<void> {
        items.push_back(spotText(name, rect));
        return {};
    });
}

Result<std::string>
withoutHotspot(const std::string& text, const std::string& fileName, std::size_t index)
{
    return withItems(text, fileName, [&](std::vector<std::string>& items) -> Result<void> {
        if (index < items.size())
            items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
        return {};
    });
}

Result<void>
editHotspots(Transaction& transaction,
             const engine::fs::path& file,
             const std::function<Result<std::string>(const std::string&, const std::string&)>& edit)
{
    auto before = engine::readFile(file, 1U << 20U);
    if (!before)
        return before.error();
    auto after = edit(*before, file.filename().string());
    if (!after)
        return after.error();
    transaction.write({file, *std::move(before), *std::move(after)});
    return {};
}
} // namespace editor
