#include "engine_core/base/json_members.h"

#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"

namespace engine
{
Result<std::string> withJsonMember(std::string_view text,
                                   std::string_view key,
                                   const std::optional<std::string>& value,
                                   const std::string& nameForMessages)
{
    const auto tree = JsonTree::parse(text, nameForMessages);
    if (!tree)
        return tree.error();
    if (!tree->root().isObject())
        return Error{"'{}' is not a JSON object", nameForMessages};
    std::string lines;
    const auto add = [&](std::string_view name, std::string_view json) {
        lines += lines.empty() ? "\n  " : ",\n  ";
        appendJsonText(lines, name);
        lines += ": ";
        lines += json;
    };
    bool isThere = false;
    tree->root().forEachMember([&](std::string_view name, const JsonValue& json) {
        if (name != key)
            return add(name, json.raw());
        isThere = true;
        if (value)
            add(name, *value);
    });
    if (!isThere && value)
        add(key, *value);
    return "{" + lines + "\n}\n";
}
} // namespace engine
